import { countMachineValues, listSignalScales } from '../../../db/scores.ts';
import type { StudyRow } from '../../../db/studies.ts';
import { listFrozenSignals } from '../../../db/study-columns.ts';
import { listJoins } from '../../../db/study-joins.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { judgeNames } from '../../../shared/series-words.ts';
import { everyJudgeWatch } from './judge-drift-in-files.ts';

const prefix = 'judge:';

/**
 * The judges whose scores a study guesses by, each once, as their scores are called: "Strict v2". Those that joined while it ran are among
 * them, and those that scored other systems alone are not.
 */
export function judgesOf(db: ReadableDb, study: StudyRow): string[] {
  const { id, generation, datasetId, surrogate } = study;
  const names = new Map(
    listSignalScales(db, datasetId)
      .filter(({ kind }) => kind === 'judge')
      .map(({ name, criterion }) => [`${prefix}${criterion === null ? name : `${name}/${criterion}`}`, name]),
  );
  const ids = [
    ...listFrozenSignals(db, id).map((signal) => signal.id),
    ...listJoins(db, id, generation).flatMap(({ signal, modeId }) => (modeId === null ? [signal] : [])),
  ].filter((signal) => signal.startsWith(prefix) && !signal.endsWith('@others'));
  const own = surrogate.kind === 'judge' ? [surrogate.judge] : [];
  // Scores that were removed since are known by what the study froze.
  const frozen = ids.map((signal) => names.get(signal) ?? signal.slice(prefix.length));
  return [...new Set([...own, ...frozen])].sort();
}

/**
 * What a change of judge between two studies breaks, in sentences; null where both are guessed by the same judges, and where every
 * judge of either scored the replies of both. A judge that has drifted is a change of judge, too.
 */
export function judgeBreak(db: ReadableDb, before: StudyRow, study: StudyRow): string | null {
  const [then, now] = [judgesOf(db, before), judgesOf(db, study)];
  const isSame = then.join('\n') === now.join('\n');
  const missing = isSame
    ? []
    : [
        ...now.flatMap((judge) => missingScores(db, before, judge) ?? []),
        ...then.flatMap((judge) => missingScores(db, study, judge) ?? []),
      ];
  const drifted = driftedJudges(db, [...then, ...now]);
  if (missing.length === 0 && drifted.length === 0) return null;
  const scored = `${study.name} was scored by ${judgeNames(now)}, ${before.name} by ${judgeNames(then)}: a break.`;
  const why = missing.length > 0 ? [scored, ...missing] : [];
  return [
    ...why,
    ...drifted.map((judge) => `${judge} has drifted: a break.`),
    'The numbers rest on labels and can be compared; scores and widths of the two cannot.',
  ].join(' ');
}

/** Those of some judges, each once, whose scores of the same replies drifted. */
export function driftedJudges(db: ReadableDb, judges: readonly string[]): string[] {
  return [...new Set(judges)].filter((judge) =>
    everyJudgeWatch(db, judge).some(({ hasDrifted }) => hasDrifted),
  );
}

/** What a judge did not score of the replies that a study is about, in a sentence; null where it scored each. */
function missingScores(
  db: ReadableDb,
  { name, datasetId, systemId, populationSize }: StudyRow,
  judge: string,
): string | null {
  const counts = listSignalScales(db, datasetId)
    .filter((signal) => signal.kind === 'judge' && signal.name === judge)
    .map(({ id }) => countMachineValues(db, id, systemId));
  const scored = Math.max(0, ...counts);
  if (scored >= populationSize) return null;
  return scored === 0
    ? `${judge} was not run on ${name}.`
    : `${judge} scored ${scored} of the ${populationSize} replies of ${name}.`;
}

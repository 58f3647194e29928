import { type DatasetRow, listDatasets, listSystems } from '../../../db/datasets.ts';
import { listJudges, signalNameOf } from '../../../db/judges.ts';
import { listScoredTwice, listSignalScales, type ScoredTwice } from '../../../db/scores.ts';
import { sinceWrite } from '../../../db/since-write.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { JudgeWatch, Signal } from '../../../shared/contract/index.ts';
import { judgeDriftWords } from '../../../shared/judge-drift-words.ts';
import { alpha, driftIn, judgeWatches, type ReplyScores } from './judge-drift.ts';

type Scored = Omit<Signal, 'coverage'>;

/** A data set with what a judge scored in it, one signal for each criterion. */
interface Scores {
  readonly dataset: DatasetRow;
  readonly signals: readonly Scored[];
}

/** What came of every judge that was asked again, and of every one whose scores files brought again; of one alone where it is named. */
export const everyJudgeWatch = (db: ReadableDb, judge?: string): JudgeWatch[] => [
  ...judgeWatches(db, judge),
  ...watchesInFiles(db).filter((one) => judge === undefined || one.judge === judge),
];

/**
 * What the scores show of a judge that files brought, where it scored the same replies in several data sets: the first is held against each
 * that came later, in their order, as a check. Judges of the project are asked again instead: scores that it stored would come back alike.
 */
const watchesInFiles = (db: ReadableDb): readonly JudgeWatch[] =>
  sinceWrite(db, 'drift of judges in files', () => {
    const own = new Set(listJudges(db).map(signalNameOf));
    const scores = listDatasets(db).flatMap((dataset) => {
      const ofJudges = listSignalScales(db, dataset.id).filter(
        ({ kind, name }) => kind === 'judge' && !own.has(name),
      );
      return [...Map.groupBy(ofJudges, ({ name }) => name)].map(([judge, signals]) => ({
        judge,
        dataset,
        signals,
      }));
    });
    return [...Map.groupBy(scores, ({ judge }) => judge)].flatMap(([judge, [first, ...later]]) =>
      later.length === 0 ? [] : watchesOf(db, judge, first!, later),
    );
  });

function watchesOf(db: ReadableDb, judge: string, first: Scores, later: readonly Scores[]): JudgeWatch[] {
  return listSystems(db, first.dataset.id).flatMap((system) => {
    const watch = watchOf(db, { judge, system, first, later });
    return watch === null ? [] : [watch];
  });
}

interface Asked {
  readonly judge: string;
  readonly system: { readonly id: number; readonly name: string };
  readonly first: Scores;
  readonly later: readonly Scores[];
}

/** Null where no later data set has a score of a reply that the first has. */
function watchOf(db: ReadableDb, { judge, system, first, later }: Asked): JudgeWatch | null {
  const every = later.flatMap(({ signals }) => signals);
  const criteria = first.signals.map((signal) => ({
    signal,
    range: rangeOf([signal, ...every.filter(({ criterion }) => criterion === signal.criterion)]),
  }));
  const again = later.flatMap(({ dataset }) => {
    const requests = criteria.map(({ signal }) =>
      requestsOf(listScoredTwice(db, signal.id, system.id, dataset.id)),
    );
    return requests.some(({ size }) => size > 0) ? [{ dataset, requests }] : [];
  });
  if (again.length === 0) return null;
  const checks = again.map(({ dataset, requests }, i) => ({
    ...{ runId: null, dataset: dataset.name, number: i + 1, at: dataset.importedAt },
    findings: criteria.map(({ signal, range }, k) => {
      const atFirst = i === 0 ? undefined : again[0]!.requests[k];
      const about = { number: i + 1, criteria: criteria.length, range: range ?? Number.POSITIVE_INFINITY };
      return { criterion: signal.criterion ?? judge, ...driftIn(compared(requests[k]!, atFirst), about) };
    }),
  }));
  const watch = {
    ...{ judge, dataset: first.dataset.name, system: system.name, against: null, ofRun: null, seed: null },
    ...{ since: first.dataset.importedAt, alpha, checks },
    hasDrifted: checks.some(({ findings }) => findings.some(({ kind }) => kind !== 'none')),
  };
  const unstated = criteria
    .filter(({ range }) => range === null)
    .map(({ signal: { criterion } }) => `judge:${judge}${criterion ? `/${criterion}` : ''}`);
  const words = unstated.map(
    (name) => `No range of its scores was stated, so no drift is reported. Import with --scale ${name}=1..5.`,
  );
  return { ...watch, words: [...judgeDriftWords(watch), ...words] };
}

/** From the lowest to the highest value that any of the scales allows; null where none was stated, so that the level would not hold. */
function rangeOf(signals: readonly Scored[]): number | null {
  if (!signals.some(({ declared }) => declared)) return null;
  return (
    Math.max(...signals.map(({ scale }) => scale.max)) - Math.min(...signals.map(({ scale }) => scale.min))
  );
}

/** Scores by item, those of one group together: they are not independent. Of replies alike to the same the first counts. */
function requestsOf(rows: readonly ScoredTwice[]): Map<string, ScoredTwice[]> {
  const seen = new Set<string>();
  const distinct = rows.filter(
    ({ conversation, context, said }) =>
      seen.size < seen.add(JSON.stringify([conversation, context, said])).size,
  );
  return Map.groupBy(distinct, ({ group, itemId }) => (group === null ? `item ${itemId}` : `group ${group}`));
}

function compared(
  requests: ReadonlyMap<string, readonly ScoredTwice[]>,
  atFirst: ReadonlyMap<string, readonly ScoredTwice[]> | undefined,
): ReplyScores[][] {
  const first = new Map([...(atFirst?.values() ?? [])].flat().map(({ itemId, now }) => [itemId, now]));
  return [...requests.values()].map((rows) =>
    rows.map(({ before, now, itemId }) => ({ before, now, first: first.get(itemId) })),
  );
}

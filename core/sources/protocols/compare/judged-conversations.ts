import type { ProtocolRunRow } from '../../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { mean } from '../../../../stats/index.ts';
import { validatedItemValues } from '../outcomes/judged-run.ts';
import {
  findJudgedRun,
  type ValidatedCounts,
  validatedCounts,
  validationCounts,
} from '../outcomes/validated-scores.ts';
import { protocolName } from '../run/start-run.ts';
import { evaluationOf } from './headline-scores.ts';
import type { HumanScores, SystemScores } from './human-scores.ts';

/** What people found in a run, and in which kind of conversation. */
interface JudgedSystem {
  readonly run: ProtocolRunRow;
  /** Conversations that people led come first, then recorded ones, then replays. */
  readonly rank: number;
  readonly scores: SystemScores;
}

/**
 * What people say of the systems by way of conversations: the validators' majority where it counts, else the marks of
 * those who asked. All systems are taken from one evaluation, so that they are judged alike: conversations that people
 * led before recorded ones, and these before replays whose answers were validated.
 *
 * @param marked the share of right answers by item, as those who asked marked them
 * @returns null when people judged none of the runs
 */
export function conversationScores(
  db: ReadableDb,
  runs: readonly ProtocolRunRow[],
  marked: ReadonlyMap<number, ReadonlyMap<number, number>>,
): HumanScores | null {
  const judged = runs.flatMap((run) => judgedSystem(db, run, marked.get(run.id)!) ?? []);
  const [best] = [...judged].sort((a, b) => a.rank - b.rank || b.run.id - a.run.id);
  if (!best) return null;
  const alike = judged
    .filter(({ run }) => evaluationOf(run) === evaluationOf(best.run))
    .sort((a, b) => a.run.id - b.run.id);
  return {
    criterion: protocolName(best.run.settings),
    bySystem: new Map(alike.map(({ run, scores }) => [run.system, scores])),
  };
}

function judgedSystem(
  db: ReadableDb,
  run: ProtocolRunRow,
  marked: ReadonlyMap<number, number>,
): JudgedSystem | null {
  const { settings } = run;
  const judged = findJudgedRun(db, run);
  const isTalk = settings.protocol === 'conversation';
  const rank = isTalk ? Number(settings.recorded) : 2;
  if (judged && validationCounts(judged)) {
    const counts = validatedCounts(judged);
    const values = validatedItemValues(judged);
    if (values.size === 0) return null;
    const basis = validatedWords(judged, counts);
    return { run, rank, scores: { values, mean: counts.correct / counts.decided, basis } };
  }
  if (!isTalk || marked.size === 0) return null;
  const { scores } = run;
  const accuracy = scores?.protocol === 'conversation' ? scores.accuracy : null;
  const basis = judged
    ? `marks of those who asked; ${judged.validated.length} of ${judged.questions} questions validated`
    : 'marks of those who asked, not validated';
  return { run, rank, scores: { values: marked, mean: accuracy ?? mean([...marked.values()]), basis } };
}

function validatedWords(
  judged: { validators: number; hasMarks: boolean; validated: readonly unknown[]; questions: number },
  { discarded, undecided }: ValidatedCounts,
): string {
  const { validators, hasMarks, validated, questions } = judged;
  const people = `${validators} ${validators === 1 ? 'validator' : 'validators'}`;
  const voices = hasMarks ? `majority of the asker and ${people}` : `majority of ${people}`;
  const left = [discarded > 0 && `${discarded} discarded`, undecided > 0 && `${undecided} undecided`];
  return [`${voices}, ${validated.length} of ${questions} questions`, ...left.filter(Boolean)].join(', ');
}

import type { ProtocolConversationRow } from '../../../db/protocol-conversations.ts';
import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../db/types.ts';
import {
  countQuestionsToValidate,
  currentVerdicts,
  type StoredValidation,
  type ValidatedRunRow,
  type VerdictContent,
} from '../../../db/validations.ts';
import { mean } from '../../../stats/index.ts';
import { phaseOf } from './phase.ts';
import { type QuestionOutcome, questionOutcome } from './question-outcome.ts';
import { finishedConversations, marksOf, recordedQuestionsOfRun } from './recorded-conversation.ts';

/** A question that enough validators have judged. */
export interface ValidatedTurn extends QuestionOutcome {
  readonly row: ProtocolConversationRow;
  readonly question: string;
  readonly answer: string;
  readonly isRefused: boolean;
  /** Of the first validators of the conversation, as many as it takes. */
  readonly verdicts: readonly VerdictContent[];
}

export interface JudgedRun {
  readonly run: ProtocolRunRow;
  readonly validators: number;
  readonly conversations: number;
  /** Questions that can be validated, judged or not. */
  readonly questions: number;
  readonly hasMarks: boolean;
  readonly validated: readonly ValidatedTurn[];
  /** All verdicts that hold and are done, of every annotator. */
  readonly verdicts: readonly (StoredValidation & { content: VerdictContent })[];
}

/** What conversations depend on each other by: the passage or worker they are of. */
export const clusterOf = ({ group, itemIds }: Pick<ProtocolConversationRow, 'group' | 'itemIds'>): string =>
  group ?? `item ${itemIds.join(',')}`;

/** A run with what its validators found. Of a conversation with more validators than it takes, the first count. */
export function judgedRun(db: ReadableDb, run: ProtocolRunRow, { validators }: ValidatedRunRow): JudgedRun {
  const verdicts = currentVerdicts(db, run.id).filter(({ content }) => phaseOf(content) === 'done');
  const byTurn = Map.groupBy(verdicts, ({ position, turn }) => `${position}/${turn}`);
  const toValidate = countQuestionsToValidate(db, run.id);
  const rows = finishedConversations(db, run.id).filter(({ position }) => toValidate.has(position));
  const recordedTurns = recordedQuestionsOfRun(db, run);
  const validated: ValidatedTurn[] = [];
  let questions = 0;
  let hasMarks = false;
  for (const row of rows) {
    const marks = marksOf(run, row)?.marks;
    hasMarks ||= marks !== undefined;
    recordedTurns.get(row.position)!.forEach((recorded, turn) => {
      if (!recorded.isValidated) return;
      questions++;
      const own = (byTurn.get(`${row.position}/${turn}`) ?? []).slice(0, validators);
      if (own.length < validators) return;
      const contents = own.map(({ content }) => content);
      const { question, answer, isRefused } = recorded;
      const outcome = questionOutcome({ verdicts: contents, mark: marks?.[turn] ?? null, isRefused });
      validated.push({ row, question, answer, isRefused, verdicts: contents, ...outcome });
    });
  }
  return { run, validators, conversations: rows.length, questions, hasMarks, validated, verdicts };
}

/** The share of correct answers of each conversation, by the item it begins with; undecided ones are left out. */
export function validatedItemValues({ validated }: JudgedRun): Map<number, number> {
  const decided = validated.filter(({ outcome }) => outcome === 'correct' || outcome === 'incorrect');
  const byItem = Map.groupBy(decided, ({ row }) => row.itemId);
  return new Map(
    [...byItem].map(([id, turns]) => [id, mean(turns.map(({ outcome }) => Number(outcome === 'correct')))]),
  );
}

import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { findValidatedRun } from '../../../db/validations.ts';
import type { ProtocolScores } from '../../../shared/contract/index.ts';
import { shareOf } from '../../../stats/index.ts';
import { clusterOf, type JudgedRun, judgedRun, type ValidatedTurn } from './judged-run.ts';

type ConversationScores = Extract<ProtocolScores, { protocol: 'conversation' }>;

/** Of each passage whether its decided answers are right, 1 or 0: answers about one passage are not independent. */
export function validatedByPassage(
  { validated }: JudgedRun,
  isAsked: (turn: ValidatedTurn) => boolean = () => true,
): number[][] {
  const decided = validated.filter(
    (turn) => (turn.outcome === 'correct' || turn.outcome === 'incorrect') && isAsked(turn),
  );
  return [...Map.groupBy(decided, ({ row }) => clusterOf(row)).values()].map((own) =>
    own.map(({ outcome }) => Number(outcome === 'correct')),
  );
}

/** Correct answers among the decided ones: of all questions that were kept, and of those called answerable. */
interface ValidatedCounts {
  readonly correct: number;
  readonly decided: number;
  readonly answerableCorrect: number;
  readonly answerableDecided: number;
  readonly discarded: number;
  readonly undecided: number;
}

export function validatedCounts({ validated }: JudgedRun): ValidatedCounts {
  const decided = validated.filter(({ outcome }) => outcome === 'correct' || outcome === 'incorrect');
  const answerable = decided.filter(({ isAnswerable }) => isAnswerable === true);
  const correct = (some: typeof decided) => some.filter(({ outcome }) => outcome === 'correct').length;
  return {
    correct: correct(decided),
    decided: decided.length,
    answerableCorrect: correct(answerable),
    answerableDecided: answerable.length,
    discarded: validated.filter(({ outcome }) => outcome === 'discarded').length,
    undecided: validated.filter(({ outcome }) => outcome === 'undecided').length,
  };
}

/** The validated state of a run; undefined where it is not open to validation. */
export function findJudgedRun(db: ReadableDb, run: ProtocolRunRow): JudgedRun | undefined {
  const validated = findValidatedRun(db, run.id);
  return validated && judgedRun(db, run, validated);
}

/**
 * Whether the validators' majority is the human judgment of a run: when every question has its validators, or where
 * nobody else marked the answers. Until then the marks of those who asked stand, for a part of the questions must
 * not take the place of all of them.
 */
export const validationCounts = ({ validated, questions, hasMarks }: JudgedRun): boolean =>
  validated.length > 0 && (validated.length === questions || !hasMarks);

/** The scores of a run of conversations as they stand: by validation where it counts, else as they were marked. */
export function conversationScoresOf(db: ReadableDb, run: ProtocolRunRow): ProtocolScores | null {
  if (run.settings.protocol !== 'conversation') return run.scores;
  const judged = findJudgedRun(db, run);
  if (!judged) return run.scores;
  const marked = run.scores?.protocol === 'conversation' ? run.scores : null;
  const counts = validatedCounts(judged);
  const isCounted = validationCounts(judged);
  const { correct, decided, answerableCorrect, answerableDecided, discarded, undecided } = counts;
  const scores: ConversationScores = {
    protocol: 'conversation',
    accuracy: isCounted ? (shareOf(correct, decided) ?? null) : (marked?.accuracy ?? null),
    answerable: isCounted
      ? (shareOf(answerableCorrect, answerableDecided) ?? null)
      : (marked?.answerable ?? null),
    questions: judged.questions,
    marked: marked?.marked ?? 0,
    conversations: judged.conversations,
    validation: {
      validators: judged.validators,
      validated: judged.validated.length,
      questions: judged.questions,
      discarded,
      undecided,
      counts: isCounted,
    },
  };
  return marked === null && judged.validated.length === 0 ? null : scores;
}

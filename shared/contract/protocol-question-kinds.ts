import { z } from 'zod';
import { CountSchema, ShareSchema } from './protocol-quantities.ts';

/** Whether a question of a replay fits the history that the model made, and if not, why (Li et al., 2022, section 5.1). */
export const questionKinds = ['fits', 'unresolved', 'incoherent', 'answer-changed'] as const;
export const QuestionKindSchema = z.enum(questionKinds);
export type QuestionKind = z.infer<typeof QuestionKindSchema>;

/**
 * Why a reference is unresolved: the model answered the question before wrongly, or rightly in another way because that question
 * is open, or refused it though it has an answer; or the next question depends on what people's answer holds beyond the model's.
 */
export const unresolvedCauses = [
  'incorrect-prediction',
  'open-question',
  'no-prediction',
  'extra-gold',
] as const;
export const UnresolvedCauseSchema = z.enum(unresolvedCauses);
export type UnresolvedCause = z.infer<typeof UnresolvedCauseSchema>;

/** What people say of the questions of a replay: each by the kind that more than half of them give it. */
export const QuestionKindsSchema = z.object({
  annotators: CountSchema,
  /** Questions that somebody judged; those on which no kind has a majority are undecided. */
  judged: CountSchema,
  undecided: CountSchema,
  fits: CountSchema,
  unresolved: CountSchema,
  incoherent: CountSchema,
  answerChanged: CountSchema,
  /** Why references are unresolved, each by the cause that more than half of those give it who call it unresolved. */
  causes: z.object({
    incorrectPrediction: CountSchema,
    openQuestion: CountSchema,
    noPrediction: CountSchema,
    extraGold: CountSchema,
    /** No cause was given, or none has a majority. */
    open: CountSchema,
  }),
  /** Of the decided ones, with an interval over passages; null without passages enough. */
  invalid: z.object({ share: ShareSchema, lower: ShareSchema, upper: ShareSchema }),
  /** How the run's own detector did on the decided ones; null in a replay without one. */
  detector: z
    .object({
      precision: ShareSchema,
      recall: ShareSchema,
      /** Of those whose reference is unresolved, the kind that it looks for. */
      recallOfUnresolved: ShareSchema,
    })
    .nullable(),
});
export type QuestionKinds = z.infer<typeof QuestionKindsSchema>;

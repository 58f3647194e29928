import { z } from 'zod';
import { CountSchema, ShareSchema } from './protocol-quantities.ts';

/** Whether a question of a replay fits the history that the model made, and if not, why (Li et al., 2022, section 5.1). */
export const questionKinds = ['fits', 'unresolved', 'incoherent', 'answer-changed'] as const;
export const QuestionKindSchema = z.enum(questionKinds);
export type QuestionKind = z.infer<typeof QuestionKindSchema>;

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
  /** Of the decided ones, with their exact interval. */
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

import { z } from 'zod';
import { Id, procedure } from './base.ts';
import { replyKinds } from './llm.ts';

const Exchange = z.object({
  question: z.string(),
  answer: z.string(),
  /** What the reply is where it is no plain answer. */
  reply: z.enum(replyKinds).optional(),
});
const HumanConversation = z.object({ runId: Id, position: z.number().int().nonnegative() });

/** A conversation that a person leads. The passage is not in it before the person has asked enough. */
const HumanConversationSchema = HumanConversation.extend({
  /** Under whose name the marks will be kept, and what names them: marks are theirs, whoever chose a name since. */
  annotator: z.string(),
  as: z.string(),
  title: z.string(),
  section: z.string(),
  background: z.string(),
  firstQuestion: z.string(),
  exchanges: z.array(Exchange),
  fewestQuestions: z.number().int(),
  mostQuestions: z.number().int(),
  /** Conversations of the run that are not done, this one included. */
  open: z.number().int(),
});
export type HumanConversation = z.infer<typeof HumanConversationSchema>;

const HumanConversationToMarkSchema = HumanConversation.extend({
  passage: z.string().nullable(),
  exchanges: z.array(Exchange),
});
export type HumanConversationToMark = z.infer<typeof HumanConversationToMarkSchema>;

const MarkSchema = z.object({ isCorrect: z.boolean(), isAnswerable: z.boolean() });

/** Human evaluation, phase one: people ask a model questions without the passage, then mark its answers with it. */
export const humanConversationContract = {
  /** The first conversation that is not done, for an annotator (the present one where nobody is named); null when all are. */
  next: procedure
    .input(z.object({ runId: Id, annotatorId: Id.optional() }))
    .output(HumanConversationSchema.nullable()),
  /** Puts a question to the model; refused (`CONFLICT`) above the most questions. */
  ask: procedure
    .input(HumanConversation.extend({ as: z.string(), question: z.string().trim().min(1).max(4000) }))
    .output(HumanConversationSchema),
  /** The passage and what was asked; refused (`CONFLICT`) below the fewest questions. */
  reveal: procedure.input(HumanConversation).output(HumanConversationToMarkSchema),
  /** One mark for each answer, in order; ends the conversation. */
  mark: procedure
    .input(HumanConversation.extend({ as: z.string(), marks: z.array(MarkSchema).min(1) }))
    .output(z.object({ open: z.number().int() })),
};

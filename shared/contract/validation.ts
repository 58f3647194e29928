import { z } from 'zod';
import { Id, Instant, numberCall, procedure } from './base.ts';

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1).nullable();

const answerabilities = ['ungrammatical', 'unanswerable', 'answerable'] as const;
const AnswerabilitySchema = z.enum(answerabilities);

/** Where the right answer stands in the passage, in UTF-16 code units; `none` where no one span is the answer. */
const ValidationSpanSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passage'), start: count, end: count, text: z.string() }),
  z.object({ kind: z.literal('none') }),
]);

/** What the validator said of a question. */
const OwnVerdictSchema = z.object({
  answerability: AnswerabilitySchema,
  isCorrect: z.boolean().nullable(),
  span: ValidationSpanSchema.nullable(),
});
export type OwnVerdict = z.infer<typeof OwnVerdictSchema>;

/** One step of a validator. A question takes one to three of them. */
export const ValidationStepSchema = z.discriminatedUnion('say', [
  z.object({ say: AnswerabilitySchema }),
  z.object({ say: z.enum(['correct', 'incorrect']) }),
  z.object({ say: z.literal('span'), start: count, end: count }),
  z.object({ say: z.literal('no-span') }),
]);
export type ValidationStep = z.infer<typeof ValidationStepSchema>;

/**
 * All that a validator receives of a conversation, and nothing else may be: no run, system, person who asked, mark or
 * verdict of anybody else. The answer to the question at hand is null until its answerability is stored.
 */
export const ValidationViewSchema = z.object({
  /** Names the conversation and who opened it: a step is theirs, whoever chose a name since. */
  ref: z.string(),
  /** Under whose name verdicts are kept. */
  annotator: z.string(),
  title: z.string(),
  passage: z.string(),
  questions: count,
  phase: z.enum(['passage', 'question', 'answer', 'span', 'done']),
  /** The earlier turns, in order; those that were validated with what the annotator said of them. */
  history: z.array(
    z.object({ question: z.string(), answer: z.string(), verdict: OwnVerdictSchema.nullable() }),
  ),
  current: z.object({ turn: count, question: z.string(), answer: z.string().nullable() }).nullable(),
  undoable: z.boolean(),
});
export type ValidationView = z.infer<typeof ValidationViewSchema>;

/** A run that is open to validation. The system's name is left out: validators read this list. */
const ValidationQueueSchema = z.object({
  runId: Id,
  evaluation: z.string(),
  dataset: z.string(),
  validators: count,
  openedAt: Instant,
  conversations: count,
  /** Conversations that somebody has begun: with one the run stays open. */
  begun: count,
  /** Conversations that as many annotators finished as it takes. */
  complete: count,
  /** Of the annotator who asks: finished, still open to them, and refused because they asked the questions. */
  finished: count,
  open: count,
  asked: count,
});
export type ValidationQueue = z.infer<typeof ValidationQueueSchema>;

/** Fleiss' kappa among validators; null with the reason where it cannot be estimated. */
const ValidationAgreementSchema = z.object({
  kappa: z.number().nullable(),
  questions: count,
  leftOut: count,
  reason: z.string().nullable(),
});

const ValidationReportSchema = z.object({
  runId: Id,
  title: z.string(),
  system: z.string(),
  dataset: z.string(),
  validators: count,
  /** Whether the persons who asked had marked the answers, so that their mark is one vote. */
  hasMarks: z.boolean(),
  conversations: count,
  questions: count,
  /** Questions that enough validators have judged; the rest of the figures is of these. */
  validated: count,
  discarded: count,
  undecided: count,
  correct: count,
  incorrect: count,
  /** With intervals over passages; null without passages enough. */
  accuracy: share,
  accuracyLower: share,
  accuracyUpper: share,
  answerableCorrect: count,
  answerableQuestions: count,
  answerable: share,
  answerableLower: share,
  answerableUpper: share,
  /** Of the questions kept, by majority; ties in answerability are left out and counted. */
  unanswerableShare: share,
  answerabilityTies: count,
  ungrammaticalShare: share,
  refusals: z.object({ share, precision: share, recall: share }),
  agreement: z.object({ overall: ValidationAgreementSchema, answerability: ValidationAgreementSchema }),
  annotators: z.array(
    z.object({
      name: z.string(),
      conversations: count,
      ungrammatical: count,
      unanswerable: count,
      correct: count,
      incorrect: count,
      spans: count,
      /** Verdicts on answerability that were changed with the answer known. */
      afterAnswer: count,
    }),
  ),
});
export type ValidationReport = z.infer<typeof ValidationReportSchema>;

const ValidatedQuestionSchema = z.object({
  conversation: count,
  question: z.string(),
  answer: z.string(),
  outcome: z.enum(['discarded', 'correct', 'incorrect', 'undecided']),
  isAnswerable: z.boolean().nullable(),
  votesCorrect: count,
  votesIncorrect: count,
  /** Right answers that validators selected in the passage. */
  spans: z.array(z.string()),
});
export type ValidatedQuestion = z.infer<typeof ValidatedQuestionSchema>;

const ByRun = z.object({ runId: Id });
/** Which annotator of the project asks; the present one where nobody is named. */
const AskedBy = z.object({ annotatorId: Id.optional() });
const ByRef = z.object({ ref: z.string().min(8).max(100) });
const Step = ByRef.extend({
  clientKey: z.string().min(8).max(100),
  durationMs: z.number().int().nonnegative(),
});
export const Validators = z
  .number()
  .int()
  .min(1)
  .max(9)
  .default(2)
  .describe('annotators for each conversation');

/** Human evaluation, phase two: further annotators validate recorded answers with the passage (Li et al., 2022). */
export const validationContract = {
  /** The runs that are open to validation, with what is left to the annotator. */
  list: procedure.input(AskedBy).output(z.array(ValidationQueueSchema)),
  /** Opens a run of conversations or replays to validation, or changes how many validators it needs. */
  open: procedure.input(ByRun.extend({ validators: Validators })).output(ValidationQueueSchema),
  /** Closes a run that nobody has begun to validate; `CONFLICT` where somebody has. Answers what stays open. */
  close: procedure.input(ByRun).output(z.array(ValidationQueueSchema)),
  /** Makes a run of the conversations that a data set holds, with the answers of a system or of people (null). */
  gather: procedure
    .input(
      z.object({
        datasetId: Id,
        system: z.string().nullable(),
        limit: z.number().int().min(1).optional(),
        validators: Validators,
      }),
    )
    .output(ValidationQueueSchema),
  /** The conversation to go on with, in one run or in all; null when none is left to the annotator. */
  next: procedure.input(AskedBy.extend({ runId: Id.nullable() })).output(
    z.object({
      conversation: ValidationViewSchema.nullable(),
      finished: count,
      open: count,
      /** A run that has conversations for the annotator once they have passed its qualification; null where there is none. */
      toQualify: Id.nullable(),
    }),
  ),
  view: procedure.input(ByRef).output(ValidationViewSchema),
  /** The annotator has read the passage; the first question follows. */
  read: procedure.input(Step).output(ValidationViewSchema),
  /** Stores a step; when this returns, it is on disk. The same `clientKey` twice stores one step. */
  answer: procedure
    .input(Step.extend({ turn: count, step: ValidationStepSchema }))
    .output(ValidationViewSchema),
  /** Takes back the annotator's last step in the conversation by writing a new row. */
  undo: procedure.input(Step).output(ValidationViewSchema),
  report: numberCall.input(ByRun).output(ValidationReportSchema),
  /** The questions that enough validators have judged, one by one. */
  outcomes: numberCall
    .input(
      ByRun.extend({
        undecided: z.boolean().default(false),
        offset: count.default(0),
        limit: z.number().int().min(1).max(500).default(50),
      }),
    )
    .output(z.object({ total: count, rows: z.array(ValidatedQuestionSchema) })),
};

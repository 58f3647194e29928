import { z } from 'zod';
import { Id, Nothing, numberCall, procedure, readNumberCall } from './base.ts';
import { CallLimit } from './llm.ts';
import { KnownPersonaSchema } from './persona.ts';
import { ProtocolComparisonSchema } from './protocol-comparison.ts';
import { MetaEvaluationSchema, MetaQuestionSchema } from './protocol-meta.ts';
import { PartQualitySchema, PartsAskedSchema } from './protocol-parts.ts';
import { CountSchema } from './protocol-quantities.ts';
import { QuestionKindSchema, QuestionKindsSchema, UnresolvedCauseSchema } from './protocol-question-kinds.ts';
import {
  ProtocolRunSchema,
  ProtocolTurnSchema,
  StartProtocolSchema,
  TranscriptBriefSchema,
} from './protocol-run.ts';
import { IqaTableQuestionSchema, IqaTableSchema } from './protocol-tables.ts';
import { PlayedUserSchema, UserGuessesSchema, UserGuessSchema, UserPairSchema } from './protocol-user.ts';

const ByRun = z.object({ runId: Id });

export const protocolContract = {
  /** What a data set offers: systems with responses, fields, conversations with gold answers, built-in personas. */
  options: procedure.input(z.object({ datasetId: Id })).output(
    z.object({
      systems: z.array(z.string()),
      criteria: z.array(z.string()),
      fields: z.array(z.string()),
      items: CountSchema,
      conversations: CountSchema,
      questions: CountSchema,
      /** Items cut into shards that have a gold answer, their shards, and those of them with the instruction in one text. */
      sharded: z.object({ items: CountSchema, shards: CountSchema, whole: CountSchema }),
      /** So many first items are of five passages, the fewest for an interval; null where all are of fewer. */
      questionsForInterval: CountSchema.nullable(),
      metrics: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Built-in ones, then the newest version of each of the project's own. */
      personas: z.array(KnownPersonaSchema),
      /** What a model under test is told where nobody says otherwise. */
      instructions: z.string(),
    }),
  ),
  start: procedure.input(StartProtocolSchema).output(ProtocolRunSchema),
  list: readNumberCall.input(Nothing).output(z.array(ProtocolRunSchema)),
  get: readNumberCall.input(ByRun).output(ProtocolRunSchema),
  /** Lets conversations at work come to the end of their turn, then stops. */
  pause: procedure.input(ByRun).output(ProtocolRunSchema),
  cancel: procedure.input(ByRun).output(ProtocolRunSchema),
  /**
   * Goes on with what is missing. A run of a local program must be given its command lines again: a project from
   * elsewhere must not start programs unseen.
   */
  resume: numberCall
    .input(
      ByRun.extend({
        commands: z.array(z.string()).default([]),
        spendingLimit: z.number().positive().nullable().optional(),
        callLimit: CallLimit,
      }),
    )
    .output(ProtocolRunSchema),
  remove: procedure.input(ByRun).output(Nothing),
  transcripts: readNumberCall
    .input(
      ByRun.extend({
        flagged: z.boolean().default(false),
        offset: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(500).default(50),
      }),
    )
    .output(z.object({ total: CountSchema, rows: z.array(TranscriptBriefSchema) })),
  /** Says of a question of a replay whether it fits its history, and if not why; null takes that back. */
  markQuestion: procedure
    .input(
      ByRun.extend({
        position: CountSchema,
        turn: CountSchema,
        kind: QuestionKindSchema.nullable(),
        /** Why its reference is unresolved; only with that kind. */
        cause: UnresolvedCauseSchema.nullable().default(null),
      }),
    )
    .output(QuestionKindsSchema),
  /** What people said so of a replay. */
  questionKinds: numberCall.input(ByRun).output(QuestionKindsSchema),
  /** How the played user of a run talks, beside the people of its data. */
  playedUser: numberCall.input(ByRun).output(PlayedUserSchema),
  /** Talks of both in pairs, to guess which is which. */
  userPairs: procedure.input(ByRun).output(z.array(UserPairSchema)),
  /** How often guesses found the people; nothing is stored. */
  userGuesses: numberCall
    .input(ByRun.extend({ guesses: z.array(UserGuessSchema).max(100_000) }))
    .output(UserGuessesSchema),
  transcript: readNumberCall.input(ByRun.extend({ position: CountSchema })).output(
    z.object({
      brief: TranscriptBriefSchema,
      passage: z.string().nullable(),
      turns: z.array(ProtocolTurnSchema),
      /** Of each turn, what the present annotator said: whether it fits. */
      kinds: z.array(QuestionKindSchema.nullable()),
      /** Why the present annotator calls a reference unresolved, in the same order. */
      causes: z.array(UnresolvedCauseSchema.nullable()),
    }),
  ),
  /** How a detector and a rewriter of replays do on labeled turns; it may ask models, and stores their replies. */
  measureParts: procedure.input(PartsAskedSchema).output(PartQualitySchema),
  /**
   * Makes a data set of a run, for people to label in a study. `conversations`: each finished conversation is an item, whole.
   * `guesses`: each pair of talks is an item, and a study asks which of the two is by people.
   */
  openAsData: procedure.input(ByRun.extend({ what: z.enum(['conversations', 'guesses']) })).output(
    z.object({
      datasetId: Id,
      dataset: z.string(),
      items: CountSchema,
      system: z.string(),
      /** The study that asks for guesses; null where one is to be made. */
      studyId: Id.nullable(),
    }),
  ),
  /** Runs side by side, and beside a human criterion of their data set. */
  compare: numberCall
    .input(z.object({ runIds: z.array(Id).min(1).max(100), criterion: z.string().optional() }))
    .output(ProtocolComparisonSchema),
  /** How judges of IQA-EVAL correlate with people, interaction by interaction or worker by worker. */
  meta: numberCall.input(MetaQuestionSchema).output(MetaEvaluationSchema),
  /** A table of IQA-EVAL with the user's runs in it. */
  table: numberCall.input(IqaTableQuestionSchema).output(IqaTableSchema),
  /** Makes the scores of a run a machine score of its data set, so that a study can draw by it. */
  useAsSignal: numberCall.input(ByRun).output(
    z.object({
      /** The main one; IQA-EVAL has one for helpfulness and one for fluency. */
      name: z.string(),
      names: z.array(z.string()),
      system: z.string(),
      items: CountSchema,
      isNewSystem: z.boolean(),
    }),
  ),
};

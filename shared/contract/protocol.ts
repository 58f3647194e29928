import { z } from 'zod';
import { Id, Instant, Nothing, procedure } from './base.ts';
import { RunStateSchema } from './llm.ts';

const NameSchema = z.string().trim().min(1).max(200);

/** A language model behind an endpoint of the project, with what it is told before a conversation. */
const EndpointModelSchema = z.object({
  kind: z.literal('endpoint'),
  endpointId: Id,
  /** The endpoint's own model when empty. */
  model: z.string().trim().max(200).default(''),
  instructions: z.string().max(100_000).default(''),
  temperature: z.number().min(0).max(2).nullable().default(0),
  maxOutputTokens: z.number().int().min(1).max(100_000).default(512),
  seed: z.number().int().nullable().default(null),
});

/** A program of this computer that answers JSON lines. It is started as it stands, never through a shell. */
const CommandModelSchema = z.object({
  kind: z.literal('command'),
  command: z.string().min(1).max(4000),
  args: z.array(z.string().max(4000)).max(100).default([]),
  /** From sending a request to the end of its answer. */
  timeoutMs: z.number().int().min(100).max(600_000).default(60_000),
  /** Copies of the program at work side by side; each answers one request at a time. */
  processes: z.number().int().min(1).max(32).default(2),
});

/** Responses of a system that came with the data. */
const RecordedModelSchema = z.object({ kind: z.literal('recorded'), system: NameSchema });

export const ModelSpecSchema = z.discriminatedUnion('kind', [
  EndpointModelSchema,
  CommandModelSchema,
  RecordedModelSchema,
]);
export type ModelSpec = z.infer<typeof ModelSpecSchema>;

/** A model that plays a part in a protocol: asks, judges, rewrites. */
export const AgentSpecSchema = z.discriminatedUnion('kind', [EndpointModelSchema, CommandModelSchema]);
export type AgentSpec = z.infer<typeof AgentSpecSchema>;

export const replayModes = ['gold', 'pred', 'rewrite', 'replace'] as const;
export const ReplayModeSchema = z.enum(replayModes);
export type ReplayMode = z.infer<typeof ReplayModeSchema>;

/** An answer that equals one of these, or holds one of three words or more, says that there is no answer. */
const RefusalsSchema = z
  .array(z.string().trim().min(1).max(200))
  .max(50)
  .default([
    'CANNOTANSWER',
    'unknown',
    'I do not know',
    "I don't know",
    'does not say',
    'cannot be answered',
  ]);

export const ReplaySettingsSchema = z.object({
  protocol: z.literal('replay'),
  mode: ReplayModeSchema,
  /** Question-answer pairs of history that the model sees; null for all. */
  window: z.number().int().min(0).max(100).nullable().default(null),
  metric: z.string().min(1).default('f1-quac'),
  refusals: RefusalsSchema,
  /** Who tells whether a question still fits the history; null uses the built-in rules. */
  detector: AgentSpecSchema.nullable().default(null),
  /** Who rewrites a question that does not; null puts the gold history's words in place of the mention. */
  rewriter: AgentSpecSchema.nullable().default(null),
  /** Field of the data that holds each question in words that need no history, for Auto-Replace. */
  twinField: z.string().max(200).default('rewrite'),
});
export type ReplaySettings = z.infer<typeof ReplaySettingsSchema>;

export const InterviewSettingsSchema = z.object({
  protocol: z.literal('interview'),
  history: z.enum(['generated', 'golden']).default('generated'),
  generator: AgentSpecSchema,
  /** N: follow-up questions at most. */
  mostPrompts: z.number().int().min(1).max(20).default(3),
  window: z.number().int().min(0).max(100).nullable().default(2),
  /** Word F1 above this is right. The paper prints none. */
  threshold: z.number().min(0).lt(1).default(0.3),
  refusals: RefusalsSchema,
  /** In generated history, a question that failed is followed by its gold answer. */
  goldCorrection: z.boolean().default(true),
});
export type InterviewSettings = z.infer<typeof InterviewSettingsSchema>;

export const PersonaSchema = z.object({
  name: NameSchema,
  /** The sentence that tells the simulated user who they are. */
  role: z.string().max(4000),
  /** What the evaluator is told this user expects of the assistant. */
  expectation: z.string().max(4000),
});
export type Persona = z.infer<typeof PersonaSchema>;

export const IqaSettingsSchema = z.object({
  protocol: z.literal('iqa-eval'),
  /** Who plays the user; null scores the conversations that the data hold. */
  user: AgentSpecSchema.nullable().default(null),
  /** Who scores; the mean over several counts. */
  judges: z.array(AgentSpecSchema).min(1).max(8),
  /** Shares are of 1. */
  personas: z
    .array(PersonaSchema.extend({ share: z.number().positive().max(1) }))
    .min(1)
    .max(20),
  runs: z.number().int().min(1).max(50).default(1),
  mostTurns: z.number().int().min(1).max(50).default(5),
  /** Field of the data that names who talked; conversations of one worker are then scored in one prompt. */
  workerField: z.string().max(200).nullable().default(null),
  /** Tells the judge not to favor length, order or its own kind. */
  debias: z.boolean().default(false),
});
export type IqaSettings = z.infer<typeof IqaSettingsSchema>;

export const ConversationSettingsSchema = z
  .object({
    protocol: z.literal('conversation'),
    fewestQuestions: z.number().int().min(1).max(100).default(8),
    mostQuestions: z.number().int().min(1).max(100).default(12),
    window: z.number().int().min(0).max(100).nullable().default(null),
    refusals: RefusalsSchema,
    /** The conversations are those of the data; nobody leads them, and people only validate their answers. */
    recorded: z.boolean().default(false),
  })
  .refine(({ fewestQuestions, mostQuestions }) => fewestQuestions <= mostQuestions, {
    message: 'The fewest questions must not be above the most.',
  });
export type ConversationSettings = z.infer<typeof ConversationSettingsSchema>;

export const ProtocolSettingsSchema = z.discriminatedUnion('protocol', [
  ReplaySettingsSchema,
  InterviewSettingsSchema,
  IqaSettingsSchema,
  ConversationSettingsSchema,
]);
export type ProtocolSettings = z.infer<typeof ProtocolSettingsSchema>;

const share = z.number().min(0).max(1).nullable();
const count = z.number().int().nonnegative();

/** Null stands for a quotient of nothing by nothing. */
export const ReplayScoresSchema = z.object({
  protocol: z.literal('replay'),
  all: share,
  answerable: share,
  questions: count,
  scored: count,
  scoredAnswerable: count,
  unanswerable: z.object({
    precision: share,
    recall: share,
    predictedShare: share,
    actualShare: share,
  }),
  /** Questions that no longer fitted the history, and those of them that were changed. */
  invalid: count,
  changed: count,
});
export type ReplayScores = z.infer<typeof ReplayScoresSchema>;

export const InterviewScoresSchema = z.object({
  protocol: z.literal('interview'),
  threshold: z.number(),
  successes: count,
  failures: count,
  generated: count,
  questionPromptRate: z.number().min(1).nullable(),
  promptFailureRate: share,
  answerCorrectionRate: share,
  refusedAnswerable: count,
  corrected: count,
  successesByPrompt: z.array(count),
  /** Generated questions that hold a gold answer. */
  leaks: count,
});

const IqaMeansSchema = z.object({
  helpfulness: z.number().nullable(),
  fluency: z.number().nullable(),
  queries: z.number().nullable(),
  accuracy: share,
});

export const IqaScoresSchema = z.object({
  protocol: z.literal('iqa-eval'),
  overall: IqaMeansSchema,
  personas: z.array(IqaMeansSchema.extend({ persona: z.string(), share: z.number() })),
  judges: z.array(
    z.object({ judge: z.string(), helpfulness: z.number().nullable(), fluency: z.number().nullable() }),
  ),
  /** Spread of the run means; null with fewer than two runs. */
  runDeviation: z.object({ helpfulness: z.number().nullable(), fluency: z.number().nullable() }),
  units: count,
  /** Replies of judges in which no score could be read. */
  unreadable: count,
  /** Interactions that ended without a final answer. */
  unanswered: count,
  /** Judges of the same family as the model they judge. */
  sameFamily: z.array(z.string()),
});

export const ConversationScoresSchema = z.object({
  protocol: z.literal('conversation'),
  accuracy: share,
  answerable: share,
  questions: count,
  marked: count,
  conversations: count,
  /** How far the answers are validated; null where they are not open to it, or in runs of earlier versions. */
  validation: z
    .object({
      validators: count,
      validated: count,
      questions: count,
      discarded: count,
      undecided: count,
      /** Whether accuracy is the validators' majority; else it is the mark of those who asked. */
      counts: z.boolean(),
    })
    .nullable()
    .default(null),
});

export const ProtocolScoresSchema = z.discriminatedUnion('protocol', [
  ReplayScoresSchema,
  InterviewScoresSchema,
  IqaScoresSchema,
  ConversationScoresSchema,
]);
export type ProtocolScores = z.infer<typeof ProtocolScoresSchema>;

export const ProtocolRunSchema = z.object({
  id: Id,
  title: z.string(),
  state: RunStateSchema,
  datasetId: Id,
  dataset: z.string(),
  model: ModelSpecSchema,
  /** What the model under test is called in lists and comparisons. */
  system: z.string(),
  settings: ProtocolSettingsSchema,
  jobId: Id.nullable(),
  /** Programs of this computer that it starts, as command lines. */
  commands: z.array(z.string()),
  conversations: count,
  conversationsDone: count,
  /** Those in which something went wrong that no repetition mended. */
  conversationsFailed: count,
  calls: count,
  /** Replies that were stored already, so not asked for and not paid again. */
  callsReused: count,
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Null where no price is known. */
  cost: z.number().nullable(),
  scores: ProtocolScoresSchema.nullable(),
  message: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type ProtocolRun = z.infer<typeof ProtocolRunSchema>;

/** One exchange of a stored conversation. */
export const ProtocolTurnSchema = z.object({
  kind: z.enum(['question', 'prompt', 'request', 'correction', 'judgment', 'history']),
  /** Which question of the data it belongs to, from 0. */
  cell: count,
  /** The question as the data has it, where another one was asked. */
  original: z.string().nullable(),
  asked: z.string(),
  answer: z.string(),
  goldAnswers: z.array(z.string()),
  score: z.number().nullable(),
  isAnswerable: z.boolean().nullable(),
  isRefused: z.boolean().nullable(),
  isRight: z.boolean().nullable(),
  /** What was noticed: an invalid question and why, a leak, a judge's reason. */
  note: z.string(),
  isLeak: z.boolean(),
  isInvalid: z.boolean(),
});
export type ProtocolTurn = z.infer<typeof ProtocolTurnSchema>;

export const TranscriptBriefSchema = z.object({
  position: count,
  itemId: Id,
  externalId: z.string(),
  group: z.string().nullable(),
  /** Persona and run, where a protocol has them. */
  variant: z.string(),
  state: z.enum(['open', 'finished', 'failed']),
  turns: count,
  /** What the conversation counts: mean F1, share of right answers, helpfulness. */
  score: z.number().nullable(),
  flagged: count,
  message: z.string(),
});
export type TranscriptBrief = z.infer<typeof TranscriptBriefSchema>;

const StartProtocolSchema = z.object({
  datasetId: Id,
  model: ModelSpecSchema,
  /** What the model is called; by default its own name. */
  system: NameSchema.optional(),
  settings: ProtocolSettingsSchema,
  title: NameSchema.optional(),
  /** Only the first so many conversations. */
  limit: z.number().int().min(1).optional(),
  /** Conversations at work side by side. */
  concurrency: z.number().int().min(1).max(64).default(4),
  /** For each endpoint that the run uses. */
  spendingLimit: z.number().positive().nullable().default(null),
});
export type StartProtocol = z.input<typeof StartProtocolSchema>;
/** As it is with what was left out filled in. */
export type StartedProtocol = z.output<typeof StartProtocolSchema>;

/** One score of a run that can be compared: which it is and which end is good. */
export const ComparedScoreSchema = z.object({
  runId: Id,
  title: z.string(),
  system: z.string(),
  evaluation: z.string(),
  measure: z.string(),
  better: z.enum(['higher', 'lower']),
  value: z.number().nullable(),
  place: z.number().nullable(),
});

export const SystemCorrelationSchema = z.object({
  evaluation: z.string(),
  measure: z.string(),
  systems: count,
  coefficients: z.array(
    z.object({
      name: z.enum(['Pearson', 'Spearman', 'Kendall']),
      value: z.number().nullable(),
      lower: z.number().nullable(),
      upper: z.number().nullable(),
      /** Exact, two-sided, by permutation; null where it cannot be counted. */
      pValue: z.number().nullable(),
      /** Why there is no value, or no interval; null where there are both. */
      reason: z.string().nullable(),
    }),
  ),
  sameRanking: z.boolean().nullable(),
  /** A plain warning where there are few systems; empty otherwise. */
  warning: z.string(),
});

export const ProtocolComparisonSchema = z.object({
  human: z
    .object({
      criterion: z.string(),
      systems: z.array(
        z.object({
          system: z.string(),
          mean: z.number(),
          items: count,
          place: z.number().nullable(),
          /** Whose word it is, where people judged conversations of a run; empty otherwise. */
          basis: z.string(),
        }),
      ),
    })
    .nullable(),
  scores: z.array(ComparedScoreSchema),
  correlations: z.array(SystemCorrelationSchema),
  pairwise: z.array(
    z.object({
      evaluation: z.string(),
      first: z.string(),
      second: z.string(),
      agreeing: count,
      comparable: count,
      humanTies: count,
      automaticTies: count,
      agreement: share,
      /** Wilson interval at 95 %, groups taken as independent; null without a comparable group. */
      lower: share,
      upper: share,
    }),
  ),
  overlap: z.array(
    z.object({
      prompt: count,
      questions: count,
      sets: z.array(z.object({ systems: z.array(z.string()), same: count })),
    }),
  ),
});
export type ProtocolComparison = z.infer<typeof ProtocolComparisonSchema>;

const ByRun = z.object({ runId: Id });

export const protocolContract = {
  /** What a data set offers: systems with responses, fields, conversations with gold answers, built-in personas. */
  options: procedure.input(z.object({ datasetId: Id })).output(
    z.object({
      systems: z.array(z.string()),
      criteria: z.array(z.string()),
      fields: z.array(z.string()),
      conversations: count,
      questions: count,
      metrics: z.array(z.object({ id: z.string(), name: z.string() })),
      personas: z.array(PersonaSchema),
    }),
  ),
  start: procedure.input(StartProtocolSchema).output(ProtocolRunSchema),
  list: procedure.input(Nothing).output(z.array(ProtocolRunSchema)),
  get: procedure.input(ByRun).output(ProtocolRunSchema),
  /** Lets conversations at work come to the end of their turn, then stops. */
  pause: procedure.input(ByRun).output(ProtocolRunSchema),
  cancel: procedure.input(ByRun).output(ProtocolRunSchema),
  /**
   * Goes on with what is missing. A run of a local program must be given its command lines again: a project from
   * elsewhere must not start programs unseen.
   */
  resume: procedure
    .input(
      ByRun.extend({
        commands: z.array(z.string()).default([]),
        spendingLimit: z.number().positive().nullable().optional(),
      }),
    )
    .output(ProtocolRunSchema),
  remove: procedure.input(ByRun).output(Nothing),
  transcripts: procedure
    .input(
      ByRun.extend({
        flagged: z.boolean().default(false),
        offset: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(500).default(50),
      }),
    )
    .output(z.object({ total: count, rows: z.array(TranscriptBriefSchema) })),
  transcript: procedure.input(ByRun.extend({ position: count })).output(
    z.object({
      brief: TranscriptBriefSchema,
      passage: z.string().nullable(),
      turns: z.array(ProtocolTurnSchema),
    }),
  ),
  /** Runs side by side, and beside a human criterion of their data set. */
  compare: procedure
    .input(z.object({ runIds: z.array(Id).min(1).max(100), criterion: z.string().optional() }))
    .output(ProtocolComparisonSchema),
  /** Makes the scores of a run a machine score of its data set, so that a study can draw by it. */
  useAsSignal: procedure
    .input(ByRun)
    .output(z.object({ name: z.string(), system: z.string(), items: count, isNewSystem: z.boolean() })),
};

/** How one printed figure stands to what follows from other printed figures, or from the data. */
export const PaperFigureSchema = z.object({
  paper: z.string(),
  table: z.string(),
  figure: z.string(),
  printed: z.string(),
  recomputed: z.string(),
  verdict: z.enum(['agrees', 'differs', 'not-checked']),
  note: z.string(),
});
export type PaperFigure = z.infer<typeof PaperFigureSchema>;

export const DetectionQualitySchema = z.object({
  turns: count,
  invalid: count,
  precision: share,
  recall: share,
  paperPrecision: z.number(),
  paperRecall: z.number(),
});

export const paperContract = {
  /** Recomputes what the printed tables allow; with a file of HALIE quizzes also the human row of IQA-EVAL. */
  check: procedure.input(z.object({ halieFolder: z.string().optional() })).output(
    z.object({
      figures: z.array(PaperFigureSchema),
      agree: count,
      differ: count,
      notChecked: count,
      detection: DetectionQualitySchema,
    }),
  ),
};

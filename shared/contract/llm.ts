import { z } from 'zod';
import { Id, Instant, Nothing, Path, procedure, readNumberCall, Version } from './base.ts';

export const endpointPresets = [
  'openai',
  'azure',
  'vllm',
  'ollama',
  'llama-cpp',
  'lm-studio',
  'custom',
] as const;
const EndpointPresetSchema = z.enum(endpointPresets);
export type EndpointPreset = z.infer<typeof EndpointPresetSchema>;

/** Where the key of an endpoint comes from; none of these stores a key in the project. */
const KeySourceSchema = z.enum(['none', 'keychain', 'environment', 'typed']);
export type KeySource = z.infer<typeof KeySourceSchema>;

/** How a reply is made to be JSON: by a schema that the server enforces, as any JSON object, or by asking only. */
export const JsonModeSchema = z.enum(['json-schema', 'json-object', 'prompt-only']);
export type JsonMode = z.infer<typeof JsonModeSchema>;

/** What a million tokens cost, in the currency that the user thinks in; null while not given. */
export const PricesSchema = z.object({
  inputPerMillion: z.number().min(0),
  outputPerMillion: z.number().min(0),
});
export type Prices = z.infer<typeof PricesSchema>;

export const EndpointSettingsSchema = z.object({
  name: z.string().trim().min(1).max(100).describe('what to call it'),
  preset: EndpointPresetSchema.describe('kind of server'),
  /** Names and passwords inside it are refused. */
  baseUrl: z.string().trim().min(1).max(2000).describe('its address, such as http://127.0.0.1:8000/v1'),
  api: z.enum(['chat', 'responses']).default('chat').describe('which API it speaks'),
  model: z.string().trim().max(200).default('').describe('the model to ask unless another is named'),
  keySource: KeySourceSchema,
  /** Environment variable that holds the key, for `environment`. */
  keyVariable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .max(200)
    .nullable()
    .default(null),
  keyHeader: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'It must be the name of a header, such as X-Api-Key')
    .max(100)
    .nullable()
    .default(null)
    .describe('header that carries the key alone (Authorization: Bearer by default)'),
  /** Further headers. Anything that looks like a key is refused: keys have their own place. */
  headers: z.record(z.string(), z.string().max(2000)).default({}),
  concurrency: z.number().int().min(1).max(256).default(8).describe('requests at the same time'),
  requestsPerMinute: z.number().min(1).nullable().default(null).describe('most requests in a minute'),
  tokensPerMinute: z.number().min(1).nullable().default(null).describe('most tokens in a minute'),
  timeoutMs: z
    .number()
    .int()
    .min(100)
    .max(300_000)
    .default(120_000)
    .describe('from sending a request to the last byte of its reply'),
  jsonMode: JsonModeSchema.default('json-schema').describe('how JSON is asked for'),
  logProbabilities: z.boolean().default(false).describe('it gives the top 5 log-probabilities of each token'),
  /** Where it takes none, what shows a picture is not asked about. */
  pictures: z.boolean().default(false).describe('its models take pictures'),
  batches: z.boolean().default(false).describe("it has OpenAI's Batch API"),
  prices: PricesSchema.nullable().default(null),
});
export type EndpointSettings = z.infer<typeof EndpointSettingsSchema>;

const EndpointSchema = EndpointSettingsSchema.extend({
  id: Id,
  /** Under this name the desktop's keychain keeps the key: it names the address, so no other address gets it. */
  secretName: z.string(),
  /** A key is at hand in this process, or none is needed. */
  hasKey: z.boolean(),
  /** The project asks for an environment variable that this person has not yet agreed to send to this address. */
  needsTrust: z.boolean(),
  createdAt: Instant,
  /** Of its settings. */
  version: Version,
});
export type Endpoint = z.infer<typeof EndpointSchema>;

const connectionProblems = [
  'no-key',
  'address',
  'dns',
  'refused',
  'tls',
  'timeout',
  'unauthorized',
  'forbidden',
  'model',
  'path',
  'rate-limit',
  'server',
  'not-json',
  'shape',
  'moved',
  'connection',
  'request',
] as const;

const ConnectionTestSchema = z.object({
  ok: z.boolean(),
  /** What is wrong, in one word for programs; null when nothing is. */
  problem: z.enum(connectionProblems).nullable(),
  /** What happened, in a sentence. */
  message: z.string(),
  /** What to do about it; empty when nothing is wrong. */
  remedy: z.string(),
  model: z.string(),
  /** Models that the server lists, where it does; at most 200. */
  models: z.array(z.string()),
  milliseconds: z.number().nullable(),
  /** It answered, but slowly. */
  slow: z.boolean(),
  /** What a real reply showed. */
  jsonMode: JsonModeSchema.nullable(),
  logProbabilities: z.boolean().nullable(),
});
export type ConnectionTest = z.infer<typeof ConnectionTestSchema>;

const ByEndpoint = z.object({ endpointId: Id });

export const endpointContract = {
  /** Settings to start from, one for each kind of server. */
  presets: procedure
    .input(Nothing)
    .output(z.array(EndpointSettingsSchema.extend({ title: z.string(), note: z.string() }))),
  list: procedure.input(Nothing).output(z.array(EndpointSchema)),
  /** Makes an endpoint, or changes the one with `endpointId`. */
  save: procedure
    .input(EndpointSettingsSchema.extend({ endpointId: Id.optional(), version: Version.optional() }))
    .output(EndpointSchema),
  /** Refused (`CONFLICT`) while a judge uses it. */
  remove: procedure.input(ByEndpoint).output(Nothing),
  /** Asks for the list of models, then for one word; never fails for the server's sake, but says what is wrong. */
  test: procedure
    .input(ByEndpoint.extend({ model: z.string().max(200).optional() }))
    .output(ConnectionTestSchema),
  /**
   * As `test`, for settings that are not stored. `key` is used once and kept nowhere; without one, the key of the endpoint
   * that is being changed is used, but only at its own address.
   */
  try: procedure
    .input(
      EndpointSettingsSchema.extend({ endpointId: Id.optional(), key: z.string().max(10_000).optional() }),
    )
    .output(ConnectionTestSchema),
  /** Keeps a key in this process's memory until it ends; an empty one forgets it. */
  typeKey: procedure.input(ByEndpoint.extend({ key: z.string().max(10_000) })).output(EndpointSchema),
  /** Agrees that the environment variable which the endpoint names may be sent to its address. */
  trust: procedure.input(ByEndpoint).output(EndpointSchema),
};

/** Null for any number. It stays with the run. */
export const CallLimit = z
  .number()
  .int()
  .positive()
  .nullable()
  .optional()
  .describe('most requests in all, tries that fail counted; kept when the run goes on');

export const SpendingLimit = z
  .number()
  .positive()
  .nullable()
  .default(null)
  .describe('stop before this is spent');

export const ViaBatchApi = z.boolean().default(false).describe("use OpenAI's Batch API");

/** In order of their names. */
export const FirstItems = z.number().int().min(1).optional().describe('only the first so many items');

const runStates = ['running', 'paused', 'finished', 'canceled', 'failed', 'interrupted', 'limit'] as const;
export const RunStateSchema = z.enum(runStates);
export type RunState = z.infer<typeof RunStateSchema>;

/** What a reply of a model is: an answer, or why it is none. */
export const replyKinds = ['answer', 'refusal', 'empty', 'tool-call', 'cut', 'unreadable'] as const;
export type ReplyKind = (typeof replyKinds)[number];

/** What became of one asked-for score. Only `scored` has a value. */
export const outcomes = [
  'scored',
  'unreadable',
  'out-of-range',
  'refused',
  'empty',
  'cut',
  'tool-call',
  /** Not asked for: it shows a picture, and the endpoint takes text alone. */
  'picture',
  'failed',
] as const;
const OutcomeSchema = z.enum(outcomes);
export type Outcome = z.infer<typeof OutcomeSchema>;

/** A file of requests that a run wrote, or of answers that it read, in the Batch format. */
export const RunFileSchema = z.object({
  way: z.enum(['written', 'read']),
  /** Without its folder. */
  name: z.string(),
  /** SHA-256 of what was read; null for what was written. */
  hash: z.string().nullable(),
  counts: z.object({
    /** Lines that hold something: requests written, or answers. */
    lines: z.number().int(),
    /** Replies that were stored. */
    replies: z.number().int(),
    /** Replies that were stored before, by another file, line or run. */
    known: z.number().int(),
    /** Answers that say why there is no reply. */
    failed: z.number().int(),
    /** Lines that answer no request of the run. */
    foreign: z.number().int(),
    /** Lines that are no answers. */
    broken: z.number().int(),
  }),
  createdAt: Instant,
});
export type RunFile = z.infer<typeof RunFileSchema>;

/** A run of requests over items: scores of a judge, responses of a new system, or pseudo-labels of a surrogate. */
export const RunSchema = z.object({
  id: Id,
  kind: z.enum(['judge', 'responses', 'pseudo-labels']),
  title: z.string(),
  state: RunStateSchema,
  judgeId: Id.nullable(),
  endpointId: Id,
  endpoint: z.string(),
  model: z.string(),
  datasetId: Id,
  dataset: z.string(),
  system: z.string().nullable(),
  against: z.string().nullable(),
  viaBatchApi: z.boolean(),
  /** Files by which requests went out and answers came in, in order; empty for a run that asked by itself. */
  files: z.array(RunFileSchema),
  /** The job at work on it, while one is. */
  jobId: Id.nullable(),
  items: z.number().int(),
  /** Requests that it takes, and how many are answered; a reply that cannot be used is asked for in a further one. */
  calls: z.number().int(),
  callsDone: z.number().int(),
  /** Of those done: found stored already, so not asked and not paid again. */
  callsReused: z.number().int(),
  /** Scores, or generated texts, by what became of them. */
  outcomes: z.partialRecord(OutcomeSchema, z.number().int()),
  /** Of them, those that going on with the run asks about again; not what an item lacks, nor pictures that the endpoint does not take. */
  askable: z.number().int(),
  /** Items whose text tries to give the judge orders. */
  flagged: z.number().int(),
  /** Replies that were used as far as they go, though they were cut off twice. */
  cutReplies: z.number().int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Null without prices. */
  cost: z.number().nullable(),
  spendingLimit: z.number().nullable(),
  /** Requests that it may send in all, tries that fail counted. */
  callLimit: z.number().int().nullable(),
  /** What went wrong on the way and was tried again, such as `rate-limit`, with how often. */
  faults: z.record(z.string(), z.number().int()),
  /** Replies by the model that the server said has answered, with its fingerprint, in the order in which they came. */
  servedBy: z.record(z.string(), z.number().int()),
  /** Why it stands as it does, in words. */
  message: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type Run = z.infer<typeof RunSchema>;

/** One request that would be sent, exactly, without the key. */
export const DryRequestSchema = z.object({
  hash: z.string(),
  stored: z.boolean(),
  method: z.literal('POST'),
  url: z.string(),
  /** Names of the headers that would be sent; the value of the one that carries the key is never shown. */
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
});
export type DryRequest = z.infer<typeof DryRequestSchema>;

export const CostEstimateSchema = z.object({
  items: z.number().int(),
  calls: z.number().int(),
  callsStored: z.number().int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Null without prices. */
  cost: z.number().nullable(),
  /** At the endpoint's limits, in seconds; null when it has none. */
  leastSeconds: z.number().nullable(),
  basis: z.string(),
  /** Items whose text tries to give the judge orders. */
  flagged: z.number().int(),
  /** Items that are not asked about, as they show pictures and the endpoint takes text alone. */
  withPictures: z.number().int(),
  /** Items that are not asked about, as they have not what the prompt shows, such as a passage. */
  lacking: z.number().int(),
  /** That items which differ are put to the judge in one text; of many requests, among those looked at. */
  warning: z.string().optional(),
});
export type CostEstimate = z.infer<typeof CostEstimateSchema>;

/** A stored request and reply. */
const CallSchema = z.object({
  hash: z.string(),
  request: z.unknown(),
  /** As the server sent it. */
  reply: z.string(),
  /** What it answers, without reasoning; null where it gives none, or cannot be read. */
  answer: z.string().nullable(),
  /** What the model wrote down while reasoning, which counts nowhere; null without any. */
  reasoning: z.string().nullable(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  milliseconds: z.number().nullable(),
  createdAt: Instant,
});
export type Call = z.infer<typeof CallSchema>;

const ByRun = z.object({ runId: Id });

const RunScoresSchema = z.object({
  criteria: z.array(
    z.object({
      name: z.string(),
      scores: z.number().int(),
      mean: z.number(),
      bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
    }),
  ),
  /** Replies in which at least one score cannot be used. */
  unusableReplies: z.number().int(),
});
export type RunScores = z.infer<typeof RunScoresSchema>;

export const runContract = {
  list: procedure.input(Nothing).output(z.array(RunSchema)),
  get: procedure.input(ByRun).output(RunSchema),
  /** Lets replies under way come in and be stored, then stops. */
  pause: procedure.input(ByRun).output(RunSchema),
  /**
   * Goes on with what is missing; also after a crash, a cancel, a failure or a raised limit. With `writeBatch` it writes what is
   * missing into files and asks nobody; with `readBatch` it reads files of answers.
   */
  resume: procedure
    .input(
      ByRun.extend({
        spendingLimit: z.number().positive().nullable().optional(),
        callLimit: CallLimit,
        writeBatch: Path.optional(),
        readBatch: z.array(Path).min(1).max(1000).optional(),
      }),
    )
    .output(RunSchema),
  /** Stops at once; what came in stays stored. */
  cancel: procedure.input(ByRun).output(RunSchema),
  /** What the scores of a judge's run come to, by criterion. */
  scores: procedure.input(ByRun).output(RunScoresSchema),
  /** The scores of a run with the reply each came from, in item order. */
  verdicts: readNumberCall
    .input(
      ByRun.extend({
        itemId: Id.optional(),
        outcome: OutcomeSchema.optional(),
        flagged: z.boolean().optional(),
        offset: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(
      z.object({
        total: z.number().int(),
        rows: z.array(
          z.object({
            itemId: Id,
            externalId: z.string(),
            criterion: z.string(),
            repeat: z.number().int(),
            /** For a pair: the second system stood first. */
            swapped: z.boolean(),
            outcome: OutcomeSchema,
            value: z.number().nullable(),
            reason: z.string(),
            /** What in the item's text tries to give orders; null when nothing does. */
            flag: z.string().nullable(),
            callHash: z.string(),
          }),
        ),
      }),
    ),
  call: procedure.input(z.object({ hash: z.string().length(64) })).output(CallSchema),
};

/** The conversation that a system under generation sees before each turn. */
const HistorySchema = z.enum(['gold', 'own']);

export const GenerationSchema = z.object({
  endpointId: Id,
  model: z.string().max(200).optional(),
  datasetId: Id,
  as: z
    .enum(['responses', 'pseudo-labels'])
    .describe(
      "what the answers are: a new system's responses, or a machine score's guesses at the right answer",
    ),
  /** The name of the new system or surrogate. */
  name: z.string().trim().min(1).max(200),
  instructions: z.string().max(100_000).default(''),
  /** Shows the passage of an item to the model. */
  withPassage: z.boolean().default(true),
  history: HistorySchema.default('gold').describe('in several turns: given answers before, or its own'),
  temperature: z.number().min(0).max(2).nullable().default(0).describe('temperature (0 by default)'),
  maxOutputTokens: z.number().int().min(1).max(100_000).default(512).describe('longest reply, in tokens'),
  seed: z.number().int().nullable().default(null),
  secondSample: z
    .boolean()
    .default(false)
    .describe('without log-probabilities: ask twice, for the disagreement of two samples'),
  limit: FirstItems,
  spendingLimit: SpendingLimit,
  viaBatchApi: ViaBatchApi,
});
export type Generation = z.infer<typeof GenerationSchema>;

const GeneratedReplySchema = z.object({
  itemId: Id,
  externalId: z.string(),
  /** The turn of the item, from 0. */
  turn: z.number().int(),
  /** Null where no reply is stored, or the endpoint is asked elsewhere or otherwise by now. */
  kind: z.enum(replyKinds).nullable(),
  answer: z.string().nullable(),
  /** What the model wrote down while reasoning, which counts nowhere; null without any. */
  reasoning: z.string().nullable(),
  callHash: z.string().nullable(),
});
export type GeneratedReply = z.infer<typeof GeneratedReplySchema>;

export const generationContract = {
  estimate: procedure.input(GenerationSchema).output(CostEstimateSchema),
  /** The requests of the first items; with own history only those of their first turns are known. */
  dryRun: procedure
    .input(GenerationSchema.extend({ show: z.number().int().min(1).max(1000).default(20) }))
    .output(z.array(DryRequestSchema)),
  /** With `writeBatch` its requests are written into files of the Batch format, and nobody is asked. */
  start: procedure
    .input(GenerationSchema.extend({ writeBatch: Path.optional(), callLimit: CallLimit }))
    .output(RunSchema),
  /** The replies that a generation was made of, turn by turn; `offset`, `limit` and `items` count items. */
  replies: procedure
    .input(
      ByRun.extend({
        itemId: Id.optional(),
        offset: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ items: z.number().int(), rows: z.array(GeneratedReplySchema) })),
};

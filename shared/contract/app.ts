import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { longestSkipReason } from '../text-limits.ts';
import { ErrorDetailsSchema, Id, Instant, Nothing, procedure, Version } from './base.ts';

export const JobSchema = z.object({
  id: Id,
  kind: z.enum([
    'import',
    'first-phase',
    'index',
    'score',
    'ranking',
    'judge',
    'generate',
    'lab',
    'protocol',
  ]),
  title: z.string(),
  state: z.enum(['running', 'done', 'failed', 'canceled', 'interrupted']),
  done: z.number(),
  /** Null while the amount of work is not known. */
  total: z.number().nullable(),
  unit: z.string(),
  message: z.string(),
  ratePerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  result: z.unknown(),
  error: z.object({ code: z.string(), message: z.string(), details: ErrorDetailsSchema }).nullable(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
});
export type Job = z.infer<typeof JobSchema>;

export const jobContract = {
  list: procedure.input(Nothing).output(z.array(JobSchema)),
  get: procedure.input(z.object({ jobId: Id })).output(JobSchema),
  cancel: procedure.input(z.object({ jobId: Id })).output(JobSchema),
};

/** How far the reading of a pool is that stays where it is. */
const SourceProgressSchema = z.object({
  step: z.enum(['counting', 'taking', 'counting again']),
  /** Of the step, from 0 to 1; null where the engine does not say. */
  share: z.number().min(0).max(1).nullable(),
});
export type SourceProgress = z.infer<typeof SourceProgressSchema>;

/** What the engine tells every open page. Events say what to ask again, they carry no results. */
const AppEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), engineId: z.string() }),
  z.object({ type: z.literal('project.changed'), open: z.boolean() }),
  /** Looking for changes by other programs has ended. */
  z.object({ type: z.literal('project.checked') }),
  z.object({ type: z.literal('data.changed') }),
  z.object({ type: z.literal('study.changed'), studyId: Id }),
  z.object({ type: z.literal('estimate.changed'), studyId: Id }),
  /** Failure modes, or what people say of items and modes aside from labels. */
  z.object({ type: z.literal('failures.changed') }),
  z.object({ type: z.literal('run.changed'), runId: Id }),
  z.object({ type: z.literal('lab.changed') }),
  z.object({ type: z.literal('job.progress'), job: JobSchema }),
  z.object({ type: z.literal('source.progress'), ...SourceProgressSchema.shape }),
]);
export type AppEvent = z.infer<typeof AppEventSchema>;

export const eventContract = {
  subscribe: procedure.input(Nothing).output(eventIterator(AppEventSchema)),
};

/** Preferences of this person on this machine, across projects. */
export const SettingsSchema = z.object({
  colorScheme: z.enum(['auto', 'light', 'dark']),
  showEstimateWhileLabeling: z.boolean(),
  pinPassage: z.boolean(),
  autoAdvance: z.boolean(),
  /** Rebound keys of the label screen: action id to key, e.g. `{ "skip": "x" }`. */
  keys: z.record(z.string(), z.string()),
  /** Active minutes of labeling after which a break is proposed; null for never. */
  breakAfterMinutes: z.number().int().min(1).max(480).nullable(),
  /** Own reasons for skipping, the latest first. */
  skipReasons: z.array(z.string().max(longestSkipReason)).max(20),
  /** Where a project is made for a file that is dropped or chosen; null for the usual folder. */
  projectsFolder: z.string().min(1).max(4096).nullable(),
  /** How close the rows of tables stand. */
  density: z.enum(['comfortable', 'compact']),
});
export type Settings = z.infer<typeof SettingsSchema>;
const ShownSettingsSchema = SettingsSchema.extend({ version: Version });
export type ShownSettings = z.infer<typeof ShownSettingsSchema>;
export const settingsContract = {
  get: procedure.input(Nothing).output(ShownSettingsSchema),
  /** Stores what is given; the rest stays. */
  set: procedure.input(ShownSettingsSchema.partial()).output(ShownSettingsSchema),
};

export const appContract = {
  info: procedure.input(Nothing).output(
    z.object({
      version: z.string(),
      node: z.string(),
      platform: z.string(),
      dataDir: z.string(),
      /** Where projects are made for files, unless a setting names another folder. */
      projectsDir: z.string(),
    }),
  ),
};

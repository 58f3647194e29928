import { lazy, type Router } from '@orpc/server';
import { appContract } from '../shared/contract/app.ts';
import type { contract } from '../shared/contract/index.ts';
import { baseOf } from './base.ts';
import type { CoreContext } from './context.ts';

const base = baseOf({ app: appContract });

/**
 * Handlers that are loaded, with their part of the contract, at the first call of one of them: each command starts with
 * what it needs alone.
 */
const later = <H>(load: () => Promise<H>) => lazy(async () => ({ default: await load() }));

/** Every call of the contract with its handler; a missing one is a type error. */
export const router = {
  app: {
    info: base.app.info.handler(({ context }) => ({
      version: context.version,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      dataDir: context.dataDir,
    })),
  },
  project: later(async () => (await import('./project/handlers.ts')).projectHandlers),
  file: later(async () => (await import('./files/handlers.ts')).fileHandlers),
  import: later(async () => (await import('./import/handlers.ts')).importHandlers),
  dataset: later(async () => (await import('./data/handlers.ts')).datasetHandlers),
  item: later(async () => (await import('./data/handlers.ts')).itemHandlers),
  study: later(async () => (await import('./study/handlers.ts')).studyHandlers),
  sample: later(async () => (await import('./study/handlers.ts')).sampleHandlers),
  label: later(async () => (await import('./label/handlers.ts')).labelHandlers),
  annotator: later(async () => (await import('./team/handlers.ts')).annotatorHandlers),
  batch: later(async () => (await import('./exchange/handlers.ts')).batchHandlers),
  estimate: later(async () => (await import('./estimate/handlers.ts')).estimateHandlers),
  claim: later(async () => (await import('./claims/handlers.ts')).claimHandlers),
  agreement: later(async () => (await import('./agreement/handlers.ts')).agreementHandlers),
  adjudication: later(async () => (await import('./agreement/handlers.ts')).adjudicationHandlers),
  plan: later(async () => (await import('./plan/handlers.ts')).planHandlers),
  practice: later(async () => (await import('./practice/handlers.ts')).practiceHandlers),
  report: later(async () => (await import('./report/handlers.ts')).reportHandlers),
  lab: later(async () => (await import('./lab/handlers.ts')).labHandlers),
  endpoint: later(async () => (await import('./llm/endpoint-handlers.ts')).endpointHandlers),
  prompt: later(async () => (await import('./judge/prompt-handlers.ts')).promptHandlers),
  judge: later(async () => (await import('./judge/judge-handlers.ts')).judgeHandlers),
  run: later(async () => (await import('./llm/run-handlers.ts')).runHandlers),
  generation: later(async () => (await import('./generate/generation-handlers.ts')).generationHandlers),
  protocol: later(async () => (await import('./protocols/handlers.ts')).protocolHandlers),
  persona: later(async () => (await import('./protocols/iqa-eval/handlers.ts')).personaHandlers),
  talk: later(async () => (await import('./protocols/human/handlers.ts')).talkHandlers),
  validation: later(async () => (await import('./protocols/validation/handlers.ts')).validationHandlers),
  paper: later(async () => (await import('./protocols/papers/handlers.ts')).paperHandlers),
  job: later(async () => (await import('./jobs/handlers.ts')).jobHandlers),
  event: later(async () => (await import('./events/handlers.ts')).eventHandlers),
  settings: later(async () => (await import('./settings/handlers.ts')).settingsHandlers),
  team: later(async () => (await import('./team/handlers.ts')).teamHandlers),
  signing: later(async () => (await import('./signing/handlers.ts')).signingHandlers),
} satisfies Router<typeof contract, CoreContext>;

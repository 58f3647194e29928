import { lazy, type Router } from '@orpc/server';
import { appContract } from '../shared/contract/app.ts';
import type { contract } from '../shared/contract/index.ts';
import { baseOf } from './platform/base.ts';
import type { CoreContext } from './platform/context.ts';

const base = baseOf({ app: appContract });

/**
 * Handlers that are loaded, with their part of the contract, at the first call of one of them: each command starts with
 * what it needs alone.
 */
const later = <H>(load: () => Promise<H>) => lazy(async () => ({ default: await load() }));

/** What this engine is, and what it runs on. */
const engineInfo = ({ version, dataDir, projectsDir }: CoreContext) => {
  return {
    version,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    dataDir,
    projectsDir,
  };
};

/** Every call of the contract with its handler; a missing one is a type error. */
export const router = {
  app: {
    info: base.app.info.handler(({ context }) => engineInfo(context)),
  },
  project: later(async () => (await import('./project/handlers.ts')).projectHandlers),
  file: later(async () => (await import('./platform/calls/handlers.ts')).fileHandlers),
  import: later(async () => (await import('./sources/import/handlers.ts')).importHandlers),
  dataset: later(async () => (await import('./model/data/handlers.ts')).datasetHandlers),
  item: later(async () => ({
    ...(await import('./model/grid/handlers.ts')).itemHandlers,
    ...(await import('./out/export/item-file-handlers.ts')).itemFileHandlers,
  })),
  study: later(async () => (await import('./model/setup/handlers.ts')).studyHandlers),
  sample: later(async () => (await import('./model/setup/handlers.ts')).sampleHandlers),
  source: later(async () => (await import('./sources/pool/handlers.ts')).sourceHandlers),
  ranking: later(async () => (await import('./model/setup/handlers.ts')).rankingHandlers),
  series: later(async () => (await import('./model/series/handlers.ts')).seriesHandlers),
  label: later(async () => (await import('./people/label/handlers.ts')).labelHandlers),
  annotator: later(async () => (await import('./people/team/handlers.ts')).annotatorHandlers),
  invitation: later(async () => (await import('./people/door/handlers.ts')).invitationHandlers),
  door: later(async () => (await import('./people/door/handlers.ts')).doorHandlers),
  message: later(async () => (await import('./people/door/handlers.ts')).messageHandlers),
  quality: later(async () => (await import('./people/quality/handlers.ts')).qualityHandlers),
  batch: later(async () => (await import('./people/exchange/handlers.ts')).batchHandlers),
  estimate: later(async () => (await import('./model/estimate/handlers.ts')).estimateHandlers),
  claim: later(async () => (await import('./model/claims/handlers.ts')).claimHandlers),
  agreement: later(async () => (await import('./people/agreement/handlers.ts')).agreementHandlers),
  adjudication: later(async () => (await import('./people/agreement/handlers.ts')).adjudicationHandlers),
  plan: later(async () => (await import('./model/plan/handlers.ts')).planHandlers),
  practice: later(async () => (await import('./people/practice/handlers.ts')).practiceHandlers),
  report: later(async () => (await import('./out/report/handlers.ts')).reportHandlers),
  lab: later(async () => (await import('./out/lab/handlers.ts')).labHandlers),
  endpoint: later(async () => (await import('./sources/llm/endpoint-handlers.ts')).endpointHandlers),
  prompt: later(async () => (await import('./sources/judge/handlers.ts')).promptHandlers),
  judge: later(async () => (await import('./sources/judge/handlers.ts')).judgeHandlers),
  run: later(async () => (await import('./sources/run/run-handlers.ts')).runHandlers),
  generation: later(
    async () => (await import('./sources/generate/generation-handlers.ts')).generationHandlers,
  ),
  protocol: later(async () => (await import('./sources/protocols/handlers.ts')).protocolHandlers),
  persona: later(async () => (await import('./sources/protocols/handlers.ts')).personaHandlers),
  protocolPrompt: later(async () => (await import('./sources/protocols/handlers.ts')).protocolPromptHandlers),
  qualification: later(
    async () => (await import('./people/qualification/handlers.ts')).qualificationHandlers,
  ),
  talk: later(async () => (await import('./people/talk/handlers.ts')).talkHandlers),
  validation: later(async () => (await import('./people/validation/handlers.ts')).validationHandlers),
  paper: later(async () => (await import('./sources/protocols/papers/handlers.ts')).paperHandlers),
  job: later(async () => (await import('./platform/calls/handlers.ts')).jobHandlers),
  event: later(async () => (await import('./platform/calls/handlers.ts')).eventHandlers),
  settings: later(async () => (await import('./platform/calls/handlers.ts')).settingsHandlers),
  team: later(async () => (await import('./people/team/handlers.ts')).teamHandlers),
  signing: later(async () => (await import('./platform/calls/handlers.ts')).signingHandlers),
} satisfies Router<typeof contract, CoreContext>;

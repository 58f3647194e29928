import { lazy, type Router } from '@orpc/server';
import { appContract } from '../shared/contract/app.ts';
import type { contract } from '../shared/contract/index.ts';
import { handlersOf } from './platform/base.ts';
import type { CoreContext } from './platform/context.ts';

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
  app: handlersOf(appContract, { info: engineInfo }),
  project: later(async () => (await import('./project/handlers.ts')).projectHandlers),
  file: later(async () => (await import('./platform/calls/handlers.ts')).fileHandlers),
  import: later(async () => (await import('./import/handlers.ts')).importHandlers),
  dataset: later(async () => (await import('./data/handlers.ts')).datasetHandlers),
  item: later(async () => ({
    ...(await import('./item-table/handlers.ts')).itemHandlers,
    ...(await import('./report/export/item-file-handlers.ts')).itemFileHandlers,
  })),
  study: later(async () => (await import('./design/handlers.ts')).studyHandlers),
  sample: later(async () => (await import('./design/handlers.ts')).sampleHandlers),
  source: later(async () => (await import('./pool/handlers.ts')).sourceHandlers),
  ranking: later(async () => (await import('./design/handlers.ts')).rankingHandlers),
  series: later(async () => (await import('./design/series/handlers.ts')).seriesHandlers),
  label: later(async () => (await import('./labeling/session/handlers.ts')).labelHandlers),
  failures: later(async () => (await import('./labeling/failures/handlers.ts')).failureHandlers),
  annotator: later(async () => (await import('./labeling/team/handlers.ts')).annotatorHandlers),
  invitation: later(async () => (await import('./labeling/portal/handlers.ts')).invitationHandlers),
  portal: later(async () => (await import('./labeling/portal/handlers.ts')).portalHandlers),
  message: later(async () => (await import('./labeling/portal/handlers.ts')).messageHandlers),
  quality: later(async () => (await import('./labeling/rounds/checks/handlers.ts')).qualityHandlers),
  batch: later(async () => (await import('./labeling/offline-batches/handlers.ts')).batchHandlers),
  estimate: later(async () => (await import('./estimate/handlers.ts')).estimateHandlers),
  claim: later(async () => ({
    ...(await import('./estimate/analyses/handlers.ts')).claimHandlers,
    ...(await import('./design/handlers.ts')).gateHandlers,
  })),
  agreement: later(async () => (await import('./labeling/agreement/handlers.ts')).agreementHandlers),
  adjudication: later(async () => (await import('./labeling/agreement/handlers.ts')).adjudicationHandlers),
  plan: later(async () => (await import('./estimate/forecast/handlers.ts')).planHandlers),
  practice: later(async () => (await import('./labeling/rounds/practice/handlers.ts')).practiceHandlers),
  report: later(async () => (await import('./report/handlers.ts')).reportHandlers),
  lab: later(async () => (await import('./report/lab/handlers.ts')).labHandlers),
  endpoint: later(async () => (await import('./models/llm/endpoint-handlers.ts')).endpointHandlers),
  prompt: later(async () => (await import('./models/judge/handlers.ts')).promptHandlers),
  improvement: later(async () => (await import('./models/judge/improve/handlers.ts')).improvementHandlers),
  judge: later(async () => (await import('./models/judge/handlers.ts')).judgeHandlers),
  run: later(async () => (await import('./models/run/run-handlers.ts')).runHandlers),
  generation: later(
    async () => (await import('./models/generate/generation-handlers.ts')).generationHandlers,
  ),
  protocol: later(async () => (await import('./protocols/handlers.ts')).protocolHandlers),
  persona: later(async () => (await import('./protocols/handlers.ts')).personaHandlers),
  protocolPrompt: later(async () => (await import('./protocols/handlers.ts')).protocolPromptHandlers),
  qualification: later(
    async () => (await import('./protocols/qualification/handlers.ts')).qualificationHandlers,
  ),
  humanConversation: later(
    async () => (await import('./labeling/conversations/handlers.ts')).humanConversationHandlers,
  ),
  validation: later(async () => (await import('./protocols/validation/handlers.ts')).validationHandlers),
  paper: later(async () => (await import('./protocols/papers/handlers.ts')).paperHandlers),
  job: later(async () => (await import('./platform/calls/handlers.ts')).jobHandlers),
  event: later(async () => (await import('./platform/calls/handlers.ts')).eventHandlers),
  settings: later(async () => (await import('./platform/calls/handlers.ts')).settingsHandlers),
  team: later(async () => (await import('./labeling/team/handlers.ts')).teamHandlers),
  signing: later(async () => (await import('./platform/calls/handlers.ts')).signingHandlers),
} satisfies Router<typeof contract, CoreContext>;

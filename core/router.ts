import { adjudicationHandlers, agreementHandlers } from './agreement/handlers.ts';
import { base } from './base.ts';
import { claimHandlers } from './claims/handlers.ts';
import { datasetHandlers, itemHandlers } from './data/handlers.ts';
import { estimateHandlers } from './estimate/handlers.ts';
import { eventHandlers } from './events/handlers.ts';
import { batchHandlers } from './exchange/handlers.ts';
import { fileHandlers } from './files/handlers.ts';
import { generationHandlers } from './generate/generation-handlers.ts';
import { importHandlers } from './import/handlers.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { judgeHandlers } from './judge/judge-handlers.ts';
import { promptHandlers } from './judge/prompt-handlers.ts';
import { labHandlers } from './lab/handlers.ts';
import { labelHandlers } from './label/handlers.ts';
import { endpointHandlers } from './llm/endpoint-handlers.ts';
import { runHandlers } from './llm/run-handlers.ts';
import { planHandlers } from './plan/handlers.ts';
import { practiceHandlers } from './practice/handlers.ts';
import { projectHandlers } from './project/handlers.ts';
import { protocolHandlers } from './protocols/handlers.ts';
import { talkHandlers } from './protocols/human/handlers.ts';
import { personaHandlers } from './protocols/iqa-eval/handlers.ts';
import { paperHandlers } from './protocols/papers/handlers.ts';
import { validationHandlers } from './protocols/validation/handlers.ts';
import { reportHandlers } from './report/handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { sampleHandlers, studyHandlers } from './study/handlers.ts';
import { annotatorHandlers, teamHandlers } from './team/handlers.ts';

/** Every call of the contract with its handler; a missing one is a type error. */
export const router = base.router({
  app: {
    info: base.app.info.handler(({ context }) => ({
      version: context.version,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      dataDir: context.dataDir,
    })),
  },
  project: projectHandlers,
  file: fileHandlers,
  import: importHandlers,
  dataset: datasetHandlers,
  item: itemHandlers,
  study: studyHandlers,
  sample: sampleHandlers,
  label: labelHandlers,
  annotator: annotatorHandlers,
  batch: batchHandlers,
  estimate: estimateHandlers,
  claim: claimHandlers,
  agreement: agreementHandlers,
  adjudication: adjudicationHandlers,
  plan: planHandlers,
  practice: practiceHandlers,
  report: reportHandlers,
  lab: labHandlers,
  endpoint: endpointHandlers,
  prompt: promptHandlers,
  judge: judgeHandlers,
  run: runHandlers,
  generation: generationHandlers,
  protocol: protocolHandlers,
  persona: personaHandlers,
  talk: talkHandlers,
  validation: validationHandlers,
  paper: paperHandlers,
  job: jobHandlers,
  event: eventHandlers,
  settings: settingsHandlers,
  team: teamHandlers,
});

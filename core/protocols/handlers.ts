import { personaContract } from '../../shared/contract/persona.ts';
import { protocolContract } from '../../shared/contract/protocol.ts';
import { protocolPromptContract } from '../../shared/contract/protocol-prompt.ts';
import { handlersOf } from '../platform/base.ts';
import { dbOf } from '../platform/context.ts';
import { compareRuns } from './compare/compare-runs.ts';
import { knownPersonas, personaHarm, savePersona } from './iqa-eval/personas.ts';
import { iqaTable } from './meta/iqa-table.ts';
import { metaEvaluation } from './meta/meta-evaluation.ts';
import { playedUser, userGuesses, userPairs } from './outcomes/played-user.ts';
import { knownProtocolPrompts, saveProtocolPrompt } from './prompts/protocol-prompts.ts';
import { protocolOptions } from './protocol-options.ts';
import { markQuestion, questionKinds } from './replay/question-kinds.ts';
import {
  cancelProtocol,
  pauseProtocol,
  protocolRun,
  protocolRuns,
  removeProtocol,
} from './run/protocol-runs.ts';
import { openAsData } from './run/run-as-data.ts';
import { resumeProtocol, startProtocol } from './run/start-run.ts';
import { useAsSignal } from './run/use-as-signal.ts';
import { transcriptOf, transcriptsOf } from './transcripts.ts';

export const protocolHandlers = handlersOf(protocolContract, {
  options: (context, input) => protocolOptions(context, input.datasetId),
  start: startProtocol,
  list: protocolRuns,
  get: (context, input) => protocolRun(context, input.runId),
  pause: (context, input) => pauseProtocol(context, input.runId),
  cancel: (context, input) => cancelProtocol(context, input.runId),
  resume: resumeProtocol,
  remove: (context, input) => removeProtocol(context, input.runId),
  transcripts: transcriptsOf,
  transcript: transcriptOf,
  markQuestion,
  questionKinds: (context, input) => questionKinds(context, input.runId),
  playedUser: (context, input) => playedUser(context, input.runId),
  userPairs: (context, input) => userPairs(context, input.runId),
  userGuesses,
  // The tagger of the built-in rules takes a second to load.
  measureParts: async (context, input) =>
    (await import('./replay/part-quality.ts')).partQuality(context, input),
  openAsData,
  compare: compareRuns,
  meta: metaEvaluation,
  table: iqaTable,
  useAsSignal: (context, input) => useAsSignal(context, input.runId),
});

export const personaHandlers = handlersOf(personaContract, {
  list: (context) => knownPersonas(dbOf(context)),
  harm: (context, input) => personaHarm(dbOf(context), input.datasetId),
  save: savePersona,
});

export const protocolPromptHandlers = handlersOf(protocolPromptContract, {
  list: (context) => knownProtocolPrompts(dbOf(context)),
  save: saveProtocolPrompt,
});

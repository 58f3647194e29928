import { findEndpoint } from '../../../db/endpoints.ts';
import {
  countProtocolConversations,
  insertProtocolConversations,
  type NewProtocolConversation,
} from '../../../db/protocol-conversations.ts';
import { insertProtocolRun } from '../../../db/protocol-runs.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import type {
  AgentSpec,
  ModelSpec,
  PromptPart,
  ProtocolRun,
  ProtocolSettings,
  StartedProtocol,
} from '../../../shared/contract/index.ts';
import {
  lookBackOfAuthors,
  looksForInvalid,
  thresholdOfAuthors,
} from '../../../shared/contract/protocol-settings.ts';
import { AppError } from '../../../shared/errors.ts';
import { withAgents } from '../../../shared/protocol-agents.ts';
import { datasetOf } from '../../data/describe-dataset.ts';
import { assertAtRest, launchRun, type NewLimits, resumeRun } from '../../models/run/start-run.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { readConversations } from '../conversations/read-conversations.ts';
import { refusalList } from '../conversations/refusal-list.ts';
import { usualInstructions } from '../model/usual-instructions.ts';
import { chosenPrompts } from '../prompts/prompts-of-run.ts';
import { describeProtocolRun, requireProtocolRun } from './describe-run.ts';
import { assertModelFits, commandsOf, endpointsOf, modelsOfRun, usualSystemName } from './models-of-run.ts';
import { planConversations, readOptionsOf } from './plan-conversations.ts';

interface RunModelSpecs {
  readonly model: ModelSpec;
  readonly settings: ProtocolSettings;
}

/** The temperature of models that play a part and are asked the same more than once. */
const repeatedTemperature = 1;

/**
 * A run as it is stored, with every instruction and temperature that was left open written out: the model under test
 * is told what suits the data set, and models that are asked repeatedly are free to differ.
 *
 * @throws AppError INVALID_INPUT when repeated runs could not differ, or an endpoint cannot do what is asked of it
 */
function settleModels(db: ReadableDb, datasetId: number, { model, settings }: RunModelSpecs): RunModelSpecs {
  const isRepeated = 'runs' in settings && settings.runs > 1;
  const usual = () => usualInstructionsOf(db, datasetId, settings);
  const settled = {
    model:
      model.kind === 'endpoint'
        ? withTemperature(
            { ...model, instructions: model.instructions ?? usual() },
            isRepeated && repeatsModel(settings) ? repeatedTemperature : 0,
          )
        : model,
    settings: withAgents(settledSettings(settings), (agent, { prompts }) =>
      withTemperature(agent, isRepeated && repeatsPart(settings, prompts) ? repeatedTemperature : 0),
    ),
  };
  if (isRepeated) assertRunsDiffer(settled);
  for (const spec of modelsOfRun(settled.model, settled.settings)) assertEndpointCan(db, spec);
  return settled;
}

/** The runs of an instruction are to differ by the model under test; those of IQA-EVAL by who plays the user and who scores. */
const repeatsModel = ({ protocol }: ProtocolSettings): boolean => protocol === 'lost-in-conversation';

/** Whoever reads replies of an instruction's runs reads them all alike (Laban et al., 2025). */
const repeatsPart = ({ protocol }: ProtocolSettings, prompts: readonly PromptPart[]): boolean =>
  protocol !== 'lost-in-conversation' || prompts.includes('sharded-user');

/** IQA-EVAL shows the model what a played user asks, which is to be answered as its own assistant answers. */
function usualInstructionsOf(db: ReadableDb, datasetId: number, settings: ProtocolSettings): string {
  if (settings.protocol === 'iqa-eval' || settings.protocol === 'lost-in-conversation') return '';
  return usualInstructions(readConversations(db, datasetId, readOptionsOf(settings)));
}

/** A program's own temperature is its own affair. */
function withTemperature<Spec extends AgentSpec>(spec: Spec, usual: number): Spec {
  if (spec.kind === 'command' || spec.temperature !== undefined) return spec;
  return { ...spec, temperature: usual };
}

/** What was left open, as it is where nobody says otherwise. */
function settledSettings(settings: ProtocolSettings): ProtocolSettings {
  switch (settings.protocol) {
    case 'replay':
      return {
        ...settings,
        ...(settings.matching === 'authors' && { lookBack: settings.lookBack ?? lookBackOfAuthors }),
        refusalList: settings.refusalList ?? refusalList,
      };
    case 'interview':
      return {
        ...settings,
        ...(settings.rightBy === 'authors' && { threshold: thresholdOfAuthors, goldCorrection: true }),
        refusalList: settings.refusalList ?? refusalList,
      };
    case 'conversation':
      return { ...settings, refusalList: settings.refusalList ?? refusalList };
    case 'iqa-eval':
    case 'lost-in-conversation':
      return settings;
  }
}

/** At temperature 0 and one seed every run is the first one again, and their deviation is 0 whatever the judge is worth. */
function assertRunsDiffer({ model, settings }: RunModelSpecs): void {
  const isFree = (spec: ModelSpec) =>
    spec.kind === 'command' || (spec.kind === 'endpoint' && (spec.temperature !== 0 || spec.seed !== null));
  const repeated =
    settings.protocol === 'lost-in-conversation'
      ? [model, ...(settings.user === null ? [] : [settings.user])]
      : modelsOfRun(model, settings);
  if (repeated.some(isFree)) return;
  throw new AppError('INVALID_INPUT', 'Every run would ask the same at temperature 0, and get the same.', {
    field: 'settings.runs',
    remedy: 'Give a model a temperature above 0 or a seed, or ask for one run.',
  });
}

/** What an endpoint cannot take is refused, not left out. */
function assertEndpointCan(db: ReadableDb, spec: ModelSpec): void {
  if (spec.kind !== 'endpoint') return;
  const endpoint = findEndpoint(db, spec.endpointId);
  if (endpoint?.api !== 'responses') return;
  const lacks = [
    ...(spec.seed === null ? [] : ['seed']),
    ...(spec.stopWords.length === 0 ? [] : ['stop words']),
  ];
  if (lacks.length === 0) return;
  throw new AppError(
    'INVALID_INPUT',
    `${endpoint.name} speaks the Responses API, which has no ${lacks.join(' and no ')}.`,
    {
      field: 'model',
      remedy: 'Leave them out, or set the endpoint to chat completions.',
    },
  );
}

/** Makes a run with its conversations and starts its job; people lead the conversations of the human protocol. */
export async function startProtocol(context: CoreContext, given: StartedProtocol): Promise<ProtocolRun> {
  const { datasetId } = given;
  datasetOf(dbOf(context), datasetId);
  if (given.settings.protocol === 'conversation' && given.settings.recorded) {
    throw new AppError('INVALID_INPUT', 'Recorded conversations are not led.', {
      field: 'settings',
      remedy: 'Open them to validation instead.',
    });
  }
  assertModelFits(dbOf(context), datasetId, given.model, given.settings);
  const asked = settled(dbOf(context), given);
  const { model, settings } = asked;
  const planned = planConversations(dbOf(context), datasetId, settings, model, asked.limit);
  const insert = (db: WritableDb) =>
    db.transaction(() => insertRun(db, asked, planned, context.now())).immediate();
  const runId =
    settings.protocol === 'conversation'
      ? await whenWritable(() => insert(dbOf(context)))
      : await launchRun(
          context,
          endpointsOf(modelsOfRun(model, settings)),
          { spendingLimit: asked.spendingLimit, callLimit: asked.callLimit ?? null },
          (db) => requireProtocolRun(db, insert(db)),
        );
  return describeProtocolRun(context, requireProtocolRun(dbOf(context), runId));
}

/** What was asked for, with everything written out that was left open: a run says all that was asked of its models. */
function settled(db: ReadableDb, given: StartedProtocol): StartedProtocol {
  const { model, settings } = settleModels(db, given.datasetId, given);
  if (settings.protocol === 'conversation') return { ...given, model, settings };
  return { ...given, model, settings: { ...settings, prompts: chosenPrompts(db, settings, given.prompts) } };
}

function insertRun(
  db: WritableDb,
  {
    datasetId,
    model,
    settings,
    title,
    concurrency,
    spendingLimit,
    callLimit = null,
    ...asked
  }: StartedProtocol,
  planned: readonly NewProtocolConversation[],
  createdAt: string,
): number {
  const system = asked.system ?? usualSystemName(db, model);
  const runId = insertProtocolRun(db, {
    title: title ?? `${protocolName(settings)}: ${system}`,
    datasetId,
    model,
    system,
    settings,
    concurrency,
    spendingLimit,
    callLimit,
    createdAt,
  });
  insertProtocolConversations(db, runId, planned);
  return runId;
}

interface ResumedProtocol extends Omit<NewLimits, 'batchFiles'> {
  readonly runId: number;
  /** The command lines of its programs, as the person who resumes it has seen them. */
  readonly commands: readonly string[];
}

/**
 * Goes on with a run.
 *
 * @throws AppError CONFLICT when it is at work or done, or when it would start a program that was not named
 */
export async function resumeProtocol(
  context: CoreContext,
  { runId, commands, ...limits }: ResumedProtocol,
): Promise<ProtocolRun> {
  const run = requireProtocolRun(dbOf(context), runId);
  assertAtRest(context, run);
  if (run.settings.protocol === 'conversation') {
    throw new AppError('CONFLICT', 'People lead the conversations of this run; there is nothing to resume.');
  }
  const { all, finished } = countProtocolConversations(dbOf(context), runId);
  if (run.state === 'finished' && finished === all) throw new AppError('CONFLICT', 'This run is done.');
  const models = modelsOfRun(run.model, run.settings);
  const unseen = commandsOf(models).find((command) => !commands.includes(command));
  if (unseen !== undefined) {
    throw new AppError('CONFLICT', `This run starts a program of this computer: ${unseen}`, {
      field: 'commands',
      remedy: 'Resume it with that command line if you trust it.',
    });
  }
  await resumeRun(context, run, endpointsOf(models), limits);
  return describeProtocolRun(context, requireProtocolRun(dbOf(context), runId));
}

/** What a protocol is called, with its mode. */
export function protocolName(settings: ProtocolSettings): string {
  switch (settings.protocol) {
    case 'replay': {
      const { mode, matching, detector } = settings;
      const name = {
        ...{ gold: 'Auto-Gold', pred: 'Auto-Pred', rewrite: 'Auto-Rewrite', replace: 'Auto-Replace' },
        filter: 'Auto-Filter',
      }[mode];
      const areAuthors = looksForInvalid(mode) && detector === null && matching === 'authors';
      return areAuthors ? `${name}, as the authors ran it` : name;
    }
    case 'interview':
      return [
        'Interview',
        ...(settings.history === 'golden' ? ['golden history'] : []),
        ...(settings.rightBy === 'authors' ? ['as the authors ran it'] : []),
      ].join(', ');
    case 'iqa-eval':
      return 'IQA-EVAL';
    case 'lost-in-conversation':
      return `Lost in Conversation, ${settings.mode}`;
    case 'conversation':
      return settings.recorded ? 'Recorded conversation' : 'Human conversation';
  }
}

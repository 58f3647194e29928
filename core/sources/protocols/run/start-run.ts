import { insertProtocolConversations } from '../../../../db/protocol-conversations.ts';
import { insertProtocolRun, markProtocolRunning, setProtocolJob } from '../../../../db/protocol-runs.ts';
import type { ProtocolRun, ProtocolSettings, StartedProtocol } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { datasetOf } from '../../../model/data/describe-dataset.ts';
import { type CoreContext, dbOf, openProjectOf } from '../../../platform/context.ts';
import { whenWritable } from '../../../platform/when-writable.ts';
import { requireEndpoint } from '../../llm/endpoint-handlers.ts';
import { describeProtocolRun, jobOfRun, requireProtocolRun } from './describe-run.ts';
import { assertModelFits, commandsOf, endpointsOf, modelsOfRun, usualSystemName } from './models-of-run.ts';
import { planConversations } from './plan-conversations.ts';

/** Makes a run with its conversations and starts its job; people lead the conversations of the human protocol. */
export async function startRun(context: CoreContext, asked: StartedProtocol): Promise<ProtocolRun> {
  const db = dbOf(context);
  const { datasetId, model, settings } = asked;
  datasetOf(db, datasetId);
  if (settings.protocol === 'conversation' && settings.recorded) {
    throw new AppError('INVALID_INPUT', 'Recorded conversations are not led.', {
      field: 'settings',
      mend: 'Open them to validation instead.',
    });
  }
  assertModelFits(db, datasetId, model, settings);
  const keys = keysFor(context, endpointsOf(modelsOfRun(model, settings)));
  const planned = planConversations(db, datasetId, settings, model, asked.limit);
  const system = asked.system ?? usualSystemName(db, model);
  const write = db.transaction(() => {
    const runId = insertProtocolRun(db, {
      title: asked.title ?? `${protocolName(settings)}: ${system}`,
      datasetId,
      model,
      system,
      settings,
      concurrency: asked.concurrency,
      spendingLimit: asked.spendingLimit,
      createdAt: context.now(),
    });
    insertProtocolConversations(db, runId, planned);
    return runId;
  });
  const runId = await whenWritable(() => write.immediate());
  return settings.protocol === 'conversation'
    ? describeProtocolRun(context, requireProtocolRun(db, runId))
    : launch(context, runId, keys, asked.spendingLimit);
}

/**
 * Goes on with a run.
 *
 * @param commands the command lines of its programs, as the person who resumes it has seen them
 * @throws AppError CONFLICT when it is at work or done, or when it would start a program that was not named
 */
export async function resumeRun(
  context: CoreContext,
  runId: number,
  commands: readonly string[],
  spendingLimit: number | null | undefined,
): Promise<ProtocolRun> {
  const run = requireProtocolRun(dbOf(context), runId);
  if (jobOfRun(context, run) !== undefined) throw new AppError('CONFLICT', 'This run is at work already.');
  if (run.settings.protocol === 'conversation') {
    throw new AppError('CONFLICT', 'People lead the conversations of this run; there is nothing to resume.');
  }
  if (run.state === 'finished') throw new AppError('CONFLICT', 'This run is done.');
  const models = modelsOfRun(run.model, run.settings);
  const unseen = commandsOf(models).find((command) => !commands.includes(command));
  if (unseen !== undefined) {
    throw new AppError('CONFLICT', `This run starts a program of this computer: ${unseen}`, {
      field: 'commands',
      mend: 'Resume it with that command line if you trust it.',
    });
  }
  const keys = keysFor(context, endpointsOf(models));
  return launch(context, runId, keys, spendingLimit === undefined ? run.spendingLimit : spendingLimit);
}

/** The keys of endpoints. @throws AppError CONFLICT when one is not at hand, or another run uses the endpoint */
function keysFor(context: CoreContext, endpointIds: readonly number[]): Record<number, string | null> {
  const db = dbOf(context);
  return Object.fromEntries(
    endpointIds.map((id) => [id, context.keys.require(requireEndpoint(db, id))] as const),
  );
}

async function launch(
  context: CoreContext,
  runId: number,
  keys: Record<number, string | null>,
  spendingLimit: number | null,
): Promise<ProtocolRun> {
  const project = openProjectOf(context);
  const run = requireProtocolRun(project.db, runId);
  await whenWritable(() => markProtocolRunning(project.db, runId, spendingLimit));
  const endpointIds = Object.keys(keys).map(Number);
  const paceMemories = context.paces.join(project.path, endpointIds);
  const params = { runId, keys, paceMemories };
  const { jobId, finished } = context.jobs.start(project, 'protocol', run.title, params);
  await whenWritable(() => setProtocolJob(project.db, runId, jobId));
  const tell = () => {
    context.paces.leave(project.path, endpointIds);
    if (context.session.project === project) context.events.publish({ type: 'data.changed' });
  };
  finished.then(tell, tell);
  return describeProtocolRun(context, requireProtocolRun(project.db, runId));
}

/** What a protocol is called, with its mode. */
export function protocolName(settings: ProtocolSettings): string {
  switch (settings.protocol) {
    case 'replay':
      return { gold: 'Auto-Gold', pred: 'Auto-Pred', rewrite: 'Auto-Rewrite', replace: 'Auto-Replace' }[
        settings.mode
      ];
    case 'interview':
      return settings.history === 'golden' ? 'Interview, golden history' : 'Interview';
    case 'iqa-eval':
      return 'IQA-EVAL';
    case 'conversation':
      return settings.recorded ? 'Recorded conversation' : 'Human conversation';
  }
}

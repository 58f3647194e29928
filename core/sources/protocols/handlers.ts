import { listSystems } from '../../../db/datasets.ts';
import { findItem } from '../../../db/items.ts';
import {
  findProtocolConversation,
  listProtocolTurns,
  type ProtocolConversationRow,
  pageProtocolConversations,
} from '../../../db/protocol-conversations.ts';
import { listProtocolRuns, type ProtocolRunRow, removeProtocolRun } from '../../../db/protocol-runs.ts';
import { listCriteria } from '../../../db/scores.ts';
import { countValidations } from '../../../db/validations.ts';
import type { TranscriptBrief } from '../../../shared/contract/index.ts';
import { protocolContract } from '../../../shared/contract/protocol.ts';
import { AppError } from '../../../shared/errors.ts';
import { metrics } from '../../../stats/index.ts';
import { datasetOf } from '../../model/data/describe-dataset.ts';
import { baseOf } from '../../platform/base.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { cancelRun, jobOfRun, pauseRun } from '../run/start-run.ts';
import { compareRuns } from './compare/compare-runs.ts';
import { metaFieldNames } from './conversations/meta-field.ts';
import { readConversations } from './conversations/read-conversations.ts';
import { newestPersonas } from './iqa-eval/personas.ts';
import { describeProtocolRun, requireProtocolRun } from './run/describe-run.ts';
import { resumeProtocol, startProtocol } from './run/start-run.ts';
import { useAsSignal } from './run/use-as-signal.ts';

const base = baseOf({ protocol: protocolContract });

const describe = (context: CoreContext, runId: number) =>
  describeProtocolRun(context, requireProtocolRun(dbOf(context), runId));

function briefOf(run: ProtocolRunRow, row: ProtocolConversationRow): TranscriptBrief {
  const { position, itemId, externalId, group, state, turns, score, flagged, message } = row;
  return {
    position,
    itemId,
    externalId,
    group,
    variant: variantText(run, row),
    state,
    turns,
    score,
    flagged,
    message,
  };
}

function variantText({ settings }: ProtocolRunRow, { variant }: ProtocolConversationRow): string {
  if (settings.protocol !== 'iqa-eval') return '';
  const persona = settings.personas[variant.persona ?? 0]?.name ?? '';
  return settings.runs > 1 ? `${persona}, run ${(variant.run ?? 0) + 1}` : persona;
}

export const protocolHandlers = {
  options: base.protocol.options.handler(({ context, input }) => {
    const db = dbOf(context);
    const dataset = datasetOf(db, input.datasetId);
    const conversations = readConversations(db, dataset.id, { refusals: [], twinField: '' });
    const asked = conversations.flatMap(({ turns }) =>
      turns.filter(({ goldAnswers }) => goldAnswers.length > 0),
    );
    return {
      systems: listSystems(db, dataset.id).flatMap(({ name, items }) => (items > 0 ? [name] : [])),
      criteria: listCriteria(db, dataset.id).map(({ name }) => name),
      fields: metaFieldNames(findItem(db, dataset.firstItemId)?.meta ?? null),
      items: dataset.itemCount,
      conversations: conversations.length,
      questions: asked.length,
      metrics: metrics.map(({ id, name }) => ({ id, name })),
      personas: newestPersonas(db),
    };
  }),
  start: base.protocol.start.handler(({ context, input }) => startProtocol(context, input)),
  list: base.protocol.list.handler(({ context }) =>
    listProtocolRuns(dbOf(context)).map((run) => describeProtocolRun(context, run)),
  ),
  get: base.protocol.get.handler(({ context, input }) => describe(context, input.runId)),
  pause: base.protocol.pause.handler(({ context, input }) => {
    pauseRun(context, requireProtocolRun(dbOf(context), input.runId));
    return describe(context, input.runId);
  }),
  cancel: base.protocol.cancel.handler(({ context, input }) => {
    cancelRun(context, requireProtocolRun(dbOf(context), input.runId));
    return describe(context, input.runId);
  }),
  resume: base.protocol.resume.handler(({ context, input }) =>
    resumeProtocol(context, input.runId, input.commands, input.spendingLimit),
  ),
  remove: base.protocol.remove.handler(async ({ context, input }) => {
    const db = dbOf(context);
    const run = requireProtocolRun(db, input.runId);
    if (jobOfRun(context, run) !== undefined) {
      throw new AppError('CONFLICT', 'This run is at work.', { mend: 'Cancel it first.' });
    }
    if (countValidations(db, run.id) > 0) {
      throw new AppError('CONFLICT', 'People validated answers of this run.', {
        mend: 'Their verdicts are never deleted, so the run stays.',
      });
    }
    await whenWritable(() => removeProtocolRun(db, run.id));
    context.events.publish({ type: 'data.changed' });
    return {};
  }),
  transcripts: base.protocol.transcripts.handler(({ context, input }) => {
    const { runId, ...window } = input;
    const run = requireProtocolRun(dbOf(context), runId);
    const { total, rows } = pageProtocolConversations(dbOf(context), runId, window);
    return { total, rows: rows.map((row) => briefOf(run, row)) };
  }),
  transcript: base.protocol.transcript.handler(({ context, input }) => {
    const db = dbOf(context);
    const run = requireProtocolRun(db, input.runId);
    const row = findProtocolConversation(db, run.id, input.position);
    if (!row) throw new AppError('NOT_FOUND', `The run has no conversation ${input.position}.`);
    return {
      brief: briefOf(run, row),
      passage: findItem(db, row.itemId)?.context ?? null,
      turns: listProtocolTurns(db, run.id, row.position),
    };
  }),
  compare: base.protocol.compare.handler(({ context, input }) => {
    const db = dbOf(context);
    const runs = input.runIds.map((id) => requireProtocolRun(db, id));
    return compareRuns(db, runs, input.criterion);
  }),
  useAsSignal: base.protocol.useAsSignal.handler(async ({ context, input }) => {
    const db = dbOf(context);
    const run = requireProtocolRun(db, input.runId);
    const make = db.transaction(() => useAsSignal(db, run));
    const made = await whenWritable(() => make.immediate());
    context.events.publish({ type: 'data.changed' });
    return made;
  }),
};

import { findSystem } from '../../../db/datasets.ts';
import { listResponses } from '../../../db/items.ts';
import type { NewProtocolConversation } from '../../../db/protocol-conversations.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { LostSettings, ModelSpec, ProtocolSettings } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { iterateItems } from '../conversations/iterate-items.ts';
import { readConversations } from '../conversations/read-conversations.ts';
import { iqaUnits } from '../iqa-eval/read-tasks.ts';
import { shardedTaskOf, whyNoTask } from '../lost-in-conversation/read-shards.ts';

/** What a conversation is read with; protocols without a field of their own take the usual name. */
export const readOptionsOf = (settings: ProtocolSettings) => ({
  refusals: 'refusals' in settings ? settings.refusals : [],
  refusalList: 'refusalList' in settings ? (settings.refusalList ?? 0) : 0,
  twinField: settings.protocol === 'replay' ? settings.twinField : 'rewrite',
});

/**
 * The conversations that a run goes through, fixed when it starts.
 *
 * @param limit only the first so many; with personas and repetitions, so many of each
 * @throws AppError INVALID_INPUT when the data set has none that fit the protocol
 */
export function planConversations(
  db: ReadableDb,
  datasetId: number,
  settings: ProtocolSettings,
  model: ModelSpec,
  limit = Number.POSITIVE_INFINITY,
): NewProtocolConversation[] {
  if (settings.protocol === 'lost-in-conversation') return planRepeats(db, datasetId, settings, limit);
  const planned =
    settings.protocol === 'iqa-eval'
      ? planUnits(db, datasetId, settings, model, limit)
      : planReplays(db, datasetId, settings, limit);
  if (planned.length > 0) return planned;
  throw new AppError('INVALID_INPUT', 'The data set has nothing that this protocol could go through.', {
    field: 'datasetId',
    remedy:
      settings.protocol === 'iqa-eval'
        ? 'IQA-EVAL needs questions, or recorded conversations of the system.'
        : 'The protocol needs conversations with gold answers.',
  });
}

function planReplays(
  db: ReadableDb,
  datasetId: number,
  settings: ProtocolSettings,
  limit: number,
): NewProtocolConversation[] {
  return readConversations(db, datasetId, readOptionsOf(settings))
    .filter(({ turns }) => turns.some(({ goldAnswers }) => goldAnswers.length > 0))
    .slice(0, limit)
    .map(({ itemIds, group }) => ({ itemIds, group, variant: {} }));
}

/** What items lack that cannot be run, with what to do. */
const whyNoItems = {
  shards: [
    'No item of the data set is cut into shards.',
    'Give each item a field "shards" with two or more texts, or one user turn for each.',
  ],
  answer: [
    'No item with shards has a gold answer.',
    'Give each item a "reference", such as {"id": "1", "shards": ["...", "..."], "reference": ["42"]}.',
  ],
  whole: [
    'No item with shards has its instruction in one text, which the mode full asks.',
    'Give each item a field "question" with the instruction before it was cut, or choose the mode concat.',
  ],
} as const;

/** Every run of an instruction goes through all of them before the next one, so that a run that is stopped has whole ones. */
function planRepeats(
  db: ReadableDb,
  datasetId: number,
  { mode, runs }: LostSettings,
  limit: number,
): NewProtocolConversation[] {
  const found = [...iterateItems(db, datasetId)].map((item) => ({
    item,
    lack: whyNoTask(shardedTaskOf(item), mode),
  }));
  const fit = found.filter(({ lack }) => lack === null).slice(0, limit);
  if (fit.length === 0) {
    const nearest = (['whole', 'answer', 'shards'] as const).find((one) =>
      found.some(({ lack }) => lack === one),
    );
    const [message, remedy] = whyNoItems[nearest ?? 'shards'];
    throw new AppError('INVALID_INPUT', message, { field: 'datasetId', remedy });
  }
  return fit.flatMap(({ item }) =>
    Array.from({ length: runs }, (_, run) => ({ itemIds: [item.id], group: item.group, variant: { run } })),
  );
}

function planUnits(
  db: ReadableDb,
  datasetId: number,
  settings: Extract<ProtocolSettings, { protocol: 'iqa-eval' }>,
  model: ModelSpec,
  limit: number,
): NewProtocolConversation[] {
  const systemId = model.kind === 'recorded' ? findSystem(db, model.system)?.id : undefined;
  const hasResponse = (itemId: number) =>
    listResponses(db, itemId).some((response) => response.systemId === systemId);
  const units = iqaUnits(db, datasetId, settings.workerField, (item) =>
    settings.condition === 'direct'
      ? item.conversation.some(({ role }) => role === 'user') &&
        (model.kind !== 'recorded' || hasResponse(item.id))
      : settings.user === null
        ? item.conversation.some(({ role }) => role === 'assistant') && hasResponse(item.id)
        : item.conversation.some(({ role }) => role === 'user'),
  ).slice(0, limit);
  return settings.personas.flatMap((_, persona) =>
    Array.from({ length: settings.runs }, (__, run) =>
      units.map(({ itemIds, group }) => ({ itemIds, group, variant: { persona, run } })),
    ).flat(),
  );
}

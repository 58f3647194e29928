import { listDatasets } from '../../../db/datasets.ts';
import type { ItemRow } from '../../../db/items.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Turn } from '../../../shared/contract/index.ts';
import type { GoldConversation, GoldTurn } from './gold-conversation.ts';
import { iterateItems } from './iterate-items.ts';
import { metaField, metaText } from './meta-field.ts';
import { isAnswerable } from './refusal.ts';

interface ReadOptions {
  readonly refusals: readonly string[];
  /** The newest where it is left out; 0 for none. */
  readonly refusalList?: number;
  /** Field that holds each question in words that need no history. */
  readonly twinField: string;
}

/**
 * The conversations of a data set, in file order. An item with several lists of gold answers is a conversation of its
 * own; items that ask one question each are put together where one holds the questions of the one before it, and
 * one more.
 */
export function readConversations(
  db: ReadableDb,
  datasetId: number,
  options: ReadOptions,
): GoldConversation[] {
  const more = canardTwins(db);
  return [...itemsByConversation(db, datasetId)].map((items) => fromItems(items, options, more));
}

/** The items of each conversation of a data set: the last one holds the questions of all of them. */
export function* itemsByConversation(db: ReadableDb, datasetId: number): Generator<readonly ItemRow[]> {
  let chain: ItemRow[] = [];
  for (const item of iterateItems(db, datasetId)) {
    if (questionsOf(item).length === 0) continue;
    const before = chain.at(-1);
    if (before && !continues(item, before)) {
      yield chain;
      chain = [];
    }
    chain.push(item);
  }
  if (chain.length > 0) yield chain;
}

/** What the user asked in an item, in order. */
export const questionsOf = ({ conversation }: ItemRow): string[] =>
  conversation.filter(({ role }) => role === 'user').map(({ content }) => content);

/** One question more than the item before, about the same thing, and no gold answers but for that question. */
function continues(item: ItemRow, before: ItemRow): boolean {
  if (item.group !== before.group || item.references.length > 1 || before.references.length > 1) return false;
  const earlier = questionsOf(before);
  const own = questionsOf(item);
  return own.length === earlier.length + 1 && earlier.every((question, i) => question === own[i]);
}

function fromItems(items: readonly ItemRow[], options: ReadOptions, more: TwinsOf): GoldConversation {
  const [first] = items as [ItemRow, ...ItemRow[]];
  const { meta } = first;
  const passages = passagesOf(items.map(({ context }) => context));
  return {
    itemIds: items.map(({ id }) => id),
    group: first.group,
    background: metaText(meta, ['background']),
    turns: items.flatMap((item, i) =>
      turnsOf(item, { passage: passages[i]!, isFirst: i === 0 }, options, more),
    ),
  };
}

/** The passage of each item of a conversation: its own, else that of the item before it. */
export function passagesOf(contexts: readonly (string | null)[]): (string | null)[] {
  let last: string | null = null;
  return contexts.map((context) => {
    last = context || last;
    return last;
  });
}

/** The turns that an item adds: all of the first item, the last one of those that continue it. */
function turnsOf(
  item: ItemRow,
  { passage, isFirst }: { passage: string | null; isFirst: boolean },
  options: ReadOptions,
  more: TwinsOf,
): GoldTurn[] {
  const asked = pairs(item.conversation);
  const references = item.references;
  const firstWithReferences = asked.length - references.length;
  const turns = asked.map(({ question, answer, at }, i): GoldTurn => {
    const goldAnswers = references[i - firstWithReferences] ?? [];
    return {
      itemId: item.id,
      turn: Math.max(0, i - firstWithReferences),
      ...{ question, passage },
      goldAnswers,
      goldAnswer: answer ?? goldAnswers[0] ?? '',
      isAnswerable: isAnswerable(goldAnswers, options.refusals, options.refusalList),
      twin:
        twinOf(item, options.twinField, { turn: i, of: asked.length, at }) ??
        textAt(more(item.externalId), i),
    };
  });
  return isFirst ? turns : turns.slice(-1);
}

/** Each user turn with the assistant turn that follows it. */
function pairs(conversation: readonly Turn[]) {
  return conversation.flatMap(({ role, content }, at) => {
    if (role !== 'user') return [];
    const next = conversation[at + 1];
    return [{ question: content, answer: next?.role === 'assistant' ? next.content : undefined, at }];
  });
}

const textAt = (texts: readonly unknown[] | undefined, at: number): string | null => {
  const text = texts?.[at];
  return typeof text === 'string' ? text : null;
};

function twinOf(
  item: ItemRow,
  field: string,
  place: { turn: number; of: number; at: number },
): string | null {
  const value = metaField(item.meta, field);
  if (Array.isArray(value))
    return typeof value[place.turn] === 'string' ? (value[place.turn] as string) : null;
  if (typeof value === 'string') return place.turn === place.of - 1 ? value : null;
  const fields = metaField(item.meta, 'turnFields');
  if (!Array.isArray(fields)) return null;
  const own = (fields as Record<string, unknown>[]).find(({ turn }) => turn === place.at);
  return typeof own?.[field] === 'string' ? own[field] : null;
}

/** Wordings of a dialog's questions that need no history, in their order; null where CANARD has none. */
type TwinsOf = (externalId: string) => readonly unknown[] | undefined;

/** The wordings that CANARD has of QuAC's dialogs, if it was imported into the project: by QuAC's id of the dialog. */
function canardTwins(db: ReadableDb): TwinsOf {
  let twins: Map<string, readonly unknown[]> | undefined;
  return (externalId) => {
    twins ??= readTwins(db);
    return twins.get(externalId);
  };
}

function readTwins(db: ReadableDb): Map<string, readonly unknown[]> {
  const twins = new Map<string, readonly unknown[]>();
  for (const { id } of listDatasets(db).filter(({ format }) => format === 'canard-json')) {
    for (const { externalId, meta } of iterateItems(db, id)) {
      const rewrites = metaField(meta, 'rewrite');
      if (Array.isArray(rewrites)) twins.set(externalId, rewrites);
    }
  }
  return twins;
}

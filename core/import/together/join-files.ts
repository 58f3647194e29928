import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FilesTogether } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { areApart, noneInCommon } from '../../../shared/file-match-words.ts';
import { wayToRead } from '../../../shared/mapping.ts';
import { plural } from '../../../shared/number-text.ts';
import { unnamedSystem } from '../../../shared/study-choices.ts';
import { parseJson } from '../../platform/files/parse-json.ts';
import { isJsonObject } from '../readers/json/json-lines.ts';
import { addCount } from '../readers/problems.ts';
import type { ItemSink } from '../sink/item-sink.ts';
import { type HeldItem, handOnItem } from '../sink/whole-items.ts';
import type { HeldFile } from './held-file.ts';
import { type ItemKey, itemKeyOf, KnownItems, type Match } from './match-items.ts';
import { answeringIn, areSame, fileLabels, sameReplies, type Texts, unnamedCalled } from './system-names.ts';

type JoinedFile = FilesTogether['files'][number];

/** Items of several files, each once, with the replies and scores of all. */
interface Joined {
  readonly items: readonly HeldItem[];
  readonly files: readonly JoinedFile[];
  readonly remarks: ReadonlyMap<string, number>;
}

/** The data set that files are added to. */
export interface JoinTarget {
  readonly known: KnownItems;
  readonly systems: readonly string[];
  /** The first reply of a system to a stored item; undefined where it gave none. */
  reply(id: string, system: string): string | null | undefined;
}

export const noTarget = (): JoinTarget => ({ known: new KnownItems(), systems: [], reply: () => undefined });

/**
 * Brings the items of several files together: by id, else by prompt. Replies of a system that a file does not name are of the system
 * that is called as the file is.
 *
 * Faults go to the problems of each file.
 *
 * @param target where the items of a data set are known already: items found there come without their texts
 * @throws AppError INVALID_INPUT when a name is given to several systems
 */
export function joinFiles(held: readonly HeldFile[], target: JoinTarget = noTarget()): Joined {
  const distinct = held.filter((_, at) => sameBefore(held, at) === undefined);
  const stored = new Set<string>();
  const matches = matchFiles(distinct, target, stored);
  const names = namesOf(distinct, matches, target);
  const items = new Map<string, Growing>();
  const remarks = new Map<string, number>();
  const files = new Map<HeldFile, JoinedFile>();
  for (const file of distinct) {
    const found = matches.get(file)!;
    const rename = names.get(file)!;
    for (const [at, item] of file.items.entries()) {
      const id = found.ids[at]!;
      const known = items.get(id);
      if (known) known.take(item, rename, file, remarks);
      else items.set(id, new Growing(id, item, rename, stored.has(id)));
    }
    files.set(file, describe(file, found.matches, rename));
  }
  refusePhantoms(distinct, names, target);
  for (const file of distinct) {
    refuseTextless(file, matches.get(file)!);
    refuseTurns(file, matches.get(file)!, target.known);
  }
  for (const { remarks: own } of distinct) for (const [what, count] of own) addCount(remarks, what, count);
  return {
    items: [...items.values()].map(({ item }) => item),
    files: held.map((one, at) => files.get(one) ?? same(one, sameBefore(held, at)!)),
    remarks,
  };
}

/** Scores of a system without any reply would make a system with nothing to judge. */
function refusePhantoms(
  held: readonly HeldFile[],
  names: ReadonlyMap<HeldFile, Rename>,
  { systems }: JoinTarget,
): void {
  const answering = new Set([...systems, ...held.flatMap((file) => answeringIn(file).map(names.get(file)!))]);
  const remedy =
    answering.size === 0
      ? 'Choose the file with the replies, too.'
      : `Say whose scores they are (system): ${[...answering].slice(0, 20).join(', ')}. Or leave these rows out.`;
  for (const file of held) {
    if (file.problems.count > 0) continue;
    for (const { head, human, machine } of file.items) {
      for (const { system } of [...human, ...machine]) {
        const name = names.get(file)!(system);
        if (answering.has(name)) continue;
        const message = `There are scores of "${name}", of which no file has a reply.`;
        file.problems.add(head.line, 'system', message, remedy);
      }
    }
  }
}

/** Scores of items that no file has would make items with nothing to judge. */
function refuseTextless({ items, problems }: HeldFile, { matches }: Found): void {
  if (problems.count > 0) return;
  const saysNothing = ({ head, responses, human, machine }: HeldItem) =>
    head.conversation === '[]' &&
    head.context === null &&
    head.references === null &&
    responses.size + human.length + machine.length === 0;
  if (items.length > 0 && items.every(saysNothing) && !matches.some((one) => 'id' in one)) {
    const message = 'Nothing in the file was recognized as a question, a passage, a reply or a score.';
    problems.add(0, '', message, 'Say which columns hold them (--map), or leave the file out.');
    return;
  }
  for (const [at, { head, responses }] of items.entries()) {
    if ('id' in matches[at]! || responses.size > 0 || head.conversation !== '[]' || head.context !== null)
      continue;
    const id = JSON.stringify(head.id.slice(0, 80));
    const message = `No file has an item ${id}, and there is no text here to make one of.`;
    problems.add(head.line, 'id', message, 'Correct the id, leave the row out, or give the item its texts.');
  }
}

/** Replies for more turns than the user has in the conversation, which another file may have. */
function refuseTurns({ items, problems }: HeldFile, { ids }: Found, known: KnownItems): void {
  if (problems.count > 0) return;
  for (const [at, { head, responses }] of items.entries()) {
    const turns = known.userTurns(ids[at]!);
    for (const [system, texts] of responses) {
      if (texts.length < 2 || texts.length <= turns) continue;
      const id = JSON.stringify(head.id.slice(0, 80));
      const [message, remedy] =
        turns === 0
          ? [`No file says what was asked in ${id}, of which there are ${texts.length} replies.`, withAsked]
          : [
              `${system} has ${texts.length} replies to ${plural(turns, 'turn')} of the user in ${id}.`,
              eachTurn,
            ];
      problems.add(head.line, `responses.${system}`, message, remedy);
    }
  }
}
const withAsked = 'Choose the file with the questions or conversations, too.';
const eachTurn = 'Give one reply for each turn of the user.';

const sameBefore = (held: readonly HeldFile[], at: number): HeldFile | undefined =>
  held.slice(0, at).find((one) => one.hash === held[at]!.hash && one.items.length > 0);

const same = ({ path: file, sheet, fileName }: HeldFile, before: HeldFile): JoinedFile => ({
  ...{
    path: file,
    ...(sheet !== undefined && { sheet }),
    fileName,
    systems: [],
    items: 0,
    byId: 0,
    byPrompt: 0,
    added: 0,
    otherPrompt: 0,
  },
  ...{ replies: 0, scores: 0, sameAs: before.fileName },
});

interface Found {
  readonly matches: readonly Match[];
  /** The id that each item has in the data set. */
  readonly ids: readonly string[];
}

/** @param stored gets the ids of items of the target that were found */
function matchFiles(
  held: readonly HeldFile[],
  { known }: JoinTarget,
  stored: Set<string>,
): Map<HeldFile, Found> {
  const labels = fileLabels(held);
  const found = new Map<HeldFile, Found>();
  const added = new Set<string>();
  for (const file of held) {
    const keys = file.items.map(({ head }) => itemKeyOf(head));
    const matches = known.match(keys);
    const isTaken = (id: string) => known.has(id);
    const ids = keys.map((key, at) => {
      const match = matches[at]!;
      if ('id' in match) return match.id;
      return isTaken(key.id) ? freeId(key.id, labels.get(file)!, isTaken) : key.id;
    });
    for (const [at, key] of keys.entries()) {
      const id = ids[at]!;
      if ('id' in matches[at]!) {
        if (!added.has(id)) stored.add(id);
        known.learn(keyUnder(key, id));
      } else {
        added.add(id);
        known.add(keyUnder(key, id));
      }
    }
    found.set(file, { matches, ids });
  }
  return found;
}

/** An id that was taken by another prompt says nothing further. */
const keyUnder = (key: ItemKey, id: string): ItemKey => ({
  ...key,
  id,
  hasOwnId: key.hasOwnId && key.id === id,
});

function freeId(id: string, label: string, isTaken: (id: string) => boolean): string {
  const named = `${id} (${label})`;
  for (let n = 2, free = named; ; n += 1) {
    if (!isTaken(free)) return free;
    free = `${named} ${n}`;
  }
}

const longestName = 80;

/** What a data set of several files is called: by all of them, or by the first with the number of the others. */
export function sourceNameOf(held: readonly HeldFile[]): string {
  const labels = [...fileLabels(held).values()];
  const all = labels.join(', ');
  const name =
    all.length <= longestName ? all : `${labels[0]!.slice(0, longestName)} and ${labels.length - 1} more`;
  return `${name.replaceAll('/', '-')}${path.extname(held[0]!.path)}`;
}

type Rename = (system: string) => string;

/** What the systems of each file are called in the end. */
function namesOf(
  held: readonly HeldFile[],
  matches: ReadonlyMap<HeldFile, Found>,
  target: JoinTarget,
): Map<HeldFile, Rename> {
  const answering = held.filter((file) => answeringIn(file).length > 0);
  const labels = new Map([...fileLabels(held), ...fileLabels(answering)]);
  const contested = contestedNames(held, matches);
  const earlier = sameReplies(held, (file) => matches.get(file)!.ids);
  const called = unnamedCalled(answering, labels, earlier);
  const names = new Map<HeldFile, Rename>();
  for (const file of held) {
    const label = labels.get(file)!;
    if (file.system !== undefined) {
      names.set(file, givenName(file, file.system));
      continue;
    }
    const isOwn =
      answeringIn(file).includes(unnamedSystem) && !isMoreOf(file, matches.get(file)!.ids, target);
    names.set(file, (system) => {
      if (system === unnamedSystem) return isOwn ? called(file) : system;
      return contested.has(system) ? `${system} (${label})` : system;
    });
  }
  return names;
}

/** @throws AppError INVALID_INPUT */
function givenName(file: HeldFile, given: string): Rename {
  const { fileName, items } = file;
  const scored = items.flatMap(({ human, machine }) => [...human, ...machine].map(({ system }) => system));
  const own = [...new Set([...answeringIn(file), ...scored])];
  if (own.length < 2) return () => given;
  const some = own.slice(0, 5).join(', ');
  throw new AppError('INVALID_INPUT', `${fileName} is about ${own.length} systems: ${some}.`, {
    field: 'system',
    remedy: 'Leave the name of its system out, or say in its mapping which columns hold replies.',
  });
}

/** Names by which several files have different replies to the same items. */
function contestedNames(held: readonly HeldFile[], matches: ReadonlyMap<HeldFile, Found>): Set<string> {
  const seen = new Map<string, Texts>();
  const contested = new Set<string>();
  for (const file of held) {
    const { ids } = matches.get(file)!;
    for (const [at, { responses }] of file.items.entries()) {
      for (const [name, texts] of responses) {
        const key = JSON.stringify([name, ids[at]]);
        const before = seen.get(key);
        if (before === undefined) seen.set(key, texts);
        else if (!areSame(before, texts)) contested.add(name);
      }
    }
  }
  return contested;
}

/** Whether the unnamed system of a file is the one that the data set has: it answers other items, or mostly the same. */
export function isMoreOf(
  file: Pick<HeldFile, 'items'>,
  ids: readonly string[],
  target: Omit<JoinTarget, 'known'>,
): boolean {
  if (!target.systems.includes(unnamedSystem)) return false;
  let equal = 0;
  let differing = 0;
  for (const [at, { responses }] of file.items.entries()) {
    const stored = target.reply(ids[at]!, unnamedSystem);
    const here = responses.get(unnamedSystem)?.[0];
    if (stored === undefined || here === undefined) continue;
    if (stored === here) equal += 1;
    else differing += 1;
  }
  return differing <= equal;
}

function describe(file: HeldFile, matches: readonly Match[], rename: Rename): JoinedFile {
  const count = (kind: Match['kind']) => matches.filter((one) => one.kind === kind).length;
  const { items } = file;
  return {
    ...{
      path: file.path,
      ...(file.sheet !== undefined && { sheet: file.sheet }),
      fileName: file.fileName,
      systems: answeringIn(file).map(rename),
      items: items.length,
    },
    ...{ byId: count('id'), byPrompt: count('prompt'), added: count('new') + count('other-prompt') },
    otherPrompt: count('other-prompt'),
    replies: items.reduce((sum, { responses }) => sum + responses.size, 0),
    scores: items.reduce((sum, { human, machine }) => sum + human.length + machine.length, 0),
    sameAs: null,
  };
}

/** An item as one file after another adds to it. */
class Growing {
  item: HeldItem;
  readonly #isStored: boolean;

  /** @param isStored whether a data set has its texts */
  constructor(id: string, { head, ...said }: HeldItem, rename: Rename, isStored: boolean) {
    this.#isStored = isStored;
    const texts = isStored
      ? { group: null, conversation: '[]', context: null, references: null, meta: null }
      : {};
    this.item = {
      head: { ...head, ...texts, id },
      responses: renamed(said.responses, rename),
      human: said.human.map((one) => ({ ...one, system: rename(one.system) })),
      machine: said.machine.map((one) => ({ ...one, system: rename(one.system) })),
    };
  }

  take(other: HeldItem, rename: Rename, file: HeldFile, remarks: Map<string, number>): void {
    const { head, responses, human, machine } = this.item;
    const found = new Growing(head.id, other, rename, false).item;
    const refuse = (field: string, what: string) =>
      file.problems.add(other.head.line, field, `Another file has another ${what} for this item.`, oneOnly);
    for (const [system, texts] of found.responses) {
      const before = responses.get(system);
      if (!before) responses.set(system, texts);
      else if (!areSame(before, texts)) {
        refuse(`responses.${system}`, `reply of ${system}`);
      }
    }
    for (const score of found.human) {
      const at = human.findIndex((one) => one.system === score.system && one.criterion === score.criterion);
      const before = human[at];
      const repeats = file.mapping?.repeats;
      if (!before) human.push(score);
      else if (repeats === 'votes') human[at] = { ...before, votes: [...before.votes, ...score.votes] };
      else if (repeats === 'last') human[at] = score;
      else if (repeats !== 'first' && JSON.stringify(before.votes) !== JSON.stringify(score.votes)) {
        const message = `Another file has another ${score.criterion} of ${score.system} for this item.`;
        file.problems.add(other.head.line, score.criterion, message, whoseVotes, ofOthers);
      }
    }
    for (const score of found.machine) {
      const before = machine.find(
        (one) =>
          one.system === score.system &&
          one.kind === score.kind &&
          one.name === score.name &&
          one.criterion === score.criterion,
      );
      if (!before) machine.push(score);
      else if (before.value !== score.value)
        refuse([score.kind, score.name, score.system].join('.'), `${score.name} of ${score.system}`);
    }
    if (!this.#isStored) this.item = { ...this.item, head: headsJoined(head, found.head, remarks) };
  }
}

const whoseVotes =
  'If each file is of another person, keep the votes of all. Else say which file holds (--map).';
/** Scores that several files have of one item. */
const ofOthers = [
  wayToRead('Keep the votes of all', { repeats: 'votes' }),
  wayToRead('The first file holds', { repeats: 'first' }),
  wayToRead('The last file holds', { repeats: 'last' }),
];
const oneOnly =
  'Correct the value, leave one of the files out, or give one of their systems another name (system).';

const renamed = <T>(texts: ReadonlyMap<string, T>, rename: Rename): Map<string, T> =>
  new Map([...texts].map(([system, one]) => [rename(system), one]));

type Head = HeldItem['head'];

/** The texts of the first file that has any; what a later one says otherwise of the item is counted. */
function headsJoined(first: Head, later: Head, remarks: Map<string, number>): Head {
  const differs = (part: 'context' | 'references') =>
    first[part] !== null && later[part] !== null && first[part] !== later[part];
  const fields = fieldsJoined(first.meta, later.meta);
  if (differs('context')) addCount(remarks, 'items have another passage in a later file; the first stays');
  if (differs('references'))
    addCount(remarks, 'items have other right answers in a later file; the first stay');
  if (fields.differ) addCount(remarks, 'items have other further fields in a later file; the first stay');
  return {
    ...first,
    conversation: first.conversation === '[]' ? later.conversation : first.conversation,
    group: first.group ?? later.group,
    context: first.context ?? later.context,
    references: first.references ?? later.references,
    meta: fields.meta,
  };
}

/** The further fields of an item in two files: those of both, and of one that they have otherwise the first. */
function fieldsJoined(first: Head['meta'], later: Head['meta']): Pick<Head, 'meta'> & { differ: boolean } {
  if (first === null || later === null || first === later) return { meta: first ?? later, differ: false };
  const [before, more] = [first, later].map(parseJson);
  if (!isJsonObject(before) || !isJsonObject(more)) return { meta: first, differ: true };
  const differ = Object.keys(more).some(
    (name) => Object.hasOwn(before, name) && !isDeepStrictEqual(before[name], more[name]),
  );
  return { meta: JSON.stringify({ ...before, ...more, ...before }), differ };
}

/** What is to be known of items that were not found. */
export const matchWarnings = (files: readonly JoinedFile[]): string[] => [
  ...(areApart(files) ? [noneInCommon] : []),
  ...files.flatMap(({ fileName, otherPrompt, sameAs }) => [
    ...(otherPrompt > 0
      ? [
          `${plural(otherPrompt, 'item')} of ${fileName} stand apart: their ids are of other prompts elsewhere.`,
        ]
      : []),
    ...(sameAs === null ? [] : [`${fileName} holds the same as ${sameAs}; it was read once.`]),
  ]),
];

const patternsShown = 20;

/** What came of each file, and how many items which systems answered: the most frequent first. */
export function togetherOf({ items, files }: Joined): FilesTogether {
  const patterns = new Map<string, { systems: string[]; items: number }>();
  for (const { responses } of items) {
    const systems = [...responses.keys()].toSorted();
    const key = JSON.stringify(systems);
    const known = patterns.get(key) ?? { systems, items: 0 };
    known.items += 1;
    patterns.set(key, known);
  }
  return {
    files: files.map((file) => ({ ...file, systems: [...file.systems] })),
    patterns: [...patterns.values()]
      .toSorted((a, b) => b.items - a.items || b.systems.length - a.systems.length)
      .slice(0, patternsShown),
  };
}

const itemsPerCheckpoint = 500;

/** Hands items on as a reader would. */
export async function handOn(
  items: readonly HeldItem[],
  held: readonly Pick<HeldFile, 'ranges' | 'leftBehind' | 'pictures'>[],
  sink: ItemSink,
  checkpoint: (done: number) => Promise<void> = async () => {},
): Promise<void> {
  for (const { ranges } of held) for (const range of ranges) sink.range(...range);
  for (const { pictures } of held) for (const picture of pictures) sink.picture?.(picture);
  for (const [at, item] of items.entries()) {
    handOnItem(item, sink);
    if (at % itemsPerCheckpoint === 0) await checkpoint(at);
  }
  for (const { leftBehind } of held) for (const [what, count] of leftBehind) sink.leftBehind(what, count);
}

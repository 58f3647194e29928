import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ColumnMapping, ImportFormat } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { isLabelFormat } from '../../../shared/import-formats.ts';
import { wayToRead } from '../../../shared/mapping.ts';
import { formatCount, plural } from '../../../shared/number-text.ts';
import { unnamedSystem } from '../../../shared/study-choices.ts';
import type { ToldScale } from '../../data/declared-scales.ts';
import { askWhose, rowsSeen } from '../evidence/complete-mapping.ts';
import { withAnswerAsReply } from '../evidence/reply-columns.ts';
import { suggest } from '../evidence/suggest-mapping.ts';
import type { Format } from '../formats/format.ts';
import { isLabelsOfAssay } from '../formats/labels/label-table.ts';
import { detectFormat, formatOf, hasItems } from '../formats/registry.ts';
import type { FileOfSeveral } from '../import-request.ts';
import { readItems } from '../read-items.ts';
import type { SourceFile } from '../readers/file-head.ts';
import { addCount, Problems, refuseFile } from '../readers/problems.ts';
import { openSourceFile } from '../readers/source-file.ts';
import { mappingFor } from '../resolve-import.ts';
import type { SignalKind, TakenPicture } from '../sink/item-sink.ts';
import { type HeldItem, WholeItems } from '../sink/whole-items.ts';
import { type BlindKey, keyIn, scoresOfSheet } from './blind-sheets.ts';
import { type AskedIn, isIdOfRow, namelessText, withId, withKnownItems } from './known-items.ts';
import { byId, isOwnId } from './match-items.ts';
import { withPairItems } from './pair-items.ts';
import {
  hasTexts,
  type ReadFile,
  scoresByReply,
  scoresOfOnlyReplies,
  scoresOfReplies,
  withOneMeaning,
} from './reply-ids.ts';
import { answeringIn, fileLabels, sameReplies, shownName, unnamedCalled } from './system-names.ts';

type ToldRange = readonly [kind: 'criterion' | SignalKind, name: string, criterion: string, ToldScale];

/** A file as it was read: all that it says of its items, in memory. */
export interface HeldFile extends FileOfSeveral, ReadFile {
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly formatId: ImportFormat;
  readonly ranges: readonly ToldRange[];
  readonly leftBehind: ReadonlyMap<string, number>;
  readonly pictures: readonly TakenPicture[];
  /** Columns that hold scores of the one system, if there is one: those taken, and those of nobody known. */
  readonly scoreColumns: readonly string[];
  /** Whether its only text is called nothing that says whether it was asked or answered. */
  readonly hasNamelessText: boolean;
  /** SHA-256 of the bytes. */
  readonly hash: string;
}

/** What files that are read together may have of bytes: they are held until all are matched. */
export const mostBytesTogether = 512 * 1024 * 1024;
const largest = `${mostBytesTogether / 1024 / 1024} MB`;
/** What they may have of items, each of which takes some hundred bytes however little it says. */
const mostItemsTogether = 1_000_000;
/** What they may have of rows or lines of JSON, which are counted before any is read: reading that many takes half a minute. */
const mostRowsTogether = 2_000_000;

interface Watch {
  progress?(bytes: number, of: number, words: string): void;
  checkpoint?(): Promise<void>;
}

/**
 * Reads files one after another. Those without a reply of their own are read last: their scores are of the systems of the others.
 *
 * @param known systems of a data set that the files are added to
 * @param askedIn what that data set asks in the item of an id
 * @throws AppError as opening a file does, INVALID_INPUT for a list of labels, IMPORT_REFUSED when they are too large together
 */
export async function holdFiles(
  files: readonly FileOfSeveral[],
  known: readonly string[] | undefined,
  watch: Watch = {},
  askedIn: AskedIn = () => undefined,
): Promise<HeldFile[]> {
  if (files.length > 1) refuseTooLong(files.map((file) => file.path));
  const sizes = { total: 0, items: 0, of: files.length };
  const held: HeldFile[] = [];
  for (const [at, file] of files.entries()) {
    held.push(await holdFile(file, known, sizes, watch, byKnown(askedIn)));
    if (files.length > 1) refuseUnfit(held[at]!);
  }
  const [only, another] = held;
  if (known !== undefined && another === undefined)
    return withPairItems([withPlace(only!)], (_, system) => system, false);
  const readAgain: ReadAgain = async (one, systems, change) => {
    const file = files[held.indexOf(one)]!;
    return withPlace(await holdFile(file, systems, { total: 0, items: 0, of: 1 }, watch, change));
  };
  await readTexts(held, known, askedIn, readAgain);
  await readWays(held, readAgain);
  const sheets = sheetsAmong(held);
  const replies = held.filter((one) => !isOfScores(one) && !sheets.has(one));
  const scores = held.filter(isOfScores);
  if (replies.length === 0) return held.map(withPlace);
  const all = [
    ...replies,
    ...sheets.values(),
    ...(await readScores(scores, replies, known, askedIn, readAgain)),
  ];
  return withPairItems(all, systemNames(replies), known === undefined);
}

/** Files of raters who were not to know whose replies they saw, as the scores of these: the files that say more of them come first. */
function sheetsAmong(held: readonly HeldFile[]): Map<HeldFile, HeldFile> {
  const says = (file: HeldFile) => 2 * Number(answeringIn(file).length > 1) + Number(hasTexts(file));
  const replies = held.filter((one) => !isOfScores(one)).toSorted((one, other) => says(other) - says(one));
  const called = systemNames(replies);
  const sheets = new Map<HeldFile, HeldFile>();
  for (const [at, one] of replies.entries()) {
    const before = replies.slice(0, at).filter((file) => !sheets.has(file));
    const scores = one.system === undefined ? scoresOfSheet(one, before, called) : undefined;
    if (scores !== undefined) sheets.set(one, scores);
  }
  return sheets;
}

type ChangeMapping = (mapping: ColumnMapping, table: SeenTable) => ColumnMapping;
/** Reads one of the held files once more. */
type ReadAgain = (
  file: HeldFile,
  systems: readonly string[] | undefined,
  change: ChangeMapping,
) => Promise<HeldFile>;

/** Reads those files again of whose texts or ids the others say what they are. */
async function readTexts(
  held: HeldFile[],
  known: readonly string[] | undefined,
  askedIn: AskedIn,
  readAgain: ReadAgain,
): Promise<void> {
  const change = async (isMeant: (file: HeldFile) => boolean, how: ChangeMapping) => {
    for (const [at, one] of held.entries()) {
      if (!isMeant(one)) continue;
      held[at] = await readAgain(one, known, how);
      refuseUnfit(held[at]);
    }
  };
  const named = held.filter((one) => !one.hasNamelessText);
  await change((one) => one.hasNamelessText, byKnown(askedInAny(named, askedIn)));
  const asReply = ({ readBy }: HeldFile) => readBy && withAnswerAsReply(readBy);
  // Where nothing is asked, answers that another file scores are what a system said.
  const isUnasked = held.every((one) => isOfScores(one) && !hasTexts(one));
  if (isUnasked && !held.every(asReply))
    await change(
      (one) => asReply(one) !== undefined,
      (mapping) => withAnswerAsReply(mapping) ?? mapping,
    );
  const prompts = held.filter((one) => isOfScores(one) && hasTexts(one));
  const isPrompt = askedInAny(prompts, askedIn);
  const isFound = ({ items, readBy }: HeldFile) =>
    readBy?.id !== undefined &&
    !isIdOfRow(readBy.id) &&
    items.every(({ head }) => isPrompt(head.id) !== undefined);
  if (prompts.length > 0)
    await change((one) => !isOfScores(one) && !hasTexts(one) && !isFound(one), byKnown(isPrompt));
}

/** Reads those files of replies again that say in a column whose they are only by what the same column of another file tells. */
async function readWays(held: HeldFile[], readAgain: ReadAgain): Promise<void> {
  const namesSystems = ({ readBy }: HeldFile) => readBy?.system;
  for (const [at, one] of held.entries()) {
    if (isOfScores(one) || namesSystems(one) !== undefined || one.system !== undefined) continue;
    const other = held.find((file) => namesSystems(file) && one.columns.includes(namesSystems(file)!));
    if (other === undefined) continue;
    const again = await readAgain(one, answeringIn(other), (mapping) => mapping);
    if (namesSystems(again) === namesSystems(other)) held[at] = again;
  }
}

/** Reads files without replies again, whose scores are of the systems of the others. */
async function readScores(
  scores: readonly HeldFile[],
  replies: readonly HeldFile[],
  known: readonly string[] = [],
  askedIn: AskedIn,
  readAgain: ReadAgain,
): Promise<HeldFile[]> {
  const called = systemNames(replies);
  const ends = replies.flatMap((file) => answeringIn(file).map((system) => called(file, system)));
  const answering = [...new Set([...known, ...ends])];
  const isKnown = byKnown(askedInAny(replies, askedIn));
  const texts = [...replies, ...scores.filter(hasTexts)];
  const keys = await keysAmong(scores, replies, answering, readAgain);
  const again: HeldFile[] = [];
  for (const one of scores) {
    if (keys.has(one)) {
      again.push({ ...one, items: [], problems: new Problems(), scoreColumns: [] });
      continue;
    }
    const key = [...keys.values()].find(({ column }) => one.columns.includes(column));
    const byKey = key && (await scoresByKey(one, key, readAgain));
    const byReply = byKey ?? (await scoresByReply(one, replies, called, readAgain));
    const byItem =
      byReply ?? (await withOneMeaning(await readAgain(one, answering, isKnown), texts, called, readAgain));
    const ofOnly =
      answering.length > 1 && (lacksScores(byItem) || byItem.problems.count > 0)
        ? await scoresOfOnlyReplies(byItem, replies, called, () => readAgain(one, [unnamedSystem], isKnown))
        : undefined;
    const read = ofOnly && (ofOnly.problems.count === 0 || lacksScores(byItem)) ? ofOnly : byItem;
    refuseUnfit(read);
    refuseNothing(read, answering);
    again.push(read);
  }
  return again;
}

/** The files that are keys to numbers under which replies were rated. */
async function keysAmong(
  scores: readonly HeldFile[],
  replies: readonly HeldFile[],
  answering: readonly string[],
  readAgain: ReadAgain,
): Promise<Map<HeldFile, BlindKey>> {
  const heads = new Map(replies.flatMap(({ items }) => items.map(({ head }) => [head.id, head] as const)));
  const found = new Map<HeldFile, BlindKey>();
  for (const one of scores) {
    if (one.scoreColumns.length > 0 || one.readBy === undefined) continue;
    const readBy = (id: string) =>
      readAgain(one, undefined, () => ({ id, references: [], responses: [], human: [], signals: [] }));
    const key = await keyIn(one, (id) => byId(heads, id), answering, readBy);
    if (key !== undefined) found.set(one, key);
  }
  return found;
}

/** Scores by the numbers of a key as those of the items and systems that it names. */
async function scoresByKey(
  scores: HeldFile,
  { column, replies }: BlindKey,
  readAgain: ReadAgain,
): Promise<HeldFile> {
  return scoresOfReplies(
    await readAgain(scores, [unnamedSystem], (mapping) => withId(mapping, column)),
    replies,
  );
}

const byKnown =
  (askedIn: AskedIn): ChangeMapping =>
  (mapping, table) =>
    withKnownItems(mapping, table, askedIn);

/** What is asked in an item of some files or of a data set. */
function askedInAny(files: readonly HeldFile[], askedIn: AskedIn): AskedIn {
  const asked = new Map<string, string>();
  for (const { items } of files)
    for (const { head } of items)
      if (!asked.has(head.id) || head.conversation !== '[]') asked.set(head.id, head.conversation);
  return (id) => (isOwnId(id) ? byId(asked, id) : undefined) ?? askedIn(id);
}

const isOfScores = ({ items }: HeldFile): boolean => !items.some(({ responses }) => responses.size > 0);

/** What the systems of files of replies are called in the end. */
function systemNames(replies: readonly HeldFile[]): (file: HeldFile, system: string) => string {
  // Items of files without ids are those of the same texts.
  const ids = ({ items }: HeldFile) =>
    items.map(({ head: { id, conversation } }) => (isOwnId(id) ? id : conversation));
  const called = unnamedCalled(replies, fileLabels(replies), sameReplies(replies, ids));
  return (file, system) => file.system ?? (system === unnamedSystem ? called(file) : system);
}

/** @throws AppError IMPORT_REFUSED where tables and lines of JSON have more rows than are read together */
function refuseTooLong(files: readonly string[]): void {
  const plain = files.filter((file) => /\.(?:csv|tsv|jsonl|ndjson)$/i.test(file) && existsSync(file));
  const bytes = plain.reduce((sum, file) => sum + statSync(file).size, 0);
  // A row takes two bytes at least.
  if (bytes <= 2 * mostRowsTogether || bytes > mostBytesTogether) return;
  const rows = plain.reduce((sum, file) => sum + rowsIn(file), 0);
  if (rows <= mostRowsTogether) return;
  const largestFirst = plain.toSorted((a, b) => statSync(b).size - statSync(a).size);
  throw tooLarge(largestFirst[0]!, files.length, `${formatCount(mostRowsTogether)} rows`, rows);
}

/** Ends of lines outside of quotes. */
function rowsIn(file: string): number {
  const handle = openSync(file, 'r');
  try {
    const piece = Buffer.alloc(1024 * 1024);
    let rows = 0;
    let isQuoted = false;
    for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece)) {
      for (let i = 0; i < read; i++) {
        if (piece[i] === 0x22) isQuoted = !isQuoted;
        else if (piece[i] === 0x0a && !isQuoted) rows += 1;
      }
    }
    return rows;
  } finally {
    closeSync(handle);
  }
}

type SeenTable = ReturnType<NonNullable<Format['columns']>['table']>;

/** The columns of scores in a table, taken or not, but for those that are left out, as if one system had given all replies. */
function scoreColumnsOf(
  table: SeenTable | undefined,
  [system]: readonly string[] = [],
  leaveOut: readonly string[] = [],
): string[] {
  if (table === undefined || system === undefined) return [];
  const { mapping, unsure } = suggest(table.columns, table.rows, { systems: [system] });
  const scores = [...mapping.human, ...mapping.signals, ...unsure].map(({ column }) => column);
  return scores.filter((column) => !leaveOut.includes(column));
}

async function holdFile(
  file: FileOfSeveral,
  known: readonly string[] | undefined,
  sizes: { total: number; items: number; of: number },
  { progress, checkpoint }: Watch,
  change: ChangeMapping,
): Promise<HeldFile> {
  const source = openSourceFile(file.path, { encoding: file.encoding, sheet: file.sheet });
  try {
    sizes.total += source.sizeBytes;
    if (sizes.total > mostBytesTogether) throw tooLarge(source.path, sizes.of, largest);
    const { head } = source;
    const format = file.format === undefined ? detected(source, known) : formatOf(file.format);
    if (isLabelFormat(format.id)) throw ofLabels(file);
    const problems = new Problems();
    const items: HeldItem[] = [];
    const ranges: ToldRange[] = [];
    const remarks = new Map<string, number>();
    const leftBehind = new Map<string, number>();
    const pictures: TakenPicture[] = [];
    const hold = (item: HeldItem) => {
      items.push(item);
      sizes.items += 1;
      if (sizes.items > mostItemsTogether)
        throw tooLarge(source.path, sizes.of, `${formatCount(mostItemsTogether)} items`);
    };
    const sink = new WholeItems(hold, {
      range: (...range) => ranges.push(range),
      picture: (picture) => pictures.push(picture),
      remark: (what, count = 1) => addCount(remarks, what, count),
      leftBehind: (what, count = 1) => addCount(leftBehind, what, count),
    });
    const hash = createHash('sha256');
    const guessed = mappingFor(format, head, file.mapping, known);
    const table = format.columns?.table(head, rowsSeen, file.mapping);
    const mapping = table && guessed ? change(guessed, table) : guessed;
    if (table)
      askWhose(problems, file.mapping, table.columns, table.rows, { systems: known, name: head.name });
    await readItems(source, format, { head, mapping, systems: known, isPart: true }, problems, sink, {
      onBytes: (bytes) => hash.update(bytes),
      async afterBlock(bytesRead) {
        progress?.(bytesRead, source.sizeBytes, `${shownName(file)}: ${plural(items.length, 'item')}`);
        await checkpoint?.();
      },
    });
    sink.end();
    if (format.open)
      hash.update(
        JSON.stringify(items.map(({ head: { line: _, ...texts }, responses }) => [texts, [...responses]])),
      );
    return {
      ...file,
      path: source.path,
      fileName: shownName(file),
      sizeBytes: source.sizeBytes,
      formatId: format.id,
      items,
      ...{
        ranges,
        remarks,
        leftBehind,
        pictures,
        problems,
        scoreColumns: scoreColumnsOf(table, known, file.mapping?.leaveOut),
        columns: table?.columns ?? [],
        readBy: mapping,
        hasNamelessText: mapping !== undefined && namelessText(mapping) !== undefined,
      },
      hash: hash.digest('hex'),
    };
  } finally {
    source.close();
  }
}

/** Faults that would not let a file be brought together with others: no record, or an id that stands there twice. */
function refuseUnfit(file: HeldFile): void {
  const { items, problems } = file;
  const remedy = isOfScores(file) ? ownIdsOrPeople : ownIds;
  if (items.length === 0 && problems.count === 0)
    problems.add(0, '', 'The file has no records.', 'Leave it out, or choose a file that holds records.');
  const lineOf = new Map<string, number>();
  for (const { head } of items) {
    const before = lineOf.get(head.id);
    if (before === undefined) lineOf.set(head.id, head.line);
    else {
      const id = JSON.stringify(head.id.slice(0, 80));
      problems.add(head.line, 'id', `The id ${id} is used twice; line ${before} has it first.`, remedy);
    }
  }
}

/** A file of which nothing says what its rows are about has that one fault, whatever came of it as one item. */
function withPlace(file: HeldFile): HeldFile {
  const isLost = ({ head: { id, conversation, context }, responses }: HeldItem) =>
    !isOwnId(id) && conversation === '[]' && context === null && responses.size === 0;
  if (file.items.length === 0 || !file.items.every(isLost)) return file;
  const problems = new Problems();
  problems.add(
    0,
    '',
    'Nothing says which items the rows are about: no column has their ids or prompts.',
    'Give the rows a column "id" with the ids of the replies, or leave the file out.',
  );
  return { ...file, items: [], problems };
}

const lacksScores = ({ items, problems, scoreColumns }: HeldFile): boolean =>
  scoreColumns.length > 0 &&
  problems.count === 0 &&
  !items.some(({ human, machine }) => human.length + machine.length > 0);

/** Whether of the scores of a file none was taken because it does not say whose replies they are of. */
const lacksSystem = (file: HeldFile, answering: readonly string[]): boolean =>
  answering.length > 1 && lacksScores(file);

/** A file without a reply, of whose scores none was taken, would lose them without a sign. */
function refuseNothing(file: HeldFile, answering: readonly string[]): void {
  const { problems, scoreColumns } = file;
  if (!lacksScores(file)) return;
  const named = scoreColumns.slice(0, 8).join(', ');
  if (lacksSystem(file, answering)) {
    const some = answering.slice(0, 20).join(', ');
    const message = `The file does not say whose replies its scores are of: ${named}.`;
    const left = wayToRead('Neither, keep as fields', { leaveOut: [...scoreColumns] });
    problems.add(0, named, message, `Give the rows a column "system" with one of: ${some}.`, [left]);
    return;
  }
  problems.add(
    0,
    '',
    `The file does not say who gave the scores in it: ${named}.`,
    'Import the others first. Then add this file to their data set (--append-to), where it is asked.',
  );
}

const ownIdsOrPeople =
  'Where several people rated an item, name them in a column "annotator". Else give each row an id of its own.';
const ownIds = 'Give every item an id of its own, or leave the file out.';

function detected(source: SourceFile, known: readonly string[] | undefined): Format {
  const { format, rivals } = detectFormat(source.head, undefined, known);
  if (rivals.length === 0)
    return format.id === 'labels-csv' ? (tableOfScores(source, known) ?? format) : format;
  const all = [format, ...rivals].map(({ name }) => name);
  throw refuseFile(
    source.path,
    `${path.basename(source.path)} could be ${all.join(' or ')}.`,
    'Import it by itself first, and choose its format.',
  );
}

/** The format by which a table of labels is one of people's scores of the replies in other files; undefined where it has none. */
function tableOfScores({ head }: SourceFile, known: readonly string[] | undefined): Format | undefined {
  const { format } = detectFormat(head, hasItems, known);
  if (isLabelsOfAssay(head.columns())) return undefined;
  const mapping = mappingFor(format, head, undefined, known);
  return mapping && mapping.human.length > 0 ? format : undefined;
}

const tooLarge = (file: string, files: number, most: string, found?: number) =>
  refuseFile(
    file,
    `${plural(files, 'file')} ${files === 1 ? 'has' : 'have'} more than ${most}${files === 1 ? '' : ' together'}${found === undefined ? '' : `: ${formatCount(found)}`}.`,
    'Import the largest by itself, then add the others to its data set one by one.',
  );

const ofLabels = (file: FileOfSeveral) =>
  new AppError('INVALID_INPUT', `${shownName(file)} is a list of labels by item id.`, {
    file: file.path,
    field: 'others',
    remedy: 'Leave it out, import the files of replies, then import the labels: they find their items by id.',
  });

import { listDatasets } from '../../../../db/datasets.ts';
import { findItem } from '../../../../db/items.ts';
import {
  getImprovement,
  groupOfItem,
  type ImprovementRow,
  listImprovements,
} from '../../../../db/judge-improvements.ts';
import { responsesOf } from '../../../../db/pools.ts';
import { findPrompt } from '../../../../db/prompts.ts';
import { getStudy, listStudies, type StudyRow } from '../../../../db/studies.ts';
import { systemName } from '../../../../db/system-names.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { PromptText } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { unescaped } from '../../../../shared/html-codes.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { labeledValues } from '../labeled-values.ts';

type Labeled = ReturnType<typeof labeledValues>;
export type LabeledOnSide = Labeled['values'][number];

/** The labels of an improvement, parted: what prompts may be made from, and what judges are checked on. */
export interface Sides extends Pick<Labeled, 'scale' | 'integer' | 'basis' | 'studyId'> {
  readonly practice: readonly LabeledOnSide[];
  readonly check: readonly LabeledOnSide[];
}

/** @throws AppError NOT_FOUND */
export function requireImprovement(db: ReadableDb, id: number): ImprovementRow {
  const row = getImprovement(db, id);
  if (row) return row;
  throw new AppError('NOT_FOUND', `There is no improvement ${id} in this project.`, {
    field: 'improvementId',
    remedy: 'List them with: assay judge versions',
  });
}

/** What people say of a criterion at present, by study or all together; once it was parted, of what was parted. @throws AppError as `labeledValues` */
export const labelsFor = (
  context: CoreContext,
  {
    datasetId,
    systemId,
    criterion,
    studyId,
    practice,
  }: Pick<ImprovementRow, 'datasetId' | 'systemId' | 'criterion' | 'studyId'> &
    Partial<Pick<ImprovementRow, 'practice'>>,
): Labeled =>
  labeledValues(context, {
    ...{ datasetId, criterion, practice, signal: { measures: criterion } },
    system: systemName(dbOf(context), systemId),
    ...(studyId !== null && { studyId }),
  });

/** Items that are not independent of each other have one key. */
export const groupKeyOf = (db: ReadableDb, itemId: number): string =>
  groupOfItem(db, itemId) ?? `item ${itemId}`;

/**
 * The labels at present on their sides. What was practice at the split stays so, and so is what was labeled later of the same
 * conversations; every other label is for checks.
 */
export function sidesOf(context: CoreContext, row: ImprovementRow): Sides {
  const db = dbOf(context);
  const { values, ...about } = labelsFor(context, row);
  const isPractice = practiceTest(db, row);
  const practice = values.filter(({ itemId }) => isPractice(itemId));
  return { ...about, practice, check: values.filter(({ itemId }) => !isPractice(itemId)) };
}

/** The studies whose labels these are; of imported evaluations all that ask for the same criterion, the oldest first. */
export const labeledStudies = (
  db: ReadableDb,
  { datasetId, systemId, criterion }: Pick<ImprovementRow, 'datasetId' | 'systemId' | 'criterion'>,
  { studyId }: Pick<Sides, 'studyId'>,
): StudyRow[] =>
  studyId !== null
    ? [getStudy(db, studyId)]
    : listStudies(db).filter(
        (study) =>
          study.datasetId === datasetId &&
          study.systemId === systemId &&
          !study.against &&
          study.measure.kind === 'criterion' &&
          study.measure.criterion === criterion,
      );

/** Tells whether an item may be practiced on. */
export function practiceTest(db: ReadableDb, { practice }: ImprovementRow): (itemId: number) => boolean {
  const groups = new Set(practice.map((itemId) => groupKeyOf(db, itemId)));
  return (itemId) => groups.has(groupKeyOf(db, itemId));
}

/** Letters and digits of a text, together, from which on they are a quotation: about 60 letters with their blanks. */
const QUOTED_LETTERS = 48;
/** Letters in a row from which on a piece counts; of scripts that write a word with one or two signs. */
const PIECE_LETTERS = 24;
const PIECE_SIGNS = 8;
/** Talks that say the same words, from which on they are of nobody: a phrase that many replies share. */
const MANY_TALKS = 4;

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** How much a piece says: a sign of a dense script as much as three letters. */
const lettersIn = (text: string): number => text.length + 2 * (text.match(dense)?.length ?? 0);

const codePoint = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : '');

/** A text without the escapes of JSON. */
const withoutEscapes = (text: string): string =>
  text
    .replaceAll(/\\u\{?([\da-f]{4,6})\}?/gi, (_, code: string) => codePoint(Number.parseInt(code, 16)))
    .replaceAll(/\\[nrtbf]/g, ' ');

/** Greek and Cyrillic capitals that look like Latin ones (Unicode Technical Standard 39, confusables), and these. */
const lookAlikes = new Map(
  [
    'АΑA',
    'ВΒB',
    'СϹC',
    'ЕΕE',
    'НΗH',
    'ІΙI',
    'ЈͿJ',
    'КΚK',
    'МΜM',
    'ΝN',
    'ОΟO',
    'РΡP',
    'ЅS',
    'ТΤT',
    'УΥY',
    'ХΧX',
    'ΖZ',
  ]
    .map((group) => [...group])
    .flatMap((group) => group.slice(0, -1).map((letter) => [letter, group.at(-1)!] as const)),
);

/**
 * How texts are compared: letters and digits alone, in capitals. Blanks, marks, accents, widths of letters, letters of another script
 * that look alike, and the way that JSON or HTML writes them make no difference.
 */
const plain = (text: string): string =>
  // Twice, as the mark that begins a code may be written as one.
  unescaped(unescaped(withoutEscapes(text)))
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .replaceAll(/[\p{Script=Greek}\p{Script=Cyrillic}]/gu, (letter) => lookAlikes.get(letter) ?? letter);

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/** The pieces of a plain text that a prompt holds, too, each as long as it stands there. They may overlap. */
function piecesOf(prompt: string): (text: string) => Piece[] {
  const grams = new Map<number, Set<string>>();
  const gramsOf = (size: number): Set<string> => {
    const known = grams.get(size);
    if (known) return known;
    const made = new Set<string>();
    for (let at = 0; at + size <= prompt.length; at++) made.add(prompt.slice(at, at + size));
    grams.set(size, made);
    return made;
  };
  return (text) => {
    const size = lettersIn(text) > 2 * text.length ? PIECE_SIGNS : PIECE_LETTERS;
    const [wholes, halves, half] = [gramsOf(size), gramsOf(size / 2), size / 2];
    const holds = (at: number) => at + size <= text.length && wholes.has(text.slice(at, at + size));
    const pieces: Piece[] = [];
    let to = 0;
    // Any piece holds one of these halves whole, so that only around them is every letter looked at.
    for (let block = 0; block + half <= text.length; block += half) {
      if (!halves.has(text.slice(block, block + half))) continue;
      for (let from = Math.max(block - half, to - size + 1, 0); from <= block; from++) {
        if (from + size <= to || !holds(from)) continue;
        to = endOfPiece(prompt, text, from, size, holds);
        pieces.push({ from, to, words: text.slice(from, to) });
      }
    }
    return pieces;
  };
}

/** Where the longest piece ends that begins here: its grams are all in the prompt, and it is so as a whole. */
function endOfPiece(
  prompt: string,
  text: string,
  from: number,
  size: number,
  holds: (at: number) => boolean,
): number {
  let most = from + size;
  while (holds(most - size + 1)) most++;
  if (prompt.includes(text.slice(from, most))) return most;
  let least = from + size;
  while (least + 1 < most) {
    const middle = (least + most) >> 1;
    if (prompt.includes(text.slice(from, middle))) least = middle;
    else most = middle;
  }
  return least;
}

/** How much pieces say together, what two of them share once. They are in order. */
function lettersOf(text: string, pieces: readonly Piece[]): number {
  let [end, sum] = [0, 0];
  for (const { from, to } of pieces) {
    sum += lettersIn(text.slice(Math.max(from, end), Math.max(to, end)));
    end = Math.max(to, end);
  }
  return sum;
}

/** All of a prompt that somebody wrote. */
const promptWords = ({ instructions, item, examples, criteria }: PromptText): string =>
  [instructions, item, examples, ...criteria.flatMap(({ name, definition }) => [name, definition])].join(
    '\n',
  );

/** What people and the system say in an item, in plain letters; what is asked last, and the replies that a judge sees. */
interface ItemTexts {
  readonly group: string;
  readonly question: string;
  readonly replies: readonly string[];
  readonly all: readonly string[];
  /** What stood beside it; many items may share it. */
  readonly passage: string;
}

function textsOf(db: ReadableDb, itemId: number, systemId: number): ItemTexts {
  const { conversation, references, context } = findItem(db, itemId)!;
  const said = (isOf: (role: string) => boolean) =>
    conversation.flatMap(({ role, content }) => (isOf(role) ? [plain(content)] : []));
  const own = responsesOf(db, itemId, systemId).map(plain);
  const questions = said((role) => role === 'user');
  const answers = said((role) => role !== 'user' && role !== 'system');
  return {
    group: groupKeyOf(db, itemId),
    question: questions.at(-1) ?? '',
    replies: own.length > 0 ? own : answers,
    all: [...new Set([...own, ...answers, ...questions, ...references.flat().map(plain)])],
    passage: plain(context ?? ''),
  };
}

/**
 * Tells which of some items a prompt quotes: a text of theirs, in one piece or several, or what is asked together with a reply that is
 * too short to tell. What stands in a text that may be quoted, or in many talks, is no quotation.
 *
 * @param free items that may be quoted
 */
function quotedItems(
  db: ReadableDb,
  words: string,
  { systemId, items, free }: Record<'items' | 'free', readonly number[]> & { systemId: number },
): number[] {
  const whole = plain(words);
  const pieces = piecesOf(whole);
  const textsById = new Map<number, ItemTexts>();
  const read = (itemId: number): ItemTexts => {
    const texts = textsById.get(itemId) ?? textsOf(db, itemId, systemId);
    textsById.set(itemId, texts);
    return texts;
  };
  const isOfNobody = (piece: string) => {
    const holds = (itemId: number) => read(itemId).all.some((text) => text.includes(piece));
    if (free.some((itemId) => holds(itemId) || read(itemId).passage.includes(piece))) return true;
    return new Set(items.filter(holds).map((itemId) => read(itemId).group)).size >= MANY_TALKS;
  };
  const isQuoted = (text: string) => {
    const found = pieces(text);
    if (lettersOf(text, found) < QUOTED_LETTERS) return false;
    const own = found.filter(({ words: piece }) => !isOfNobody(piece));
    return lettersOf(text, own) >= QUOTED_LETTERS;
  };
  return items.filter((itemId) => {
    const { all, question, replies } = read(itemId);
    if (all.some(isQuoted)) return true;
    const isShort = replies.length > 0 && replies.every((reply) => lettersIn(reply) < QUOTED_LETTERS);
    return (
      isShort &&
      lettersIn(question) >= shortestQuestion &&
      whole.includes(question) &&
      replies.every((reply) => whole.includes(reply))
    );
  });
}

/** A question of fewer letters may stand in any prompt. */
const shortestQuestion = 16;

/**
 * Refuses a prompt that quotes an item which judges are checked on, in any improvement of the project.
 *
 * @throws AppError INVALID_INPUT that names the item and a practice item like it
 */
export function assertQuotesNothing(context: CoreContext, prompt: PromptText): void {
  const db = dbOf(context);
  const words = promptWords(prompt);
  for (const row of listImprovements(db)) {
    if (!listDatasets(db).some(({ id }) => id === row.datasetId)) continue;
    const { practice, check } = sidesOf(context, row);
    const [items, free] = [check, practice].map((side) => side.map(({ itemId }) => itemId)) as [
      number[],
      number[],
    ];
    const [first] = quotedItems(db, words, { systemId: row.systemId, items, free });
    const quoted = check.find(({ itemId }) => itemId === first);
    if (!quoted) continue;
    const nameOf = (itemId: number) => findItem(db, itemId)!.externalId;
    const twin = twinOf(quoted, practice);
    throw new AppError(
      'INVALID_INPUT',
      `The prompt quotes the item ${nameOf(quoted.itemId)}, which judges are checked on.`,
      {
        field: 'examples',
        remedy: twin
          ? `Use the practice item ${nameOf(twin.itemId)} in its place: people gave it ${twin.value}.`
          : 'Take the quotation out.',
      },
    );
  }
}

/** The practice item whose value is nearest. */
const twinOf = ({ value }: LabeledOnSide, practice: readonly LabeledOnSide[]): LabeledOnSide | undefined =>
  practice.toSorted((a, b) => Math.abs(a.value - value) - Math.abs(b.value - value))[0];

/** Items that any of these prompts quotes. */
export function quotedBy(
  db: ReadableDb,
  promptIds: readonly number[],
  { systemId, itemIds }: { systemId: number; itemIds: readonly number[] },
): Set<number> {
  const words = promptIds.map((id) => promptWords(findPrompt(db, id)!)).join('\n');
  return new Set(quotedItems(db, words, { systemId, items: itemIds, free: [] }));
}

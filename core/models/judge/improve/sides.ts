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
import { systemName } from '../../../../db/system-names.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { PromptText } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { labeledValues } from '../labeled-values.ts';

type Labeled = ReturnType<typeof labeledValues>;
export type LabeledOnSide = Labeled['values'][number];

/** The labels of an improvement, parted: what prompts may be made from, and what judges are checked on. */
export interface Sides extends Pick<Labeled, 'scale' | 'integer' | 'basis'> {
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

/** What people say of a criterion at present, by study or all together. @throws AppError as `labeledValues` */
export const labelsFor = (
  context: CoreContext,
  {
    datasetId,
    systemId,
    criterion,
    studyId,
  }: Pick<ImprovementRow, 'datasetId' | 'systemId' | 'criterion' | 'studyId'>,
): Labeled =>
  labeledValues(context, {
    ...{ datasetId, criterion, signal: { measures: criterion } },
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

/** Tells whether an item may be practiced on. */
export function practiceTest(db: ReadableDb, { practice }: ImprovementRow): (itemId: number) => boolean {
  const groups = new Set(practice.map((itemId) => groupKeyOf(db, itemId)));
  return (itemId) => groups.has(groupKeyOf(db, itemId));
}

/** Letters of a reply that stand in a prompt in a row, from which on they are a quotation. */
const QUOTED_LETTERS = 60;
const block = QUOTED_LETTERS / 2;

/** Blanks as one space, letters small: how texts are compared. */
const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().toLowerCase();

/**
 * Finds what of a text a prompt quotes: stretches of 60 letters or more, blanks and capitals aside. Any 60 letters of a text hold one
 * of its blocks of 30 whole, so that only blocks are looked up, and what is found is measured to both sides.
 */
function quotesOf(prompt: string): (text: string) => string[] {
  const whole = plain(prompt);
  const places = new Map<string, number[]>();
  for (let at = 0; at + block <= whole.length; at++) {
    const key = whole.slice(at, at + block);
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  }
  return (text) => {
    const own = plain(text);
    const found = new Set<string>();
    for (let at = 0; at + block <= own.length; at += block) {
      for (const place of places.get(own.slice(at, at + block)) ?? []) {
        const shared = stretch(own, at, whole, place);
        if (shared.length >= QUOTED_LETTERS) found.add(shared);
      }
    }
    return [...found];
  };
}

/** What two texts share in a row around a place of each. */
function stretch(a: string, atA: number, b: string, atB: number): string {
  let before = 0;
  while (before < atA && before < atB && a[atA - before - 1] === b[atB - before - 1]) before++;
  let after = 0;
  while (atA + after < a.length && atB + after < b.length && a[atA + after] === b[atB + after]) after++;
  return a.slice(atA - before, atA + after);
}

/** All of a prompt that somebody wrote. */
const promptWords = ({ instructions, item, examples, criteria }: PromptText): string =>
  [instructions, item, examples, ...criteria.map(({ definition }) => definition)].join('\n');

/** The replies of an item that a judge sees. */
function repliesOf(db: ReadableDb, itemId: number, systemId: number): string[] {
  const own = responsesOf(db, itemId, systemId);
  if (own.length > 0) return own;
  return findItem(db, itemId)!.conversation.flatMap(({ role, content }) =>
    role === 'user' ? [] : [content],
  );
}

/**
 * Whether a prompt quotes an item: its reply, or what it asks together with a reply that is too short to tell.
 *
 * @param free texts that may be quoted: what stands in one of them is no quotation of another item
 */
function quotesItem(
  db: ReadableDb,
  prompt: string,
  { systemId, free = [] }: { systemId: number; free?: readonly string[] },
): (itemId: number) => boolean {
  const quotes = quotesOf(prompt);
  const whole = plain(prompt);
  const isFree = (text: string) => free.some((one) => one.includes(text));
  return (itemId) => {
    const replies = repliesOf(db, itemId, systemId);
    if (replies.some((reply) => quotes(reply).some((part) => !isFree(part)))) return true;
    const { conversation } = findItem(db, itemId)!;
    const question = plain(conversation.findLast(({ role }) => role === 'user')?.content ?? '');
    const isShort = replies.length > 0 && replies.every((reply) => plain(reply).length < QUOTED_LETTERS);
    return (
      isShort &&
      question.length >= shortestQuestion &&
      whole.includes(question) &&
      replies.every((reply) => whole.includes(plain(reply)))
    );
  };
}

/** A question of fewer letters may stand in any prompt. */
const shortestQuestion = 20;

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
    const free = practice.flatMap(({ itemId }) => repliesOf(db, itemId, row.systemId).map(plain));
    const quotes = quotesItem(db, words, { systemId: row.systemId, free });
    const quoted = check.find(({ itemId }) => quotes(itemId));
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
  return new Set(itemIds.filter(quotesItem(db, words, { systemId })));
}

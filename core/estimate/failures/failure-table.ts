import { listAnnotators } from '../../../db/annotators.ts';
import { type Draw, knowsOwnOrder } from '../../../db/draws.ts';
import { countExclusions, newestLook } from '../../../db/failure-looks.ts';
import { newestModeEvent } from '../../../db/failure-modes.ts';
import { findItem } from '../../../db/items.ts';
import { keepNewest, keptMaps } from '../../../db/kept-maps.ts';
import { newestLabelId } from '../../../db/labels.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import { listJoins } from '../../../db/study-joins.ts';
import { listPlans } from '../../../db/study-plans.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { FailureRow, FailureTable } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { hasInterval } from '../../../shared/presets.ts';
import { openModesTogether } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { failuresQuestion, isNothingWrong } from '../../studies/failures/coding.ts';
import {
  describeModes,
  type ModeHistory,
  type Modes,
  modesOf,
  openModes,
} from '../../studies/failures/modes.ts';
import { type ItemSays, modesOnItem, type PersonSays } from '../../studies/failures/said.ts';
import { liveEstimateOf, whileDataLast } from '../live-estimates.ts';
import { modeColumn } from './mode-columns.ts';
import { countedMode, differenceOfModes, type GoingMode, sequenceOfMode, shareOf } from './mode-shares.ts';
import { type Counted, drawnSaid, poolOfModes, valueOfWords, whyUnknown } from './mode-values.ts';
import { clockOf } from './seen-draws.ts';
import { unnamedOf } from './unnamed.ts';

/** Which modes get a share: those named, or so many of those that were found most often. */
export interface AskedModes {
  readonly studyId: number;
  readonly shown?: number | undefined;
  readonly modeIds?: readonly number[] | undefined;
}

const mostExamples = 3;
const mostTogether = 3;
const mostPoints = 60;
const usuallyShown = 20;
/** Modes after the largest that are compared each with the next. */
const mostInARow = 5;

/** @throws AppError NOT_FOUND for a study that there is not; CONFLICT for one that does not ask what went wrong */
export function studyOfFailures(db: ReadableDb, studyId: number): StudyRow {
  const study = getStudy(db, studyId);
  if (failuresQuestion(db, studyId)) return study;
  throw new AppError('CONFLICT', `"${study.name}" does not ask what went wrong.`, {
    field: 'studyId',
    remedy: 'Choose a study that asks for failures, or make one: assay study create --failures.',
  });
}

/** Why no share of a mode is estimable in a study; null where one is. */
export function whyNone(db: ReadableDb, { id, generation, preset, populationSize }: StudyRow): string | null {
  if (preset === 'humcoe') return 'its items were drawn with replacement';
  if (!hasInterval(preset)) return 'its items were not drawn by chance';
  if (knowsOwnOrder(db, id, generation))
    return 'the guesses that it was drawn by know the order of its items';
  return populationSize === 0 ? 'its pool is empty' : null;
}

/** What shares of the modes of a study are made of. @param alpha error level of one mode; that of the study unless said */
export function countedOf(context: CoreContext, study: StudyRow, alpha = study.alpha): Counted {
  const db = dbOf(context);
  return {
    study,
    modes: modesOf(db),
    said: drawnSaid(db, study),
    prefix: liveEstimateOf(context, study.id).prefixLength,
    joins: listJoins(db, study.id, study.generation),
    pool: {
      ...whileDataLast(context, study.id, 'pool of failure modes', () => poolOfModes(db, study)),
      ...{ alpha, plans: listPlans(db, study.id, study.generation), ...modeSteps(study) },
    },
  };
}

/** The steps that values of a mode lie on; means of several people lie on none. */
export const modeSteps = ({
  overlap,
  finalRule,
}: Pick<StudyRow, 'overlap' | 'finalRule'>): { steps?: number } =>
  overlap === 1 || finalRule !== 'mean' ? { steps: 1 } : {};

/** What was found on the drawn items, before anything is said of the pool. */
interface Found {
  /** Drawn items that somebody coded. */
  readonly coded: number;
  /** By mode: those that anybody says have it, in draw order, each with all that it has. */
  readonly byMode: ReadonlyMap<number, readonly FoundItem[]>;
  readonly hunted: number;
  readonly nothingWrong: number;
}

interface FoundItem {
  readonly says: ItemSays;
  readonly order: number;
  readonly modes: readonly number[];
}

/** What was found on an item, by what people say of it: made once while they say so, by one list of modes. */
const foundItems = new WeakMap<ItemSays, { modes: Modes; own: readonly number[]; isFine: boolean }>();

function foundOnItem(modes: Modes, says: ItemSays): { own: readonly number[]; isFine: boolean } {
  const known = foundItems.get(says);
  if (known?.modes === modes) return known;
  const own = modesOnItem(modes, says);
  const isFine = own.length === 0 && says.people.every(({ coding }) => !coding || isNothingWrong(coding));
  foundItems.set(says, { modes, own, isFine });
  return { own, isFine };
}

/** The items of a draw, made once. */
const drawnItems = new WeakMap<readonly Draw[], ReadonlySet<number>>();

function itemsOf(draws: readonly Draw[]): ReadonlySet<number> {
  const known = drawnItems.get(draws);
  if (known) return known;
  const items = new Set(draws.map(({ itemId }) => itemId));
  drawnItems.set(draws, items);
  return items;
}

function foundOn({ modes, said: { draws, says } }: Counted): Found {
  const byMode = new Map<number, FoundItem[]>();
  let [coded, nothingWrong, spokenOf] = [0, 0, 0];
  for (let i = 0; i < draws.length; i++) {
    const { itemId, order } = draws[i]!;
    const item = says.get(itemId);
    if (!item) continue;
    spokenOf += 1;
    if (item.people.length === 0) continue;
    coded += 1;
    const { own, isFine } = foundOnItem(modes, item);
    if (isFine) nothingWrong += 1;
    if (own.length === 0) continue;
    const one = { says: item, order, modes: own };
    for (const id of own) {
      const list = byMode.get(id);
      if (list) list.push(one);
      else byMode.set(id, [one]);
    }
  }
  let hunted = 0;
  const drawn = spokenOf === says.size ? undefined : itemsOf(draws);
  for (const { itemId, people } of drawn ? says.values() : []) {
    if (!drawn!.has(itemId) && people.some(hasSaid)) hunted += 1;
  }
  return { coded, byMode, hunted, nothingWrong };
}

/** Whether anything that a person said of an item stands: what was said by looking may have been taken back. */
function hasSaid({ coding, looks }: PersonSays): boolean {
  const newest = new Map(looks.map(({ modeId, present }) => [modeId, present]));
  return coding !== undefined || newest.values().some((present) => present !== null);
}

interface KeptTable {
  readonly stamp: string;
  readonly table: FailureTable;
}
const keptTables = keptMaps<string, KeptTable>();
/** Ways of asking whose answers stay in memory. */
const mostKept = 20;

/**
 * Shares of the failure modes of a study, and what was found where. It is made once until a label, a look, a mode or the study
 * changes, and nobody changes it. @throws AppError as `studyOfFailures`
 */
export function failureTable(context: CoreContext, asked: AskedModes): FailureTable {
  const db = dbOf(context);
  const study = studyOfFailures(db, asked.studyId);
  if (db.inTransaction) return makeTable(context, study, asked);
  const { prefixLength } = liveEstimateOf(context, study.id);
  const plans = listPlans(db, study.id, study.generation);
  const joins = listJoins(db, study.id, study.generation).map(({ sha256 }) => sha256);
  const said = [newestLabelId(db), newestLook(db), newestModeEvent(db), countExclusions(db), joins];
  const stamp = JSON.stringify([said, prefixLength, plans, study, listAnnotators(db)]);
  const kept = keptTables(db);
  const name = JSON.stringify(asked);
  const found = kept.get(name);
  if (found?.stamp === stamp) return found.table;
  const table = makeTable(context, study, asked);
  keepNewest(kept, name, { stamp, table }, mostKept);
  return table;
}

function makeTable(context: CoreContext, study: StudyRow, asked: AskedModes): FailureTable {
  const db = dbOf(context);
  const because = whyNone(db, study);
  const counted = countedOf(context, study);
  const found = foundOn(counted);
  const open = openModes(counted.modes);
  const shown = shownOf(open, found, asked);
  const described = new Map(describeModes(db, open).map((mode) => [mode.id, mode]));
  const figures = countedModes(context, counted, shown);
  const rows = open.map((mode): FailureRow => {
    const plain = {
      ...{
        mode: described.get(mode.id)!,
        clock: Math.min(clockOf(db, study, mode.meaning), study.drawCount),
      },
      found: { items: found.byMode.get(mode.id)?.length ?? 0, of: found.coded },
      joins: counted.joins.flatMap(({ modeId, name, drawsBefore, sha256 }) =>
        modeId === mode.id ? { name, drawsBefore, sha256 } : [],
      ),
      agreement: [],
    };
    const own = figures.get(mode.id);
    if (!own) {
      const none = { counted: null, known: null, with: null, share: null, ...noLacks };
      return { ...plain, ...none, because: 'not asked for', together: [], examples: [], trend: [] };
    }
    const { clock, length, values } = own;
    const known = values.slice(0, clock).flatMap(({ y }) => (y === 'unknown' ? [] : y));
    return {
      ...plain,
      counted: length,
      known: known.length,
      with: known.reduce((sum, y) => sum + y, 0),
      ...(because === null ? sharesOf(context, counted, own) : { share: null, trend: [] }),
      because,
      ...(own.column.unknown === 0 ? lacksNothing : lacksOf(counted, mode)),
      together: togetherWith(mode.id, found),
      examples: examplesOf(db, mode.id, counted, found),
    };
  });
  const ranked = rows.sort((a, b) => sizeOf(b) - sizeOf(a) || b.found.items - a.found.items);
  const { populationSize, drawCount, alpha } = study;
  // A study of failures alone has that share as its result, from more than the coding: two numbers of it would differ.
  const isResult = failuresQuestion(db, study.id)?.form.alone === true;
  return {
    studyId: study.id,
    ...{ items: populationSize, draws: drawCount, coded: found.coded, hunted: found.hunted, alpha },
    list: counted.modes.newest,
    together: open.length === 0 ? null : openModesTogether(alpha, open.length),
    because,
    modes: ranked,
    order: because === null ? orderOf(context, counted, ranked, figures) : [],
    nothingWrong: {
      ...{ items: found.nothingWrong, of: found.coded },
      share: because === null && found.coded > 0 && !isResult ? nothingWrongShare(context, counted) : null,
    },
    unnamed: because === null && found.coded > 0 ? unnamedOf(context, counted) : null,
  };
}

const lacksNothing = { lookAgain: 0, undecided: 0, awaited: 0 };
const noLacks = { lookAgain: null, undecided: null, awaited: null };

/** Why a mode is not known of coded items. */
function lacksOf(
  { study, modes, said: { draws, says } }: Counted,
  mode: ModeHistory,
): Pick<FailureRow, 'lookAgain' | 'undecided' | 'awaited'> {
  const lacks = Map.groupBy(draws, ({ itemId }) => whyUnknown(study, modes, mode, says.get(itemId)));
  const count = (lack: ReturnType<typeof whyUnknown>) => lacks.get(lack)?.length ?? 0;
  return { lookAgain: count('look'), undecided: count('decision'), awaited: count('people') };
}

/** The share of all items of which people say that nothing is wrong. */
const nothingWrongShare = (context: CoreContext, counted: Counted): FailureRow['share'] =>
  shareOf(sequenceOfMode(context, counted, countedNothingWrong(dbOf(context), counted)).point);

/** Of which draws people say that nothing is wrong. What that means was fixed before the first draw. */
export function countedNothingWrong(db: ReadableDb, counted: Counted): GoingMode {
  const column = modeColumn(db, counted, 0, (says) => {
    const words = (says?.people ?? []).flatMap(({ coding }) => (coding ? [isNothingWrong(coding)] : []));
    return valueOfWords(counted.study, words);
  });
  const { prefix: length } = counted;
  return { id: 0, clock: 0, length, column, values: column.values.slice(0, length) };
}

/** The modes that get a share by themselves, with what is known of each draw up to the latest of their clocks. */
export function countedModes(
  context: CoreContext,
  counted: Counted,
  shown: readonly ModeHistory[],
): Map<number, GoingMode> {
  const { study } = counted;
  const latest = Math.max(0, ...shown.map(({ meaning }) => clockOf(dbOf(context), study, meaning)));
  return new Map(shown.map((mode) => [mode.id, countedMode(context, counted, mode, latest)]));
}

/** What a mode is ranked by: its share, and before there is one what was found. */
const sizeOf = ({ share, found }: FailureRow): number =>
  share?.value ?? (found.of === 0 ? 0 : found.items / found.of);

function shownOf(
  open: readonly ModeHistory[],
  { byMode }: Found,
  { shown = usuallyShown, modeIds }: AskedModes,
): ModeHistory[] {
  if (modeIds) return open.filter(({ id }) => modeIds.includes(id));
  const items = ({ id }: ModeHistory) => byMode.get(id)?.length ?? 0;
  return open.toSorted((a, b) => items(b) - items(a)).slice(0, shown);
}

function sharesOf(
  context: CoreContext,
  counted: Counted,
  own: GoingMode,
): Pick<FailureRow, 'share' | 'trend'> {
  const sequence = sequenceOfMode(context, counted, own);
  const { clock, drawnCount } = sequence;
  const trend = trendPoints(clock, drawnCount).map((at) => ({
    draws: at,
    ...shareOf(sequence.pointAfter(at)),
  }));
  return { share: shareOf(sequence.point), trend };
}

/** Draws that a trend shows: the last, and before it multiples of a power of two, so that a further label leaves them where they are. */
function trendPoints(clock: number, drawn: number): number[] {
  let step = 1;
  while ((drawn - clock) / step >= mostPoints) step *= 2;
  const first = Math.floor(clock / step) + 1;
  const before = Array.from(
    { length: Math.max(0, Math.ceil(drawn / step) - first) },
    (_, i) => (first + i) * step,
  );
  return drawn > clock ? [...before, drawn] : [];
}

/** Which modes stand beside one most often. */
function togetherWith(modeId: number, { byMode }: Found): FailureRow['together'] {
  const counts = new Map<number, number>();
  for (const { modes } of byMode.get(modeId) ?? []) {
    for (const id of modes) if (id !== modeId) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, mostTogether);
  return sorted.map(([id, items]) => ({ modeId: id, items }));
}

function examplesOf(
  db: ReadableDb,
  modeId: number,
  { said: { draws } }: Counted,
  { byMode }: Found,
): FailureRow['examples'] {
  const some = (byMode.get(modeId) ?? []).slice(0, mostExamples);
  return some.map(({ says: { itemId, people }, order }) => ({
    itemId,
    externalId: findItem(db, itemId)?.externalId ?? '',
    draw: draws[order]!.number,
    note: people.map(({ coding }) => coding?.note ?? '').find((note) => note.trim() !== '') ?? '',
  }));
}

/** The largest mode against every other that is shown, and the next largest each against the one after it. */
function orderOf(
  context: CoreContext,
  counted: Counted,
  ranked: readonly FailureRow[],
  figures: ReadonlyMap<number, GoingMode>,
): FailureTable['order'] {
  const ids = ranked.flatMap(({ mode: { id } }) => (figures.has(id) ? [id] : []));
  const [first, ...others] = ids;
  if (first === undefined) return [];
  const pairs = [
    ...others.map((id) => [first, id] as const),
    ...others.slice(1, mostInARow).map((id, i) => [others[i]!, id] as const),
  ];
  return pairs.map(([modeId, otherId]) => {
    const of = [figures.get(modeId)!, figures.get(otherId)!] as const;
    const difference = differenceOfModes(context, counted, of, ranked.length);
    return { modeId, otherId, decided: difference.lower > 0, difference };
  });
}

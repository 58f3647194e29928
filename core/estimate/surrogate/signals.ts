import { listCriterionScales } from '../../../db/human-scores.ts';
import { eachHumanMean } from '../../../db/scores.ts';
import type { LabelForm, Scale, StudyQuestion } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { MOST_FLOAT_ITEMS } from '../../../stats/planned/frozen-columns.ts';
import { isReference, LEAST_CARRIED, TEXT_SIGNALS } from '../../../stats/planned/text-signals.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { instrumentOf } from '../../studies/label-key.ts';
import { spokenMeans } from '../../studies/ratings/ratings.ts';
import { goodness, machineSignals, machineValues, systemsByName } from './machine-signals.ts';
import {
  emptyColumn,
  finish,
  type PoolColumn,
  type PoolPlaces,
  poolPlacesOf,
  put,
  type SignalFacts,
} from './pool-column.ts';
import type { ScoredPool } from './score-pool.ts';
import type { SystemsPass } from './systems-pass.ts';
import { FieldColumns, type OtherSystem, putMeasured, type WalkedSignal, walkTexts } from './text-walk.ts';

/** What people said of another system before the draw, by the instrument of the study. */
interface CarriedLabels {
  readonly systemId: number;
  readonly name: string;
  /** One for each item of the pool, NaN where nobody spoke. */
  readonly values: Float32Array;
  /** Items that have one: from an evaluation that came with the data, and from labels given here. */
  readonly imported: number;
  readonly spoken: number;
}

/** More systems than these are not carried over, those with the fewest labels first. */
const mostSystems = 24;

/**
 * Human values of other systems on the items of a pool: what was said here by the form that the study has, else what an
 * imported evaluation says of the same criterion. In the order of their names; systems with fewer than ten are left out.
 * Under a metric there is none: people write what is right of an item, and that is a label of the studied system, too.
 *
 * Never in it: labels of a sample that was drawn by the seed of the study to come. Its order begins with the very items that
 * have them, so that a guess made of them would fit what is drawn, and say nothing of what is not.
 *
 * @param seed that of the draw to come; null where none is planned yet
 */
async function carriedLabels(
  scope: JobScope,
  { datasetId, measure }: StudyQuestion,
  systemId: number,
  form: LabelForm,
  places: PoolPlaces,
  seed: number | null,
): Promise<CarriedLabels[]> {
  if (measure.kind !== 'criterion') return [];
  const { db } = scope;
  const criterion = listCriterionScales(db, datasetId).find(({ name }) => name === measure.criterion);
  if (!criterion) return [];
  const spoken = spokenMeans(db, criterion.id, instrumentOf(form), seed);
  const found: CarriedLabels[] = [];
  for (const { id, name } of systemsByName(scope, datasetId)) {
    if (id === systemId) continue;
    const imported = eachHumanMean(db, criterion.id, id);
    const labels = labelsOf(imported, spoken.get(id), criterion.scale, places);
    if (labels.imported + labels.spoken >= LEAST_CARRIED) found.push({ systemId: id, name, ...labels });
    await scope.checkpoint();
  }
  const count = (one: CarriedLabels) => one.imported + one.spoken;
  const kept = new Set(found.toSorted((a, b) => count(b) - count(a)).slice(0, mostSystems));
  return found.filter((one) => kept.has(one));
}

function labelsOf(
  rows: Iterable<readonly [itemId: number, value: number]>,
  spoken: ReadonlyMap<number, number> | undefined,
  scale: Scale,
  places: PoolPlaces,
): Pick<CarriedLabels, 'values' | 'imported' | 'spoken'> {
  const values = emptyColumn(places.size);
  let [imported, given] = [0, 0];
  for (const [itemId, value] of rows) {
    const place = places.placeOf(itemId);
    if (place === undefined || spoken?.has(itemId)) continue;
    put(values, place, goodness(value, scale));
    imported += 1;
  }
  for (const [itemId, value] of spoken ?? []) {
    const place = places.placeOf(itemId);
    if (place === undefined) continue;
    put(values, place, goodness(value, scale));
    given += 1;
  }
  return { values, imported, spoken: given };
}

/** A signal of a study: a number of every item of its pool that is there before anybody labels it. */
interface GatheredSignal extends PoolColumn {
  /** Whether the question asks to do without it. */
  readonly leftOut: boolean;
}

/** A signal whose values are read from the project, all at once. */
interface StoredSignal extends SignalFacts {
  load(): Float32Array | Promise<Float32Array>;
}

/** Other systems whose replies are compared with the studied one's. */
const mostOthers = 24;
const mostFields = 20;

/** Signals of a pool, the first of the list: they fit into 48 MB, with three columns more that are made of the surrogate. */
const mostSignals = (items: number): number =>
  items > MOST_FLOAT_ITEMS ? 40 : Math.min(120, Math.floor(12_000_000 / items) - 3);

/**
 * Everything that the data says of the items of a pool, beside the surrogate: scores of judges and metrics for the system
 * and their mean over the others, texts, labels that people gave to other systems, numeric fields. In a comparison every
 * signal is the difference of its two systems, and no label is carried over. Signals that are constant drop out; an item
 * without a value has the mean. The same data gives the same signals in the same order on any machine.
 *
 * Never in it: human values of the studied system on the measure. Under a metric neither references nor written answers,
 * which are its labels.
 *
 * @param form how the measure is asked for: only labels given by the same are carried over
 * @param seed that of the draw to come: no label of a sample drawn by it is carried over; null where none is planned yet
 * @param pass what was read of the systems of a ranking that the comparison is of
 * @throws AppError INVALID_INPUT when the question leaves out a signal that there is not; CANCELED
 */
export async function gatherSignals(
  scope: JobScope,
  question: StudyQuestion,
  scored: ScoredPool,
  form: LabelForm,
  seed: number | null,
  pass?: SystemsPass,
): Promise<GatheredSignal[]> {
  const { datasetId, measure, leftOut = [] } = question;
  const { itemIds, systemId, against } = scored;
  if (itemIds.length === 0) return [];
  scope.progress(0, itemIds.length, 'items', 'Gathering signals');
  const places = poolPlacesOf(scope.db, datasetId, itemIds);
  const carried = against ? [] : await carriedLabels(scope, question, systemId, form, places, seed);
  const others = otherSystems(scope, datasetId, scored, carried);
  const withReferences = measure.kind === 'criterion';
  const machine = (ofOthers: boolean): StoredSignal[] =>
    machineSignals(scope, datasetId, { ofOthers }).map((signal) => ({
      ...signal,
      load: () => machineValues(scope, datasetId, signal, scored, places),
    }));
  const listed = [
    ...machine(false),
    ...textSignals(withReferences),
    ...carriedSums(carried),
    ...(against ? [] : machine(true)),
    ...carried.map(carriedSingle),
    ...others.map(agreementSignal),
  ].slice(0, mostSignals(itemIds.length));
  const columns: (PoolColumn & (StoredSignal | WalkedSignal))[] = [];
  for (const signal of listed) {
    columns.push({ ...signal, values: 'load' in signal ? await signal.load() : emptyColumn(places.size) });
  }
  const walked = columns.filter((column) => 'read' in column);
  const room = against ? 0 : Math.min(mostFields, mostSignals(itemIds.length) - listed.length);
  const fields = new FieldColumns(
    places,
    room,
    measure.kind === 'criterion' ? measure.criterion : measure.metric,
  );
  const measured = (await pass?.read(scope))?.measuresOfPair(scored, others);
  if (measured) {
    let place = 0;
    for (const [own, second] of measured) {
      for (const column of walked) putMeasured(column.values, place, column, own, second);
      place += 1;
    }
  } else {
    await walkTexts({ scope, datasetId, scored, others, withReferences }, (place, item, own, second) => {
      for (const column of walked) putMeasured(column.values, place, column, own, second);
      fields.take(place, item);
    });
  }
  const all = [...columns, ...fields.columns];
  const there = all.filter(finish);
  assertKnown(leftOut, all, there);
  return there.map(({ id, name, kind, of, values }) => {
    return { id, name, kind, of, values, leftOut: leftOut.includes(id) };
  });
}

/** What is made of the texts is grouped by what the reply is held against. */
const groups: Readonly<Record<string, string>> = {
  reference: 'Reference answers',
  agreement: 'Replies of other systems',
  passage: 'Passage',
  text: 'The text itself',
};

const textSignals = (withReferences: boolean): WalkedSignal[] =>
  TEXT_SIGNALS.map((signal, k): WalkedSignal => {
    const of = groups[signal.id.split(':')[0]!]!;
    return { ...signal, of, read: ({ values }) => values[k] };
  }).filter(({ id }) => withReferences || !isReference(id));

const agreementSignal = ({ name }: OtherSystem, k: number): WalkedSignal => ({
  id: `agreement-with:${name}`,
  name: `Agreement with ${name}`,
  kind: 'quality',
  of: groups.agreement!,
  read: ({ agreement }) => agreement[k],
});

const ofLabels = 'Labels of other systems';

function carriedSums(carried: readonly CarriedLabels[]): WalkedSignal[] {
  if (carried.length === 0) return [];
  const count = carried.reduce((sum, { imported, spoken }) => sum + imported + spoken, 0);
  const from = carried.length === 1 ? carried[0]!.name : `${carried.length} other systems`;
  const facts = { kind: 'carried', of: ofLabels } as const;
  return [
    {
      ...facts,
      id: 'carried:mean',
      name: `What people said of ${from} (${count} labels)`,
      read: ({ carried: { plain } }) => plain,
    },
    {
      ...facts,
      id: 'carried:alike',
      name: 'The same, like replies counting more',
      read: ({ carried: { alike } }) => alike,
    },
  ];
}

function carriedSingle({ name, values, imported, spoken }: CarriedLabels): StoredSignal {
  const sources = [
    ...(imported > 0 ? [`${imported} imported`] : []),
    ...(spoken > 0 ? [`${spoken} given here`] : []),
  ];
  return {
    id: `carried-from:${name}`,
    name: `What people said of ${name} (${sources.join(', ')})`,
    kind: 'carried-single',
    of: ofLabels,
    load: () => values,
  };
}

/** The other systems in the order of their names: those with labels, then those that answered most. */
function otherSystems(
  scope: JobScope,
  datasetId: number,
  { systemId, against }: ScoredPool,
  carried: readonly CarriedLabels[],
): OtherSystem[] {
  const labelsOf = new Map(carried.map((one) => [one.systemId, one.values]));
  const others = systemsByName(scope, datasetId)
    .filter(({ id }) => id !== systemId && id !== against?.systemId)
    .filter(({ id, items }) => items > 0 || labelsOf.has(id));
  const rank = ({ id, items }: (typeof others)[number]) =>
    labelsOf.has(id) ? Number.MAX_SAFE_INTEGER : items;
  const kept = new Set(others.toSorted((a, b) => rank(b) - rank(a)).slice(0, mostOthers));
  return others
    .filter((one) => kept.has(one))
    .map(({ id, name }) => {
      const labels = labelsOf.get(id);
      return { id, name, ...(labels && { labels }) };
    });
}

/** @throws AppError INVALID_INPUT when one of the ids is that of no signal */
function assertKnown(
  ids: readonly string[],
  all: readonly SignalFacts[],
  there: readonly SignalFacts[],
): void {
  const unknown = ids.find((id) => all.every((one) => one.id !== id));
  if (unknown === undefined) return;
  throw new AppError('INVALID_INPUT', `This study has no signal ${unknown}.`, {
    field: 'leftOut',
    remedy: `It has ${there.map(({ id }) => id).join(', ') || 'none beside the machine score'}.`,
  });
}

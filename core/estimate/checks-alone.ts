import { findSystem, listDatasets, listSystems } from '../../db/datasets.ts';
import { firstAskingOf, groupsOfItems } from '../../db/items.ts';
import { listCriteria, listSignals, machineValuesOf, scoreRepeatsOf } from '../../db/scores.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { Checks, Criterion, Scale, Signal } from '../../shared/contract/index.ts';
import { type CaseUnit, repeatSpread } from '../../stats/index.ts';
import { claimedIn } from '../data/claimed-scores.ts';
import { datasetOf } from '../data/describe-dataset.ts';
import { differenceFigure, evidenceOf, levelOfPairs, meanFigure, mostCompared } from './check-figures.ts';

const alpha = 0.05;

/** Labels that a study asks for to begin with. */
const usualLabels = 30;

/** Systems of a score that are shown. */
const mostSystems = 50;

type Groups = ReadonlyMap<number, string> | null;

interface OfSystem {
  readonly system: string;
  /** Values in [0, 1], 1 at the upper end of the scale, by item. */
  readonly values: ReadonlyMap<number, number>;
  /** Single values on the scale of the score, of each item; of items of one group that ask the same together. */
  readonly repeats: readonly (readonly number[])[];
}

/**
 * What machine scores say by themselves, taken for what is to be known: the mean of each score and system with an interval for the cases
 * that the items stand for, and differences of systems on the items that both have. No person has a part in it.
 *
 * @param datasetId the data set; all of the project unless given
 * @param withEvidence whether each figure carries what it was made of, so that it can be computed again
 * @throws AppError NOT_FOUND
 */
export function checksAlone(db: ReadableDb, datasetId: number | undefined, withEvidence = false): Checks[] {
  const datasets = datasetId === undefined ? listDatasets(db) : [datasetOf(db, datasetId)];
  return datasets.flatMap(({ id, name, groupCount }) => {
    const groups = groupCount > 0 ? groupsOfItems(db, id) : null;
    const firstAsking = groups && firstAskingOf(db, id);
    const signals = listSignals(db, id).filter(({ coverage }) => coverage.length > 0);
    const people = peopleOn(db, id);
    return leadingFirst(signals).map((signal) => ({
      ...{ datasetId: id, dataset: name, ...checksOf(db, signal, { groups, firstAsking, withEvidence }) },
      people: people.flatMap((one) => beside(signal, one)),
    }));
  });
}

type People = Checks['people'][number];

/** What people said of a data set, as imported; nothing where an agent alone claims that they did. */
function peopleOn(db: ReadableDb, datasetId: number): Omit<People, 'isSame'>[] {
  if (claimedIn(db, datasetId) > 0) return [];
  const itemsOf = new Map(listSystems(db, datasetId).map(({ name, items }) => [name, items]));
  const isRated = ({ kind, coverage }: Criterion) => kind !== 'answer' && coverage.length > 0;
  return listCriteria(db, datasetId)
    .filter(isRated)
    .map(({ name: criterion, scale, coverage }) => ({
      ...{ criterion, scale },
      systems: coverage.map(({ system, items, mean }) => ({
        ...{ system, items, mean, isAll: items === itemsOf.get(system) },
      })),
    }));
}

/** What people said of the systems that a check scores. */
function beside({ measures, name, coverage }: Signal, people: Omit<People, 'isSame'>): People[] {
  const scored = new Set(coverage.map(({ system }) => system));
  const systems = people.systems.filter(({ system }) => scored.has(system));
  if (systems.length === 0) return [];
  return [{ ...people, isSame: people.criterion === (measures ?? name), systems }];
}

/** The verdict of all checks leads, then the scores of judges, then the rest. */
function leadingFirst(signals: readonly Signal[]): Signal[] {
  const rank = ({ kind, name }: Signal) => (/^pass(ed)?$/i.test(name) ? 0 : kind === 'judge' ? 1 : 2);
  return signals.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id);
}

function checksOf(
  db: ReadableDb,
  { id: signalId, kind, name, criterion, scale, declared, coverage }: Signal,
  asked: { groups: Groups; firstAsking: ReadonlyMap<number, number> | null; withEvidence: boolean },
): Omit<Checks, 'datasetId' | 'dataset' | 'people'> {
  const systems = coverage
    .slice(0, mostSystems)
    .map(({ system }) => readSystem(db, { signalId, system, scale, firstAsking: asked.firstAsking }));
  const isShare = scale.min === 0 && scale.max === 1 && scale.direction === 'higher';
  const isPass = isShare && systems.every(isZeroOne);
  const compared = systems.slice(0, mostCompared);
  const level = levelOfPairs(alpha, systems.length);
  const pairs = compared.flatMap((one, i) =>
    compared.slice(i + 1).flatMap((other) => differenceOf(one, other, { ...asked, scale, level })),
  );
  // A study of two systems asks for items that both have, else of the first.
  const ofBoth = systems.length === 2 ? pairs[0]?.items : undefined;
  const labels = Math.min(usualLabels, ofBoth ?? systems[0]!.values.size);
  return {
    ...{ signalId, kind, name, criterion, scale, declared, isPass, grouped: asked.groups !== null, alpha },
    systems: systems.map((one) => meanOfSystem(one, { ...asked, scale })),
    ...{ pairs, labels },
  };
}

function readSystem(
  db: ReadableDb,
  {
    signalId,
    system,
    scale,
    firstAsking,
  }: { signalId: number; system: string; scale: Scale; firstAsking: ReadonlyMap<number, number> | null },
): OfSystem {
  const { id } = findSystem(db, system)!;
  const [means, several] = [machineValuesOf(db, signalId, id), scoreRepeatsOf(db, signalId, id)];
  const values = new Map<number, number>();
  const repeats = new Map<number, readonly number[]>();
  for (const [item, value] of means) {
    values.set(item, Math.min(1, Math.max(0, (value - scale.min) / (scale.max - scale.min))));
    const first = firstAsking?.get(item) ?? item;
    repeats.set(first, [...(repeats.get(first) ?? []), ...(several.get(item) ?? [value])]);
  }
  return { system, values, repeats: [...repeats.values()] };
}

/** Whether every single value is 0 or 1. */
const isZeroOne = ({ repeats }: OfSystem): boolean =>
  repeats.every((values) => values.every((one) => one === 0 || one === 1));

interface Asked {
  readonly scale: Scale;
  readonly groups: Groups;
  readonly withEvidence: boolean;
}

/** What a figure was made of, where that is asked for. */
const carried = (units: readonly CaseUnit[], { withEvidence }: Asked) => {
  const evidence = withEvidence ? evidenceOf(units) : undefined;
  return evidence === undefined ? {} : { evidence };
};

function meanOfSystem({ system, values, repeats }: OfSystem, asked: Asked): Checks['systems'][number] {
  const { scale, groups } = asked;
  const units = unitsOf(values, groups);
  return {
    ...{ system, items: values.size, units: units.length },
    ...meanFigure(units, { scale, grouped: groups !== null, level: alpha }),
    repeats: repeatSpread(repeats) ?? null,
    ...carried(units, asked),
  };
}

/** Independent units: the items, or the groups that they belong to. */
function unitsOf(values: ReadonlyMap<number, number>, groups: Groups): CaseUnit[] {
  if (groups === null) return [...values.values()].map((sum) => ({ sum, size: 1 }));
  const members = Map.groupBy(values, ([item]) => groups.get(item) ?? `item ${item}`);
  return [...members.values()].map((all) => ({
    sum: Math.min(
      all.length,
      all.reduce((sum, [, one]) => sum + one, 0),
    ),
    size: all.length,
  }));
}

/** The first minus the second on the items that both have; nothing where they share none. */
function differenceOf(one: OfSystem, other: OfSystem, asked: Asked & { level: number }): Checks['pairs'] {
  const halves = new Map<number, number>();
  for (const [item, value] of one.values) {
    const against = other.values.get(item);
    if (against !== undefined) halves.set(item, (1 + value - against) / 2);
  }
  if (halves.size === 0) return [];
  const units = unitsOf(halves, asked.groups);
  const named = { system: one.system, against: other.system, items: halves.size };
  return [{ ...named, ...differenceFigure(units, asked), ...carried(units, asked) }];
}

import { findDataset } from '../../../db/datasets.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import { findStudySource } from '../../../db/study-sources.ts';
import {
  type LevelSource,
  levelOf,
  poolLevels,
  samplePool,
  signalsOfSystem,
} from '../../../db/subgroup-levels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Subgroup, SubgroupField, Subgroups } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  bracketSkips,
  FEWEST_LABELED_ITEMS,
  fromUnit,
  holm,
  partProbabilities,
  weightedRatio,
} from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { liveEstimateOf, whileDataLast } from '../live-estimates.ts';
import { MOST_ITEMS_WITH_SIGNALS } from '../surrogate/new-pool.ts';
import { estimated, notEstimable } from './approximate.ts';
import { type DesignLabel, designLabels, unsuitable } from './design-labels.ts';
import { partsOf } from './level-groups.ts';

interface FieldWithSource extends SubgroupField {
  readonly source: LevelSource;
}

/** Items looked at to learn which fields a pool has. */
const sampleSize = 200;
/** More groups than this are seldom worth a look one by one, and stand last. */
const fewGroups = 30;

/** What a study's items can be told apart by. Fields that are the same for all, or different for each, are left out. */
function subgroupFields(db: ReadableDb, study: StudyRow): FieldWithSource[] {
  // Of a pool that stays where it is nobody here knows how many items a part has.
  if (findStudySource(db, study.id)) return [];
  const dataset = findDataset(db, study.datasetId);
  const sample = samplePool(db, study.id, sampleSize);
  const some = (count: number | undefined) => count !== undefined && count > 0 && count < dataset!.itemCount;
  const own = (kind: 'group' | 'passage' | 'references' | 'surrogate' | 'turns', name: string) => ({
    field: kind,
    name,
    source: { kind },
  });
  const groups = dataset?.groupCount ?? 0;
  return [
    ...(groups > 1 && groups <= fewGroups ? [own('group', 'Group')] : []),
    ...metaFields(
      sample.flatMap(({ meta }) => (meta === null ? [] : [meta])),
      study.populationSize,
    ),
    ...(new Set(sample.map(({ turns }) => turns)).size > 1 ? [own('turns', 'Turns of the system')] : []),
    ...signalsOfSystem(db, study.datasetId, study.systemId).map(({ id, kind, name, criterion }) => {
      const whole = criterion === '' ? name : `${name}/${criterion}`;
      return {
        field: `${kind}:${whole}`,
        name: `${kind === 'judge' ? 'Judge' : 'Score'} ${whole}`,
        source: { kind: 'signal' as const, signalId: id },
      };
    }),
    ...(study.surrogate.kind === 'none' ? [] : [own('surrogate', 'Surrogate value (0 to 1)')]),
    ...(some(dataset?.itemsWithContext) ? [own('passage', 'Passage')] : []),
    ...(some(dataset?.itemsWithReferences) ? [own('references', 'Reference answer')] : []),
    ...(groups > fewGroups ? [own('group', 'Group')] : []),
  ];
}

/** The fields of the items themselves that hold a text, a number or yes and no, at the top or one step below. */
function metaFields(metas: readonly string[], items: number): FieldWithSource[] {
  const values = new Map<string, { keys: string[]; seen: (string | number | boolean)[] }>();
  for (const meta of metas) collect(JSON.parse(meta), [], values);
  return [...values.values()]
    .filter(({ seen }) => tellsApart(seen, items))
    .map(({ keys }) => ({
      field: `meta:${keys.join('.')}`,
      name: keys.at(-1)!,
      source: { kind: 'meta', keys },
    }));
}

function collect(
  value: unknown,
  keys: string[],
  into: Map<string, { keys: string[]; seen: (string | number | boolean)[] }>,
): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && keys.length < 2) {
    for (const [key, inner] of Object.entries(value)) {
      if (!key.includes('"')) collect(inner, [...keys, key], into);
    }
  } else if (['string', 'number', 'boolean'].includes(typeof value)) {
    const id = keys.join('.');
    const known = into.get(id) ?? { keys, seen: [] };
    known.seen.push(value as string | number | boolean);
    into.set(id, known);
  }
}

/** Neither one value for all nor, for texts, a value of its own for most: a name of the item, not a kind of it. */
function tellsApart(seen: readonly (string | number | boolean)[], items: number): boolean {
  const distinct = new Set(seen).size;
  if (seen.length >= 20 && distinct === seen.length && isNumbering(seen.map(Number), items)) return false;
  const isText = seen.some((value) => typeof value === 'string' && Number.isNaN(Number(value)));
  return distinct > 1 && !(isText && seen.length >= 20 && distinct > seen.length / 2);
}

/** Whether different numbers are the places of the items in a list: whole, and no further apart than the items are many. */
const isNumbering = (numbers: readonly number[], items: number): boolean =>
  numbers.every(Number.isInteger) && Math.max(...numbers) - Math.min(...numbers) < items;

const mostShown = 30;

/** What a study can be split by. */
export function fieldsOf(context: CoreContext, studyId: number): SubgroupField[] {
  const db = dbOf(context);
  return subgroupFields(db, getStudy(db, studyId)).map(({ field, name }) => ({ field, name }));
}

/** The labels of a study, split by a field: the weighted mean of each part, where it has labels enough. */
export function subgroupsOf(context: CoreContext, studyId: number, field: string): Subgroups {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const fields = subgroupFields(db, study);
  const found = fields.find((one) => one.field === field) ?? fields.find(({ name }) => name === field);
  if (!found) {
    throw new AppError('NOT_FOUND', `The study cannot be split by "${field}".`, {
      field: 'field',
      remedy:
        fields.length === 0
          ? 'Its items have no field.'
          : `Use one of: ${fields.map((f) => f.field).join(', ')}.`,
    });
  }
  const { groups, groupOf } = whileDataLast(context, studyId, `levels ${found.field}`, () =>
    partsOf(poolLevels(db, studyId, found.source)),
  );
  const unsuited = unsuitable(study);
  const labels = unsuited ? [] : designLabels(context, studyId);
  const byGroup = Map.groupBy(labels, (label) => groupOf(levelOf(db, studyId, found.source, label)));
  const live = liveEstimateOf(context, studyId);
  return {
    field: found.field,
    name: found.name,
    scale: study.scale,
    alpha: study.alpha,
    interval: 'approximate, at one look',
    assumptions:
      "Weighted mean of the subgroup's labels (ratio estimator). The interval is the wider of two: Student's t by linearization, and the " +
      'exact binomial at the effective number. ' +
      'The intervals are not adjusted for looking often or for looking at several subgroups. ' +
      'Each subgroup is tested against all other items by permutation, at one look. Holm (1979) allows for their number.',
    whole: unsuited || labels.length === 0 ? null : fromUnit(live.state.value, study.scale),
    subgroups: testedTogether(
      study,
      groups
        .slice(0, mostShown)
        .map((group, index) => subgroup(study, group, byGroup.get(index) ?? [], unsuited)),
      byGroup,
    ),
    omitted: Math.max(0, groups.length - mostShown),
  };
}

const mostReported = 6;

/**
 * The splits worth a table in a report: at least two subgroups have labels enough for an estimate, and these hold at least half of the items.
 * Documents, users and other names have many small subgroups, whose table says little line by line. None of a very large pool.
 */
export function reportedSubgroups(context: CoreContext, studyId: number): Subgroups[] {
  const study = getStudy(dbOf(context), studyId);
  if (unsuitable(study)) return [];
  // Each field is read of every item: of so many it is asked for by itself.
  if (study.populationSize > MOST_ITEMS_WITH_SIGNALS) return [];
  return fieldsOf(context, studyId)
    .map(({ field }) => subgroupsOf(context, studyId, field))
    .filter(({ subgroups }) => {
      const known = subgroups.filter(
        ({ estimable, labeled }) => estimable && labeled >= FEWEST_LABELED_ITEMS,
      );
      return known.length > 1 && 2 * known.reduce((sum, { items }) => sum + items, 0) >= study.populationSize;
    })
    .slice(0, mostReported);
}

/** Adds to each subgroup that has a number how it differs from all other items, with the number of tests allowed for. */
function testedTogether(
  study: StudyRow,
  subgroups: readonly Subgroup[],
  byGroup: ReadonlyMap<number, readonly DesignLabel[]>,
): Subgroup[] {
  const valued = new Map(
    [...byGroup].map(([index, members]) => [index, members.filter(({ y }) => y !== null).length]),
  );
  const all = [...valued.values()].reduce((sum, count) => sum + count, 0);
  const tested = [...subgroups.keys()].filter((index) => {
    const { estimable, items } = subgroups[index]!;
    const others = all - (valued.get(index) ?? 0);
    const isRest = others === study.populationSize - items;
    return estimable && others > 1 && (isRest || others >= FEWEST_LABELED_ITEMS);
  });
  const probabilities = differences(study, tested, byGroup);
  const adjusted = holm(probabilities);
  return subgroups.map((one, index) => {
    const place = tested.indexOf(index);
    const differs = { probability: probabilities[place]!, adjusted: adjusted[place]! };
    return { ...one, differs: place < 0 ? null : differs };
  });
}

/** The probability of each difference: with skipped items the largest that any values of theirs give. */
function differences(
  study: StudyRow,
  tested: readonly number[],
  byGroup: ReadonlyMap<number, readonly DesignLabel[]>,
): number[] {
  if (tested.length === 0) return [];
  const labels = [...byGroup].flatMap(([part, members]) => members.map((label) => ({ ...label, part })));
  const how = { alpha: study.alpha / tested.length, seed: study.seed };
  const valued = (of: (part: number) => number) =>
    labels.map(({ y, weight, part }) => ({ y: y ?? of(part), weight, part: part + 1 }));
  if (labels.every(({ y }) => y !== null)) {
    return partProbabilities(
      valued(() => 0),
      tested.map((part) => part + 1),
      how,
    );
  }
  const ends = [0, 1] as const;
  return tested.map((part) =>
    Math.max(
      ...ends.flatMap((own) =>
        ends.flatMap((others) =>
          partProbabilities(
            valued((of) => (of === part ? own : others)),
            [part + 1],
            how,
          ),
        ),
      ),
    ),
  );
}

function subgroup(
  study: StudyRow,
  { name, items }: { name: string; items: number },
  members: readonly DesignLabel[],
  unsuited: string | null,
): Subgroup {
  const skipped = members.filter(({ y }) => y === null).length;
  const labeled = members.length - skipped;
  const facts = { level: name, items, labeled, skipped };
  if (unsuited) return { ...facts, ...notEstimable(unsuited) };
  const isWhole = members.length === items && skipped === 0;
  if (labeled < FEWEST_LABELED_ITEMS && !(isWhole && labeled > 1)) {
    return { ...facts, ...notEstimable(`needs ${FEWEST_LABELED_ITEMS} labeled items`) };
  }
  const estimate = bracketSkips(skipped, (skippedValue) =>
    weightedRatio({
      values: members.map(({ y }) => y ?? skippedValue),
      // Where every item is labeled the plain mean is the truth.
      weights: members.map(({ weight }) => (isWhole ? 1 : weight)),
      populationSize: items,
      alpha: study.alpha,
    }),
  );
  return { ...facts, ...estimated(estimate, study.scale) };
}

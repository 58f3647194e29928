import { type DatasetRow, findDataset } from '../../../db/datasets.ts';
import { findItem } from '../../../db/items.ts';
import { findSignalWithDataset, machineValuesOf } from '../../../db/scores.ts';
import type { Level } from '../../../db/subgroup-levels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Alignment, Scale, Signal } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatFixed } from '../../../shared/number-text.ts';
import {
  correctedShare,
  FEWEST_WORTH_LABELS,
  fromUnit,
  judgeFigures,
  labelWorth,
  mean,
  toUnit,
  type WeightedPair,
  weightedMean,
} from '../../../stats/index.ts';
import { groupLevels, type LevelGroup } from '../../estimate/analyses/level-groups.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { biasByLevel, biasRow } from './bias-rows.ts';
import { coefficientsOf, intervalNote } from './coefficients.ts';
import { clusterOfLabel, labelsBeside, practiceBeside } from './improve/labels-beside.ts';
import { labeledValues } from './labeled-values.ts';
import { systemIdOf } from './system-id.ts';

export interface AlignmentQuestion {
  readonly signalId: number;
  readonly system: string;
  readonly criterion?: string | undefined;
  readonly studyId?: number | undefined;
  readonly subgroup?: string | undefined;
}

type ItemPair = WeightedPair & { itemId: number };

/** @throws AppError NOT_FOUND */
export function requireSignal(context: CoreContext, signalId: number): { signal: Signal; datasetId: number } {
  const found = findSignalWithDataset(dbOf(context), signalId);
  if (!found) throw new AppError('NOT_FOUND', `There is no judge or score ${signalId} in this project.`);
  return found;
}

/** A judge's scores beside people's. */
export function alignmentOf(context: CoreContext, question: AlignmentQuestion): Alignment {
  const db = dbOf(context);
  const { signal, datasetId } = requireSignal(context, question.signalId);
  const systemId = systemIdOf(db, question.system, 'system');
  const asked = { datasetId, systemId, criterion: question.criterion ?? signal.measures ?? '' };
  const practice = practiceBeside(db, asked, signal);
  const labeled = labeledValues(context, { ...question, datasetId, signal, practice });
  const { scale, integer, criterion } = labeled;
  const scores = machineValuesOf(db, signal.id, systemId);
  const beside = labelsBeside(db, { datasetId, systemId, criterion }, signal);
  const values = labeled.values.filter(({ itemId }) => beside.counts(itemId));
  const clusterOf = clusterOfLabel(db, labeled, beside);
  const pairs = values.flatMap(({ itemId, value, weight }): ItemPair[] => {
    const score = scores.get(itemId);
    if (score === undefined) return [];
    const b = rescaled(score, signal.scale, scale);
    return [{ itemId, a: value, b, weight, cluster: clusterOf(itemId) }];
  });
  const worth = labelWorth(
    pairs.map(({ a, b, weight }) => ({ y: a, x: [b], weight })),
    0,
    [],
    { labels: 1, populationSize: 1 },
  );
  const judged = [...scores.values()].map((score) => rescaled(score, signal.scale, scale));
  const answer = {
    signalId: signal.id,
    judge: signal.name,
    criterion: signal.criterion ?? '',
    system: question.system,
    humanCriterion: labeled.criterion,
    scale,
    items: pairs.length,
    missing: values.length - pairs.length,
    basis: `${labeled.basis}${beside.words}`,
    interval: intervalNote,
    humanMean: pairs.length === 0 ? null : weightedMean(pairs, ({ a }) => a),
    judgeMean: pairs.length === 0 ? null : weightedMean(pairs, ({ b }) => b),
    coefficients: coefficientsOf(pairs),
    confusion: confusionOf(pairs, scale, integer),
    yesNo: isYesNo(labeled, labeled.values) && pairs.length > 0 ? yesNoOf(pairs, judged, scale) : null,
    biasByLevel: biasByLevel(pairs, scale),
    biasBySubgroup:
      question.subgroup === undefined
        ? []
        : bySubgroup(context, { datasetId, pairs, scale }, question.subgroup),
    labelFactor: worth ? 1 / worth.ratio : null,
    labelFactorReason: worth ? null : tooFewForWorth,
  };
  return { ...answer, summary: summaryOf(answer) };
}

/** Why labels saved are not estimable. */
export const tooFewForWorth = `not estimable: needs at least ${FEWEST_WORTH_LABELS} labels that are not all equal`;

export const rescaled = (value: number, from: Scale, to: Scale): number => fromUnit(toUnit(value, from), to);

/** Whether people could say yes or no alone. The mean of several votes is one of them. */
export function isYesNo(
  { scale, integer }: { readonly scale: Scale; readonly integer: boolean },
  labels: readonly { readonly value: number }[],
): boolean {
  const isTwo = integer && scale.max - scale.min === 1;
  return isTwo || labels.every(({ value }) => value === scale.min || value === scale.max);
}

/** The error level of figures on this page. */
const alpha = 0.05;

/** How often the judge misses a yes and a no, and what its share of yes comes to without that. */
function yesNoOf(
  pairs: readonly WeightedPair[],
  judged: readonly number[],
  scale: Scale,
): NonNullable<Alignment['yesNo']> {
  const isYes = (value: number) => Number(value >= (scale.min + scale.max) / 2);
  const { sensitivity, specificity } = judgeFigures(pairs, { scale, kind: 'yes-no', level: alpha });
  const all = Float64Array.from(judged, isYes);
  const sides = pairs.map((pair) => ({ ...pair, a: isYes(pair.a), b: isYes(pair.b) }));
  return {
    ...{ sensitivity: sensitivity!, specificity: specificity! },
    ...{ said: mean(all), judged: all.length },
    corrected: correctedShare(sides, all, alpha),
  };
}

const mostLevels = 15;

/** Weighted counts of human (rows) by judge (columns) on a scale of whole numbers, the judge rounded to the nearest. */
export function confusionOf(
  pairs: readonly WeightedPair[],
  { min, max }: Scale,
  integer: boolean,
): Alignment['confusion'] {
  const isWhole = integer && Number.isInteger(min) && Number.isInteger(max) && max - min < mostLevels;
  if (!isWhole || pairs.length === 0) return null;
  const levels = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  const counts = levels.map(() => levels.map(() => 0));
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const place = (value: number) => Math.round(Math.min(max, Math.max(min, value))) - min;
  for (const { a, b, weight } of pairs) {
    counts[place(a)]![place(b)]! += (weight * pairs.length) / total;
  }
  return { levels, counts };
}

function bySubgroup(
  context: CoreContext,
  { datasetId, pairs, scale }: { datasetId: number; pairs: readonly ItemPair[]; scale: Scale },
  field: string,
) {
  const dataset = findDataset(dbOf(context), datasetId)!;
  const groups = itemLevels(
    dbOf(context),
    dataset,
    pairs.map(({ itemId }) => itemId),
    field,
  );
  return groups.map(({ name, positions }) =>
    biasRow(
      name,
      positions.map((position) => pairs[position]!),
      { human: [scale.min, scale.max], scale },
    ),
  );
}

function summaryOf({ judge, items, humanMean, judgeMean, coefficients }: Omit<Alignment, 'summary'>): string {
  if (humanMean === null || judgeMean === null) return `${judge} has scored none of the labeled items.`;
  const difference = judgeMean - humanMean;
  const lean =
    difference === 0
      ? `On ${items} items ${judge} scores as people do on average`
      : `On ${items} items ${judge} scores ${Math.abs(difference).toPrecision(2)} ${difference > 0 ? 'above' : 'below'} people on average`;
  const r = coefficients.find(({ id }) => id === 'pearson')?.value;
  if (r === null || r === undefined) return `${lean}; its correlation with them is not estimable.`;
  return `${lean}; its correlation with them is r\u00a0=\u00a0${formatFixed(r)}.`;
}

/**
 * Items parted by `group`, `passage`, `references` or `meta:KEY`, as subgroups of a study are named; positions are those
 * in `itemIds`.
 *
 * @throws AppError INVALID_INPUT when there is no such field
 */
function itemLevels(
  db: ReadableDb,
  dataset: DatasetRow,
  itemIds: readonly number[],
  field: string,
): LevelGroup[] {
  const levels = itemIds.map((id): Level => {
    const { group, context, references, meta } = findItem(db, id)!;
    if (field === 'group') return group;
    if (field === 'passage') return context === null ? 'without a passage' : 'with a passage';
    if (field === 'references') return references.length === 0 ? 'without an answer' : 'with an answer';
    return field.startsWith('meta:') ? metaLevel(meta, field.slice('meta:'.length).split('.')) : null;
  });
  if (levels.every((level) => level === null)) {
    throw new AppError('INVALID_INPUT', `The items of ${dataset.name} have nothing named ${field}.`, {
      field: 'subgroup',
      remedy: 'Name group, passage, references or meta: and a field of the items.',
    });
  }
  return groupLevels(levels);
}

function metaLevel(meta: string | null, keys: readonly string[]): Level {
  let value: unknown = meta === null ? null : JSON.parse(meta);
  for (const key of keys) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

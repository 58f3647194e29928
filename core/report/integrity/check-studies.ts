import { isDeepStrictEqual } from 'node:util';
import { listAudit } from '../../../db/audit.ts';
import { eachPoolId, listDrawRuns, listDraws, type NewDraw, poolRows } from '../../../db/draws.ts';
import { type ItemLevels, itemLevelsHash, readItemLevels } from '../../../db/item-levels.ts';
import { findItem } from '../../../db/items.ts';
import { readPoolLevels } from '../../../db/pool-levels.ts';
import type { StudyRow } from '../../../db/studies.ts';
import { listStudies } from '../../../db/studies.ts';
import { readChoice } from '../../../db/study-choices.ts';
import { eachColumn } from '../../../db/study-columns.ts';
import { readAllJoins } from '../../../db/study-joins.ts';
import { countSourceRows, listSourceRows } from '../../../db/study-sources.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Preset } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  drawnHistogram,
  type HistogramPool,
  hashKey,
  type PoolSummary,
  summarizePool,
  valueOfLevel,
} from '../../../stats/index.ts';
import { joinHash } from '../../design/join-study.ts';
import { sourceDraws } from '../../design/source-draws.ts';
import { drawsOfLevels, walked, walkLevels } from '../../estimate/surrogate/level-order.ts';
import { histogramOfCells } from '../../estimate/surrogate/level-pool.ts';
import { levelsHash } from '../../estimate/surrogate/levels-hash.ts';
import { MOST_ITEMS_WITH_SIGNALS } from '../../estimate/surrogate/new-pool.ts';
import { hashWithChoice, hashWithColumns, signalHasher } from '../../estimate/surrogate/score-pool.ts';
import { handedFacts } from '../../studies/annotators/handed-facts.ts';
import { designs, drawItems } from '../../studies/design.ts';
import { drawHash } from '../../studies/draw-hash.ts';
import { isPhaseAsPlanned } from './check-phases.ts';

/** What of a study is not as it was frozen. */
type StudyFault = 'signals' | 'pool' | 'draws' | 'plan' | 'part' | 'joins';

export interface AlteredStudy {
  readonly studyId: number;
  readonly study: string;
  readonly fault: StudyFault;
}

const itemsAtOnce = 2_000;

/** Every study beside what was frozen when it was made: its surrogate values, its draws and its plan. */
export function checkStudies(db: ReadableDb, isWhole = true): AlteredStudy[] {
  // A batch that was handed out knows neither surrogate values nor how it was drawn.
  if (handedFacts(db)) return [];
  const altered: AlteredStudy[] = [];
  for (const study of listStudies(db)) {
    const faults = [
      ...faultsFound(db, study, isWhole || study.populationSize <= MOST_ITEMS_WITH_SIGNALS),
      ...(isPhaseAsPlanned(db, study) ? [] : (['part'] as const)),
      ...(areJoinsFrozen(db, study.id) ? [] : (['joins'] as const)),
    ];
    altered.push(...faults.map((fault) => ({ studyId: study.id, study: study.name, fault })));
  }
  return altered;
}

/** A study whose values cannot even be computed anew is not as it was planned; damage is told as such. */
function faultsFound(db: ReadableDb, study: StudyRow, isWhole: boolean): StudyFault[] {
  try {
    return faultsOf(db, study, isWhole);
  } catch (error) {
    if (error instanceof AppError) throw error;
    return ['plan'];
  }
}

function faultsOf(db: ReadableDb, study: StudyRow, isWhole: boolean): StudyFault[] {
  const levels = readPoolLevels(db, study.id);
  const items = levels && readItemLevels(db, study.id);
  if (items)
    return [
      ...faultsOfLevels(db, study, levels, items, isWhole),
      ...(isAsPlanned(db, study) ? [] : (['plan'] as const)),
    ];
  if (levels)
    return [...faultsOfSource(db, study, levels), ...(isAsPlanned(db, study) ? [] : (['plan'] as const))];
  const { itemIds, values, hash } = readPoolOf(db, study);
  const isPlanned = isAsPlanned(db, study);
  if (hash !== study.signalHash || itemIds.length !== study.populationSize)
    return ['signals', ...(isPlanned ? [] : (['plan'] as const))];
  const probabilities = itemIds.length === 0 ? values : designs[study.preset].probabilities(values);
  const isSummed = itemIds.length === 0 || isClose(study.poolSummary, summarizePool(values, probabilities));
  const areDrawn = drawsReplay(db, study, { itemIds, surrogateValues: values, probabilities });
  return [
    ...(isSummed ? [] : (['pool'] as const)),
    ...(areDrawn ? [] : (['draws'] as const)),
    ...(isPlanned ? [] : (['plan'] as const)),
  ];
}

/** A pool that stays where it is: its histogram, and the rows that were taken along, whose keys rise from the first on. */
function faultsOfSource(db: ReadableDb, study: StudyRow, pool: HistogramPool): StudyFault[] {
  const { id: studyId, preset, generation, seed, drawCount: size } = study;
  if (hashOf(db, studyId, levelsHash(pool)) !== study.signalHash) return ['signals'];
  const { weight } = designs[preset];
  const isSummed = isClose(study.poolSummary, drawnHistogram(pool, weight!).summary);
  let before = 0;
  const isInOrder = listSourceRows(db, studyId).every(({ externalId, level, position }, i) => {
    const key = hashKey(drawHash(seed, externalId), weight!(valueOfLevel(level)));
    const follows = position === i && key >= before * (1 - 1e-12);
    before = key;
    return follows;
  });
  const drawn =
    size > countSourceRows(db, studyId) ? [] : sourceDraws(db, { studyId, preset, from: 0, size });
  const areDrawn = isInOrder && sameDraws(listDraws(db, studyId, generation), drawn);
  return [...(isSummed ? [] : (['pool'] as const)), ...(areDrawn ? [] : (['draws'] as const))];
}

/**
 * A pool of imported items known by its levels. The whole look is a walk through their names for each draw that was ever made;
 * the quick one sees that the levels are those of the audit trail, and that the items drawn come by rising keys.
 */
function faultsOfLevels(
  db: ReadableDb,
  study: StudyRow,
  histogram: HistogramPool,
  items: ItemLevels,
  isWhole: boolean,
): StudyFault[] {
  const { id, preset, datasetId, populationSize } = study;
  const { summary } = drawnHistogram(histogram, designs[preset].weight!);
  const isCounted = isDeepStrictEqual(histogramOfCells(items.cells), histogram);
  if (!isCounted || summary.populationSize !== populationSize) return ['signals'];
  let areDrawn = true;
  for (const { generation, seed } of listDrawRuns(db, id)) {
    const stored = listDraws(db, id, generation);
    if (stored.length > populationSize) return ['draws'];
    const levels = { datasetId, items, histogram, preset, seed, size: stored.length };
    const found = isWhole ? walked(walkLevels(db, levels)) : undefined;
    if (found && hashOf(db, id, found.hash) !== study.signalHash) return ['signals'];
    const first = found?.first ?? stored.map(({ itemId }) => itemId);
    areDrawn &&= sameDraws(stored, drawsOfLevels(levels, first)) && keysRise(db, stored, preset, seed);
  }
  const isSummed = isClose(study.poolSummary, summary);
  return [...(isSummed ? [] : (['pool'] as const)), ...(areDrawn ? [] : (['draws'] as const))];
}

/** Whether draws come in the order of rule 2. */
function keysRise(db: ReadableDb, draws: readonly NewDraw[], preset: Preset, seed: number): boolean {
  const weight = designs[preset].weight!;
  let before = 0;
  return draws.every(({ itemId, surrogateValue }) => {
    const key = hashKey(drawHash(seed, findItem(db, itemId)?.externalId ?? ''), weight(surrogateValue));
    const rises = key >= before * (1 - 1e-12);
    before = key;
    return rises;
  });
}

/** The frozen signals with the hash that they had when they were frozen, if nobody changed them. */
function readPoolOf(db: ReadableDb, { id, populationSize }: StudyRow) {
  const hasher = signalHasher();
  const itemIds: number[] = [];
  const values = new Float64Array(populationSize);
  let isInOrder = true;
  for (let last = -1; ; ) {
    const rows = poolRows(db, id, last, itemsAtOnce);
    for (const { position, itemId, externalId, surrogateValue } of rows) {
      isInOrder &&= position === itemIds.length;
      values[itemIds.length] = surrogateValue;
      itemIds.push(itemId);
      hasher.add(externalId, surrogateValue);
    }
    if (rows.length < itemsAtOnce) {
      return { itemIds, values, hash: isInOrder ? hashOf(db, id, hasher.digest()) : null };
    }
    last = rows.at(-1)!.position;
  }
}

/** Of pool and columns together; null where a column is no longer one of Assay's. */
function hashOf(db: ReadableDb, studyId: number, poolHash: string): string | null {
  try {
    return hashWithChoice(hashWithColumns(poolHash, eachColumn(db, studyId)), readChoice(db, studyId));
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROJECT_DAMAGED') return null;
    throw error;
  }
}

/** Whether the signals that joined are those of the audit trail, each as it was frozen then. */
function areJoinsFrozen(db: ReadableDb, studyId: number): boolean {
  const stored = listDrawRuns(db, studyId).flatMap(({ generation }) => readAllJoins(db, studyId, generation));
  const told = listAudit(db, studyId).filter(({ action }) => action === 'study.join');
  if (stored.length !== told.length) return false;
  const hashes = new Set(told.map(({ details }) => (details as { sha256?: unknown }).sha256));
  return stored.every((join) => hashes.has(join.sha256) && joinHash(join) === join.sha256);
}

function drawsReplay(
  db: ReadableDb,
  study: StudyRow,
  pool: Pick<Parameters<typeof drawItems>[0], 'itemIds' | 'surrogateValues' | 'probabilities'>,
): boolean {
  for (const { generation, seed } of listDrawRuns(db, study.id)) {
    const stored = listDraws(db, study.id, generation);
    const { preset, drawRule } = study;
    const externalIds = eachPoolId(db, study.id);
    const choice = readChoice(db, study.id);
    const facts = { preset, seed, drawRule, ...pool, externalIds, choice, from: 0, size: stored.length };
    const drawn = stored.length === 0 ? [] : drawItems({ ...facts, refs: new Map() });
    if (!sameDraws(stored, drawn)) return false;
  }
  return true;
}

/** But for their references, which are chance. */
const sameDraws = (stored: readonly NewDraw[], drawn: readonly NewDraw[]): boolean =>
  stored.length === drawn.length &&
  stored.every((draw, i) => {
    const { order, itemId, poolPosition, surrogateValue, probability } = drawn[i]!;
    return (
      draw.order === order &&
      draw.itemId === itemId &&
      draw.poolPosition === poolPosition &&
      draw.surrogateValue === surrogateValue &&
      draw.probability === probability
    );
  });

const summed = ['populationSize', 'mean', 'variance', 'min', 'max', 'maxSurrogateOverProbability'] as const;

/** Up to rounding, as other versions may have summed in another order. */
function isClose(said: StudyRow['poolSummary'], summary: PoolSummary): boolean {
  return summed.every((name) => Math.abs(said[name] - summary[name]) <= 1e-9);
}

/** Whether the study still has the design, the error level and the hash that the audit trail says it was made with. */
function isAsPlanned(db: ReadableDb, { id, preset, alpha, signalHash }: StudyRow): boolean {
  const made = listAudit(db, id).find(({ action }) => action === 'study.create');
  if (!made) return true;
  const said = made.details as Record<'preset' | 'alpha' | 'signalHash' | 'levelsHash', unknown>;
  return [
    [said.levelsHash, itemLevelsHash(db, id)],
    [said.preset, preset],
    [said.alpha, alpha],
    [said.signalHash, signalHash],
  ].every(([then, now]) => then === undefined || then === now);
}

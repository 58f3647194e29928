import type { Scale } from '../shared/contract/index.ts';
import { at, integer, orNull, real, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import { measuredCriterion, scaleColumns, signalKind, withScale } from './scale-columns.ts';
import type { ReadableDb } from './types.ts';

const meanOfCriterion = select(
  { value: at('AVG(mean)', orNull(real)), items: at('COUNT(*)', integer) },
  'FROM human_score WHERE criterion_id = ? AND system_id = ?',
);

/** Of a pool that is kept by levels all items that were there: those without a reply have no score to speak of. */
const inPool = `AND (item_id IN (SELECT item_id FROM study_pool WHERE study_id = @poolOf)
    OR item_id BETWEEN (SELECT first_item_id FROM item_levels WHERE study_id = @poolOf)
      AND (SELECT first_item_id + length(cells) / 2 - 1 FROM item_levels WHERE study_id = @poolOf))`;
const meanInPool = select(
  { value: at('AVG(mean)', orNull(real)), items: at('COUNT(*)', integer) },
  `FROM human_score WHERE criterion_id = @criterionId AND system_id = @systemId ${inPool}`,
);

/**
 * Mean of the imported human scores of one criterion and system, and how many items have one.
 *
 * @param poolOf the study whose pool alone counts, where the data set has grown since; null for all items
 */
export function meanHumanScore(
  db: ReadableDb,
  criterionId: number,
  systemId: number,
  poolOf: number | null = null,
): { value: number; items: number } | undefined {
  const { value, items } =
    poolOf === null
      ? meanOfCriterion.one(db, criterionId, systemId)
      : meanInPool.one(db, { criterionId, systemId, poolOf });
  return value === null ? undefined : { value, items };
}

interface SignalMean {
  kind: 'judge' | 'auto';
  name: string;
  /** Empty when the signal belongs to no criterion. */
  criterion: string;
  /** The criterion of people that it scores. */
  measures: string | null;
  scale: Scale;
  value: number;
  items: number;
}

const signalColumns = {
  kind: signalKind,
  name: text,
  criterion: text,
  measures: measuredCriterion,
  ...scaleColumns,
};

const differencesOfSignals = select(
  {
    ...signalColumns,
    value: at('AVG(score.value - other.value)', orNull(real)),
    items: at('COUNT(*)', integer),
  },
  `FROM signal
     JOIN machine_score AS score ON score.signal_id = signal.id AND score.system_id = ?
     JOIN machine_score AS other ON other.signal_id = signal.id AND other.system_id = ?
       AND other.item_id = score.item_id
   WHERE dataset_id = ? AND score.item_id < ? GROUP BY signal.id ORDER BY signal.id`,
);

/**
 * Mean difference of every machine score over the items of a data set for which it knows both systems.
 *
 * @param before an item id: items that came later do not count
 */
export const meanMachineDifferences = (
  db: ReadableDb,
  datasetId: number,
  systemId: number,
  againstId: number,
  before: number = Number.MAX_SAFE_INTEGER,
): SignalMean[] => differencesOfSignals.all(db, systemId, againstId, datasetId, before).flatMap(withValue);

const meansOfSignals = select(
  { ...signalColumns, value: at('AVG(value)', orNull(real)), items: at('COUNT(value)', integer) },
  `FROM signal JOIN machine_score ON signal_id = signal.id AND system_id = @systemId
   WHERE dataset_id = @datasetId GROUP BY signal.id ORDER BY signal.id`,
);

const ofSystem = 'FROM machine_score WHERE signal_id = signal.id AND system_id = @systemId';

const meansInPool = select(
  {
    ...signalColumns,
    value: at(`(SELECT AVG(value) ${ofSystem} ${inPool})`, orNull(real)),
    items: at(`(SELECT COUNT(*) ${ofSystem} ${inPool})`, integer),
  },
  'FROM signal WHERE dataset_id = @datasetId ORDER BY id',
);

/** Mean of every machine score that a data set holds for one system, over all items or the pool of a study. */
export const meanMachineScores = (
  db: ReadableDb,
  datasetId: number,
  systemId: number,
  poolOf: number | null = null,
): SignalMean[] =>
  (poolOf === null
    ? meansOfSignals.all(db, { systemId, datasetId })
    : meansInPool.all(db, { systemId, datasetId, poolOf })
  ).flatMap(withValue);

const withValue = ({
  value,
  ...row
}: RowOf<typeof signalColumns> & { value: number | null; items: number }) =>
  value === null ? [] : [{ ...withScale(row), value }];

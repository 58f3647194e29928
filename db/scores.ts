import type { Criterion, ItemDetail, Signal } from '../shared/contract/index.ts';
import { at, flag, integer, json, orNull, real, text } from './columns.ts';
import { type RowOf, select, selectTuples, selectValues } from './query.ts';
import { criterionKind, measuredCriterion, scaleColumns, signalKind, withScale } from './scale-columns.ts';
import { numbersShape } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const coverageColumns = { system: at('system.name', text), items: at('COUNT(*)', integer) };

const criteriaOfDataset = select(
  {
    id: integer,
    name: text,
    kind: criterionKind,
    declared: flag,
    integer: at('all_integers', flag),
    ...scaleColumns,
  },
  'FROM criterion WHERE dataset_id = ? ORDER BY id',
);
const coverageOfCriterion = select(
  { ...coverageColumns, mean: at('AVG(mean)', real) },
  `FROM human_score JOIN system ON system.id = human_score.system_id WHERE criterion_id = ?
   GROUP BY system_id ORDER BY system_id`,
);
const signalsOfDataset = select(
  {
    id: integer,
    kind: signalKind,
    name: text,
    criterion: at(`NULLIF(criterion, '')`, orNull(text)),
    measures: measuredCriterion,
    declared: flag,
    ...scaleColumns,
  },
  'FROM signal WHERE dataset_id = ? ORDER BY id',
);
const coverageOfSignal = select(
  { ...coverageColumns, mean: at('AVG(value)', real) },
  `FROM machine_score JOIN system ON system.id = machine_score.system_id WHERE signal_id = ?
   GROUP BY system_id ORDER BY system_id`,
);

/** The human criteria of a data set, in the order they first came up. */
export const listCriteria = (db: ReadableDb, datasetId: number): Criterion[] =>
  criteriaOfDataset
    .all(db, datasetId)
    .map((row) => ({ ...withScale(row), coverage: coverageOfCriterion.all(db, row.id) }));

/** The same without what takes long to count. */
export const listCriterionScales = (db: ReadableDb, datasetId: number): Omit<Criterion, 'coverage'>[] =>
  criteriaOfDataset.all(db, datasetId).map(withScale);

/** The machine scores of a data set, in the order they first came up. */
export const listSignals = (db: ReadableDb, datasetId: number): Signal[] =>
  signalsOfDataset
    .all(db, datasetId)
    .map((row) => ({ ...withScale(row), coverage: coverageOfSignal.all(db, row.id) }));

/** The same without what takes long to count. */
export const listSignalScales = (db: ReadableDb, datasetId: number): Omit<Signal, 'coverage'>[] =>
  signalsOfDataset.all(db, datasetId).map(withScale);

/** Says that a judge's criterion measures what people's criterion does; null takes that back. */
export function saySameCriterion(
  db: WritableDb,
  datasetId: number,
  judged: string,
  criterion: string | null,
): void {
  if (criterion === null) {
    db.prepare('DELETE FROM same_criterion WHERE dataset_id = ? AND judged = ?').run(datasetId, judged);
    return;
  }
  db.prepare(
    `INSERT INTO same_criterion (dataset_id, judged, criterion) VALUES (?, ?, ?)
     ON CONFLICT (dataset_id, judged) DO UPDATE SET criterion = excluded.criterion`,
  ).run(datasetId, judged, criterion);
}

const datasetOfSignal = selectValues(integer, 'SELECT dataset_id FROM signal WHERE id = ?');

/** A machine score by its id, with the data set it belongs to. */
export function findSignalWithDataset(
  db: ReadableDb,
  signalId: number,
): { signal: Signal; datasetId: number } | undefined {
  const datasetId = datasetOfSignal.get(db, signalId);
  if (datasetId === undefined) return undefined;
  const signal = listSignals(db, datasetId).find(({ id }) => id === signalId);
  return signal && { signal, datasetId };
}

const meansByItem = selectTuples(
  [integer, real],
  'SELECT item_id, mean FROM human_score WHERE criterion_id = ? AND system_id = ? ORDER BY item_id',
);
const valuesByItem = selectTuples(
  [integer, real],
  'SELECT item_id, value FROM machine_score WHERE signal_id = ? AND system_id = ? ORDER BY item_id',
);

const valueCount = selectValues(
  integer,
  'SELECT COUNT(*) FROM machine_score WHERE signal_id = ? AND system_id = ?',
);

/** How many items of one system a machine score has. */
export const countMachineValues = (db: ReadableDb, signalId: number, systemId: number): number =>
  valueCount.one(db, signalId, systemId);

/** Human means of one criterion and system: item id to mean, in item order. */
export const humanMeansOf = (db: ReadableDb, criterionId: number, systemId: number): Map<number, number> =>
  new Map(meansByItem.all(db, criterionId, systemId));

/** Values of one machine score for one system: item id to value, in item order. */
export const machineValuesOf = (db: ReadableDb, signalId: number, systemId: number): Map<number, number> =>
  new Map(valuesByItem.all(db, signalId, systemId));

const repeatsByItem = selectTuples(
  [integer, json(numbersShape)],
  'SELECT item_id, value_list FROM score_repeat WHERE signal_id = ? AND system_id = ? ORDER BY item_id',
);

/** The single values behind one machine score of one system, by item: items that have several alone, in item order. */
export const scoreRepeatsOf = (
  db: ReadableDb,
  signalId: number,
  systemId: number,
): Map<number, readonly number[]> => new Map(repeatsByItem.all(db, signalId, systemId));

const valueOfItem = selectValues(
  real,
  'SELECT value FROM machine_score WHERE signal_id = ? AND system_id = ? AND item_id = ?',
);

/** What a machine score says of one item; undefined where it says nothing. */
export const machineValueOf = (
  db: ReadableDb,
  signalId: number,
  systemId: number,
  itemId: number,
): number | undefined => valueOfItem.get(db, signalId, systemId, itemId);

const valuesAfter = selectTuples(
  [integer, real],
  `SELECT item_id, value FROM machine_score WHERE signal_id = ? AND system_id = ? AND item_id > ?
   ORDER BY item_id LIMIT ?`,
);
const meansAfter = selectTuples(
  [integer, real],
  `SELECT item_id, mean FROM human_score WHERE criterion_id = ? AND system_id = ? AND item_id > ?
   ORDER BY item_id LIMIT ?`,
);
const rowsAtOnce = 5_000;

/** Walks the same a few thousand at a time, for pools whose maps would take much memory. */
export const eachMachineValue = (db: ReadableDb, signalId: number, systemId: number) =>
  eachAfter((last) => valuesAfter.all(db, signalId, systemId, last, rowsAtOnce));
export const eachHumanMean = (db: ReadableDb, criterionId: number, systemId: number) =>
  eachAfter((last) => meansAfter.all(db, criterionId, systemId, last, rowsAtOnce));

type ValueRows = [itemId: number, value: number][];

function* eachAfter(read: (last: number) => ValueRows): Generator<ValueRows[number]> {
  for (let rows = read(0); rows.length > 0; rows = read(rows.at(-1)![0])) {
    yield* rows;
    if (rows.length < rowsAtOnce) return;
  }
}

// Scores are keyed by criterion or signal first, so each is looked up by its whole key for every system of the data set.
const humanScoresOfItem = select(
  {
    system: at('system.name', text),
    criterion: at('criterion.name', text),
    votes: json(numbersShape),
    mean: real,
  },
  `FROM criterion CROSS JOIN dataset_system ON dataset_system.dataset_id = criterion.dataset_id
   CROSS JOIN human_score ON human_score.criterion_id = criterion.id
     AND human_score.system_id = dataset_system.system_id AND human_score.item_id = ?
   JOIN system ON system.id = dataset_system.system_id
   WHERE criterion.dataset_id = ? ORDER BY system.id, criterion.id`,
);
const machineScoresOfItem = select(
  {
    system: at('system.name', text),
    kind: at('signal.kind', signalKind),
    name: at('signal.name', text),
    criterion: at(`NULLIF(signal.criterion, '')`, orNull(text)),
    value: real,
  },
  `FROM signal CROSS JOIN dataset_system ON dataset_system.dataset_id = signal.dataset_id
   CROSS JOIN machine_score ON machine_score.signal_id = signal.id
     AND machine_score.system_id = dataset_system.system_id AND machine_score.item_id = ?
   JOIN system ON system.id = dataset_system.system_id
   WHERE signal.dataset_id = ? ORDER BY system.id, signal.id`,
);

/** The scores of one item. */
export const listItemScores = (
  db: ReadableDb,
  datasetId: number,
  itemId: number,
): Pick<ItemDetail, 'human' | 'signals'> => ({
  human: humanScoresOfItem.all(db, itemId, datasetId),
  signals: machineScoresOfItem.all(db, itemId, datasetId),
});

/** Replies up to which scores are compared: more change no verdict. */
const mostScoredTwice = 2000;

/** All that a system replied to an item, its turns in order. */
const said = (item: string) =>
  `(SELECT json_group_array(text) FROM
      (SELECT text FROM response WHERE item_id = ${item} AND system_id = @systemId ORDER BY turn))`;

const scoredTwiceColumns = {
  before: at('one.value', real),
  now: at('other.value', real),
  itemId: at('item.id', integer),
  group: at('item.group_key', orNull(text)),
  conversation: at('item.conversation', text),
  context: at('item.context', orNull(text)),
  said: at(said('item.id'), text),
};
/** A reply with its score by one signal, and by the same signal of another data set. */
export type ScoredTwice = RowOf<typeof scoredTwiceColumns>;

const scoredTwice = select(
  scoredTwiceColumns,
  `FROM signal
     JOIN signal AS later ON later.dataset_id = @datasetId AND later.kind = signal.kind
       AND later.name = signal.name AND later.criterion = signal.criterion
     JOIN machine_score AS one ON one.signal_id = signal.id AND one.system_id = @systemId
     JOIN item ON item.id = one.item_id
     JOIN item AS again ON again.dataset_id = later.dataset_id AND again.external_id = item.external_id
     JOIN machine_score AS other
       ON other.signal_id = later.id AND other.system_id = one.system_id AND other.item_id = again.id
   WHERE signal.id = @signalId AND later.id <> signal.id
     AND again.conversation = item.conversation AND again.context IS item.context
     AND ${said('again.id')} = ${said('item.id')}
   ORDER BY item.external_id LIMIT ${mostScoredTwice}`,
);
/**
 * The replies of a system that have a machine score in its own data set and one of the same name in another: the first in the order of
 * their items' names. Item, conversation, passage and reply are the same in both.
 */
export const listScoredTwice = (
  db: ReadableDb,
  signalId: number,
  systemId: number,
  datasetId: number,
): ScoredTwice[] => scoredTwice.all(db, { signalId, systemId, datasetId });

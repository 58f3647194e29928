import { type Column, integer, orNull, real, text } from './columns.ts';
import { newestLabelId } from './labels.ts';
import { countWrite, writesCounted } from './project.ts';
import { queriesFor, selectTuples, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A value of an item as a table shows it. Null where there is none. */
export type CellValue = string | number | null;
export type CellRow = [itemId: number, value: CellValue];

const cell: Column<CellValue> = { stored: 'any', nullable: true };
const betweenIds = 'FROM item WHERE id BETWEEN ? AND ?';

/** What is read of the item itself, and how. */
const ownExpressions = {
  id: 'external_id',
  group: 'group_key',
  turns: 'json_array_length(conversation)',
  passage: `CASE WHEN context IS NOT NULL THEN 'yes' END`,
  references: `CASE WHEN reference_answers IS NOT NULL THEN 'yes' END`,
  flag: `(SELECT 'flagged' FROM item_flag WHERE item_id = item.id)`,
} as const;
const ownFields = Object.keys(ownExpressions) as (keyof typeof ownExpressions)[];
export type OwnField = keyof typeof ownExpressions;

const ownValues = queriesFor(ownFields, (name) =>
  selectTuples([integer, cell], `SELECT id, ${ownExpressions[name]} ${betweenIds}`),
);
const metaValues = selectTuples(
  [integer, cell],
  `SELECT id, CASE json_type(meta, @path) WHEN 'true' THEN 'yes' WHEN 'false' THEN 'no' WHEN 'object' THEN NULL
     WHEN 'array' THEN NULL ELSE json_extract(meta, @path) END
   FROM item WHERE id BETWEEN @from AND @to`,
);
const humanValues = selectTuples(
  [integer, real],
  'SELECT item_id, mean FROM human_score WHERE criterion_id = ? AND system_id = ? AND item_id BETWEEN ? AND ?',
);
const machineValues = selectTuples(
  [integer, real],
  'SELECT item_id, value FROM machine_score WHERE signal_id = ? AND system_id = ? AND item_id BETWEEN ? AND ?',
);
const replyLengths = selectTuples(
  [integer, integer],
  `SELECT item_id, SUM(length(text)) FROM response
   WHERE item_id BETWEEN ? AND ? AND system_id = ? AND text IS NOT NULL GROUP BY item_id`,
);
// Scores are brought to [0, 1], 1 best, by @slope * value + @start.
const gaps = selectTuples(
  [integer, real],
  `SELECT item_id, ABS(@humanSlope * mean + @humanStart - @machineSlope * value - @machineStart)
   FROM human_score JOIN machine_score USING (item_id, system_id)
   WHERE criterion_id = @criterionId AND signal_id = @signalId AND system_id = @systemId
     AND item_id BETWEEN @from AND @to`,
);
/** How the scores of several systems compare on an item: how far they lie apart, in shares of the scale, or the worst of them. */
const acrossSystems = queriesFor(['human', 'machine'], (of) => {
  const [table, id, value] =
    of === 'human'
      ? ['human_score', 'criterion_id', 'score.mean']
      : ['machine_score', 'signal_id', 'score.value'];
  const scored = `FROM json_each(@systems) CROSS JOIN ${table} AS score ON ${id} = @id AND system_id = json_each.value
     AND item_id BETWEEN @from AND @to GROUP BY item_id`;
  return {
    spread: selectTuples(
      [integer, real],
      `SELECT item_id, @slope * (MAX(${value}) - MIN(${value})) ${scored} HAVING COUNT(*) > 1`,
    ),
    lowest: selectTuples([integer, real], `SELECT item_id, MIN(${value}) ${scored}`),
    highest: selectTuples([integer, real], `SELECT item_id, MAX(${value}) ${scored}`),
  };
});
// Of a person who is still labeling, everybody's words would bias the next ones; null asks for everybody's.
const labelMeans = selectTuples(
  [integer, real],
  `SELECT item_id, AVG(value) FROM current_word
   WHERE criterion_id = @criterionId AND system_id = @systemId AND instrument = @instrument
     AND item_id BETWEEN @from AND @to AND value IS NOT NULL AND source <> 'simulated'
     AND (@annotatorId IS NULL OR annotator_id = @annotatorId) GROUP BY item_id`,
);

// Answers by turn, each with what is as good: `[["Anna Reel", "Reel"], ["in 1871"]]`.
const writtenAnswers = selectTuples(
  [integer, text],
  `SELECT item_id, GROUP_CONCAT(
     (SELECT GROUP_CONCAT(value, ' \u2022 ') FROM json_tree(answers) WHERE json_tree.type = 'text'), ' | ')
   FROM current_word
   WHERE system_id = 0 AND criterion_id = 0 AND instrument = @instrument
     AND item_id BETWEEN @from AND @to AND answers IS NOT NULL AND source <> 'simulated'
     AND (@annotatorId IS NULL OR annotator_id = @annotatorId) GROUP BY item_id`,
);

/** What brings a score to [0, 1], 1 best. */
interface UnitLine {
  readonly slope: number;
  readonly start: number;
}

/** Where the values of a column of the table of items come from. */
export type ColumnSource =
  | { kind: 'own'; name: OwnField }
  | { kind: 'meta'; key: string }
  | { kind: 'human'; criterionId: number; systemId: number }
  | { kind: 'machine'; signalId: number; systemId: number }
  | { kind: 'length'; systemId: number }
  /** How far a machine score lies from people, in [0, 1], of which both are brought by slope and start. */
  | {
      kind: 'gap';
      criterionId: number;
      signalId: number;
      systemId: number;
      human: UnitLine;
      machine: UnitLine;
    }
  | {
      kind: 'across';
      what: 'spread' | 'lowest' | 'highest';
      of: 'human' | 'machine';
      /** Of the criterion or of the machine score. */
      id: number;
      systemIds: readonly number[];
      /** Of a spread: shares of the scale for each unit. */
      slope: number;
    }
  | { kind: 'answer'; instrument: string; annotatorId: number | null }
  | {
      kind: 'label';
      criterionId: number;
      systemId: number;
      instrument: string;
      /** Whose words count; null: everybody's. */
      annotatorId: number | null;
    };

/** Values of the items with ids from `from` to `to`, both included; items without one may be left out. */
export function valuesBetween(db: ReadableDb, source: ColumnSource, from: number, to: number): CellRow[] {
  switch (source.kind) {
    case 'own':
      return ownValues[source.name].all(db, from, to);
    case 'meta':
      return metaValues.all(db, { path: pathOf(source.key), from, to });
    case 'human':
      return humanValues.all(db, source.criterionId, source.systemId, from, to);
    case 'machine':
      return machineValues.all(db, source.signalId, source.systemId, from, to);
    case 'length':
      return replyLengths.all(db, from, to, source.systemId);
    case 'gap': {
      const { criterionId, signalId, systemId, human, machine } = source;
      return gaps.all(db, {
        ...{ criterionId, signalId, systemId, from, to },
        ...{ humanSlope: human.slope, humanStart: human.start },
        ...{ machineSlope: machine.slope, machineStart: machine.start },
      });
    }
    case 'across': {
      const { of, what, id, slope } = source;
      const asked = { id, systems: JSON.stringify(source.systemIds), from, to };
      return acrossSystems[of][what].all(db, what === 'spread' ? { ...asked, slope } : asked);
    }
    case 'answer': {
      const { instrument, annotatorId } = source;
      return writtenAnswers.all(db, { instrument, annotatorId, from, to });
    }
    case 'label': {
      const { kind: _kind, ...key } = source;
      return labelMeans.all(db, { ...key, from, to });
    }
  }
}

const pathOf = (key: string) => `$."${key}"`;

const metaOfItems = selectTuples(
  [text, text],
  `SELECT DISTINCT '' || json_each.key, '' || json_each.type
   FROM (SELECT meta FROM item WHERE id BETWEEN ? AND ? AND meta IS NOT NULL AND json_type(meta) = 'object'),
     json_each(meta) LIMIT 2000`,
);

/** Further fields of items by name, as far as they hold one value each and can be asked for by name. */
export const metaKeys = (db: ReadableDb, from: number, to: number): string[] => [
  ...new Set(
    metaOfItems
      .all(db, from, to)
      .filter(([key, type]) => !['object', 'array', 'null'].includes(type) && !/["\\\p{Cc}]/u.test(key))
      .map(([key]) => key),
  ),
];

const idsAfter = selectTuples(
  [integer, text],
  'SELECT id, external_id FROM item WHERE dataset_id = ? AND external_id > ? ORDER BY external_id LIMIT ?',
);

/** Items in the order of their external ids, byte by byte, from the one after `after`; '' begins. */
export const itemsByName = (db: ReadableDb, datasetId: number, after: string, limit: number) =>
  idsAfter.all(db, datasetId, after, limit);

const repliesMark = selectValues(
  orNull(integer),
  `SELECT SUM(items) FROM dataset_system WHERE system_id = ?`,
);
const scoredSystems = queriesFor(['human', 'machine'], (kind) =>
  selectTuples(
    [integer, integer],
    kind === 'human'
      ? `SELECT criterion.id, system_id FROM criterion JOIN dataset_system USING (dataset_id)
         WHERE criterion.dataset_id = ? AND EXISTS (SELECT 1 FROM human_score
           WHERE criterion_id = criterion.id AND human_score.system_id = dataset_system.system_id) ORDER BY system_id`
      : `SELECT signal.id, system_id FROM signal JOIN dataset_system USING (dataset_id)
         WHERE signal.dataset_id = ? AND EXISTS (SELECT 1 FROM machine_score
           WHERE signal_id = signal.id AND machine_score.system_id = dataset_system.system_id) ORDER BY system_id`,
  ),
);

/** Which criterion or machine score has values of which systems, in the order of their ids. */
export const systemsScored = (
  db: ReadableDb,
  kind: 'human' | 'machine',
  datasetId: number,
): Map<number, number[]> => {
  const found = new Map<number, number[]>();
  for (const [id, systemId] of scoredSystems[kind].all(db, datasetId))
    found.set(id, [...(found.get(id) ?? []), systemId]);
  return found;
};

/**
 * Something that differs once the values of a column have changed. It reads no rows of theirs, for it is asked with every page
 * as long as anything is written.
 */
export function markOf(db: ReadableDb, source: ColumnSource): string {
  if (source.kind === 'human') return writesCounted(db, 'human_score_writes');
  if (source.kind === 'machine') return writesCounted(db, 'machine_score_writes');
  if (source.kind === 'gap')
    return `${writesCounted(db, 'human_score_writes')} ${writesCounted(db, 'machine_score_writes')}`;
  if (source.kind === 'across')
    return writesCounted(db, source.of === 'human' ? 'human_score_writes' : 'machine_score_writes');
  if (source.kind === 'length')
    return `${repliesMark.get(db, source.systemId)} ${writesCounted(db, 'response_writes')}`;
  if (source.kind === 'label' || source.kind === 'answer') return String(newestLabelId(db));
  if (source.kind === 'own' && source.name === 'flag') return writesCounted(db, 'item_flag_writes');
  return '';
}

const firstMatches = selectValues(
  integer,
  'SELECT rowid + 0 FROM item_search WHERE item_search MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?',
);

/** The first items that match an FTS5 expression, in file order; the search index must hold the data set. */
export const firstMatching = (db: ReadableDb, match: string, from: number, to: number, limit: number) =>
  firstMatches.all(db, match, from, to, limit);

const flagsOfIds = selectValues(
  integer,
  'SELECT item_id FROM item_flag WHERE item_id IN (SELECT value FROM json_each(?))',
);

/** Those of these items that are flagged. */
export const flaggedAmong = (db: ReadableDb, ids: readonly number[]): Set<number> =>
  new Set(flagsOfIds.all(db, JSON.stringify(ids)));

/** Sets or takes away the flag of items. */
export function flagItems(db: WritableDb, itemIds: readonly number[], flaggedAt: string | null): void {
  const statement =
    flaggedAt === null
      ? db.prepare('DELETE FROM item_flag WHERE item_id = ?')
      : db.prepare(
          'INSERT INTO item_flag (item_id, flagged_at) VALUES (?, ?) ON CONFLICT (item_id) DO NOTHING',
        );
  db.transaction(() => {
    for (const id of itemIds) statement.run(...(flaggedAt === null ? [id] : [id, flaggedAt]));
    countWrite(db, 'item_flag_writes');
  }).immediate();
}

const unfinished = selectValues(
  integer,
  `SELECT EXISTS (SELECT 1 FROM draw WHERE study_id = @id AND generation = @generation AND @overlap > (
     SELECT COUNT(*) FROM current_word WHERE current_word.item_id = draw.item_id AND system_id = @systemId
       AND criterion_id = @criterionId AND instrument = @instrument AND source <> 'simulated'))`,
);

/** Whether somebody may still be asked about an item that a study has drawn. */
export const hasUnfinishedItem = (
  db: ReadableDb,
  study: {
    id: number;
    generation: number;
    overlap: number;
    systemId: number;
    criterionId: number;
    instrument: string;
  },
): boolean => {
  const { id, generation, overlap, systemId, criterionId, instrument } = study;
  return unfinished.one(db, { id, generation, overlap, systemId, criterionId, instrument }) === 1;
};

import { type DatasetRow, listSystems } from '../../db/datasets.ts';
import { type ColumnSource, metaKeys, type OwnField, systemsScored } from '../../db/item-columns.ts';
import { spansOf } from '../../db/item-spans.ts';
import { keptMaps } from '../../db/kept-maps.ts';
import { listCriterionScales, listSignalScales } from '../../db/scores.ts';
import { writesOf } from '../../db/since-write.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { Scale } from '../../shared/contract/base.ts';
import type { ItemField } from '../../shared/contract/data.ts';
import { labelFields } from './label-fields.ts';

/** A column that the table of items may have: what it is called, and where its values come from. */
export interface GridField {
  readonly shown: ItemField;
  /** Null where it is text to read, which nothing is sorted by. */
  readonly source: ColumnSource | null;
  readonly systemId: number | null;
}

/** Items that are looked at for names of further fields. */
const lookedAt = 400;

const part = encodeURIComponent;

/** The columns of each data set as they were last listed, by connection. */
const listedOf = keptMaps<string, { writes: string; fields: Map<string, GridField> }>();

/**
 * Every column that the table of a data set may have. Whoever still labels in a study sees their own labels of it alone.
 *
 * @param annotatorId who looks; null when this machine has not said yet
 */
export function gridFields(
  db: ReadableDb,
  dataset: DatasetRow,
  annotatorId: number | null,
): ReadonlyMap<string, GridField> {
  const listed = listedOf(db);
  const key = `${dataset.id} ${annotatorId}`;
  const writes = writesOf(db);
  const known = listed.get(key);
  if (known?.writes === writes) return known.fields;
  const fields = listFields(db, dataset, annotatorId);
  listed.set(key, { writes, fields });
  return fields;
}

function listFields(db: ReadableDb, dataset: DatasetRow, annotatorId: number | null): Map<string, GridField> {
  const systems = listSystems(db, dataset.id);
  const { id } = dataset;
  // Of each file the first items, for one that was added may bring fields of its own.
  const keys = [
    ...new Set(
      spansOf(dataset).flatMap(({ from, to }) => metaKeys(db, from, Math.min(from + lookedAt - 1, to))),
    ),
  ];
  const fields = [
    ...ownColumns(dataset),
    ...keys.map((key) => field({ id: `meta/${part(key)}`, kind: 'field', name: key }, { kind: 'meta', key })),
    ...systems.filter(({ items }) => items > 0).flatMap(replyColumns),
    ...scoreColumns(db, id, new Map(systems.map((system) => [system.id, system.name]))),
    ...labelFields(db, id, annotatorId).map(({ shown, source }) => field(shown, source)),
  ];
  return new Map(fields.map((one) => [one.shown.id, one]));
}

type Shown = Pick<ItemField, 'id' | 'kind' | 'name'> & Partial<ItemField>;

const field = (shown: Shown, source: ColumnSource | null, systemId: number | null = null): GridField => ({
  shown: {
    ...{ system: null, by: null, scale: null, ownOnly: false },
    isSortable: source !== null,
    hasFacet: source !== null && !(source.kind === 'own' && source.name === 'id'),
    ...shown,
  },
  source,
  systemId,
});

function ownColumns(dataset: DatasetRow): GridField[] {
  const own = (name: OwnField, words: string) =>
    field({ id: name, kind: 'field', name: words }, { kind: 'own', name });
  return [
    own('id', 'Item'),
    field({ id: 'question', kind: 'text', name: 'Question' }, null),
    ...(dataset.groupCount > 0 ? [own('group', 'Group')] : []),
    own('turns', 'Turns'),
    ...(dataset.itemsWithContext > 0 ? [own('passage', 'Passage')] : []),
    ...(dataset.itemsWithReferences > 0 ? [own('references', 'References')] : []),
    own('flag', 'Flag'),
  ];
}

const replyColumns = ({ id, name }: { id: number; name: string }): GridField[] => [
  field({ id: `reply/${part(name)}`, kind: 'text', name: 'Reply', system: name }, null, id),
  field(
    { id: `length/${part(name)}`, kind: 'field', name: 'Length of reply', system: name },
    { kind: 'length', systemId: id },
  ),
];

/** Columns of scores as they came with the data, and of how they differ among systems, or between people and machines. */
function scoreColumns(
  db: ReadableDb,
  datasetId: number,
  systemNames: ReadonlyMap<number, string>,
): GridField[] {
  const ofPeople = systemsScored(db, 'human', datasetId);
  const ofMachines = systemsScored(db, 'machine', datasetId);
  const criteria = listCriterionScales(db, datasetId);
  const signals = listSignalScales(db, datasetId);
  const human = criteria.flatMap(({ id, name, scale }) =>
    (ofPeople.get(id) ?? []).map((systemId) => {
      const system = systemNames.get(systemId)!;
      return field(
        { id: `human/${part(name)}/${part(system)}`, kind: 'human', name, system, scale },
        { kind: 'human', criterionId: id, systemId },
      );
    }),
  );
  const machine = signals.flatMap(({ id, kind, name, criterion, scale }) =>
    (ofMachines.get(id) ?? []).map((systemId) => {
      const system = systemNames.get(systemId)!;
      return field(
        {
          id: [kind, name, criterion ?? '', system].map(part).join('/'),
          ...{ kind, name: criterion ?? name, by: name, system, scale },
        },
        { kind: 'machine', signalId: id, systemId },
      );
    }),
  );
  const across = [
    ...criteria.flatMap(({ id, name, scale }) =>
      acrossColumns(['human', name], {
        ...{ of: 'human', id, systemIds: ofPeople.get(id), scale, by: `${name} · people` },
      }),
    ),
    ...signals.flatMap(({ id, kind, name, criterion, scale }) => {
      const by = criterion === null || criterion === name ? name : `${criterion} · ${name}`;
      return acrossColumns([kind, name, criterion ?? ''], {
        ...{ of: 'machine', id, systemIds: ofMachines.get(id), scale, by },
      });
    }),
  ];
  const gaps = criteria.flatMap((criterion) =>
    signals
      .filter((signal) => signal.criterion === criterion.name)
      .flatMap((signal) =>
        (ofPeople.get(criterion.id) ?? [])
          .filter((systemId) => ofMachines.get(signal.id)?.includes(systemId))
          .map((systemId) => gapColumn(criterion, signal, { systemId, system: systemNames.get(systemId)! })),
      ),
  );
  return [...human, ...machine, ...across, ...gaps];
}

/** A difference in shares of a scale, of which 0 is none. */
const shareApart: Scale = { min: 0, max: 1, direction: 'lower' };

interface AcrossOf {
  readonly of: 'human' | 'machine';
  readonly id: number;
  readonly systemIds: readonly number[] | undefined;
  readonly scale: Scale;
  readonly by: string;
}

/**
 * Of a score that several systems have: how far they lie apart on an item, and the worst of them.
 *
 * @param score what the ids of its columns begin with
 */
function acrossColumns(
  score: readonly string[],
  { of, id, systemIds = [], scale, by }: AcrossOf,
): GridField[] {
  if (systemIds.length < 2) return [];
  const slope = 1 / (scale.max - scale.min);
  const source = { kind: 'across', of, id, systemIds, slope } as const;
  const worst = scale.direction === 'lower' ? 'highest' : 'lowest';
  const shown = { kind: 'compared', by } as const;
  const name = score.map(part).join('/');
  return [
    field(
      { ...shown, id: `spread/${name}`, name: 'Systems differ', scale: shareApart },
      { ...source, what: 'spread' },
    ),
    field({ ...shown, id: `worst/${name}`, name: 'Worst of all systems', scale }, { ...source, what: worst }),
  ];
}

type Scored = ReturnType<typeof listCriterionScales>[number];
type Signal = ReturnType<typeof listSignalScales>[number];

/** How far a machine score lies from what people said under the same criterion. */
const gapColumn = (
  criterion: Scored,
  signal: Signal,
  { systemId, system }: { systemId: number; system: string },
): GridField =>
  field(
    {
      id: ['gap', criterion.name, signal.kind, signal.name, system].map(part).join('/'),
      kind: 'compared',
      ...{ name: 'People and machine differ', by: `${criterion.name} · ${signal.name}`, system },
      scale: shareApart,
    },
    {
      ...{ kind: 'gap', criterionId: criterion.id, signalId: signal.id, systemId },
      ...{ human: unitLine(criterion.scale), machine: unitLine(signal.scale) },
    },
  );

/** What brings a score to [0, 1], 1 best. */
function unitLine({ min, max, direction }: Scale): { slope: number; start: number } {
  const slope = 1 / (max - min);
  return direction === 'lower' ? { slope: -slope, start: max * slope } : { slope, start: -min * slope };
}

import { type DatasetRow, listSystems } from '../../../db/datasets.ts';
import { type ColumnSource, hasUnfinishedItem, metaKeys, type OwnField } from '../../../db/item-columns.ts';
import { listCriteria, listSignalScales } from '../../../db/scores.ts';
import { listStudies } from '../../../db/studies.ts';
import { listMembers } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ItemField } from '../../../shared/contract/data.ts';
import { instrumentOf } from '../study/label-key.ts';

/** A column that the table of items may have: what it is called, and where its values come from. */
export interface Field {
  readonly shown: ItemField;
  /** Null where it is text to read, which nothing is sorted by. */
  readonly source: ColumnSource | null;
  readonly systemId: number | null;
}

/** Items that are looked at for names of further fields. */
const lookedAt = 400;

const part = encodeURIComponent;

/**
 * Every column that the table of a data set may have. Whoever still labels in a study sees their own labels of it alone.
 *
 * @param annotatorId who looks; null when this machine has not said yet
 */
export function fieldsOf(
  db: ReadableDb,
  dataset: DatasetRow,
  annotatorId: number | null,
): Map<string, Field> {
  const systems = listSystems(db, dataset.id);
  const fields = [
    ...ownColumns(dataset),
    ...metaKeys(db, dataset.firstItemId, dataset.firstItemId + Math.min(lookedAt, dataset.itemCount) - 1).map(
      (key) => field({ id: `meta/${part(key)}`, kind: 'field', name: key }, { kind: 'meta', key }),
    ),
    ...systems.filter(({ items }) => items > 0).flatMap(replyColumns),
    ...scoreColumns(db, dataset.id, systems),
    ...labelColumns(db, dataset.id, annotatorId),
  ];
  return new Map(fields.map((one) => [one.shown.id, one]));
}

type Shown = Pick<ItemField, 'id' | 'kind' | 'name'> & Partial<ItemField>;

const field = (shown: Shown, source: ColumnSource | null, systemId: number | null = null): Field => ({
  shown: {
    ...{ system: null, by: null, scale: null, ownOnly: false },
    isSortable: source !== null,
    hasFacet: source !== null && !(source.kind === 'own' && source.name === 'id'),
    ...shown,
  },
  source,
  systemId,
});

function ownColumns(dataset: DatasetRow): Field[] {
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

const replyColumns = ({ id, name }: { id: number; name: string }): Field[] => [
  field({ id: `reply/${part(name)}`, kind: 'text', name: 'Reply', system: name }, null, id),
  field(
    { id: `length/${part(name)}`, kind: 'field', name: 'Length of reply', system: name },
    { kind: 'length', systemId: id },
  ),
];

function scoreColumns(db: ReadableDb, datasetId: number, systems: readonly { id: number; name: string }[]) {
  const idOf = new Map(systems.map(({ id, name }) => [name, id]));
  const human = listCriteria(db, datasetId).flatMap(({ id, name, scale, coverage }) =>
    coverage.map(({ system }) =>
      field(
        { id: `human/${part(name)}/${part(system)}`, kind: 'human', name, system, scale },
        { kind: 'human', criterionId: id, systemId: idOf.get(system)! },
      ),
    ),
  );
  const machine = listSignalScales(db, datasetId).flatMap(({ id, kind, name, criterion, scale }) =>
    systems.map((system) =>
      field(
        {
          id: [kind, name, criterion ?? '', system.name].map(part).join('/'),
          ...{ kind, name: criterion ?? name, by: name, system: system.name, scale },
        },
        { kind: 'machine', signalId: id, systemId: system.id },
      ),
    ),
  );
  return [...human, ...machine];
}

/** What people said in studies of one system that ask for a value; practice and simulated people aside. */
function labelColumns(db: ReadableDb, datasetId: number, annotatorId: number | null): Field[] {
  return listStudies(db).flatMap((study) => {
    const { id, criterionId, systemId, against, form, scale } = study;
    if (study.datasetId !== datasetId || criterionId === null || against) return [];
    const instrument = instrumentOf(form);
    const members = listMembers(db, id);
    const isAsked = members.length === 0 || (annotatorId !== null && members.includes(annotatorId));
    const ownOnly = isAsked && hasUnfinishedItem(db, { ...study, criterionId, instrument });
    return [
      field(
        {
          id: `label/${id}`,
          kind: 'label',
          name: 'Label',
          by: study.name,
          system: study.systemName,
          scale,
          ownOnly,
        },
        // Nobody has the id 0: before anybody is known there are no own labels.
        {
          kind: 'label',
          criterionId,
          systemId,
          instrument,
          annotatorId: ownOnly ? (annotatorId ?? 0) : null,
        },
      ),
    ];
  });
}

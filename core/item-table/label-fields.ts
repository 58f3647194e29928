import { type ColumnSource, hasUnfinishedItem } from '../../db/item-columns.ts';
import type { LabelKey } from '../../db/labels.ts';
import { listRankings } from '../../db/rankings.ts';
import { listCriterionScales } from '../../db/scores.ts';
import { listStudies, type StudyRow } from '../../db/studies.ts';
import { listMembers } from '../../db/study-members.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { ItemField, Scale } from '../../shared/contract/index.ts';
import { isOrdered, labelKeysFor } from '../studies/label-key.ts';

interface LabelField {
  readonly shown: Pick<ItemField, 'id' | 'kind' | 'name'> & Partial<ItemField>;
  readonly source: ColumnSource;
}

const share: Scale = { min: 0, max: 1, direction: 'higher' };

/**
 * What people said in the studies of a data set: a column for a study of one system, one for each system of a comparison of
 * ratings, one for a preference (the share of a win that the first system got), and one for the answers that people wrote,
 * which belong to the item and not to a study. A ranking gives its name to the columns of its pairs; on pages each of its systems
 * has one. Practice and simulated people aside.
 */
export function labelFields(db: ReadableDb, datasetId: number, annotatorId: number | null): LabelField[] {
  const studies = listStudies(db).filter((study) => study.datasetId === datasetId);
  const scales = new Map(listCriterionScales(db, datasetId).map(({ id, scale }) => [id, scale]));
  const rated = studies.filter(({ criterionId }) => criterionId !== null);
  const rankings = new Map(listRankings(db).map(({ id, name }) => [id, name]));
  const columns = rated.flatMap((study) => {
    const by = rankings.get(study.rankingId ?? 0);
    return valueFields(db, { ...study, name: by ?? study.name }, annotatorId, scales);
  });
  return [
    ...onceInRanking(columns),
    ...answerField(
      db,
      studies.filter(({ criterionId }) => criterionId === null),
      annotatorId,
    ),
  ];
}

/** On a page a reply is rated once for all of its pairs: their columns of it are one, closed as long as any of them is. */
function onceInRanking(columns: readonly LabelField[]): LabelField[] {
  const groups = Map.groupBy(columns, ({ shown, source }) => JSON.stringify([shown.by, keyOf(source)]));
  return [...groups.values()].map((same) => same.find(({ shown }) => shown.ownOnly) ?? same[0]!);
}

/** What the labels of a column are about, by any annotator. */
const keyOf = (source: ColumnSource) => ({ ...source, annotatorId: null });

function valueFields(
  db: ReadableDb,
  study: StudyRow,
  annotatorId: number | null,
  scales: ReadonlyMap<number, Scale>,
): LabelField[] {
  const { id, systemName, against, form } = study;
  const keys = keysOf(study);
  const ownOnly = isOwnOnly(db, study, annotatorId);
  const column = (key: Key, shown: LabelField['shown']): LabelField => ({
    shown: { by: study.name, ownOnly, ...shown },
    source: { kind: 'label', ...key, annotatorId: whose(ownOnly, annotatorId) },
  });
  if (!against) {
    const shown = { id: `label/${id}`, kind: 'label', name: 'Label', scale: study.scale } as const;
    return [column(keys[0]!, { ...shown, system: systemName })];
  }
  if (form.kind === 'preference' && !isOrdered(study)) {
    const name = `Preferred to ${against.systemName}`;
    const shown = { id: `label/${id}`, kind: 'label', name, scale: share } as const;
    return [column(keys[0]!, { ...shown, system: systemName })];
  }
  return keys.map((key, i) => {
    const system = i === 0 ? systemName : against.systemName;
    const scale = isOrdered(study) ? share : (scales.get(key.criterionId) ?? null);
    const name = nameBeside(study, i === 0 ? against.systemName : systemName);
    return column(key, { id: `label/${id}/${i}`, kind: 'label', name, system, scale });
  });
}

/** What the label of a reply in a comparison is called. */
function nameBeside(study: StudyRow, other: string): string {
  if (isOrdered(study)) return 'Order (1 best, 0 last)';
  return study.rankingId !== null && study.pageInstrument === null ? `Label beside ${other}` : 'Label';
}

/** Answers that people wrote; whoever still writes in one of the studies sees their own alone. */
function answerField(db: ReadableDb, studies: readonly StudyRow[], annotatorId: number | null): LabelField[] {
  const [first] = studies;
  if (!first) return [];
  const ownOnly = studies.some((study) => isOwnOnly(db, study, annotatorId));
  const by = studies.length === 1 ? first.name : 'studies in which people write';
  const { instrument } = keysOf(first)[0]!;
  return [
    {
      shown: { id: 'label/answers', kind: 'label', name: 'Written answer', by, ownOnly },
      source: { kind: 'answer', instrument, annotatorId: whose(ownOnly, annotatorId) },
    },
  ];
}

type Key = Omit<LabelKey, 'itemId'>;

/** What the labels of any item are about. */
const keysOf = (study: StudyRow): Key[] => labelKeysFor(study, 0).map(({ itemId: _itemId, ...key }) => key);

/** Whether somebody is asked in a study, with items left, so that others' words would bias them. */
function isOwnOnly(db: ReadableDb, study: StudyRow, annotatorId: number | null): boolean {
  const members = listMembers(db, study.id);
  const isAsked = members.length === 0 || (annotatorId !== null && members.includes(annotatorId));
  return isAsked && hasUnfinishedItem(db, { ...study, ...keysOf(study)[0]! });
}

/** Nobody has the id 0: before anybody is known there are no own labels. */
const whose = (ownOnly: boolean, annotatorId: number | null): number | null =>
  ownOnly ? (annotatorId ?? 0) : null;

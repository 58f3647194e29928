import { findImprovement, type ImprovementRow, listJudgeChecks } from '../../../../db/judge-improvements.ts';
import { listJudges, signalNameOf } from '../../../../db/judges.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { Signal } from '../../../../shared/contract/index.ts';
import { groupKeyOf, practiceTest } from './sides.ts';

/** The labels that a judge may be set beside. */
interface LabelsBeside {
  counts(itemId: number): boolean;
  /** Whether labels were parted by conversation, so that no chance has drawn these item by item. */
  readonly isParted: boolean;
  /** Which ones, in a sentence that begins with a blank; empty where all count. */
  readonly words: string;
  /** Whether another score may be set beside the same labels. */
  mayCount(other: Pick<Signal, 'kind' | 'name'>): boolean;
}

/** Which scores are of a judge of this project, and which of these were not checked yet. */
function standingOf(db: ReadableDb, { id: improvementId }: ImprovementRow) {
  const checked = new Set(listJudgeChecks(db, improvementId).map(({ judgeId }) => judgeId));
  const judges = new Map(listJudges(db).map((judge) => [signalNameOf(judge), judge.id]));
  const idOf = ({ kind, name }: Pick<Signal, 'kind' | 'name'>) =>
    kind === 'judge' ? judges.get(name) : undefined;
  const isUnchecked = (one: Pick<Signal, 'kind' | 'name'>) => {
    const id = idOf(one);
    return id !== undefined && !checked.has(id);
  };
  return { idOf, isUnchecked };
}

/** What was parted for practice, for a judge that is set beside it alone; undefined for every other score. */
export function practiceBeside(
  db: ReadableDb,
  of: Pick<ImprovementRow, 'datasetId' | 'systemId' | 'criterion'>,
  signal: Pick<Signal, 'kind' | 'name'>,
): readonly number[] | undefined {
  const row = findImprovement(db, of);
  return row && standingOf(db, row).isUnchecked(signal) ? row.practice : undefined;
}

/**
 * Where judges of a criterion are improved, a version is set beside practice labels until it was checked, and from then on beside the
 * others. So nobody chooses a version by the labels that it is checked on, and figures of one that is used do not flatter.
 */
export function labelsBeside(
  db: ReadableDb,
  of: Pick<ImprovementRow, 'datasetId' | 'systemId' | 'criterion'>,
  signal: Pick<Signal, 'kind' | 'name'>,
): LabelsBeside {
  const row = findImprovement(db, of);
  if (!row) return { counts: () => true, isParted: false, words: '', mayCount: () => true };
  const { idOf, isUnchecked } = standingOf(db, row);
  const isPractice = practiceTest(db, row);
  if (isUnchecked(signal)) {
    const words = ` Of ${signal.name} only practice labels count: prompts are chosen by them, so that figures flatter. Check it under Improve.`;
    return { counts: isPractice, isParted: true, words, mayCount: () => true };
  }
  const mayCount = (other: Pick<Signal, 'kind' | 'name'>) => !isUnchecked(other);
  if (idOf(signal) === undefined) return { counts: () => true, isParted: false, words: '', mayCount };
  const words = ` Of ${signal.name} only check labels count, which its prompt was made without. The intervals of its check hold over all checks.`;
  return { counts: (itemId) => !isPractice(itemId), isParted: true, words, mayCount };
}

/**
 * What an interval counts a label by. A draw by chance takes items one by one. Labels that came with the data, or that were parted for
 * practice and check, say of other conversations no more than so many conversations do.
 */
export const clusterOfLabel =
  (db: ReadableDb, { studyId }: { readonly studyId: number | null }, { isParted }: LabelsBeside) =>
  (itemId: number): string | undefined =>
    studyId !== null && !isParted ? undefined : groupKeyOf(db, itemId);

import { listAuditOf, writeAudit } from '../../db/audit.ts';
import { findDataset } from '../../db/datasets.ts';
import { hasImportedLabels } from '../../db/labels.ts';
import type { ReadableDb, WritableDb } from '../../db/types.ts';
import { plural } from '../../shared/number-text.ts';

const claimed = 'scores.claim';
const confirmed = 'scores.confirm';

/** A data set. A number is given again once its data set is removed, so the time of the import goes with it. */
interface Named {
  readonly id: number;
  readonly importedAt: string;
}

/** Human scores that came by the agent's door and no person has confirmed. */
interface ClaimedScores {
  readonly file: string;
  readonly scores: number;
}

/**
 * Writes into the audit trail, which is chained, that an agent says people gave these scores. Call it in the transaction that stores them.
 */
export function claimScores(
  db: WritableDb,
  { id, importedAt }: Named,
  { at, file, scores }: ClaimedScores & { at: string },
): void {
  const details = { datasetId: id, importedAt, file, scores };
  writeAudit(db, { at, action: claimed, studyId: null, details });
}

/** What an agent claimed of a data set since a person last confirmed its scores. */
function claimsOn(db: ReadableDb, { id, importedAt }: Named): ClaimedScores[] {
  const claims = ofDataset(db, claimed, { id, importedAt });
  if (claims.length === 0) return [];
  const answered = ofDataset(db, confirmed, { id, importedAt }).reduce(
    (most, { claims: count }) => Math.max(most, Number(count)),
    0,
  );
  return claims.slice(answered).map(({ file, scores }) => ({ file: String(file), scores: Number(scores) }));
}

/** Writes down that a person confirms all that was claimed of a data set so far. */
export function confirmClaims(
  db: WritableDb,
  dataset: Named,
  { at, by, way }: { at: string; by: string; way: string },
): void {
  const { id: datasetId, importedAt } = dataset;
  const claims = ofDataset(db, claimed, dataset).length;
  const details = { datasetId, importedAt, claims, scores: claimedCount(db, dataset), by, way };
  writeAudit(db, { at, action: confirmed, studyId: null, details });
}

function ofDataset(db: ReadableDb, action: string, { id, importedAt }: Named): Record<string, unknown>[] {
  return listAuditOf(db, action)
    .map(({ details }) => details as Record<string, unknown>)
    .filter((details) => details.datasetId === id && details.importedAt === importedAt);
}

/** How many scores of a data set count as claimed only. */
export const claimedCount = (db: ReadableDb, dataset: Named): number =>
  claimsOn(db, dataset).reduce((sum, { scores }) => sum + scores, 0);

export const claimedWords = (scores: number, dataset: string): string =>
  `Claimed by an agent: ${plural(scores, 'human score')} of "${dataset}". No person has confirmed that people gave them. Confirm them on the page of the data set, or with: assay data confirm`;

/** The same by the number of the data set, as studies know it. */
export const claimedIn = (db: ReadableDb, datasetId: number): number =>
  claimedCount(db, findDataset(db, datasetId)!);

/**
 * Why a study has no number of people: its labels are scores that only an agent claims. Null where it has one.
 *
 * @param scores how many of the data set are claimed
 */
export function claimedFault(db: ReadableDb, datasetId: number, scores: number): string | null {
  if (scores === 0 || !hasImportedLabels(db, datasetId)) return null;
  return `${claimedWords(scores, findDataset(db, datasetId)!.name)}.`;
}

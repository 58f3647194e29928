import { z } from 'zod';
import { listAudit } from '../../../db/audit.ts';
import { readJson } from '../../../db/columns.ts';
import { getProjectValue, setProjectValue } from '../../../db/project.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import { IssuedBatchSchema } from './issued-batch.ts';

/** The only study of a project made from a handed-out batch. */
export const handedStudyId = 1;

/** What the audit trail calls handing a batch out. */
export const handedOut = 'batch.out';

/** Whether a batch of a study was ever handed out. */
export const isHandedOut = (db: ReadableDb, studyId: number): boolean =>
  listAudit(db, studyId).some(({ action }) => action === handedOut);

/** The ending of a batch that is handed out as a file. */
export const batchEnding = '.assay-batch';

/** What a project made from a handed-out batch keeps of it. */
const HandedFactsSchema = z.object({
  batchId: z.string(),
  contentSha256: z.string(),
  /** Tells two copies of one batch apart. */
  copyId: z.string(),
  /** Whose it is, and the signature that goes back with the answers; earlier projects hold none. */
  issued: IssuedBatchSchema.nullish(),
  /** The newest event of the failure modes that it named. */
  failureList: z.number().int().optional(),
});
export type HandedFacts = z.infer<typeof HandedFactsSchema>;

const factsKey = 'handed_batch';

/** Facts of the batch that a project was made from; undefined for a project of one's own. */
export function handedFacts(db: ReadableDb): HandedFacts | undefined {
  const text = getProjectValue(db, factsKey);
  return text === undefined ? undefined : readJson(HandedFactsSchema, text, `project.value (${factsKey})`);
}

export const keepHandedFacts = (db: WritableDb, facts: HandedFacts): void =>
  setProjectValue(db, factsKey, JSON.stringify(facts));

/** The one person to whom the open batch was handed; null when anybody may label it, and in a project of one's own. */
export const handedAnnotator = (db: ReadableDb): string | null => handedFacts(db)?.issued?.annotator ?? null;

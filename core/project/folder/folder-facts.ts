import { z } from 'zod';

export const factsName = 'project.json';
export const folderFormat = 'assay-folder-1';

const TableSchema = z.object({
  table: z.string().regex(/^\w+$/),
  file: z.string().regex(/^\w+\.jsonl$/),
  columns: z.array(z.string().regex(/^\w+$/)),
  rows: z.number().int().nonnegative(),
  sha256: z.string(),
});

/** What a folder of plain files says of itself. */
export const FolderFactsSchema = z.object({
  format: z.literal(folderFormat),
  /** The version of the schema that the rows are of. */
  schema: z.number().int().positive(),
  tables: z.array(TableSchema),
  /** What of the project is not in it, in words. */
  notCarried: z.array(z.string()),
});
export type FolderFacts = z.infer<typeof FolderFactsSchema>;

export const tableFile = (table: string): string => `${table}.jsonl`;

import type { ColumnMapping, ImportFormat, ScaleDeclaration } from '../../../shared/contract/index.ts';

/** What the import job is told; `import.start` fills in what the person left open. */
export interface ImportParams {
  readonly path: string;
  /** The file's name as it is shown and remembered. */
  readonly sourceName: string;
  readonly format: ImportFormat;
  readonly datasetName?: string | undefined;
  readonly mapping?: ColumnMapping | undefined;
  readonly scales?: readonly ScaleDeclaration[] | undefined;
  /** For label files: the study whose items are labeled. */
  readonly studyId?: number | undefined;
  /** Who gave the labels of a label file that names nobody. */
  readonly annotator?: string | undefined;
}

import type { ColumnMapping, ImportFormat, ScaleDeclaration } from '../../shared/contract/index.ts';
import type { TextEncoding } from '../../shared/text-encodings.ts';

/** What the import job gets; `resolveImport` fills in what the person left open. */
export interface ImportParams {
  readonly path: string;
  /** The file's name as it is shown and remembered. */
  readonly sourceName: string;
  readonly format: ImportFormat;
  /** Whether nobody chose the format: read with others, a file may turn out to be of another. */
  readonly isFormatGuessed?: boolean | undefined;
  readonly datasetName?: string | undefined;
  readonly mapping?: ColumnMapping | undefined;
  readonly encoding?: TextEncoding | undefined;
  readonly sheet?: string | undefined;
  readonly scales?: readonly ScaleDeclaration[] | undefined;
  /** What the one system of the file is called, whatever the file says. */
  readonly system?: string | undefined;
  /** Further files of the same items. */
  readonly others?: readonly FileOfSeveral[] | undefined;
  /** For label files: the study whose items are labeled. */
  readonly studyId?: number | undefined;
  /** Whether they are of all pairs of its ranking. */
  readonly wholeRanking?: boolean | undefined;
  /** The data set that the file is added to; a trial keeps nothing. */
  readonly append?: AppendTo | undefined;
  /** Who gave the labels of a label file that names nobody. */
  readonly annotator?: string | undefined;
  /** Whether an agent brings the file, so that its human scores are claimed until a person confirms them. */
  readonly claimed?: boolean | undefined;
}

export interface AppendTo {
  readonly datasetId: number;
  /** Whether human scores of items that are there come from further raters. */
  readonly furtherRaters: boolean;
  readonly isTrial: boolean;
  /** Systems that the data set has, whose replies scores may be of. */
  readonly systems?: readonly string[] | undefined;
}

export interface ImportRequest {
  path: string;
  datasetName?: string | undefined;
  format?: ImportFormat | undefined;
  mapping?: ColumnMapping | undefined;
  /** How the file is opened, where that was chosen. */
  encoding?: TextEncoding | undefined;
  sheet?: string | undefined;
  scales?: readonly ScaleDeclaration[] | undefined;
  system?: string | undefined;
  others?: readonly FileOfSeveral[] | undefined;
  studyId?: number | undefined;
  wholeRanking?: boolean | undefined;
  append?: AppendTo | undefined;
  /** Whose labels they are where the file does not say. */
  annotator?: string | undefined;
  claimed?: boolean | undefined;
}

/** One of several files that are read together. */
export interface FileOfSeveral {
  readonly path: string;
  readonly encoding?: TextEncoding | undefined;
  /** The sheet of a workbook, each of which is a file of its own. */
  readonly sheet?: string | undefined;
  readonly format?: ImportFormat | undefined;
  readonly mapping?: ColumnMapping | undefined;
  /** What the one system of the file is called, whatever the file says. */
  readonly system?: string | undefined;
}

import { mediaKinds } from '../shared/picture-words.ts';
import { blob, integer, oneOf, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const pictureColumns = {
  datasetId: integer,
  sha256: text,
  media: oneOf(mediaKinds),
  width: integer,
  height: integer,
  bytes: blob,
};
/** A picture or recording of a data set. */
export type Picture = RowOf<typeof pictureColumns>;

const ofHash = select(pictureColumns, 'FROM picture WHERE sha256 = ? ORDER BY dataset_id LIMIT 1');

/** A picture by the SHA-256 of its bytes, in hexadecimal; the same bytes are one picture in every data set. */
export const findPicture = (db: ReadableDb, sha256: string): Picture | undefined => ofHash.get(db, sha256);

const any = selectValues(integer, 'SELECT EXISTS (SELECT 1 FROM picture)');
/** Whether any data set of the project has a picture. */
export const hasPictures = (db: ReadableDb): boolean => any.one(db) === 1;

/** Keeps a picture; one that the data set has already is not kept twice. */
export function insertPicture(
  db: WritableDb,
  { datasetId, sha256, media, width, height, bytes }: Picture,
): void {
  prepared(
    db,
    'INSERT OR IGNORE INTO picture (dataset_id, sha256, media, width, height, bytes) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(datasetId, sha256, media, width, height, bytes);
}

import { at, integer, text } from './columns.ts';
import { findByClientKey } from './labels.ts';
import { prepared } from './prepared.ts';
import { select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

const countsByVersion = select(
  { version: at('label_guidelines.version', text), labels: at('COUNT(*)', integer) },
  `FROM label_guidelines JOIN label ON label.id = label_guidelines.label_id
   WHERE label.study_id = ? AND label.practice_round IS NULL AND label.client_key = label.submission
   GROUP BY label_guidelines.version ORDER BY MIN(label.id)`,
);

/** How many labels of a study were given under which guidelines, the oldest first; practice does not count. */
export const countLabelsByGuidelines = (db: ReadableDb, studyId: number) => countsByVersion.all(db, studyId);

const versionOfLabel = selectValues(
  text,
  `SELECT version FROM label AS one JOIN label AS given ON given.client_key = one.submission
     JOIN label_guidelines ON label_guidelines.label_id = given.id WHERE one.id = ?`,
);

/** Under which guidelines a label was given; undefined where it was given under none. */
export const guidelinesOfLabel = (db: ReadableDb, labelId: number): string | undefined =>
  versionOfLabel.get(db, labelId);

/** Keeps under which guidelines a submission was given, at its first row. Call it in its transaction. */
export function putLabelGuidelines(
  db: WritableDb,
  clientKey: string,
  { version, text: guidelines }: { version: string; text: string },
): void {
  prepared(db, 'INSERT INTO guidelines_text (version, text) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
    version,
    guidelines,
  );
  const label = findByClientKey(db, clientKey);
  if (!label) return;
  prepared(db, 'INSERT INTO label_guidelines (label_id, version) VALUES (?, ?)').run(label.id, version);
  chainRow(db, 'label_guidelines', label.id);
}

import { createHash } from 'node:crypto';
import type { StudyRow } from '../../../db/studies.ts';

/** Which guidelines a study has: the SHA-256 of their text. */
export const guidelinesVersion = ({ guidelines }: Pick<StudyRow, 'guidelines'>): string =>
  createHash('sha256').update(guidelines).digest('hex');

import type { StudyRow } from '../../db/studies.ts';
import { sha256 } from '../platform/signing/sha256.ts';

/** Which guidelines a study has: their SHA-256. */
export const guidelinesVersion = ({ guidelines }: Pick<StudyRow, 'guidelines'>): string => sha256(guidelines);

import { hash } from 'node:crypto';
import type { StudyRow } from '../../db/studies.ts';

/** Which text somebody has read: its SHA-256. */
export const textVersion = (text: string): string => hash('sha256', text);

/** Which guidelines a study has. */
export const guidelinesVersion = ({ guidelines }: Pick<StudyRow, 'guidelines'>): string =>
  textVersion(guidelines);

import { hash } from 'node:crypto';
import { hashedText } from '../../../stats/index.ts';

/** What decides on the place of an item by draw rule 2, and between equals of a baseline: SHA-256, 64 hexadecimal digits. */
export const drawHash = (seed: number, externalId: string): string =>
  hash('sha256', hashedText(seed, externalId), 'hex');

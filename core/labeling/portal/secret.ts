import { createHash, randomBytes } from 'node:crypto';

/** 256 bits that nobody guesses, as they stand in a link or a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The same of a link and what one browser made at random: that browser alone comes by it again. */
export const secretOf = (token: string, clientKey: string): string =>
  createHash('sha256').update(`${token} ${clientKey}`).digest('base64url');

/** What is kept of a secret. It has all of its 256 bits, so that a plain hash is as hard to undo as to guess. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

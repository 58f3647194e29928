import { plural } from './number-text.ts';

/** That pictures do not go with a batch; empty where all do. */
export const picturesLeftWords = (left = 0): string =>
  left === 0
    ? ''
    : `${plural(left, 'picture')} ${left === 1 ? 'is' : 'are'} too large or damaged; a warning stands in the place.`;

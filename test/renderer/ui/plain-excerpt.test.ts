import { expect, test } from 'vitest';
import { plainExcerpt } from '../../../renderer/ui/words.ts';

test.each([
  [
    'To reset, open **Settings > Account** and choose *reset*.',
    'To reset, open Settings > Account and choose reset.',
  ],
  [
    'Sure! | Step | What | |---|---| | 1 | Open the app | ```sh curl x ```',
    'Sure! · Step · What · 1 · Open the app · curl x',
  ],
  ['# Title See [the page](https://example.com/a) and `npm ci`', 'Title See the page and npm ci'],
  ['2 * 3 * 4 is 24, a_b_c and 5 # 6 stay', '2 * 3 * 4 is 24, a_b_c and 5 # 6 stay'],
  ['', ''],
])('%j reads as %j', (text, plain) => {
  expect(plainExcerpt(text)).toBe(plain);
});

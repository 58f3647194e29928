/**
 * How often the interval of other annotators misses where few of them are much stricter than the rest, which three to six people
 * seldom show. `node test/accuracy/annotators.ts [RUNS]`; a minute at 1,000.
 */

import { strictAnnotators } from '../../core/report/selfcheck/claim-checks.ts';
import { createRng } from '../../stats/index.ts';

const runs = Number(process.argv[2] ?? 1000);
const yes = (share: number) => ({ name: 'yes or no', of: (u: number) => u, mean: share });
console.log(
  '| annotators | items of all | yes | shown | misses | share |\n| --: | --: | --: | --: | --: | --: |',
);
for (const people of [3, 4, 5, 6, 8, 12]) {
  for (const overlap of [12, 40, 100]) {
    for (const share of [0.6, 0.9, 0.97, 0.99]) {
      const facts = { labels: 100, people, overlap, share };
      const check = strictAnnotators({ ...facts, values: yes(share), differ: 'few much stricter' });
      const outcomes = Array.from({ length: runs }, (_, seed) => check.run(createRng(seed + 1)));
      const shown = outcomes.filter((one) => one !== 'not shown').length;
      const misses = outcomes.filter((one) => one === 'misses').length;
      const part = shown > 0 ? (misses / shown).toFixed(3) : 'never shown';
      console.log(`| ${people} | ${overlap} | ${share} | ${shown} | ${misses} | ${part} |`);
    }
  }
}

import path from 'node:path';
import { uniformInt } from '../../../stats/index.ts';
import { type Attack, must } from '../frame/attack.ts';
import { runWatched } from '../frame/watched-child.ts';
import { worstTexts } from './texts.ts';
import { ways } from './ways.ts';

const child = path.join(import.meta.dirname, '../children/worst-text-child.ts');
/** Guards against what hangs: far above what either takes. */
const patienceMs = 30_000;
const longestWaitMs = 5_000;

const wayNames = Object.keys(ways);
const textNames = Object.keys(worstTexts);

export const worstTextsAttack: Attack = {
  name: 'worst-texts',
  what: 'texts of 100,000 letters made to keep the engine busy, by every way in',
  tries: { all: 320, quick: wayNames.length, test: 2 },
  async prepare() {
    return async ({ number, rng, folder }) => {
      const way = wayNames[number % wayNames.length]!;
      // The first round takes the texts at which the expressions of today are at their worst.
      const text =
        number < wayNames.length ? textNames[0]! : textNames[uniformInt(rng, 0, textNames.length - 1)]!;
      try {
        const { lines } = await runWatched(child, [folder, way, text], { patienceMs });
        const wrong = lines.find((line) => line.startsWith('wrong: '));
        must(wrong === undefined, wrong!);
        const [, wait] = /^longest wait (\d+) ms$/.exec(lines.at(-1) ?? '') ?? [];
        must(Number(wait) < longestWaitMs, `other calls waited ${wait} ms`);
      } catch (error) {
        throw new Error(`"${text}" as ${way}: ${(error as Error).message}`);
      }
    };
  },
};

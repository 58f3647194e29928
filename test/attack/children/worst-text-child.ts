/** Sends one text down one way through the engine, and prints how long the engine left other calls waiting. */

import { engineIn } from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';
import { worstTexts } from '../texts/texts.ts';
import { ways } from '../texts/ways.ts';
import { say } from './at-work.ts';

const [folder, way, text] = process.argv.slice(2) as [string, string, string];
const lookMs = 20;
const engine = engineIn(folder);
let longest = 0;
let last = performance.now();
const looks = setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - last - lookMs);
  last = now;
}, lookMs);
const send = await ways[way]!(engine, folder, worstTexts[text]!);
say('prepared');
longest = 0;
last = performance.now();
const outcome = await answerOf(send).then(
  ({ refused }) => (refused === undefined ? 'done' : `refused ${refused}`),
  (error: unknown) => `wrong: ${(error as Error).message}`,
);
// One more look, in case the last thing done was the one that left everybody waiting.
await new Promise((resolve) => setTimeout(resolve, lookMs + 5));
clearInterval(looks);
say(outcome);
say(`longest wait ${Math.round(longest)} ms`);
await engine.close();

import { writeSync } from 'node:fs';
import { createEngine, type Engine } from '../../../core/engine.ts';

/** Prints a line at once: what is printed was done before. */
export const say = (line: string): void => void writeSync(1, `${line}\n`);

/** Opens a project, says that work begins, does it, and says how many milliseconds it took. */
export async function atWork(dataDir: string, file: string | null, work: (engine: Engine) => Promise<void>) {
  const engine = createEngine({ dataDir, version: 'attack' });
  if (file !== null) await engine.client.project.open({ path: file });
  const from = performance.now();
  say('at work');
  await work(engine);
  say(`all done after ${Math.ceil(performance.now() - from)} ms`);
  await engine.close();
}

/** Validates one conversation over and over until it is killed; prints each client key once its step is stored. */
import { writeSync } from 'node:fs';
import { createEngine } from '../../../core/engine.ts';

const [file, dataDir, ref, round] = process.argv.slice(2) as [string, string, string, string];
const { client } = createEngine({ dataDir, version: 'test' });
await client.project.open({ path: file });
const facts = (name: string) => ({ ref, clientKey: `round-${round}-${name}`, durationMs: 1 });
await client.validation.read(facts('read'));
for (let n = 0; ; n++) {
  const { clientKey, ...rest } = facts(`step-${n}`);
  const say = n % 2 === 0 ? 'answerable' : 'correct';
  await client.validation.answer({ ...rest, clientKey, turn: 0, step: { say } });
  writeSync(1, `${clientKey}\n`);
}

/**
 * Opens a project and labels as Ben until a label is refused or so many are given (0: for ever), then stays until it is
 * killed or its input ends. Prints each label once it is stored.
 */
import { once } from 'node:events';
import { createEngine } from '../../../core/engine.ts';
import { label } from '../frame/projects.ts';
import { say } from './at-work.ts';

const [file, dataDir, studyId, prefix, most] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const engine = createEngine({ dataDir, version: 'attack' });
console.error = () => {};
try {
  await engine.client.project.open({ path: file });
  say('at work');
  for (let n = 0; Number(most) === 0 || n < Number(most); n++) {
    const { key, person, value } = await label(engine, Number(studyId), { person: 'Ben', n, prefix });
    say(`stored ${JSON.stringify({ key, person, value })}`);
  }
} catch (error) {
  say(`refused ${(error as { code?: string }).code ?? String(error)}`);
}
say('waits');
process.stdin.resume();
await once(process.stdin, 'end');
await engine.close();
say('closed');

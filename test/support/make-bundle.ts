import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { oneAtATime } from '../../build/one-at-a-time.ts';
import { root } from '../../build/run-command.ts';
import { startedByTests } from './started-by-tests.ts';

/** What the code finds beside itself. */
const besideIt = ['build', 'docs', 'out', 'core/project/sample/authored'];
const day = 24 * 60 * 60 * 1000;

const folder = process.argv[2]!;
await oneAtATime('tests-bundle', async () => {
  if (!existsSync(folder)) await makeBundle();
});

async function makeBundle(): Promise<void> {
  const all = path.dirname(folder);
  mkdirSync(all, { recursive: true });
  for (const name of readdirSync(all)) {
    const old = path.join(all, name);
    if (Date.now() - statSync(old).mtimeMs > day) rmSync(old, { recursive: true, force: true });
  }
  const draft = `${folder}-draft`;
  rmSync(draft, { recursive: true, force: true });
  const { bundleCode } = await import('../../build/npm-package/bundle-code.ts');
  await bundleCode(draft, startedByTests);
  cpSync(path.join(root, 'package.json'), path.join(draft, 'package.json'));
  for (const name of ['assay.js', 'start.js'])
    cpSync(path.join(root, 'build/npm-package', name), path.join(draft, 'host', name));
  for (const name of besideIt) {
    mkdirSync(path.dirname(path.join(draft, name)), { recursive: true });
    symlinkSync(path.join(root, name), path.join(draft, name), 'junction');
  }
  renameSync(draft, folder);
}

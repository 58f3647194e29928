import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { bundleCode } from '../../build/npm-package/bundle-code.ts';
import { root } from '../../build/run-command.ts';

/** What the code finds beside itself. */
const besideIt = ['build', 'docs', 'out', 'core/project/sample/authored'];
const day = 24 * 60 * 60 * 1000;

const folder = process.argv[2]!;
const all = path.dirname(folder);
for (const name of readdirSync(all)) {
  const old = path.join(all, name);
  if (name !== 'lock' && Date.now() - statSync(old).mtimeMs > day)
    rmSync(old, { recursive: true, force: true });
}
const draft = `${folder}-draft`;
rmSync(draft, { recursive: true, force: true });
await bundleCode(draft, ['test/host/warm-cli.ts']);
cpSync(path.join(root, 'package.json'), path.join(draft, 'package.json'));
for (const name of ['assay.js', 'start.js'])
  cpSync(path.join(root, 'build/npm-package', name), path.join(draft, 'host', name));
for (const name of besideIt) {
  mkdirSync(path.dirname(path.join(draft, name)), { recursive: true });
  symlinkSync(path.join(root, name), path.join(draft, name), 'junction');
}
renameSync(draft, folder);

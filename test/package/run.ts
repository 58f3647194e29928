import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makePackage, packPackage } from '../../build/npm-package/make.ts';
import { leftOutside, makeStranger, pagesToRun, runPages } from './run-pages.ts';

/** Packs the package, installs it for a stranger, and runs what the pages tell a reader to run. Ends with 1 where something differs. */
const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values;
const dir = mkdtempSync(path.join(os.tmpdir(), 'assay-package-'));
try {
  await makePackage(path.join(dir, 'package'));
  const tarball = await packPackage(path.join(dir, 'package'), dir);
  const place = path.join(dir, 'place');
  const args = ['install', '--prefix', place, '--prefer-offline', '--no-audit', '--no-fund', tarball];
  execFileSync('npm', [...args, '--loglevel=error'], { cwd: dir, stdio: 'inherit' });
  const stranger = makeStranger(dir, path.join(place, 'node_modules', '.bin'));
  const pages = pagesToRun().filter(({ name }) => name.includes(only));
  const { commands, faults } = await runPages(pages, stranger);
  const all = [...faults, ...leftOutside(stranger).map((one) => `left outside: ${one}`)];
  console.log(`${pages.length} pages, ${commands} commands, ${all.length} faults`);
  for (const fault of all) console.log(`- ${fault}`);
  process.exitCode = all.length > 0 || commands === 0 ? 1 : 0;
} finally {
  rmSync(dir, { recursive: true, force: true });
}

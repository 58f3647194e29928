import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { lockedPackages } from './locked-packages.ts';
import { root, runCommand } from './run-command.ts';

/** What `assay gate` loads beside the code of the checkout; a test runs it with these alone. */
const names = [
  ...['@orpc/client', '@orpc/contract', '@orpc/server'],
  ...['@resvg/resvg-wasm', 'better-sqlite3', 'commander', 'env-paths', 'pure-rand', 'zod'],
];

/** Installs in a checkout what a gate needs, in the versions of the lock file: a tenth of all that `npm ci` brings. */
async function installForGate(): Promise<number> {
  const installed = path.join(root, 'node_modules');
  if (names.every((name) => existsSync(path.join(installed, name)))) return 0;
  const { version, dependencies: versions } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as { version: string; dependencies: Record<string, string> };
  const dependencies = Object.fromEntries(names.map((name) => [name, versions[name]!]));
  const manifest = { name: 'assay-gate', version, private: true, dependencies };
  const folder = mkdtempSync(path.join(root, '.gate-'));
  try {
    for (const [name, value] of Object.entries({
      'package.json': manifest,
      'package-lock.json': lockedPackages(manifest),
    }))
      writeFileSync(path.join(folder, name), JSON.stringify(value));
    copyFileSync(path.join(root, '.npmrc'), path.join(folder, '.npmrc'));
    const code = await runCommand('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund']);
    if (code !== 0) return code;
    rmSync(installed, { recursive: true, force: true });
    renameSync(path.join(folder, 'node_modules'), installed);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await installForGate();

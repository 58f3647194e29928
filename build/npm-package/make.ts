import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { figureDrawer, fonts, installedAt, packedAt } from '../../core/platform/page/bundled-parts.ts';
import { lockedPackages } from '../locked-packages.ts';
import { writeLicenses } from '../package-licenses.ts';
import { ensureRenderer } from '../renderer-bundle.ts';
import { root, runCommand } from '../run-command.ts';
import { bundleCode } from './bundle-code.ts';
import { packageManifest } from './manifest.ts';

/** What the package has beside compiled code, at the same place as in the project. */
const asTheyAre = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'docs/verify.py',
  'out/renderer',
  'out/handed-page',
  'out/team-page',
  'core/project/sample/authored',
];

/**
 * Makes the npm package in `folder`: the code with the packages that it imports, what it finds beside itself, and the built pages.
 */
export async function makePackage(folder: string): Promise<void> {
  await ensureRenderer();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const imported = await bundleCode(folder);
  const copy = (from: string, to = from) =>
    cpSync(path.join(root, from), path.join(folder, to), { recursive: true });
  for (const name of asTheyAre) copy(name);
  for (const name of ['assay.js', 'start.js']) copy(`build/npm-package/${name}`, `host/${name}`);
  for (const part of [figureDrawer, ...fonts])
    copy(installedAt(part), path.join('core/platform/page', packedAt(part)));
  writeLicenses(path.join(folder, 'THIRD-PARTY-LICENSES.txt'));
  const manifest = packageManifest(imported);
  writeJson(path.join(folder, 'package.json'), manifest);
  writeJson(path.join(folder, 'npm-shrinkwrap.json'), lockedPackages(manifest));
}

const writeJson = (file: string, value: unknown) =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Packs the folder as npm publishes it; gives the file. */
export async function packPackage(folder: string, destination: string): Promise<string> {
  mkdirSync(destination, { recursive: true });
  const code = await runCommand('npm', ['pack', folder, '--pack-destination', destination, '--silent']);
  const name = readdirSync(destination).find((file) => /^assay-eval-.*\.tgz$/.test(file));
  if (code !== 0 || name === undefined) throw new Error('npm could not pack the package.');
  return path.join(destination, name);
}

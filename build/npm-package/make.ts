import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { figureDrawer, fonts, installedAt, packedAt } from '../../core/platform/page/bundled-parts.ts';
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
  writeJson(path.join(folder, 'npm-shrinkwrap.json'), shrinkwrap(manifest));
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

interface Locked {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/**
 * `npm-shrinkwrap.json` of the package: who installs it gets the very versions that the project is tested with, those of
 * the packages below its dependencies too.
 */
function shrinkwrap(manifest: {
  readonly name?: unknown;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}): object {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const kept = new Map<string, Locked>();
  const waiting: [from: string, name: string][] = Object.keys(manifest.dependencies).map((name) => [
    '',
    name,
  ]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = placeOf(lock.packages, ...next);
    if (place === undefined || kept.has(place)) continue;
    const { dev: _, peer: __, resolved: ___, ...entry } = lock.packages[place]!;
    kept.set(place, entry as Locked);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      waiting.push([place, name]);
  }
  const { name, version, dependencies } = manifest;
  const packages = Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...packages },
    dependencies,
  };
}

/** Where a package finds another: in its own folder, or in one of those around it. */
function placeOf(packages: Readonly<Record<string, Locked>>, from: string, name: string): string | undefined {
  for (let around = from; ; ) {
    const place = `${around === '' ? '' : `${around}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (around === '') return undefined;
    around = around.slice(0, Math.max(0, around.lastIndexOf('/node_modules/')));
  }
}

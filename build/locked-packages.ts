import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run-command.ts';

interface Locked {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A manifest as far as npm needs it to install what it names. */
export interface Needing {
  readonly name?: unknown;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * A lock file for what a manifest names: who installs it gets the very versions that the project is tested with, those of the
 * packages below its dependencies too.
 */
export function lockedPackages(manifest: Needing): object {
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

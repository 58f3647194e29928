import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run-command.ts';

interface Locked {
  dev?: boolean;
  optional?: boolean;
  version?: string;
  license?: string;
}

export const licensesFile = path.join(root, 'out', 'THIRD-PARTY-LICENSES.txt');

/** Texts of the licenses of every package that may be inside the bundles, as the lock file names them. */
export function writeLicenses(file = licensesFile): void {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const parts = Object.entries(lock.packages)
    .filter(([place, { dev, optional }]) => place && !dev && !optional)
    .map(([place, { version, license }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `${name} ${version} (${license ?? 'see text'})\n\n${licenseText(path.join(root, place))}`;
    });
  writeFileSync(file, `${parts.join(`\n${'-'.repeat(80)}\n`)}\n`);
}

function licenseText(dir: string): string {
  if (!existsSync(dir)) return '';
  const names = readdirSync(dir).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return names.map((name) => readFileSync(path.join(dir, name), 'utf8').trim()).join('\n\n');
}

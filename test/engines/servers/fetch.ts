import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { clickhouseServer, postgresBin, unpackedAt } from './places.ts';

/**
 * Fetches the servers that this machine lacks as packages of Debian and unpacks them into a folder of the project: nothing is
 * installed, and nobody needs to be root.
 *
 * @throws Error where there is no apt, or no package
 */
export function fetchServers(): void {
  if (clickhouseServer() === undefined) fetchPackage('clickhouse-server');
  if (postgresBin() === undefined) fetchPackage('postgresql-15');
}

function fetchPackage(name: string): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-debian-'));
  mkdirSync(unpackedAt, { recursive: true });
  try {
    const missing = neededBy(name).filter((one) => one === name || !isInstalled(one));
    console.log(`${name}: fetching ${missing.length} packages`);
    execFileSync('apt-get', ['download', ...missing], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    for (const file of readdirSync(folder).filter((one) => one.endsWith('.deb')))
      execFileSync('dpkg', ['-x', path.join(folder, file), unpackedAt]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The package and all that it depends on. */
function neededBy(name: string): string[] {
  const without = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];
  const args = ['depends', '--recurse', ...without.map((kind) => `--no-${kind}`), name];
  const lines = execFileSync('apt-cache', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return [...new Set(lines.split('\n').filter((line) => /^[a-z0-9]/.test(line)))];
}

function isInstalled(name: string): boolean {
  try {
    const state = ['-W', '-f', '$' + '{db:Status-Status}', name];
    return execFileSync('dpkg-query', state, { encoding: 'utf8', stdio: 'pipe' }) === 'installed';
  } catch {
    return false;
  }
}

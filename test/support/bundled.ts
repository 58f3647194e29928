import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../build/run-command.ts';
import { startedByTests } from './started-by-tests.ts';

/** What a bundle is made of. */
const sources = [
  ...globSync('{core,db,host,shared,stats,build/npm-package,renderer/api}/**/*.{js,json,ts}', {
    cwd: root,
  }).sort(),
  ...startedByTests,
  ...['test/core/support/jobs-here.ts', 'test/support/make-bundle.ts', 'test/support/started-by-tests.ts'],
  ...['package.json', 'package-lock.json'],
];

/** Says which sources there are and how they stand: of a file that is written, the time of the last change of its entry is another. */
function sourcesNow(): string {
  const hash = createHash('sha256');
  for (const name of sources) {
    const { ctimeNs, size } = statSync(path.join(root, name), { bigint: true });
    hash.update(`${name}\n${ctimeNs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

let bundle: string | undefined;

/** The folder of the bundle of the sources as they are. The first process that asks makes it; others wait for it. */
function bundleNow(): string {
  const folder = path.join(
    realpathSync(path.join(root, 'node_modules')),
    '.cache/assay-bundled',
    sourcesNow(),
  );
  const make = [path.join(import.meta.dirname, 'make-bundle.ts'), folder];
  if (!existsSync(folder)) execFileSync(process.execPath, make, { stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

/**
 * Where a file that tests start lies in a bundle of the sources as they are, with an environment for it: it starts in half the time that
 * loading hundreds of sources takes.
 *
 * @param source such as `host/cli.ts`, or one of `startedByTests`
 */
export function bundled(source: string): { file: string; env: NodeJS.ProcessEnv } {
  bundle ??= bundleNow();
  // Compiled code of a bundle goes with it.
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(bundle, 'compiled') };
  return { file: path.join(bundle, source.replace(/\.ts$/, '.js')), env };
}

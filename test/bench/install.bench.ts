import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makePackage, packPackage } from '../../build/npm-package/make.ts';
import { type BenchResult, median, temporaryFolder } from './support.ts';

const rounds = 9;
/** This very Node first. */
const searchPath = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter);

/** A tool in a place of its own. */
interface Installed {
  readonly bin: string;
  readonly figures: Record<string, number>;
}

/** Installs from npm into an empty place with an empty cache, as a person does who has never had it. */
function installed(name: string, what: string, folder: string): Installed {
  const place = path.join(folder, name);
  mkdirSync(place);
  const env = {
    ...process.env,
    npm_config_prefix: place,
    npm_config_cache: path.join(folder, `${name}-cache`),
  };
  const started = performance.now();
  const { status, stderr } = spawnSync('npm', ['install', '-g', what, '--no-audit', '--no-fund'], {
    encoding: 'utf8',
    env,
  });
  if (status !== 0) throw new Error(`npm install -g ${what} ended with ${status}: ${stderr}`);
  const seconds = (performance.now() - started) / 1000;
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' });
  const sizes = files.map((one) => lstatSync(path.join(place, one)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return {
    bin: path.join(place, 'bin', name),
    figures: {
      [`${name}InstallSeconds`]: seconds,
      [`${name}MB`]: bytes / 1e6,
      [`${name}Files`]: files.length,
    },
  };
}

function milliseconds(bin: string, option: string, home: string): number {
  const started = performance.now();
  const { status } = spawnSync(bin, [option], {
    env: {
      PATH: searchPath,
      HOME: home,
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
    },
  });
  if (status !== 0) throw new Error(`${bin} ${option} ended with ${status}`);
  return performance.now() - started;
}

/**
 * What installing Assay from its package takes, and what its version and help take then. `ASSAY_BENCH_PROMPTFOO_VERSION` installs that
 * version of promptfoo beside it, and asks both in turn.
 */
export async function benchInstall(): Promise<BenchResult> {
  const folder = temporaryFolder();
  try {
    await makePackage(path.join(folder, 'package'));
    const tarball = await packPackage(path.join(folder, 'package'), folder);
    const version = process.env.ASSAY_BENCH_PROMPTFOO_VERSION;
    const peers = version === undefined ? [] : [['promptfoo', `promptfoo@${version}`] as const];
    const tools = [['assay', tarball] as const, ...peers].map(([name, what]) => ({
      name,
      ...installed(name, what, folder),
    }));
    const took = Array.from({ length: rounds + 1 }, () =>
      tools.flatMap(({ name, bin }) =>
        ['--version', '--help'].map(
          (option) => [`${name} ${option} ms`, milliseconds(bin, option, folder)] as const,
        ),
      ),
    );
    // The first of each fills caches.
    const asked = Map.groupBy(took.slice(1).flat(), ([what]) => what);
    return {
      name: 'install from npm into an empty place',
      figures: Object.assign(
        {},
        ...tools.map(({ figures }) => figures),
        Object.fromEntries([...asked].map(([what, all]) => [what, median(all.map(([, ms]) => ms))])),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(await benchInstall());

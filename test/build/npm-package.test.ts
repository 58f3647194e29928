import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test, vi } from 'vitest';
import { makePackage, packPackage } from '../../build/npm-package/make.ts';
import { buildingPython } from '../../build/release/python-package.ts';
import { sumsName } from '../../build/release/sums.ts';
import { root } from '../../build/run-command.ts';
import { alphaMean, writeTinySet } from '../host/tiny-set.ts';
import { leftOutside, makeStranger, pagesToRun, runPages } from '../package/run-pages.ts';

// Makes a release once, installs its package from the registry or its cache, and runs what was installed: a process for each command.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

if (!buildingPython()) console.warn('No Python here has setuptools and wheel, so no release is made.');

const { version, dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};
const dir = mkdtempSync(path.join(os.tmpdir(), 'assay-npm-'));
// The stranger, who is not root, reads what is installed here.
chmodSync(dir, 0o755);
const place = path.join(dir, 'empty');
const installed = path.join(place, 'node_modules', 'assay-eval');
const portal = path.join(installed, 'host', 'assay.js');
/** This very Node first: `npm` and the command then run on it. */
const env = {
  ...process.env,
  PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
  ASSAY_DATA_DIR: path.join(dir, 'preferences'),
};
const out = path.join(dir, 'release');
const others = path.join(dir, 'others');
let tarball: string;
let released: ReturnType<typeof makeRelease>;

function makeRelease() {
  mkdirSync(others);
  writeFileSync(path.join(others, 'Assay-0.1.0-linux-x64.deb'), 'an installer');
  const args = ['--dry', '--offline', '--out', out, '--with', others];
  const script = path.join(root, 'build', 'release.ts');
  return spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8' });
}

async function packageAlone(): Promise<string> {
  const folder = path.join(dir, 'package');
  await makePackage(folder);
  return packPackage(folder, dir);
}

beforeAll(async () => {
  if (buildingPython()) released = makeRelease();
  tarball = buildingPython() ? path.join(out, `assay-eval-${version}.tgz`) : await packageAlone();
  // What went wrong is said by the test of the release.
  if (!existsSync(tarball)) tarball = await packageAlone();
  const prefix = ['--prefix', place, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...prefix, tarball], {
    cwd: dir,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  writeTinySet(place);
  return () => rmSync(dir, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  spawnSync(process.execPath, [portal, ...args], { cwd: place, env, encoding: 'utf8' });

function json<T = Record<string, unknown>>(...args: string[]): T {
  const { status, stdout, stderr } = run(...args, '--json');
  if (status !== 0) throw new Error(`assay ${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout);
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);

test.runIf(buildingPython())(
  'a dry run makes all that a release holds, and says what would be signed',
  () => {
    const { status, stdout, stderr } = released;
    expect(status, stderr).toBe(0);
    expect(readdirSync(out).sort()).toEqual(
      [
        'Assay-0.1.0-linux-x64.deb',
        'NOTES.md',
        sumsName,
        'THIRD-PARTY-LICENSES.txt',
        `assay-docs-${version}.zip`,
        `assay-eval-${version}.tar.gz`,
        `assay-eval-${version}.tgz`,
        `assay_eval-${version}-py3-none-any.whl`,
        'installers.json',
        'sbom.cdx.json',
      ].sort(),
    );
    expect(spawnSync('sha256sum', ['--check', '--strict', sumsName], { cwd: out }).status ?? 0).toBe(0);
    expect(readFileSync(path.join(out, sumsName), 'utf8').trim().split('\n')).toHaveLength(9);

    const read = (name: string) => readFileSync(path.join(out, name), 'utf8');
    const bill = JSON.parse(read('sbom.cdx.json'));
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'assay', version } },
    });
    const named = (bill.components as { name: string; version: string }[]).map(
      (one) => `${one.name}@${one.version}`,
    );
    expect(named).toEqual(
      expect.arrayContaining(Object.entries(dependencies).map(([name, at]) => `${name}@${at}`)),
    );
    expect(named.some((name) => /^(vitest|electron-builder)@/.test(name))).toBe(false);
    for (const name of Object.keys(dependencies))
      expect(read('THIRD-PARTY-LICENSES.txt')).toContain(`\n${name} `.slice(1));
    const installers = JSON.parse(read('installers.json'));
    expect(installers.installers).toContainEqual({ system: 'win', target: 'nsis', machine: 'arm64' });
    expect(installers.config.electronFuses.runAsNode).toBe(false);
    const pages = unzipSync(readFileSync(path.join(out, `assay-docs-${version}.zip`)));
    expect(Object.keys(pages)).toEqual(
      expect.arrayContaining(['index.html', 'docs/methods.html', 'docs/verify.py']),
    );
    expect(read('NOTES.md')).toMatch(/^\S/);

    expect(stdout).toMatch(/npm, assay-eval: not checked\..*publishing would fail/);
    expect(stdout).toContain(`would sign ${sumsName}, and so all 9 files`);
  },
);

test('is small, and installs what it was tested with and nothing for building or screens', () => {
  expect(statSync(tarball).size).toBeLessThan(10e6);
  expect(bytesIn(path.join(place, 'node_modules'))).toBeLessThan(60e6);
  expect(existsSync(path.join(place, 'node_modules', '.bin', 'assay'))).toBe(true);
  const { packages } = JSON.parse(readFileSync(path.join(installed, 'npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const versions = Object.entries(packages).filter(([name]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name));
  for (const [name, { version }] of versions)
    expect(JSON.parse(readFileSync(path.join(place, name, 'package.json'), 'utf8')).version, name).toBe(
      version,
    );
  const names = versions.map(([name]) => name.replace('node_modules/', ''));
  expect(names).toContain('better-sqlite3');
  expect(
    names.filter((name) => /^(electron|react|vite|playwright|@mantine|node-linux|express)/.test(name)),
  ).toEqual([]);
});

test('holds compiled code and built pages: no source, no test, no path of the machine that built it', () => {
  const names = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(path.join(installed, name)).isFile() && !name.startsWith('.cache'),
  );
  expect(
    names.filter((name) => /\.(tsx?|map|py)$|(^|\/)(test|build|renderer\/screens)\//.test(name)),
  ).toEqual([path.join('docs', 'verify.py')]);
  const telling = names.filter((name) =>
    readFileSync(path.join(installed, name)).includes(`${root}${path.sep}`),
  );
  expect(telling).toEqual([]);
  for (const name of ['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'README.md']) expect(names).toContain(name);
});

test('runs the demonstration', () => {
  expect(run('demo', '--labels', '8').stdout).toContain('Demonstration with 8 labels');
});

test('from a data file to an estimate, a report, its figure, and a batch as a page', () => {
  json('init', 'p.assay');
  const scale = ['--scale', 'criterion:helpful=1..5', '--scale', 'judge:kind/helpful=1..5'];
  expect(json('import', 'p.assay', 'tiny.jsonl', ...scale)).toMatchObject({ items: 40 });
  json('study', 'create', 'p.assay', '--system', 'alpha', '--seed', '1');
  expect(json('label', 'p.assay', '--from-gold', '--count', '12')).toMatchObject({ labeled: 12 });
  const estimate = json<{ fullEvaluation: number }>('estimate', 'p.assay');
  expect(estimate).toMatchObject({ labeled: 12, default: 'calibrated' });
  expect(estimate.fullEvaluation).toBeCloseTo(alphaMean(40), 10);
  json('report', 'p.assay', '--out', 'report.html');
  expect(run('verify', 'report.html').status).toBe(0);
  json('report', 'p.assay', '--format', 'figure-png', '--out', 'figure.png');
  expect(statSync(path.join(place, 'figure.png')).size).toBeGreaterThan(1_000);
  json('batch', 'out', 'p.assay', '--count', '3', '--out', 'batch.html');
  expect(readFileSync(path.join(place, 'batch.html'), 'utf8')).toContain('application/json');
});

test.skipIf(process.platform === 'win32')(
  'runs an example as its page says, and leaves nothing',
  async () => {
    const stranger = makeStranger(path.join(dir, 'stranger'), path.join(place, 'node_modules', '.bin'));
    const pages = pagesToRun().filter(({ name }) => name === 'examples/two-files/README.md');
    const { commands, faults } = await runPages(pages, stranger);
    expect({ faults, left: leftOutside(stranger) }).toEqual({ faults: [], left: [] });
    expect(commands).toBeGreaterThan(3);
  },
);

test('offers its tools to an agent', async () => {
  const client = new Client({ name: 'a test', version: '1.0.0' });
  const stdio = { command: process.execPath, args: [portal, 'mcp'], cwd: place };
  await client.connect(new StdioClientTransport({ ...stdio, env: env as Record<string, string> }));
  try {
    const given = { name: 'status', arguments: { project: path.join(place, 'p.assay') } };
    const [status] = (await client.callTool(given)).content as { text: string }[];
    expect(JSON.parse(status!.text)).toMatchObject({ results: [{ labeled: 12 }] });
  } finally {
    await client.close();
  }
});

test('serves the built pages to the one who opens the address', async () => {
  const child = spawn(process.execPath, [portal, 'serve', '--json'], { cwd: place, env, stdio: 'pipe' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const lines = createInterface({ input: child.stdout });
    const { value } = await lines[Symbol.asyncIterator]().next();
    const { url, port } = JSON.parse(String(value)) as { url: string; port: number };
    const opened = await fetch(url, { redirect: 'manual' });
    const cookie = String(opened.headers.get('set-cookie')).split(';')[0]!;
    const page = await (await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie } })).text();
    const script = /src="\.?(\/[^"]+\.js)"/.exec(page)?.[1];
    const { status } = await fetch(`http://127.0.0.1:${port}${script}`, { headers: { cookie } });
    expect(status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});

const sentence = (version: string) =>
  `Assay needs Node 22.15 or newer; this is v${version}. See https://nodejs.org/\n`;

test('a Node that is too old is refused in one sentence, before anything else is loaded', () => {
  const preload = path.join(dir, 'pretend.cjs');
  for (const version of ['18.0.0', '20.20.2', '22.14.0']) {
    const [node, said] = [JSON.stringify(version), JSON.stringify(`v${version}`)];
    writeFileSync(
      preload,
      `Object.defineProperty(process, 'versions', { value: { node: ${node} } });
       Object.defineProperty(process, 'version', { value: ${said} });`,
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', preload, portal, 'demo'], {
      env,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: sentence(version) });
  }
});

const versionOf = (node: string) =>
  spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim().slice(1);
/** A Node of this machine that is too old, if it has one. */
const oldNode = (process.env.PATH ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'node'))
  .filter((file) => existsSync(file))
  .find((file) => Number(versionOf(file)?.split('.')[0]) < 22);

test.skipIf(oldNode === undefined)('Node 20 itself is refused the same (skipped where there is none)', () => {
  const { status, stdout, stderr } = spawnSync(oldNode!, [portal, 'demo'], { env, encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: sentence(versionOf(oldNode!)!),
  });
});

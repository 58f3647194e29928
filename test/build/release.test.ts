import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { notesOf } from '../../build/release/changelog.ts';
import { npmName, pythonName } from '../../build/release/names.ts';
import { signatureName, signSums, sumsName, writeSums } from '../../build/release/sums.ts';
import { root } from '../../build/run-command.ts';
import { temporaryFolder } from '../core/support/test-engine.ts';

// Programs of others at work. What a release holds is looked at in npm-package.test.ts, which installs what it made.
vi.setConfig({ testTimeout: 300_000 });

const has = (command: string, ...args: string[]) => spawnSync(command, args).error === undefined;
const hasPip = spawnSync('python3', ['-m', 'pip', '--version']).status === 0;
if (!hasPip) console.warn('pip is not installed here, so no index of Python packages is asked.');

describe('notes of a version', () => {
  const log =
    '# Changes\n\nWords.\n\n## Unreleased\n\n## 1.2.0, 2027-01-31\n\n- **New**: a thing.\n\n## 1.1.0, 2026-12-01\n\n- Old.\n';

  test('are what stands below its heading, and nothing else', () => {
    expect(notesOf(log, '1.2.0')).toEqual({ text: '- **New**: a thing.\n', missing: [] });
    expect(notesOf(log, '1.1.0').text).toBe('- Old.\n');
  });

  test('are not complete without a day, or while entries wait for a version', () => {
    const early = log
      .replace(', 2027-01-31', ', in preparation')
      .replace('Unreleased\n', 'Unreleased\n\n- One.\n- Two.\n');
    expect(notesOf(early, '1.2.0').missing).toEqual([
      expect.stringContaining('"1.2.0, in preparation"'),
      expect.stringContaining('has 2 entries under "Unreleased"'),
    ]);
  });

  test('of a version without a heading are refused', () => {
    expect(() => notesOf(log, '1.2')).toThrow('no heading for 1.2');
    expect(() => notesOf(log, '2.0.0')).toThrow('Rename "Unreleased" to "2.0.0, DAY"');
  });
});

/** A registry on this machine with set answers, by path. */
async function registry(answers: Record<string, unknown>, status = 404): Promise<string> {
  const server = http.createServer((request, response) => {
    const found = answers[request.url!.split('?')[0]!];
    const isPage = typeof found === 'string';
    response.writeHead(found === undefined ? status : 200, {
      'content-type': isPage ? 'text/html' : 'application/json',
    });
    response.end(isPage ? found : JSON.stringify(found ?? { error: 'no' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** An address where nobody answers. */
async function nobody(): Promise<string> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}

/** npm with a cache and settings of its own, logged in at a registry or not. */
function npmEnv(address: string, isLoggedIn: boolean): NodeJS.ProcessEnv {
  const dir = temporaryFolder();
  const settings = path.join(dir, 'npmrc');
  writeFileSync(settings, isLoggedIn ? `//${new URL(address).host}/:_authToken=t\n` : '');
  return { ...process.env, npm_config_userconfig: settings, npm_config_cache: path.join(dir, 'cache') };
}

const packument = (...maintainers: string[]) => ({
  name: 'a-name',
  'dist-tags': { latest: '1.0.0' },
  maintainers: maintainers.map((name) => ({ name, email: `${name}@example.org` })),
  versions: {
    '1.0.0': {
      name: 'a-name',
      version: '1.0.0',
      maintainers: maintainers.map((name) => ({ name, email: `${name}@example.org` })),
    },
  },
});

test('a name at npm is free, ours, taken, or was not checked, with what follows', async () => {
  const ask = async (address: string, isLoggedIn = false) => {
    const { state, says } = await npmName('a-name', address, npmEnv(address, isLoggedIn));
    return [state, says];
  };
  expect(await ask(await registry({}))).toEqual(['free', expect.stringContaining('first who publishes')]);
  const who = { '/-/whoami': { username: 'ann' } };
  const ours = await registry({ '/a-name': packument('ann', 'ben'), ...who });
  expect(await ask(ours, true)).toEqual(['ours', 'It belongs to ann.']);
  expect(await ask(ours)).toEqual(['taken', expect.stringMatching(/belongs to ann, ben\. Log in/)]);
  const theirs = await registry({ '/a-name': packument('cas'), ...who });
  expect(await ask(theirs, true)).toEqual([
    'taken',
    expect.stringMatching(/cas, not to ann\. Choose another/),
  ]);
  const unsure = ['not checked', expect.stringMatching(/may be taken: ask again online before the tag/)];
  expect(await ask(await nobody())).toEqual(unsure);
  expect(await ask(await registry({}, 503))).toEqual(unsure);
});

test.runIf(hasPip)('a name at an index of Python packages is free, taken, or was not checked', async () => {
  const ask = async (address: string) => (await pythonName('a-name', address)).state;
  expect(await ask(await registry({}))).toBe('free');
  const page = '<!doctype html><a href="a_name-1.0.0-py3-none-any.whl">a_name-1.0.0-py3-none-any.whl</a>';
  expect(await ask(await registry({ '/a-name/': page }))).toBe('taken');
  expect(await ask(await nobody())).toBe('not checked');
  expect(await ask(await registry({}, 503))).toBe('not checked');
});

test.runIf(has('ssh-keygen', '-?'))('the sums are signed by a key, and a changed file is found', () => {
  const dir = temporaryFolder();
  const at = (name: string) => path.join(dir, 'files', name);
  execFileSync('mkdir', [path.join(dir, 'files')]);
  writeFileSync(at('a.txt'), 'one\n');
  const key = path.join(dir, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  signSums(writeSums(path.join(dir, 'files')), key);
  expect(readFileSync(at(sumsName), 'utf8')).toBe(
    '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806  a.txt\n',
  );
  writeFileSync(path.join(dir, 'allowed'), `release ${readFileSync(`${key}.pub`, 'utf8')}`);
  const verified = () =>
    spawnSync(
      'ssh-keygen',
      [
        '-Y',
        'verify',
        '-f',
        path.join(dir, 'allowed'),
        '-I',
        'release',
        '-n',
        'assay-release',
        '-s',
        at(signatureName),
      ],
      {
        input: readFileSync(at(sumsName)),
      },
    ).status;
  expect(verified()).toBe(0);
  appendFileSync(at(sumsName), `${'0'.repeat(64)}  b.txt\n`);
  expect(verified()).not.toBe(0);
  expect(() => signSums(at(sumsName), path.join(dir, 'none'))).toThrow(/could not be signed by .*none/);
});

const release = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(root, 'build', 'release.ts'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });

test('says what it takes, and signs nothing that is not complete', () => {
  expect(release()).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('Say either --dry or --key FILE.'),
  });
  expect(release('--dry', '--key', 'k').status).toBe(2);
  const full = temporaryFolder();
  writeFileSync(path.join(full, 'mine.txt'), 'mine');
  expect(release('--dry', '--offline', '--out', full)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not empty'),
  });
  expect(readdirSync(full)).toEqual(['mine.txt']);
});

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowser } from '../../build/find-browser.ts';
import { packPlaceholder } from '../../build/package-app.ts';
import { root } from '../../build/run-command.ts';
import { startStandin } from '../electron-standin/start-standin.ts';

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;
const dpkg = (...args: string[]) => String(spawnSync('dpkg-deb', args).stdout);

// Packed once, as a folder and, with a stand-in for fpm, as a .deb of it. The placeholder for Electron has the shape of a Linux one.
describe.skipIf(process.platform !== 'linux')('the packed app', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'assay-package-'));
  const inside = path.join(dir, 'inside');
  let unpacked: string;
  let names: string[];
  beforeAll(async () => {
    vi.stubEnv('CUSTOM_FPM_PATH', path.join(import.meta.dirname, 'fpm-standin.js'));
    unpacked = await packPlaceholder(path.join(dir, 'dist'), hasDpkg ? 'deb' : 'dir');
    vi.unstubAllEnvs();
    const asar = path.join(unpacked, 'resources', 'app.asar');
    names = listPackage(asar, { isPack: false });
    extractAll(asar, inside);
  }, 180_000);
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const files = () => names.filter((name) => statSync(path.join(inside, name)).isFile());
  const read = (name: string) => readFileSync(path.join(inside, name), 'utf8');

  test('holds every entry point, the page and what they need', () => {
    expect(JSON.parse(read('package.json'))).toMatchObject({ main: 'out/main/main.js', name: 'assay' });
    expect(names).toEqual(
      expect.arrayContaining([
        '/out/main/main.js',
        '/out/main/engine.js',
        '/out/main/job-worker.js',
        '/out/main/pass-worker.js',
        '/out/main/authored/passages-01-05.json',
        '/out/main/handed-page/page.js',
        '/out/main/handed-page/page.css',
        '/out/preload/preload.cjs',
        '/out/renderer/index.html',
      ]),
    );
    expect(read('out/preload/preload.cjs').match(/require\(([^)]*)\)/g)).toEqual(['require("electron")']);
  });

  test('holds nothing else: no tests, sources, maps, other systems or packages', () => {
    const allowed =
      /^\/(out\/(main|preload|renderer)\/|node_modules\/(better-sqlite3|@duckdb)\/|package\.json$|LICENSE$|THIRD-PARTY-LICENSES\.txt$)/;
    expect(files().filter((name) => !allowed.test(name))).toEqual([]);
    expect(
      files().filter((name) => /\.(map|tsx?|cpp|h|env|log|assay)$|\.(test|spec)\.|\/tests?\//.test(name)),
    ).toEqual([]);
    expect(files().filter((name) => name.endsWith('.node'))).toHaveLength(2);
  });

  test('holds no secret and no path of the machine that built it', () => {
    const secret =
      /-----BEGIN [A-Z ]*PRIVATE KEY|\bsk-[A-Za-z0-9_-]{20,}|\bghp_[A-Za-z0-9]{20,}|sourceMappingURL=/;
    const suspicious = files()
      .filter((name) => !name.endsWith('.node') && !name.includes('/node_modules/'))
      .filter(
        (name) =>
          secret.test(read(name)) ||
          read(name).includes(root) ||
          read(name).includes(os.homedir() + path.sep),
      );
    expect(suspicious).toEqual([]);
  });

  test('brings the licenses of what it is made of', () => {
    expect(read('LICENSE')).toMatch(/MIT/);
    const others = read('THIRD-PARTY-LICENSES.txt');
    for (const name of ['react', 'better-sqlite3', '@orpc/server', '@mantine/core', 'zod'])
      expect(others).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(existsSync(path.join(unpacked, 'LICENSE.electron.txt'))).toBe(true);
  });

  test('has the native module outside the archive, and it loads', () => {
    const outside = path.join(unpacked, 'resources', 'app.asar.unpacked');
    const [native] = readdirSync(outside, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.node') && name.includes('better-sqlite3'),
    );
    const script = `
      const Database = require(process.argv[1]);
      console.log(new Database(':memory:').prepare('SELECT 6 * 7 AS answer').get().answer);`;
    const module = path.join(outside, 'node_modules', 'better-sqlite3');
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script, module]);
    expect(String(stderr)).toBe('');
    expect(String(stdout).trim()).toBe('42');
    expect(native).toContain(`${process.platform}-${process.arch}`);
  });

  test('has its fuses set', async () => {
    const fuses = await getCurrentFuseWire(path.join(unpacked, 'assay'));
    expect(fuses.version).toBe(FuseVersion.V1);
    const on = [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
    ];
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ];
    for (const fuse of on) expect(fuses[fuse], FuseV1Options[fuse]).toBe(FuseState.ENABLE);
    for (const fuse of off) expect(fuses[fuse], FuseV1Options[fuse]).toBe(FuseState.DISABLE);
  });

  test.skipIf(findBrowser() === undefined)(
    'needs nothing else: it opens the sample project far from the sources',
    async () => {
      const app = await startStandin({ dataDir: path.join(dir, 'data'), outDir: path.join(inside, 'out') });
      const page = await app.page();
      await page
        .getByRole('button', { name: /sample project/i })
        .first()
        .click();
      await page.getByRole('link', { name: 'Start labeling' }).waitFor({ timeout: 30_000 });
      await app.close();
    },
    60_000,
  );

  describe.skipIf(!hasDpkg)('as a .deb', () => {
    let deb: string;
    beforeAll(() => {
      const names = readdirSync(path.join(dir, 'dist')).filter((name) => name.endsWith('.deb'));
      expect(names).toEqual([expect.stringMatching(/^Assay-\d+\.\d+\.\d+-linux-amd64\.deb$/)]);
      deb = path.join(dir, 'dist', names[0]!);
    });

    test('says who made it, where it comes from and what it needs', () => {
      const { version, homepage } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
      const field = (name: string) => dpkg('--field', deb, name).trim();
      expect(field('Package')).toBe('assay');
      expect(field('Version')).toBe(version);
      expect(field('Architecture')).toBe('amd64');
      expect(field('Homepage')).toBe(homepage);
      expect(field('Depends')).toContain('libgtk-3-0');
    });

    test('brings the app, an icon of every size, its entry in the menu and its kinds of file', () => {
      const names = dpkg('--contents', deb)
        .split('\n')
        .map((line) => line.split(' ./')[1]);
      expect(names).toEqual(
        expect.arrayContaining([
          'opt/Assay/assay',
          'opt/Assay/resources/app.asar',
          'usr/share/icons/hicolor/16x16/apps/assay.png',
          'usr/share/icons/hicolor/512x512/apps/assay.png',
          'usr/share/applications/assay.desktop',
          'usr/share/mime/packages/assay.xml',
        ]),
      );
      spawnSync('dpkg-deb', ['--extract', deb, path.join(dir, 'out')]);
      const entry = readFileSync(path.join(dir, 'out', 'usr/share/applications/assay.desktop'), 'utf8');
      expect(entry).toMatch(/^Icon=assay$/m);
      expect(entry).toMatch(/^MimeType=application\/x-assay;application\/x-assay-batch;$/m);
    });
  });
});

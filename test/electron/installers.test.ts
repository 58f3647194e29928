import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeIcons } from '../../build/icons.ts';
import { packPlaceholder } from '../../build/package-app.ts';
import { root } from '../../build/run-command.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const dir = mkdtempSync(path.join(os.tmpdir(), 'assay-installers-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Width and height in the head of a PNG. */
const sidesOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('icons of all systems are drawn from the one mark, each picture as large as it says', async () => {
  const icons = path.join(dir, 'icons');
  await writeIcons(icons);
  for (const name of readdirSync(path.join(icons, 'linux'))) {
    const side = Number.parseInt(name, 10);
    expect(sidesOf(readFileSync(path.join(icons, 'linux', name)))).toEqual([side, side]);
  }
  const ico = readFileSync(path.join(icons, 'icon.ico'));
  const sides = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const offset = ico.readUInt32LE(at + 12);
    const [width] = sidesOf(ico.subarray(offset, offset + ico.readUInt32LE(at + 8)));
    expect(width! % 256).toBe(ico.readUInt8(at));
    return width;
  });
  expect(sides).toEqual([16, 24, 32, 48, 64, 128, 256]);
  const icns = readFileSync(path.join(icons, 'icon.icns'));
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  const kinds: Record<string, number> = {};
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    kinds[icns.toString('latin1', at, at + 4)] = sidesOf(icns.subarray(at + 8))[0]!;
  expect(kinds).toMatchObject({ ic07: 128, ic10: 1024, ic11: 32, ic14: 512 });
});

test('a Mac build is hardened, and lets through what V8 needs and nothing else', () => {
  const config = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8');
  expect(config).toMatch(/hardenedRuntime: true/);
  const plist = readFileSync(path.join(root, 'build', 'resources', 'entitlements.mac.plist'), 'utf8');
  expect([...plist.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;
const dpkg = (...args: string[]) => String(spawnSync('dpkg-deb', args).stdout);

describe.skipIf(!hasDpkg || process.platform !== 'linux')('the .deb, made with a stand-in for fpm', () => {
  let deb: string;
  beforeAll(async () => {
    vi.stubEnv('CUSTOM_FPM_PATH', path.join(import.meta.dirname, 'fpm-standin.js'));
    const output = path.join(dir, 'dist');
    await packPlaceholder(output, 'deb');
    vi.unstubAllEnvs();
    const names = readdirSync(output).filter((name) => name.endsWith('.deb'));
    expect(names).toEqual([expect.stringMatching(/^Assay-\d+\.\d+\.\d+-linux-amd64\.deb$/)]);
    deb = path.join(output, names[0]!);
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

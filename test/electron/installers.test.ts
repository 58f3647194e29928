import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { writeIcons } from '../../build/icons.ts';
import { root } from '../../build/run-command.ts';

vi.setConfig({ testTimeout: 60_000 });

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

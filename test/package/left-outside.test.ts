import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../core/support/test-engine.ts';
import { leftOutside, makeStranger } from './run-pages.ts';

test.skipIf(process.platform === 'win32')(
  'what a command may leave at home is known by name, and nothing else is',
  () => {
    const stranger = makeStranger(temporaryFolder(), '/bin');
    const write = (folder: string, name: string) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), '');
    };
    const data = '.local/share/assay';
    const heads = `${data}/known-heads`;
    for (const name of [
      `${data}/settings.json`,
      `${data}/signing-key.pem`,
      `${data}/sequences/${'0a'.repeat(16)}`,
      `${heads}/${'0a'.repeat(16)}-${'1b'.repeat(8)}.json`,
    ])
      write(stranger.home, name);
    expect(leftOutside(stranger)).toEqual([]);
    write(stranger.home, `${data}/settings.json.part`);
    write(stranger.home, `${heads}/of-a-project.json`);
    write(stranger.home, 'library.assay');
    write(stranger.temporary, 'assay-unpacked-1');
    expect(leftOutside(stranger).sort()).toEqual([
      `home: ${heads}/of-a-project.json`,
      `home: ${data}/settings.json.part`,
      'home: library.assay',
      'temporary: assay-unpacked-1',
    ]);
  },
);

test('a stranger has npm from where it is installed, though no Node is beside it', () => {
  const apart = temporaryFolder();
  writeFileSync(path.join(apart, 'npm'), '');
  vi.stubEnv('PATH', [temporaryFolder(), apart].join(path.delimiter));
  const { env } = makeStranger(temporaryFolder(), '/bin');
  vi.unstubAllEnvs();
  expect(env.PATH!.split(path.delimiter)).toContain(apart);
});

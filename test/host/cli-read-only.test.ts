import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { bundled } from '../support/bundled.ts';
import { makeWorkplace } from './run-assay.ts';
import { writeTinySet } from './tiny-set.ts';

// Each command is a process of another user, for whom a folder can be write-protected.
vi.setConfig({ testTimeout: 240_000 });

const cli = bundled('host/cli.ts').file;
const nobody = 65534;
const isRoot = process.getuid?.() === 0;

test.skipIf(process.platform === 'win32')(
  'what reads answers of a project in a folder that cannot be written, and of its plain files',
  async () => {
    using work = makeWorkplace();
    writeTinySet(work.dir);
    const scale = ['--scale', 'criterion:helpful=1..5', '--scale', 'judge:kind/helpful=1..5'];
    await work.json('init', 'p.assay');
    await work.json('import', 'p.assay', 'tiny.jsonl', ...scale);
    await work.json('study', 'create', 'p.assay', '--system', 'alpha', '--seed', '1');
    await work.json('label', 'p.assay', '--from-gold', '--count', '12');
    await work.json('export', 'p.assay', '--to', 'folder', '--out', 'plain');
    const want = await work.json('estimate', 'p.assay');

    const archive = path.join(work.dir, 'archive');
    mkdirSync(archive);
    for (const name of ['p.assay', 'plain']) {
      cpSync(path.join(work.dir, name), path.join(archive, name), { recursive: true });
    }
    const own = path.join(work.dir, 'own');
    mkdirSync(own);
    const protect = (mode: number) => {
      for (const name of readdirSync(archive, { recursive: true, encoding: 'utf8' }))
        chmodSync(path.join(archive, name), name.includes('.') ? 0o444 : mode);
      chmodSync(archive, mode);
    };
    chmodSync(work.dir, 0o755);
    protect(0o555);
    const temporary = path.join(own, 'temporary');
    mkdirSync(temporary);
    if (isRoot) for (const folder of [own, temporary]) chownSync(folder, nobody, nobody);
    const before = readFileSync(path.join(archive, 'p.assay'));
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [cli, ...args], {
        cwd: own,
        encoding: 'utf8',
        env: {
          ...process.env,
          ...{ HOME: own, TMPDIR: temporary, ASSAY_DATA_DIR: path.join(own, 'preferences') },
          // Compiled modules are kept for each user apart.
          NODE_COMPILE_CACHE: path.join(own, 'compiled'),
        },
        ...(isRoot && { uid: nobody, gid: nobody }),
      });
    try {
      for (const project of ['p.assay', 'plain'].map((name) => path.join(archive, name))) {
        const estimate = run('estimate', project, '--json');
        expect(estimate.stderr).toBe('');
        expect(JSON.parse(estimate.stdout)).toEqual({ schema: 1, ...want });
        expect(run('gate', project, '--at-least', '1.1').stdout).toContain('Passed');
        const out = `${path.basename(project)}.html`;
        expect(run('report', project, '--out', out).stderr).toBe('');
        expect(run('verify', project, '--report', out).stdout).toContain(
          'nothing was changed by another program',
        );
        expect(run('data', 'list', project).stdout).toContain('tiny');
        const refused = run('label', project, '--from-gold', '--count', '1');
        expect([refused.status, refused.stderr]).toEqual([
          1,
          expect.stringMatching(/cannot be written|only read/),
        ]);
      }
      expect(readdirSync(temporary)).toEqual([]);
      expect(readdirSync(archive)).toEqual(['p.assay', 'plain']);
      expect(readFileSync(path.join(archive, 'p.assay')).equals(before)).toBe(true);
      expect(existsSync(path.join(archive, 'p.assay-lock'))).toBe(false);
    } finally {
      protect(0o755);
    }
  },
);

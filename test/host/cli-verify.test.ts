import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test, vi } from 'vitest';
import { makeWorkplace, type Workplace } from './run-assay.ts';
import { writeTinySet } from './tiny-set.ts';

// Each step is a process of its own, so a flow takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let work: Workplace;
const p = 'p.assay';
beforeAll(async () => {
  work = makeWorkplace({ asStarted: ['verify'] });
  writeTinySet(work.dir);
  await work.json('init', 'p');
  const scale = ['--scale', 'criterion:helpful=1..5', '--scale', 'judge:kind/helpful=1..5'];
  await work.json('import', 'tiny.jsonl', '--project', p, ...scale);
  await work.json('study', 'create', p, '--system', 'alpha', '--size', '15', '--seed', '1');
  await work.json('label', p, '--from-gold', '--count', '8');
  return () => work[Symbol.dispose]();
}, 120_000);

const at = (file: string) => path.join(work.dir, file);
const changeIn = (file: string, from: string | RegExp, to: string, out: string) => {
  const text = readFileSync(at(file), 'utf8');
  expect(text).toMatch(from);
  writeFileSync(at(out), text.replace(from, to));
};

test.each(['html', 'json', 'labels-jsonl'])(
  'a signed %s is known by its key, and by no other',
  async (format) => {
    const key = `key-${format}.pem`;
    const { fingerprint } = await work.json<{ fingerprint: string }>('key', 'export', key, '--overwrite');
    const out = `signed-${format}`;
    const written = await work.json('report', p, '--format', format, '--sign', '--out', out);
    expect(written).toMatchObject({ signedBy: fingerprint });

    const found = await work.assay('verify', out, '--key', key);
    expect(found).toMatchObject({ exitCode: 0, stderr: '' });
    expect(found.stdout).toContain('all agree');
    expect(found.stdout).toContain(`Signed by the key ${fingerprint}, and unchanged since`);
    expect(found.stdout).toContain('Taken from the file');
    expect(found.stdout).toContain('Not checked');

    const other = makeWorkplace();
    try {
      await other.json('key', 'export', 'other.pem');
      copyFileSync(path.join(other.dir, 'other.pem'), at('other.pem'));
    } finally {
      other[Symbol.dispose]();
    }
    const byOther = await work.assay('verify', out, '--key', 'other.pem');
    expect(byOther.exitCode).toBe(1);
    expect(byOther.stdout).toContain('signed by the trusted key');
  },
);

test.each([
  ['page.html', 'html'],
  ['named', 'html'],
  ['kept.CSV', 'labels-csv'],
  ['kept.xlsx', 'tables-xlsx'],
  ['whole.json', 'json'],
  ['whole.jsonl', 'labels-jsonl'],
  ['kept.parquet', 'labels-parquet'],
])('%s is what its name says', async (out, format) => {
  expect(await work.json('report', p, '--out', out)).toMatchObject({ format });
  expect(readFileSync(at(out), 'utf8').startsWith('<!doctype html>')).toBe(format === 'html');
});

test('an unsigned report fails where a key is asked for, and passes where none is', async () => {
  await work.json('key', 'export', 'mine.pem');
  await work.json('report', p, '--out', 'plain.html');
  expect((await work.assay('verify', 'plain.html')).stdout).toMatch(/all agree[\s\S]*Not signed\./);
  expect((await work.assay('verify', 'plain.html', '--key', 'mine.pem')).exitCode).toBe(1);
});

test('one changed letter breaks the signature, the comparison and the exit code', async () => {
  await work.json('report', p, '--sign', '--out', 'true.html');
  changeIn('true.html', '40 items labeled', '400 items labeled', 'false.html');
  const { exitCode, stdout } = await work.assay('verify', 'false.html');
  expect(exitCode).toBe(1);
  expect(stdout).toContain('the page as a whole');
  expect(stdout).toContain('Not signed.');
});

test('what cannot be signed, and what is no key, is refused with what can', async () => {
  const pdf = await work.assay('report', p, '--format', 'labels-csv', '--sign', '--out', 'l.csv');
  expect(pdf.exitCode).toBe(1);
  expect(pdf.stderr).toContain('html, json, labels-jsonl');
  const notKey = await work.assay('verify', 'tiny.jsonl', '--key', 'tiny.jsonl');
  expect(notKey).toMatchObject({ exitCode: 1 });
  expect(notKey.stderr).toContain('no Ed25519 public key');
});

test.skipIf(process.platform === 'win32')(
  'the private key is a file of its owner alone, and in no output',
  async () => {
    const shown = await work.assay('key', 'show');
    const file = at('preferences/signing-key.pem');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secret = readFileSync(file, 'utf8').split('\n')[1]!;
    expect(shown.stdout).not.toContain(secret);
    expect(readFileSync(at(p), 'latin1')).not.toContain(secret);
  },
);

test('a project that another program has changed is found out, also against an earlier report', async () => {
  await work.json('report', p, '--format', 'json', '--out', 'before.json');
  copyFileSync(at(p), at('copy.assay'));
  const whole = await work.assay('verify', 'copy.assay', '--report', 'before.json');
  expect(whole).toMatchObject({ exitCode: 0, stderr: '' });
  expect(whole.stdout).toContain('nothing was changed by another program');

  const db = new Database(at('copy.assay'));
  const trigger = db
    .prepare("SELECT sql FROM sqlite_schema WHERE name = 'label_is_never_updated'")
    .pluck()
    .get() as string;
  db.exec('DROP TRIGGER label_is_never_updated; UPDATE label SET value = 1 + value % 5 WHERE id <= 3');
  db.exec(trigger);
  db.close();
  const changed = await work.assay('verify', 'copy.assay');
  expect(changed.exitCode).toBe(1);
  expect(changed.stdout).toMatch(/3 labels were changed by another program since they were given: items/);
  const estimate = await work.assay('estimate', 'copy.assay');
  expect(estimate).toMatchObject({ exitCode: 5, stdout: '' });
  expect(estimate.stderr).toContain('no number of it is given out. 3 labels were changed by another program');
  await work.json('report', 'copy.assay', '--out', 'after.html', '--accept-altered');
  expect(readFileSync(at('after.html'), 'utf8')).toContain('3 labels were changed by another program');

  // Whoever computes the chain anew is found out by a report that holds its earlier head.
  const forged = new Database(at('copy.assay'));
  forged.exec(
    'DROP TRIGGER IF EXISTS word_chain_is_never_updated; UPDATE word_chain SET sha256 = hex(randomblob(32))',
  );
  forged.close();
  const against = await work.assay('verify', 'copy.assay', '--report', 'before.json');
  expect(against.exitCode).toBe(1);
  expect(against.stdout).toMatch(/hash of link \d+/);
});

test('a project without its newest answers fails, until a person accepts the loss', async () => {
  await work.json('init', 'cut');
  await work.json('import', 'tiny.jsonl', '--project', 'cut.assay', '--scale', 'criterion:helpful=1..5');
  copyFileSync(at('cut.assay'), at('before.assay'));
  await work.json('study', 'create', 'cut.assay', '--system', 'alpha', '--size', '15', '--seed', '1');
  await work.json('label', 'cut.assay', '--from-gold', '--count', '8');
  copyFileSync(at('before.assay'), at('cut.assay'));
  const missing = await work.assay('verify', 'cut.assay');
  expect(missing.exitCode).toBe(1);
  expect(missing.stdout).toContain('8 acknowledged answers of cut.assay are missing');
  const accepted = await work.assay('verify', 'cut.assay', '--accept-missing');
  expect(accepted).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await work.assay('verify', 'cut.assay')).toMatchObject({ exitCode: 0 });
});

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyFile } from '../../../core/out/verify/verify-file.ts';
import { type Method, methods } from '../../../stats/index.ts';
import { temporaryFolder } from '../support/test-engine.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/reports-before-data');
const files = ['report.html', 'report.json', 'labels.jsonl'] as const;

function verifyChanged(file: string, change: (text: string) => string) {
  const text = readFileSync(path.join(folder, `${file}.txt`), 'utf8');
  const changed = path.join(temporaryFolder(), file);
  writeFileSync(changed, change(text));
  expect(change(text)).not.toBe(text);
  return verifyFile(changed);
}

const added: Method = {
  ...{ id: 'added', name: 'Added', oneLine: 'One half.', needs: 'nothing', assumptions: 'None.' },
  ...{ minimumLabels: 0, allowsSkips: true, designs: () => true, estimate: () => ({ value: 0.5 }) },
};

/** Verifies with one more method in the list of all. */
function verifyWith(method: Method, file: string) {
  (methods as Method[]).push(method);
  try {
    return verifyFile(file);
  } finally {
    (methods as Method[]).pop();
  }
}

describe('a method that was added since a file was written', () => {
  test.each(files)('%s need not state it', (file) => {
    const old = path.join(folder, `${file}.txt`);
    const found = verifyWith({ ...added, since: '0.2.0' }, old);
    expect(found.differing).toEqual([]);
    expect(found.checks).toHaveLength(verifyFile(old).checks.length);
    expect(verifyWith(added, old).differing.map(({ what }) => what)).toContain('Added: value');
  });

  test.each([
    ['0.1.9', '0.2.0', []],
    ['0.2.0', '0.10.0', []],
    ['0.2.0', '0.2.0', ['Added: value']],
    ['0.10.0', '0.2.0', ['Added: value']],
    ['1.0.0', '0.2.1', ['Added: value']],
  ])('a file of Assay %s and a method of %s', (written, since, missing) => {
    const text = readFileSync(path.join(folder, 'labels.jsonl.txt'), 'utf8');
    const file = path.join(temporaryFolder(), 'labels.jsonl');
    writeFileSync(file, text.replace('"assayVersion":"test"', `"assayVersion":"${written}"`));
    expect(verifyWith({ ...added, since }, file).differing.map(({ what }) => what)).toEqual(missing);
  });
});

describe('files that were written before they carried what they were made from', () => {
  test.each(files)('%s: its numbers are computed again, and it is said that only they are', (file) => {
    const found = verifyFile(path.join(folder, `${file}.txt`));
    expect(found.differing).toEqual([]);
    expect(found.isWhole).toBe(false);
    expect(found.signedBy).toBeNull();
    expect(found.checks.length).toBeGreaterThan(50);
  });

  test.each([
    ['a hidden headline', (text: string) => text.replace('<div class="hero">', '<div class="hero" hidden>')],
    [
      'a second headline',
      (text: string) =>
        text.replace('<div class="hero">', '<div class="hero"><span class="value">5</span></div>$&'),
    ],
    ['a style of its own', (text: string) => text.replace('</style>', '.hero { display: none }</style>')],
    ['a second style', (text: string) => text.replace('</head>', '<style>.hero{color:#fff}</style></head>')],
    ['a script', (text: string) => text.replace('</body>', '<script>1</script></body>')],
    ['a method twice', (text: string) => text.replace(/<tr class="" data-method[\s\S]*?<\/tr>/, '$&$&')],
  ])('%s in an old page is found', (_what, change) => {
    expect(verifyChanged('report.html', change).differing).not.toEqual([]);
  });

  test('a name or a method that stands twice in an old JSON report is found', () => {
    const twice = (text: string) => text.replace('"estimate": {', '"estimate": {}, "estimate": {');
    expect(() => verifyChanged('report.json', twice)).toThrow('stands twice');
    const method = (text: string) => text.replace(/"estimates": \[\s*(\{[^}]*\})/, '"estimates": [$1, $1');
    expect(verifyChanged('report.json', method).differing).not.toEqual([]);
  });
});

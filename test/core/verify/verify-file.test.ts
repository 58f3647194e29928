import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sealed, unsealed } from '../../../core/report/seal.ts';
import { type Verification, verifyFile } from '../../../core/report/verify/verify-file.ts';
import { AppError } from '../../../shared/errors.ts';
import { temporaryFolder } from '../support/test-engine.ts';
import { type KindOfStudy, kindsOfStudies, labeledFilesOf, labeledStudyOf } from './labeled-studies.ts';

const formats = ['html', 'json', 'labels-jsonl'] as const;

function verifyText(text: string): Verification {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, text);
  return verifyFile(file);
}

describe.each(Object.keys(kindsOfStudies) as KindOfStudy[])('%s', (kind) => {
  test('every number of every file follows from its labels', async () => {
    const { estimate, ...files } = await labeledFilesOf(kind);
    for (const format of formats) {
      const { differing, checks } = verifyText(files[format]);
      expect(differing).toEqual([]);
      expect(checks.length).toBeGreaterThan(3 * estimate.estimates.length);
    }
    expect(estimate.labeled).toBeGreaterThan(kind === 'no label yet' ? -1 : 3);
  });
});

describe('the smallest difference that matters', () => {
  const large = { targetHalfWidth: null, threshold: null, budget: null, leastDifference: 3.9 };
  async function comparison() {
    const { engine, studyId } = await labeledStudyOf('two systems, rated');
    await engine.client.study.edit({ studyId, goal: large });
    expect((await engine.client.estimate.current({ studyId })).comparison!.verdict).toBe('practically-equal');
    return (format: (typeof formats)[number]) => engine.client.report.render({ studyId, format });
  }

  test('stands in every file, and the verdict follows from it', async () => {
    const render = await comparison();
    for (const format of formats) {
      const { content } = await render(format);
      expect(verifyText(content).differing).toEqual([]);
      const changed = content.replace(/(leastDifference(?:"|&quot;): ?)3\.9/, '$13.8');
      expect(changed).not.toBe(content);
      expect(verifyText(changed).differing).not.toEqual([]);
    }
  });

  test('decides the verdict: another one is found', async () => {
    const render = await comparison();
    const { text } = unsealed('labels', (await render('labels-jsonl')).content)!;
    const found = verifyText(text.replace('"verdict":"practically-equal"', '"verdict":"system"'));
    expect(found.differing.map(({ what }) => what)).toContain('verdict');
    const narrow = verifyText(text.replace('"leastDifference":3.9', '"leastDifference":0.01'));
    expect(narrow.differing.map(({ what }) => what)).toContain('verdict');
  });

  test('is 0 in an earlier file, which states neither it nor a verdict', async () => {
    const render = await comparison();
    const { text } = unsealed('labels', (await render('labels-jsonl')).content)!;
    const before = text.replace('"leastDifference":3.9,', '').replace('"verdict":"practically-equal",', '');
    expect(before).not.toContain('practically');
    const found = verifyText(sealed('labels', before, null));
    expect(found.differing).toEqual([]);
    expect(found.checks.map(({ what }) => what)).not.toContain('verdict');
  });
});

describe('what was changed is named', () => {
  const rendered = async (format: (typeof formats)[number]): Promise<string> =>
    (await labeledFilesOf('calibrated hardness'))[format];
  const names = ({ differing }: Verification) => differing.map(({ what }) => what);

  test('a label of a label file', async () => {
    const content = await rendered('labels-jsonl');
    const lines = content.split('\n');
    const row = JSON.parse(lines[1]!);
    lines[1] = JSON.stringify({ ...row, value: row.value === 5 ? 1 : 5 });
    const found = names(verifyText(lines.join('\n')));
    expect(found).toContain('SHA-256 of the labels');
    expect(found).toContain('Calibrated: value');
  });

  test('a weight, with the hash made to fit', async () => {
    const { createHash } = await import('node:crypto');
    const [first, ...rest] = (await rendered('labels-jsonl')).split('\n');
    const row = JSON.parse(rest[0]!);
    rest[0] = JSON.stringify({ ...row, weight: row.weight + 1e-6 });
    const lines = rest.join('\n');
    const header = { ...JSON.parse(first!), labelsSha256: createHash('sha256').update(lines).digest('hex') };
    const { seal: _, ...bare } = header;
    expect(names(verifyText(sealed('labels', `${JSON.stringify(bare)}\n${lines}`, null)))).toEqual([
      'weight of draw 1 (amber, Ana)',
    ]);
  });

  test('the number that a page shows', async () => {
    const content = await rendered('html');
    const value = /class="number value">([\d.]+)</.exec(content)![1]!;
    const changed = content.replaceAll(`>${value}<`, '>4.99<');
    expect(names(verifyText(changed))).toContain('shown value of Calibrated');
    const sentence = content.replace(/class="answer">About [\d.]+/, 'class="answer">About 4.99');
    expect(names(verifyText(sentence))[0]).toMatch(/^the page as a whole, line \d+$/);
  });

  /** A JSON report that somebody changed and sealed anew, as Assay would write it. */
  const resealed = ({ seal: _, ...report }: Record<string, unknown>) =>
    sealed('json', `${JSON.stringify(report, null, 2)}\n`, null);

  test('the interval of a JSON report, by a billionth and a half, whatever the seal', async () => {
    const report = JSON.parse(await rendered('json'));
    report.estimate.estimates[0].upper *= 1 + 1.5e-9;
    const found = names(verifyText(resealed(report)));
    expect(found).toEqual(expect.arrayContaining(['report: Calibrated: upper end']));
    report.estimate.estimates[0].upper /= 1 + 1.2e-9;
    expect(names(verifyText(resealed(report)))).toEqual([]);
  });

  test('a point of the history', async () => {
    const report = JSON.parse(await rendered('json'));
    report.history[3].lower += 0.001;
    const found = names(verifyText(resealed(report)));
    expect(found).toEqual(['after 3 draws: lower end', 'history.3.lower']);
  });

  test('one letter of white space', async () => {
    const content = await rendered('json');
    expect(names(verifyText(content.replace('"history": ', '"history":  ')))).toEqual([
      expect.stringMatching(/^the document as a whole, line \d+$/),
      'SHA-256 of the file',
    ]);
  });
});

test.each([
  ['json', (text: string) => text.replace('"assay": "report",', '')],
  ['html', (text: string) => text.replace('<pre id="facts">', '<pre id="none">')],
] as const)('a %s report that hides what it was made from is no report of before', async (format, change) => {
  const { engine, studyId } = await labeledStudyOf('calibrated hardness');
  const { content } = await engine.client.report.render({ studyId, format });
  const found = verifyText(sealed(format, change(unsealed(format, content)!.text), null));
  expect(found.differing.map(({ what }) => what)).toContain('data of the report');
});

test('a report carries no name of a person and no text they wrote', async () => {
  const { engine, studyId } = await labeledStudyOf('written answers');
  const { content } = await engine.client.report.render({ studyId, format: 'json' });
  expect(content).not.toContain('Ana');
  expect(JSON.parse(content).record).not.toContain('it is');
});

test.each([
  ['nothing', '', 'IMPORT_REFUSED'],
  ['another document', '{"a":1}', 'IMPORT_REFUSED'],
  ['a page without labels', '<!doctype html><p>x', 'IMPORT_REFUSED'],
  ['a header that is cut', '{"assay":"labels","version":1}', 'IMPORT_REFUSED'],
])('%s is refused, with what to give instead', (_what, text, code) => {
  const outcome = () => verifyText(text);
  expect(outcome).toThrow(AppError);
  try {
    outcome();
  } catch (error) {
    expect(error).toMatchObject({ code, details: { remedy: expect.any(String) } });
  }
});

test('a file of another betting rule is refused, naming the version that wrote it', async () => {
  const { engine, studyId } = await labeledStudyOf('no label yet');
  const { content } = await engine.client.report.render({ studyId, format: 'labels-jsonl' });
  const other = content.replace(/"bettingRule":\d+/, '"bettingRule":1');
  expect(() => verifyText(other)).toThrow('betting rule 1');
});

test('labels that contradict themselves are refused', async () => {
  const { engine, studyId } = await labeledStudyOf('calibrated hardness');
  const { content } = await engine.client.report.render({ studyId, format: 'labels-jsonl' });
  const lines = content.trim().split('\n');
  const twice = [...lines, JSON.stringify({ ...JSON.parse(lines[1]!), id: 'other', annotator: 'Ben' })];
  expect(() => verifyText(twice.join('\n'))).toThrow('contradict');
});

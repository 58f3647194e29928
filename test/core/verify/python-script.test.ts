import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import { runDemo } from '../../../core/project/sample/demo.ts';
import { sealed, unsealed } from '../../../core/report/seal.ts';
import { temporaryFolder, testEngine } from '../support/test-engine.ts';
import { type KindOfStudy, kindsOfStudies, labeledFilesOf } from './labeled-studies.ts';

const script = path.join(import.meta.dirname, '../../../docs/verify.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed here, so docs/verify.py is not run.');

const notChecked = /^(Not recomputed|NOT CHECKED)/;

/** A language without a compiler takes its time. */
const slow = { timeout: 120_000 };

/** The labels of one study as a file. */
const exportedLabels = async (kind: KindOfStudy = 'rule 2') => (await labeledFilesOf(kind))['labels-jsonl'];

/** The script in one process that reads a file after another: loading it takes longer than most of its work. */
let loaded: ReturnType<typeof loadScript> | undefined;
afterAll(() => loaded?.end());

function loadScript() {
  const child = spawn('python3', ['-B', path.join(import.meta.dirname, 'one_after_another.py'), script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(file: string): Promise<{ status: number; stdout: string; stderr: string }> {
      child.stdin.write(`${file}\n`);
      return JSON.parse((await answers.next()).value ?? '');
    },
    end: () => {
      child.stdin.end();
      return once(child, 'close');
    },
  };
}

/** What the script without any of our code says of a file. */
async function runScript(content: string) {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, content);
  loaded ??= loadScript();
  const { status, stdout, stderr } = await loaded.run(file);
  const lines = stdout.split('\n').slice(1, -1);
  const [, numbers, largest] = /^(\d+) numbers .* difference (\S+)/.exec(stdout) ?? [];
  return {
    status,
    stderr,
    notices: lines.filter((line) => notChecked.test(line)),
    differing: lines.filter((line) => !notChecked.test(line)),
    numbers: Number(numbers),
    largest: Number(largest),
  };
}

describe.runIf(hasPython)('a script of the standard library of Python, from the published recipe', () => {
  test.each(Object.keys(kindsOfStudies) as KindOfStudy[])('%s: agrees to 1e-9', slow, async (kind) => {
    const files = await labeledFilesOf(kind);
    // A JSON report holds the label file, too.
    const formats =
      kind === 'calibrated hardness' ? (['labels-jsonl', 'json'] as const) : (['json'] as const);
    for (const format of formats) {
      const { status, differing, notices, numbers, largest, stderr } = await runScript(files[format]);
      expect(stderr).toBe('');
      expect(notices.join()).not.toMatch(/"(calibrated|plain-mean|humcoe|hajek|isotonic|surrogate-only)"/);
      expect(differing).toEqual([]);
      // What the script cannot compute is not said to agree.
      expect(status).toBe(notices.length > 0 ? 4 : 0);
      expect(numbers).toBeGreaterThan(25);
      expect(largest).toBeLessThanOrEqual(1e-9);
    }
  });

  test.each([
    ['a table', 'item,value\na,1\n'],
    ['another list', '[1, 2]'],
    ['nothing', ''],
  ])('%s is refused in a sentence', async (_what, content) => {
    const { status, stderr } = await runScript(content);
    expect(status).toBe(1);
    expect(stderr).toMatch(/neither a label file .* nor a JSON report of Assay/);
    expect(stderr).not.toContain('Traceback');
  });

  test('a file that is not there is refused in a sentence', () => {
    const { status, stderr } = spawnSync('python3', [script, 'no-such-file.json'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, 'no-such-file.json cannot be read: No such file or directory.\n']);
  });

  test('the sample project: every number of its report', slow, async () => {
    const engine = testEngine();
    const { studyId } = await runDemo(engine, { labels: 60, seed: 4 });
    const { content } = await engine.client.report.render({ studyId, format: 'json' });
    const found = await runScript(content);
    expect(found).toMatchObject({ status: 0, differing: [] });
    expect(found.numbers).toBeGreaterThan(300);
    // As a person runs it: the same words, and the exit code.
    const file = path.join(temporaryFolder(), 'report.json');
    writeFileSync(file, content);
    const { status, stdout } = spawnSync('python3', [script, file], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${found.numbers} numbers computed`)]);
    writeFileSync(file, content.replace(/"alpha":/, '"alpha":0.5,"alpha":'));
    expect(spawnSync('python3', [script, file]).status).toBe(1);
  });

  test(
    'planned looks: the worked cases of the reference, with the whole pool in place of its record',
    slow,
    () => {
      const files = ['planned_vectors.py', '../../../docs/verify.py', '../../stats/planned/vectors.json'];
      const paths = files.map((file) => path.join(import.meta.dirname, file));
      const { stdout, stderr } = spawnSync('python3', ['-B', ...paths], { encoding: 'utf8' });
      const [, numbers, largest] = /^(\d+) numbers .* difference (\S+)/.exec(stdout) ?? [];
      expect(stderr).toBe('');
      expect(Number(numbers)).toBeGreaterThan(2000);
      // They are rounded to nine digits.
      expect(Number(largest)).toBeLessThan(1e-9);
    },
  );

  test.each([
    ['columns', ['rows', 0, 'x', 0], 1e-3, /calibrated, value/],
    ['looks', ['header', 'plans', 0, 'labels'], 1, /look at 13 labels/],
    ['means', ['header', 'predictor', 'low', 'means', 35], 1e-6, /calibrated, value/],
    ['counts', ['header', 'predictor', 'low', 'refits', 3, 'up', 'counts', 9], 1, /predictor of 3 labels/],
  ] as const)('planned looks: changed %s are found', async (_what, where, by, expected) => {
    const content = await exportedLabels('planned looks: another plan in the middle');
    const [first, ...others] = unsealed('labels', content)!.text.trimEnd().split('\n');
    const file = JSON.parse(`{"header":${first},"rows":[${others.join(',')}]}`);
    let holder = file;
    for (const name of where.slice(0, -1)) holder = holder[name];
    holder[where.at(-1)!] += by;
    const { header, rows } = file;
    const lines = rows.map((row: object) => `${JSON.stringify(row)}\n`).join('');
    header.labelsSha256 = createHash('sha256').update(lines).digest('hex');
    const found = await runScript(sealed('labels', `${JSON.stringify(header)}\n${lines}`, null));
    expect(found.status).toBe(1);
    expect([...found.differing, found.stderr].join('\n')).toMatch(expected);
  });

  test('draws that are not in the order of the seed are named', async () => {
    const content = await exportedLabels('uniform without a surrogate, another alpha');
    const [first, ...others] = unsealed('labels', content)!.text.trimEnd().split('\n');
    const { seed } = JSON.parse(first!);
    const lines = others
      .map((line) => `${line.replace(`"seed":${seed},`, `"seed":${seed + 1},`)}\n`)
      .join('');
    const header = { ...JSON.parse(first!), seed: seed + 1 };
    header.labelsSha256 = createHash('sha256').update(lines).digest('hex');
    const found = await runScript(sealed('labels', `${JSON.stringify(header)}\n${lines}`, null));
    expect(found.status).toBe(1);
    expect(found.differing.join('\n')).toMatch(/by the seed, .* comes before an earlier draw/);
  });

  test('a changed number is named', async () => {
    const report = JSON.parse((await labeledFilesOf('calibrated hardness')).json);
    report.estimate.estimates[0].lower += 1e-6;
    const { status, differing } = await runScript(JSON.stringify(report));
    expect(status).toBe(1);
    expect(differing[0]).toContain('calibrated, lower');
  });

  test('a method that it does not know is named as not recomputed, and the others are checked', async () => {
    const content = await exportedLabels();
    const [first, ...lines] = unsealed('labels', content)!.text.split('\n') as [string, ...string[]];
    const header = JSON.parse(first);
    const fileWith = (...estimates: object[]) => {
      const stated = { ...header.stated, estimates: [...header.stated.estimates, ...estimates] };
      return sealed('labels', [JSON.stringify({ ...header, stated }), ...lines].join('\n'), null);
    };
    const found = await runScript(fileWith({ method: 'of-tomorrow', value: 0.5, lower: 0.4, upper: 0.6 }));
    expect(found).toMatchObject({ status: 4, differing: [], numbers: (await runScript(content)).numbers });
    expect(found.notices[0]).toMatch(
      /^Not recomputed, for this script does not know the method: .*"of-tomorrow"/,
    );
    header.stated.estimates[0].value += 1e-6;
    const changed = await runScript(
      fileWith({ method: 'of-tomorrow', value: 0.5, lower: null, upper: null }),
    );
    expect(changed).toMatchObject({ status: 1, notices: found.notices });
    expect(changed.differing[0]).toContain('calibrated, value');
  });

  test.each(['report.json', 'labels.jsonl'])(
    '%s from before files had a seal: agrees, and not all of it can be checked',
    async (file) => {
      const old = path.join(import.meta.dirname, '../../fixtures/reports-before-data', `${file}.txt`);
      const { notices, ...found } = await runScript(readFileSync(old, 'utf8'));
      expect(found).toMatchObject({ status: 4, differing: [], stderr: '' });
      expect(notices).toEqual([expect.stringMatching(/^NOT CHECKED: .* the file is of an earlier kind$/)]);
    },
  );

  test.each([
    ['study', 'another'],
    ['N', 61],
    ['alpha', 0.06],
    ['draw_order', 99],
    ['probability', 0.5],
    ['s', 1.5],
    ['s_mean', 0.9],
    ['annotator', ' '],
    ['value', 9],
    ['reason', 'none'],
    ['source', 'gold'],
    ['labeled_at', 'yesterday'],
    ['decision_outdated', false],
    ['final_state', 'skipped'],
    ['final_value', 1.5],
    ['unheard_of', 1],
  ])('a label line whose %s cannot be is found, its hashes made to fit', async (column, value) => {
    const content = await exportedLabels();
    const [first, ...lines] = unsealed('labels', content)!.text.split('\n') as [string, ...string[]];
    lines[0] = JSON.stringify({ ...JSON.parse(lines[0]!), [column]: value });
    const labelsSha256 = createHash('sha256').update(lines.join('\n')).digest('hex');
    const header = JSON.stringify({ ...JSON.parse(first), labelsSha256 });
    const { status } = await runScript(sealed('labels', `${header}\n${lines.join('\n')}`, null));
    expect(status).toBe(1);
  });

  test('a name that stands twice, and a file whose seal is of another, are found', async () => {
    const content = await exportedLabels();
    expect((await runScript(content.replace('"alpha":', '"alpha":0.5,"alpha":'))).stderr).toContain(
      'stands twice',
    );
    expect((await runScript(content.replace('"assayVersion":"test"', '"assayVersion":"best"'))).status).toBe(
      1,
    );
  });
});

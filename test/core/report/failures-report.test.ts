import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseHTML } from 'linkedom';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReportFormat } from '../../../core/report/render-report.ts';
import { sealed, unsealed } from '../../../core/report/seal.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { AppError } from '../../../shared/errors.ts';
import { stepsIn } from '../../../shared/run-steps.ts';
import { failureStudy, freshKey } from '../support/failure-study.ts';
import { temporaryFolder } from '../support/test-engine.ts';

const script = path.join(import.meta.dirname, '../../../docs/verify.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed here, so docs/verify.py is not run.');

const fileOf = (content: string) => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, content);
  return file;
};

/** Three modes: one before the first label, two made on the way, and an item that is open when the last is made. */
async function codedStudy(weighted = false) {
  const made = await failureStudy({ count: 50, size: 30, weighted });
  const { client, engine, study, code, make, batch, refs } = made;
  const date = await make('Gets a date <b>wrong</b>');
  for (let at = 0; at < 6; at++) {
    await code(at, at % 3 === 0 ? [date] : [], { note: at === 3 ? 'May for <i>March</i>' : '' });
  }
  const rude = await make('Rude');
  for (let at = 6; at < 16; at++) await code(at, at % 2 === 0 ? [rude] : []);
  await client.label.item({ batch, ref: refs[16]! });
  const late = await make('Late');
  await client.failures.define({ modeId: late, severity: 'high', clientKey: freshKey() });
  const render = async (format: ReportFormat, texts = true) =>
    (await client.report.render({ studyId: study.id, format, texts })).content;
  return { ...made, engine, date, rude, late, render };
}
type Coded = Awaited<ReturnType<typeof codedStudy>>;

describe.each([false, true])('a report of failures, drawn by hardness: %s', (weighted) => {
  let coded: Coded;
  beforeEach(async () => {
    coded = await codedStudy(weighted);
    const { code, rude, late } = coded;
    await code(16, [late]);
    for (let at = 17; at < 24; at++) await code(at, at % 2 === 0 ? [rude] : []);
  });

  test('leads with the largest failures, and says of all what their shares rest on', async () => {
    const { document } = parseHTML(await coded.render('html'));
    const opening = document.querySelector('.opening')!;
    expect(opening.textContent).toContain('The largest failures');
    expect(opening.textContent).toMatch(/of conversations get a date <b>wrong<\/b>/);
    expect(opening.textContent).toContain('“May for <i>March</i>”');
    const rows = [...document.querySelectorAll('table.failures tbody tr')].map(
      ({ textContent }) => textContent,
    );
    expect(rows).toHaveLength(3);
    expect(rows.join('\n')).toContain('from label 18 on');
    expect(rows.join('\n')).toContain('from the first label');
    expect(rows.join('\n')).toMatch(/of 24 coded, \d+\u00a0%, a plain count: often overstated/);
    expect(document.querySelectorAll('table.failures b, .opening i')).toHaveLength(0);
    const said = document.querySelector('main')!.textContent;
    expect(said).toMatch(/\d+ of 24 coded items have nothing wrong\./);
    expect(said).toMatch(
      /of the conversations that nobody has read hold a failure without a name|Too few were read/,
    );
  });

  test('keeps notes and texts out where the report is asked for without', async () => {
    const page = await coded.render('html', false);
    expect(page).not.toContain('March');
    expect(page).toContain('Example: item ');
  });

  test.each(['html', 'json', 'labels-jsonl'] as const)(
    '%s: every share is computed again',
    async (format) => {
      const { differing, checks, unchecked, taken } = verifyFile(fileOf(await coded.render(format)));
      expect(differing).toEqual([]);
      expect(unchecked).toEqual([]);
      expect(checks.map(({ what }) => what).join('\n')).toContain('failure mode Rude: upper end');
      expect(taken.join()).toContain('of each failure mode which draws have it');
    },
  );

  test('a share, a clock, a draw or an order that was changed is found', async () => {
    const text = unsealed('json', await coded.render('json'))!.text;
    const changes: [RegExp, string][] = [
      [/("share": \{\s+"value": )[\d.]+/, '$10.001'],
      [/"clock": 6,/, '"clock": 5,'],
      [
        /"decided": (?:false|true)/,
        '"decided": "x"'.replace('"x"', text.includes('"decided": false') ? 'true' : 'false'),
      ],
      [/("coded": )24/, '$123'],
    ];
    for (const [before, after] of changes.slice(0, 3)) {
      const changed = text.replace(before, after);
      expect(changed).not.toBe(text);
      expect(verifyFile(fileOf(sealed('json', changed, null))).differing).not.toEqual([]);
    }
    const record = (await coded.render('labels-jsonl')).replace('"values":[1,', '"values":[0,');
    const bare = unsealed('labels', record)!.text;
    expect(
      verifyFile(fileOf(sealed('labels', bare, null)))
        .differing.map(({ what }) => what)
        .join(),
    ).toContain('failure mode');
  });

  test.runIf(hasPython)('the script of the recipe finds the same shares', { timeout: 240_000 }, async () => {
    const { status, stdout, stderr } = spawnSync('python3', [script, fileOf(await coded.render('json'))], {
      encoding: 'utf8',
    });
    expect({ status, stderr, differ: /differ$/m.test(stdout) }).toEqual({
      status: 0,
      stderr: '',
      differ: false,
    });
  });
});

/** What the recipe finds in what each of these label files states of failures; the study itself is not computed again. */
function faultsOf(records: readonly string[]): string[][] {
  const ask = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("recipe", sys.argv[1])
recipe = importlib.util.module_from_spec(spec)
spec.loader.exec_module(recipe)
def differing(header):
    against = recipe.Comparison()
    recipe.check_failures(header, [], against)
    return against.differing
print(json.dumps([differing(json.loads(line)) for line in sys.stdin]))`;
  const input = records.map((record) => record.split('\n')[0]).join('\n');
  const { stdout, stderr } = spawnSync('python3', ['-c', ask, script], { encoding: 'utf8', input });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe.each([false, true])('a report of steps, drawn by hardness: %s', (weighted) => {
  test('has the share of wrong steps of each tool, which is computed again', {
    timeout: 240_000,
  }, async () => {
    const { client, code, batch, refs, study } = await failureStudy({
      ...{ count: 50, size: 30, weighted, withSteps: true },
    });
    for (let at = 0; at < 20; at++) {
      const { conversation } = await client.label.item({ batch, ref: refs[at]! });
      const searches = stepsIn(conversation).filter(({ run }) => run.call?.startsWith('search'));
      // Of one item not all steps are rated.
      const rated = at === 4 ? [] : searches;
      await code(at, [], {
        steps: rated.map(({ turn, step }) => ({
          ...{ turn, step, right: !(at % 3 === 0 && step === 0), modes: [], note: '' },
        })),
      });
    }
    const make = async (format: ReportFormat) =>
      (await client.report.render({ studyId: study.id, format, texts: true })).content;
    const rendered = new Map<ReportFormat, Promise<string>>();
    const render = (format: ReportFormat) => {
      const once = rendered.get(format) ?? make(format);
      rendered.set(format, once);
      return once;
    };
    const { kinds } = await client.failures.steps({ studyId: study.id });
    const { lower, upper } = kinds[0]!.share!;
    expect(upper - lower).toBeGreaterThan(0.05);
    const { document } = parseHTML(await render('html'));
    const row = [...document.querySelectorAll('table.failures tr')].find(({ textContent }) =>
      textContent?.startsWith('search'),
    );
    expect(row?.textContent).toContain(' of 75');
    const json = await render('json');
    for (const format of ['html', 'json', 'labels-jsonl'] as const) {
      const { differing, checks } = verifyFile(fileOf(await render(format)));
      expect(differing).toEqual([]);
      expect(checks.map(({ what }) => what)).toContain('steps of search: upper end');
    }
    const { text } = unsealed('json', json)!;
    const changed = text.replace(/("kind": "search",[\s\S]*?"upper": )[\d.]+/, '$10.999');
    expect(changed).not.toBe(text);
    expect(verifyFile(fileOf(sealed('json', changed, null))).differing).not.toEqual([]);
    const record = unsealed('labels', await render('labels-jsonl'))!.text;
    const other = record.replace(/("kind":"search".*?"values":\[)[\d.]+/, '$10');
    expect(other).not.toBe(record);
    const { differing } = verifyFile(fileOf(sealed('labels', other, null)));
    expect(differing.map(({ what }) => what).join()).toContain('steps of search');
    if (!hasPython) return;
    const { status, stdout } = spawnSync('python3', [script, fileOf(json)], { encoding: 'utf8' });
    expect({ status, differ: /differ$/m.test(stdout) }).toEqual({ status: 0, differ: false });
    const wrong = spawnSync('python3', [script, fileOf(sealed('labels', other, null))], { encoding: 'utf8' });
    expect(wrong.stdout).toContain('steps of search, value: file says');
    // Draws that cannot be of the pool are a finding in both.
    const again = '$1,$1$2';
    const unfit: [part: RegExp, by: string, fault?: string][] = [
      [/("kind":"search".*?"values":)\[.*?\]/, `$1[${Array(51).fill(0)}]`],
      [/(\{"kind":"search".*?"stated":\{.*?\}\})([,\]])/, again, 'stated twice'],
      [/("kind":"search".*?"sizes":\[\{"steps":\d+,"items":)\d+/, '$1999', 'of more items than the pool has'],
      ...(weighted
        ? ([
            [/("kind":"search".*?"places":\[)\d+/, '$1999'],
            [/("kind":"search".*?)"places":\[.*?\],/, '$1'],
            [/("kind":"search".*?"counts":\[)\d+/, '$10'],
            [/("kind":"search".*?)"pool":\{.*?\},"places":\[.*?\],/, '$1'],
            [/("kind":"search".*?"probabilities":\[)[\d.e-]+/, '$10.123'],
          ] satisfies [RegExp, string][])
        : ([[/("kind":"search".*?)"values"/, '$1"places":[],"values"']] satisfies [RegExp, string][])),
    ];
    const bents = unfit.map(([part, by]) => record.replace(part, by));
    const found = faultsOf(bents);
    for (const [at, [, , fault = 'its draws are not of its pool']] of unfit.entries()) {
      expect(bents[at]).not.toBe(record);
      expect(found[at]).toContain(`steps of search: ${fault}`);
      expect(() => {
        const file = fileOf(sealed('labels', bents[at]!, null));
        if (verifyFile(file).differing.length > 0) throw new AppError('IMPORT_REFUSED', 'differs');
      }).toThrow(AppError);
    }
    const [first] = bents;
    const refused = spawnSync('python3', [script, fileOf(sealed('labels', first!, null))], {
      encoding: 'utf8',
    });
    expect([refused.status, refused.stderr]).toEqual([1, '']);
    expect(refused.stdout).toContain('steps of search: its draws are not of its pool');
  });
});

test('a mode made while a later item is open has an order against those before it', async () => {
  const { client, study } = await codedStudy();
  const { modes, order } = await client.failures.table({ studyId: study.id });
  expect(modes.find(({ mode }) => mode.name === 'Late')!.clock).toBe(17);
  expect(order.length).toBeGreaterThan(1);
});

test('a study that does not ask for failures says nothing of them', async () => {
  const { engineWithProject, importRecords, ratedRecords, ratedScales } = await import(
    '../support/test-engine.ts'
  );
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, ratedRecords(20), { scales: ratedScales });
  const { id: studyId } = await engine.client.study.create({
    ...{ datasetId, system: 'secretive', preset: 'uniform', size: 10, seed: 7 },
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
  });
  const { content } = await engine.client.report.render({ studyId, format: 'json' });
  expect(JSON.parse(content)).not.toHaveProperty('failures');
  expect(JSON.parse(content).record).not.toContain('failures');
});

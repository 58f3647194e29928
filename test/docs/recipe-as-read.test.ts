import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { engineWithProject, importRecords, submit, temporaryFolder } from '../core/support/test-engine.ts';
import { rounds } from '../support/chance.ts';

const script = path.join(import.meta.dirname, 'recipe_as_read.py');
const page = path.join(import.meta.dirname, '../../docs/recipe.md');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed here, so the recipe is not computed as it is read.');

test('what the script says it does is what the page says', () => {
  const words = (text: string) => text.trim().replaceAll(/\s+/g, ' ');
  const lines = new Set(readFileSync(page, 'utf8').split('\n').map(words));
  const quoted = readFileSync(script, 'utf8').matchAll(/^ *#> (.*)$/gm);
  const unknown = [...quoted].map(([, line]) => words(line!)).filter((line) => !lines.has(line));
  expect(unknown).toEqual([]);
  // And of the section on rule 3 nothing is left out.
  const section = readFileSync(page, 'utf8').split('**(a) Looks**')[1]!.split('## 4c.')[0]!;
  const source = words(readFileSync(script, 'utf8').replaceAll(/^ *#> /gm, ''));
  const missing = section
    .split('\n')
    .slice(1)
    .map(words)
    .filter((line) => line !== '' && !source.includes(line));
  expect(missing).toEqual([
    'deviation: sqrt(mean r^2), from n = 2 on. There is no single slope: `slope` is null.',
    'Ends, running intersection, all N labeled, and skips are as in section 4, the deviation null where one of the two is.',
  ]);
});

interface Cell {
  readonly preset: 'uniform' | 'calibrated-hardness';
  readonly items: number;
  readonly size: number;
  readonly plan?:
    | { readonly kind: 'none' }
    | { readonly kind: 'labels' | 'once'; readonly labels: number; readonly approximate?: true };
  readonly values?: (i: number) => number;
  readonly skips?: boolean;
  readonly direction?: 'higher' | 'lower';
  readonly hasSurrogate?: boolean;
  /** After so many draws the judge joins, which the study left out. */
  readonly joins?: number;
}

const graded = (i: number) => 1 + ((i * 7) % 5);
/** The first of them differ in all that matters; `npm run test:long` computes all. */
const cells: Cell[] = [
  { preset: 'calibrated-hardness', items: 60, size: 13, skips: true },
  { preset: 'uniform', items: 50, size: 16, skips: true, hasSurrogate: false, joins: 5 },
  { preset: 'uniform', items: 40, size: 13, skips: true, plan: { kind: 'labels', labels: 8 } },
  { preset: 'uniform', items: 80, size: 14, plan: { kind: 'once', labels: 12 } },
  { preset: 'calibrated-hardness', items: 70, size: 13, direction: 'lower' },
  { preset: 'uniform', items: 50, size: 13, hasSurrogate: false, values: (i) => (i % 3 === 0 ? 2 : 4) },
  { preset: 'uniform', items: 90, size: 14 },
  { preset: 'calibrated-hardness', items: 90, size: 14 },
  { preset: 'calibrated-hardness', items: 80, size: 13, plan: { kind: 'none' } },
  { preset: 'uniform', items: 70, size: 22, plan: { kind: 'once', labels: 22, approximate: true } },
  { preset: 'calibrated-hardness', items: 14, size: 14 },
  { preset: 'uniform', items: 70, size: 13, values: (i) => (i % 11 === 0 ? 1 : 5) },
];

async function reportOf(cell: Cell): Promise<string> {
  const {
    preset,
    items,
    size,
    plan,
    values = graded,
    skips,
    direction = 'higher',
    hasSurrogate = true,
    joins,
  } = cell;
  const { engine, folder } = await engineWithProject();
  const records = Array.from({ length: items }, (_, i) => ({
    id: `q-${i}`,
    conversation: [{ role: 'user', content: `What is ${i}?` }],
    responses: { bot: `Reply ${'and more '.repeat(i % 6)}of ${i % 13}.` },
    judge: { strict: { bot: { quality: Math.max(1, Math.min(5, values(i) + ((i * 5) % 3) - 1)) } } },
    human: { bot: { quality: [values(i)] } },
    meta: { tokens: (i * 37) % 101 },
  }));
  const scale = { min: 1, max: 5, direction };
  const datasetId = await importRecords(engine, folder, records, {
    scales: [
      { kind: 'criterion', name: 'quality', scale },
      { kind: 'judge', name: 'strict', criterion: 'quality', scale },
    ],
  });
  const study = await engine.client.study.create({
    datasetId,
    system: 'bot',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: hasSurrogate ? { kind: 'judge', judge: 'strict', criterion: 'quality' } : { kind: 'none' },
    preset,
    size,
    seed: 7,
    ...(joins !== undefined && { leftOut: ['judge:strict/quality'] }),
    ...(plan && { plan }),
  });
  const { batch, items: drawn } = await engine.client.label.open({ studyId: study.id });
  const { rows } = await engine.client.sample.list({ studyId: study.id });
  for (const [place, { ref }] of drawn.entries()) {
    if (place === joins)
      await engine.client.study.join({ studyId: study.id, signal: 'judge:strict/quality' });
    const i = Number(/\d+/.exec(rows[place]!.externalId)![0]);
    const isSkipped = skips === true && place % 6 === 4;
    await submit(
      engine,
      batch,
      ref,
      isSkipped ? { kind: 'skip', reason: 'unclear' } : { kind: 'score', value: values(i) },
    );
  }
  return (await engine.client.report.render({ studyId: study.id, format: 'json' })).content;
}

test.each(cells.slice(0, rounds(6, cells.length)))(
  'every look is what the page says: $preset, $size of $items',
  { timeout: 120_000 },
  async (cell) => {
    const file = path.join(temporaryFolder(), 'report.json');
    writeFileSync(file, await reportOf(cell));
    if (!hasPython) return;
    const { stdout, stderr } = spawnSync('python3', [script, file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const { looks, largest, ends } = JSON.parse(stdout) as Record<'looks' | 'largest' | 'ends', number>;
    expect(looks).toBe(cell.size);
    expect(largest).toBeLessThan(1e-9);
    expect(ends).toBe(cell.plan && 'approximate' in cell.plan ? 2 : 0);
  },
);

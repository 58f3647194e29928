import { describe, expect, test } from 'vitest';
import { labelFromGold } from '../../core/labeling/session/label-from-gold.ts';
import { isSwapped } from '../../core/labeling/session/sides.ts';
import { submit } from './support/test-engine.ts';
import {
  byAnswer,
  byRating,
  pairedCount,
  pairedDiffering,
  pairedRecords,
  pairedStudy,
  trueDifference,
} from './support/two-systems.ts';

type Paired = Awaited<ReturnType<typeof pairedStudy>>;

const dbOf = ({ engine }: Pick<Paired, 'engine'>) => engine.context.session.project!.db;
const countLabels = (paired: Pick<Paired, 'engine'>) =>
  (dbOf(paired).prepare('SELECT COUNT(*) AS n FROM label').get() as { n: number }).n;
const estimateOf = async ({ engine, study }: Paired) => {
  const report = await engine.client.estimate.current({ studyId: study.id });
  return { report, chosen: report.estimates.find(({ method }) => method === report.default)! };
};

describe('a study of two systems', () => {
  test('draws only items whose responses differ, and counts the others', async () => {
    const paired = await pairedStudy(12);
    expect(paired.study).toMatchObject({
      system: 'amber',
      comparison: {
        against: 'basil',
        sharedItems: pairedCount,
        differing: pairedDiffering,
        equal: pairedCount - pairedDiffering,
      },
      populationSize: pairedDiffering,
      drawCount: 12,
      name: 'Quality of two systems on data',
    });
    const drawn = dbOf(paired)
      .prepare('SELECT external_id FROM draw JOIN item ON item.id = draw.item_id')
      .pluck()
      .all() as string[];
    expect(drawn.filter((id) => Number(id.slice(5)) % 3 === 0)).toEqual([]);
  });

  test('refuses a system against itself, as its own surrogate, and draws with replacement', async () => {
    const { engine, datasetId } = await pairedStudy(2);
    const create = (changes: object) =>
      engine.client.study.create({
        datasetId,
        system: 'amber',
        against: 'basil',
        ...byRating,
        size: 5,
        ...changes,
      });
    await expect(create({ against: 'amber' })).rejects.toMatchObject({ data: { field: 'against' } });
    await expect(create({ preset: 'humcoe' })).rejects.toMatchObject({ data: { field: 'preset' } });
    await expect(create({ surrogate: { kind: 'system', system: 'basil' } })).rejects.toMatchObject({
      data: { field: 'surrogate' },
    });
  });

  test('tells in advance what gap labels can tell', async () => {
    const { engine, datasetId } = await pairedStudy(2);
    const { comparison, histogram, scale } = await engine.client.study.preview({
      datasetId,
      system: 'amber',
      against: 'basil',
      ...byRating,
    });
    expect(scale).toEqual({ min: -4, max: 4, direction: 'higher' });
    expect(histogram[0]!.from).toBe(-4);
    expect(comparison).toMatchObject({ sharedItems: pairedCount, differing: pairedDiffering });
    expect(comparison!.gaps.map(({ gap }) => gap)).toEqual([0.4, 0.2, 0.08]);
    expect(comparison!.expected!.gap).toBeGreaterThan(0);
    const labels = comparison!.gaps.map((one) => one.labels);
    expect(labels).toEqual(labels.toSorted((a, b) => a - b));
  });
});

describe('labels of two replies side by side', () => {
  test('are two rows of one submission, and undo and redo treat them as one', async () => {
    const paired = await pairedStudy(4);
    const { client } = paired.engine;
    const { batch, items, sideBySide } = await client.label.open({ studyId: paired.study.id });
    expect(sideBySide).toBe(true);
    const [a, b] = items.map(({ ref }) => ref) as [string, string];
    await submit(paired.engine, batch, a, { kind: 'pair', values: [2, 5] });
    await submit(paired.engine, batch, a, { kind: 'pair', values: [3, 4] });
    await submit(paired.engine, batch, b, { kind: 'pair', values: [1, 1] });
    expect(countLabels(paired)).toBe(6);
    const current = async (ref: string) => (await client.label.item({ batch, ref })).current;
    expect(await current(a)).toEqual({ kind: 'pair', values: [3, 4] });
    expect(await client.label.undo({ batch })).toMatchObject({ ref: b, item: { state: 'open' } });
    expect(await current(b)).toBeNull();
    await client.label.undo({ batch });
    expect(await current(a)).toEqual({ kind: 'pair', values: [2, 5] });
    expect(await client.label.undo({ batch })).toMatchObject({ undoable: false, redoable: true });
    await expect(client.label.undo({ batch })).rejects.toMatchObject({ code: 'CONFLICT' });
    for (let n = 0; n < 3; n++) await client.label.redo({ batch });
    expect(await current(a)).toEqual({ kind: 'pair', values: [3, 4] });
    expect(await current(b)).toEqual({ kind: 'pair', values: [1, 1] });
    expect(countLabels(paired)).toBe(18);
  });

  test('keep each value with its system, whichever side it stood on', async () => {
    const paired = await pairedStudy(30);
    const { client } = paired.engine;
    const { batch, items } = await client.label.open({ studyId: paired.study.id });
    for (const { ref } of items) {
      const item = await client.label.item({ batch, ref });
      const left = item.replies[0]!.text;
      const isAmber = dbOf(paired)
        .prepare(
          `SELECT COUNT(*) FROM response JOIN system ON system.id = system_id WHERE text = ? AND name = 'amber'`,
        )
        .pluck()
        .get(left);
      await submit(paired.engine, batch, ref, { kind: 'pair', values: isAmber ? [5, 1] : [1, 5] });
    }
    const rows = dbOf(paired)
      .prepare(
        'SELECT name, value, COUNT(*) AS n FROM label JOIN system ON system.id = system_id GROUP BY 1, 2',
      )
      .all();
    expect(rows).toEqual([
      { name: 'amber', value: 5, n: 30 },
      { name: 'basil', value: 1, n: 30 },
    ]);
  });

  test('the same submission twice stores one pair, and a bad value stores none', async () => {
    const paired = await pairedStudy(2);
    const { client } = paired.engine;
    const { batch, next } = await client.label.open({ studyId: paired.study.id });
    const once = { batch, ref: next!, durationMs: 5, estimateVisible: false, clientKey: 'the-same-key' };
    const answer = { kind: 'pair' as const, values: [3, 4] as [number, number] };
    await expect(
      client.label.submit({ ...once, answer: { kind: 'pair', values: [3, 6] } }),
    ).rejects.toMatchObject({ data: { field: 'value' } });
    await expect(client.label.submit({ ...once, answer: { kind: 'score', value: 3 } })).rejects.toMatchObject(
      { code: 'INVALID_INPUT' },
    );
    expect(countLabels(paired)).toBe(0);
    await client.label.submit({ ...once, answer });
    await client.label.submit({ ...once, answer });
    expect(countLabels(paired)).toBe(2);
  });

  test('a label beside one system says nothing of the same reply beside another', async () => {
    const paired = await pairedStudy(pairedDiffering);
    labelFromGold(paired.engine.context, paired.study.id);
    const other = await paired.engine.client.study.create({
      datasetId: paired.datasetId,
      system: 'amber',
      against: 'cedar',
      ...byRating,
      size: 10,
    });
    expect(other.labeled).toBe(0);
    const turned = await paired.engine.client.study.create({
      datasetId: paired.datasetId,
      system: 'basil',
      against: 'amber',
      ...byRating,
      size: pairedDiffering,
    });
    expect(turned.labeled).toBe(pairedDiffering);
  });

  test('sides are a fair coin for each item, the same at every look', () => {
    const swapped = Array.from({ length: 2000 }, (_, i) => isSwapped(7, i));
    const share = swapped.filter(Boolean).length / swapped.length;
    // Three standard errors of a fair coin.
    expect(Math.abs(share - 0.5)).toBeLessThan(0.034);
    expect(Array.from({ length: 2000 }, (_, i) => isSwapped(7, i))).toEqual(swapped);
    const repeats = swapped.filter((side, i) => i > 0 && side === swapped[i - 1]).length;
    expect(Math.abs(repeats / 1999 - 0.5)).toBeLessThan(0.034);
  });
});

describe('the difference', () => {
  test('is exact once every differing item is labeled', async () => {
    const paired = await pairedStudy(500);
    expect(paired.study.drawCount).toBe(pairedDiffering);
    expect(labelFromGold(paired.engine.context, paired.study.id)).toEqual({
      labeled: pairedDiffering,
      missing: 0,
    });
    const { report, chosen } = await estimateOf(paired);
    const truth = trueDifference('amber', 'basil');
    expect(chosen.value).toBeCloseTo(truth, 10);
    expect(chosen.lower).toBeCloseTo(truth, 10);
    expect(chosen.upper).toBeCloseTo(truth, 10);
    expect(report.fullEvaluation).toMatchObject({ items: pairedCount, complete: true });
    expect(report.fullEvaluation!.value).toBeCloseTo(truth, 10);
    expect(report.comparison).toMatchObject({ system: 'amber', against: 'basil', verdict: 'system' });
    expect(report.scale).toEqual({ min: -4, max: 4, direction: 'higher' });
  });

  test('matters from 2 % of the scale on unless the goal says otherwise, and no smaller one names a winner', async () => {
    const paired = await pairedStudy(500);
    labelFromGold(paired.engine.context, paired.study.id);
    const { client } = paired.engine;
    const studyId = paired.study.id;
    expect((await estimateOf(paired)).report.comparison!.leastDifference).toBeCloseTo(0.08, 12);
    const truth = trueDifference('amber', 'basil');
    const goal = { targetHalfWidth: null, threshold: null, budget: null };
    const verdictAt = async (leastDifference: number) => {
      await client.study.edit({ studyId, goal: { ...goal, leastDifference } });
      return (await estimateOf(paired)).report.comparison;
    };
    expect(truth).toBeGreaterThan(0);
    expect(await verdictAt(truth / 2)).toMatchObject({ verdict: 'system', leastDifference: truth / 2 });
    expect(await verdictAt(truth * 1.01)).toMatchObject({ verdict: 'practically-equal' });
    expect((await client.estimate.ranking({ studyId }))!.pairs[0]).toMatchObject({
      verdict: 'practically-equal',
      leastDifference: truth * 1.01,
    });
    await expect(verdictAt(8)).rejects.toMatchObject({ data: { field: 'matters' } });
  });

  test('of no size that matters ends the study, as it decides what was asked', async () => {
    const paired = await pairedStudy(20);
    labelFromGold(paired.engine.context, paired.study.id);
    const { client } = paired.engine;
    const studyId = paired.study.id;
    const adviceAt = async (leastDifference: number) => {
      const goal = { targetHalfWidth: null, threshold: 0, budget: null, leastDifference };
      await client.study.edit({ studyId, goal });
      return client.plan.advice({ studyId });
    };
    expect(await adviceAt(3.9)).toMatchObject({
      threshold: { verdict: 'within' },
      advice: { stop: true, reason: 'threshold-decided' },
    });
    expect((await estimateOf(paired)).report.comparison!.verdict).toBe('practically-equal');
    expect((await adviceAt(0)).threshold!.verdict).not.toBe('within');
  });

  test('keeps its sign and names the same winner where lower is better', async () => {
    const paired = await pairedStudy(pairedDiffering, { direction: 'lower' });
    labelFromGold(paired.engine.context, paired.study.id);
    const { report, chosen } = await estimateOf(paired);
    expect(chosen.value).toBeCloseTo(trueDifference('amber', 'basil'), 10);
    expect(report.comparison!.verdict).toBe('against');
  });

  test('holds the truth on the way, and its history runs on the scale of differences', async () => {
    const paired = await pairedStudy(20);
    labelFromGold(paired.engine.context, paired.study.id);
    const history = await paired.engine.client.estimate.history({ studyId: paired.study.id });
    expect(history).toHaveLength(21);
    const reach = (4 * pairedDiffering) / pairedCount;
    expect(history[0]).toMatchObject({ labeled: 0 });
    expect(history[0]!.lower).toBeCloseTo(-reach, 12);
    expect(history[0]!.upper).toBeCloseTo(reach, 12);
    const truth = trueDifference('amber', 'basil');
    for (const { lower, upper } of history) {
      expect(lower!).toBeLessThanOrEqual(truth);
      expect(upper!).toBeGreaterThanOrEqual(truth);
    }
    const rows = (await paired.engine.client.sample.list({ studyId: paired.study.id })).rows;
    expect(rows.every(({ value }) => value !== null && value >= -4 && value <= 4)).toBe(true);
    const influence = await paired.engine.client.estimate.influence({ studyId: paired.study.id, limit: 3 });
    expect(influence).toHaveLength(3);
  });

  test('by written answers one answer scores both systems, and serves each alone', async () => {
    const paired = await pairedStudy(500, { question: byAnswer });
    labelFromGold(paired.engine.context, paired.study.id);
    const { report, chosen } = await estimateOf(paired);
    expect(report.fullEvaluation!.complete).toBe(true);
    expect(chosen.value).toBeCloseTo(report.fullEvaluation!.value, 10);
    const alone = async (system: string) => {
      const { id } = await paired.engine.client.study.create({
        datasetId: paired.datasetId,
        system,
        measure: byAnswer.measure,
        surrogate: { kind: 'none' },
        size: pairedCount,
      });
      return (await paired.engine.client.estimate.current({ studyId: id })).fullEvaluation!.value;
    };
    expect(chosen.value).toBeCloseTo((await alone('amber')) - (await alone('basil')), 10);
    const instruments = dbOf(paired).prepare('SELECT DISTINCT instrument FROM label').pluck().all();
    expect(instruments).toEqual(['gold-answer']);
  });

  test('a skip brackets the difference and undo takes it back', async () => {
    const paired = await pairedStudy(6);
    const { client } = paired.engine;
    const { batch, items } = await client.label.open({ studyId: paired.study.id });
    for (const { ref } of items.slice(0, 4)) {
      await submit(paired.engine, batch, ref, { kind: 'pair', values: [3, 3] });
    }
    const before = (await estimateOf(paired)).chosen;
    await submit(paired.engine, batch, items[4]!.ref, { kind: 'skip', reason: 'garbled' });
    const { report, chosen } = await estimateOf(paired);
    expect(report.skipped).toEqual({ count: 1, share: 0.2, reasons: [{ reason: 'garbled', count: 1 }] });
    const width = (one: typeof chosen) => one.upper! - one.lower!;
    expect(width(chosen)).toBeGreaterThan(0);
    await client.label.undo({ batch });
    expect((await estimateOf(paired)).chosen).toEqual(before);
  });

  test('is exactly 0 when no response differs, and nothing is drawn', async () => {
    const records = pairedRecords().map(({ responses, ...record }) => ({
      ...record,
      responses: { amber: responses.amber, basil: responses.amber },
      human: {},
      judge: {},
    }));
    const paired = await pairedStudy(10, {
      records,
      question: { measure: byAnswer.measure, surrogate: { kind: 'none' } },
    });
    expect(paired.study).toMatchObject({ populationSize: 0, drawCount: 0 });
    const { report, chosen } = await estimateOf(paired);
    expect(chosen).toMatchObject({
      value: 0,
      lower: 0,
      upper: 0,
      interval: expect.stringContaining('exact'),
    });
    expect(report.comparison).toMatchObject({ differing: 0, equal: pairedCount, verdict: 'equal' });
    expect(report.estimates.filter(({ estimable }) => estimable)).toHaveLength(1);
    const { client } = paired.engine;
    expect(await client.estimate.history({ studyId: paired.study.id })).toHaveLength(1);
    expect((await client.label.open({ studyId: paired.study.id })).next).toBeNull();
    const { content } = await client.report.render({ studyId: paired.study.id, format: 'html' });
    expect(content).toContain('no response differs');
  });
});

describe('the label file of a comparison', () => {
  interface Line {
    N: number;
    shared_items: number;
    draw_order: number;
    system: string;
    s: number;
    probability: number;
    value: number | null;
    kind: string;
  }
  const linesOf = async ({ engine, study }: Paired) => {
    const { content } = await engine.client.report.render({ studyId: study.id, format: 'labels-jsonl' });
    // The first line tells of the file itself.
    return content
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as Line);
  };

  test.each([
    ['ratings', byRating, 4, 1],
    ['written answers', byAnswer, 1, 0],
  ] as const)('of %s is enough to compute the plain mean again', async (_, question, range, lowest) => {
    const paired = await pairedStudy(25, { question: { ...question } });
    labelFromGold(paired.engine.context, paired.study.id);
    const lines = await linesOf(paired);
    expect(lines).toHaveLength(50);
    expect(new Set(lines.map(({ system }) => system))).toEqual(new Set(['amber', 'basil']));
    const ofSystem = (name: string) => lines.filter(({ system }) => system === name);
    const total = (name: string) =>
      ofSystem(name).reduce((sum, { value }) => sum + (value! - lowest) / range, 0);
    const { N, shared_items: shared } = lines[0]!;
    const plain = (range * (N / shared) * (total('amber') - total('basil'))) / 25;
    const report = await paired.engine.client.estimate.current({ studyId: paired.study.id });
    expect(report.estimates.find(({ method }) => method === 'plain-mean')!.value).toBeCloseTo(plain, 10);
    for (const { s, probability } of lines) {
      expect(s).toBeGreaterThanOrEqual(0);
      expect(probability).toBeGreaterThan(0);
    }
  });

  test('says of a skip that it skips both', async () => {
    const paired = await pairedStudy(2);
    const { batch, next } = await paired.engine.client.label.open({ studyId: paired.study.id });
    await submit(paired.engine, batch, next!, { kind: 'skip', reason: 'garbled' });
    const lines = await linesOf(paired);
    expect(lines.map(({ system, kind, value }) => [system, kind, value])).toEqual([
      ['amber', 'skip', null],
      ['basil', 'skip', null],
    ]);
  });
});

describe('a ranking', () => {
  test('makes all pairs at once and orders the systems as far as they are decided', async () => {
    const { engine, datasetId, study } = await pairedStudy(1);
    await engine.client.study.remove({ studyId: study.id });
    const studies = await engine.client.study.createPairs({
      datasetId,
      systems: ['amber', 'basil', 'cedar'],
      ...byRating,
      size: pairedCount,
      seed: 3,
    });
    expect(studies).toHaveLength(3);
    for (const { alpha } of studies) expect(alpha).toBeCloseTo(0.05 / 3, 12);
    const ranking = () => engine.client.estimate.ranking({ studyId: studies[0]!.id });
    expect((await ranking())!.places.every(({ best, worst }) => best === 1 && worst === 3)).toBe(true);
    for (const { id } of studies) labelFromGold(engine.context, id);
    const after = (await ranking())!;
    expect(after.missing).toEqual([]);
    expect(after.places).toEqual([
      { system: 'amber', best: 1, worst: 1 },
      { system: 'basil', best: 2, worst: 2 },
      { system: 'cedar', best: 3, worst: 3 },
    ]);
    const pair = after.pairs.find(({ system, against }) => system === 'amber' && against === 'cedar')!;
    expect(pair.value).toBeCloseTo(trueDifference('amber', 'cedar'), 10);
    expect(pair.alpha).toBeCloseTo(0.05 / 3, 12);
  });

  test('counts several studies of a pair against it, and names the pairs without a study', async () => {
    const { engine, datasetId, study } = await pairedStudy(5);
    const more = { datasetId, ...byRating, size: 5 };
    await engine.client.study.create({ ...more, system: 'basil', against: 'amber' });
    await engine.client.study.create({ ...more, system: 'amber', against: 'cedar' });
    const ranking = (await engine.client.estimate.ranking({ studyId: study.id }))!;
    const twice = ranking.pairs.find(({ studies }) => studies === 2)!;
    expect([twice.system, twice.against]).toEqual(['basil', 'amber']);
    expect(twice.alpha).toBeCloseTo(0.05 / 3 / 2, 12);
    expect(ranking.missing).toEqual([{ system: 'basil', against: 'cedar' }]);
    const alone = await engine.client.study.create({ ...more, system: 'amber' });
    expect(await engine.client.estimate.ranking({ studyId: alone.id })).toBeNull();
  });

  test('refuses a system twice, and a surrogate that is one of the systems', async () => {
    const { engine, datasetId } = await pairedStudy(1);
    const asked = { datasetId, ...byRating, size: 5 };
    await expect(
      engine.client.study.createPairs({ ...asked, systems: ['amber', 'amber'] }),
    ).rejects.toMatchObject({ data: { field: 'systems' } });
    await expect(
      engine.client.study.createPairs({ ...asked, ...byAnswer, systems: ['amber', 'basil', 'cedar'] }),
    ).rejects.toMatchObject({ data: { field: 'surrogate' } });
  });
});

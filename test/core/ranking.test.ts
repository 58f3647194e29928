import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { labelFromGold } from '../../core/labeling/session/label-from-gold.ts';
import { verifyFile } from '../../core/report/verify/verify-file.ts';
import type { LabelAnswer, Study } from '../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../shared/contract/quality.ts';
import { submit, temporaryFolder } from './support/test-engine.ts';
import { byPreference, byRating, pairedStudy } from './support/two-systems.ts';

const systems = ['amber', 'basil', 'cedar'];
const byWriting: typeof byRating = {
  measure: { kind: 'metric', metric: 'f1-squad1' },
  surrogate: { kind: 'none' },
};

/** A ranking of three systems, each pair with so many items drawn. */
async function rankingOf3(size: number, question: typeof byRating = byRating) {
  const { engine, datasetId, study } = await pairedStudy(1);
  await engine.client.study.remove({ studyId: study.id });
  const pairs = await engine.client.study.createPairs({ datasetId, systems, ...question, size, seed: 3 });
  const rankingId = pairs[0]!.rankingId!;
  return { engine, datasetId, pairs, rankingId };
}

const dbOf = (engine: Engine) => engine.context.session.project!.db;

/** Which study an item of the queue is asked in. */
const studyOfRef = (engine: Engine, ref: string) =>
  dbOf(engine).prepare('SELECT study_id FROM draw WHERE ref = ?').pluck().get(ref) as number;

/** Answers the next items of the queue, and says in which studies they were asked. */
async function label(engine: Engine, rankingId: number, count: number, answer: LabelAnswer) {
  const { batch, next } = await engine.client.label.open({ rankingId });
  const asked: number[] = [];
  for (let ref = next; ref !== null && asked.length < count; ) {
    asked.push(studyOfRef(engine, ref));
    const sent = { batch, ref, answer, durationMs: 5, estimateVisible: false };
    ({ next: ref } = await engine.client.label.submit({ ...sent, clientKey: `key-${batch.length}-${ref}` }));
  }
  return asked;
}

/** Gives the same values to the first and the second system on all items of a pair. */
async function labelAll(engine: Engine, { id, system }: Study, values: [number, number]) {
  const { batch, items } = await engine.client.label.open({ studyId: id });
  const isOf = dbOf(engine)
    .prepare('SELECT COUNT(*) FROM response JOIN system ON system.id = system_id WHERE text = ? AND name = ?')
    .pluck();
  for (const { ref } of items) {
    const { replies } = await engine.client.label.item({ batch, ref });
    const isLeft = Number(isOf.get(replies[0]!.text, system)) > 0;
    await submit(engine, batch, ref, { kind: 'pair', values: isLeft ? values : [values[1], values[0]] });
  }
}

const pair: LabelAnswer = { kind: 'pair', values: [4, 2] };

describe('a ranking is one study', () => {
  test('has a name, a progress and its pairs; they are studies of it and of nothing else', async () => {
    const { engine, pairs, rankingId } = await rankingOf3(5);
    expect(await engine.client.ranking.list({})).toMatchObject([
      { id: rankingId, name: 'Quality of 3 systems on data', systems, alpha: 0.05, items: 15, answered: 0 },
    ]);
    await label(engine, rankingId, 4, pair);
    expect(await engine.client.ranking.get({ rankingId })).toMatchObject({ items: 15, answered: 4 });
    const result = await engine.client.ranking.result({ rankingId });
    expect(result).toMatchObject({ name: 'Quality of 3 systems on data', alpha: 0.05 });
    expect(await engine.client.estimate.ranking({ studyId: pairs[1]!.id, alpha: 0.5 })).toEqual(result);
  });

  test('its queue begins with one item of each pair and takes every pair in the order of its own draw', async () => {
    const { engine, pairs, rankingId } = await rankingOf3(5);
    const asked = await label(engine, rankingId, 15, pair);
    expect(asked.slice(0, 3).sort()).toEqual(pairs.map(({ id }) => id).sort());
    for (const { id } of pairs) {
      expect((await engine.client.study.get({ studyId: id })).counts).toMatchObject({
        labeled: 5,
        counted: 5,
      });
    }
    expect((await engine.client.label.open({ rankingId })).next).toBeNull();
  });

  test('the pair that the next labels are most likely to decide comes next', async () => {
    const { engine, pairs, rankingId } = await rankingOf3(40);
    const clear = pairs.find(({ comparison }) => comparison?.against === 'basil')!;
    const isOf = dbOf(engine)
      .prepare(
        'SELECT COUNT(*) FROM response JOIN system ON system.id = system_id WHERE text = ? AND name = ?',
      )
      .pluck();
    const asked: number[] = [];
    const { batch, next } = await engine.client.label.open({ rankingId });
    for (let ref = next!; asked.length < 30; ) {
      const studyId = studyOfRef(engine, ref);
      asked.push(studyId);
      const { replies } = await engine.client.label.item({ batch, ref });
      const isLeft = Number(isOf.get(replies[0]!.text, clear.system)) > 0;
      const values: [number, number] = studyId !== clear.id ? [3, 3] : isLeft ? [5, 2] : [2, 5];
      const sent = { batch, ref, answer: { kind: 'pair', values } as const, durationMs: 5 };
      const given = await engine.client.label.submit({
        ...sent,
        estimateVisible: false,
        clientKey: `k${ref}`,
      });
      ref = given.next!;
    }
    const { pairs: ranked } = await engine.client.ranking.result({ rankingId });
    expect(ranked.filter(({ verdict }) => verdict === 'system').map(({ studyId }) => studyId)).toEqual([
      clear.id,
    ]);
    const untilDecided = asked.slice(0, asked.lastIndexOf(clear.id) + 1);
    const times = (id: number) => untilDecided.filter((one) => one === id).length;
    for (const { id } of pairs) if (id !== clear.id) expect(times(id)).toBeLessThan(times(clear.id));
  });

  test('undo and redo walk all pairs in the order in which they were labeled', async () => {
    const { engine, rankingId } = await rankingOf3(3);
    const asked = await label(engine, rankingId, 4, pair);
    const { batch } = await engine.client.label.open({ rankingId });
    const undone: number[] = [];
    for (let i = 0; i < 4; i++) {
      undone.push(studyOfRef(engine, (await engine.client.label.undo({ batch })).ref));
    }
    expect(undone).toEqual(asked.toReversed());
    await expect(engine.client.label.undo({ batch })).rejects.toMatchObject({ code: 'CONFLICT' });
    const first = await engine.client.label.redo({ batch });
    expect(studyOfRef(engine, first.ref)).toBe(asked[0]);
    expect((await engine.client.ranking.get({ rankingId })).answered).toBe(1);
  });

  test('pairs that are decided get no further label', async () => {
    const { engine, pairs, rankingId } = await rankingOf3(30);
    const decided = pairs.find(
      ({ system, comparison }) => system === 'amber' && comparison?.against === 'cedar',
    )!;
    labelFromGold(engine.context, decided.id, 25);
    const { comparison } = await engine.client.estimate.current({ studyId: decided.id });
    expect(comparison?.verdict).toBe('system');
    const open = pairs.map(({ id }) => id).filter((id) => id !== decided.id);
    const { items } = await engine.client.label.open({ rankingId });
    expect(items).toHaveLength(90);
    const left = 60;
    const zero: LabelAnswer = { kind: 'skip', reason: 'cannot tell' };
    const asked = await label(engine, rankingId, left + 5, zero);
    expect(asked).toHaveLength(left);
    expect(asked.every((id) => open.includes(id))).toBe(true);
    expect(await engine.client.ranking.get({ rankingId })).toMatchObject({
      ...{ items: 90, answered: 85, left: 0, mattering: 2 },
    });
    expect(await engine.client.ranking.grow({ rankingId, by: 5 })).toMatchObject({ items: 100, left: 10 });
    expect((await engine.client.study.get({ studyId: decided.id })).drawCount).toBe(30);
  });

  test('to find the best, a system that is decidedly not gets no further label', async () => {
    const { engine, pairs, rankingId } = await rankingOf3(40);
    const idOf = (system: string, against: string) =>
      pairs.find((one) => one.system === system && one.comparison?.against === against)!.id;
    labelFromGold(engine.context, idOf('amber', 'cedar'), 40);
    await engine.client.ranking.result({ rankingId });
    const all = new Set(pairs.map(({ id }) => id).filter((id) => id !== idOf('amber', 'cedar')));
    const dealt = async () =>
      new Set(await label(engine, rankingId, 8, { kind: 'skip', reason: 'cannot tell' }));
    expect(await dealt()).toEqual(all);
    expect(await engine.client.ranking.edit({ rankingId, top: 1 })).toMatchObject({ top: 1, mattering: 1 });
    expect(await dealt()).toEqual(new Set([idOf('amber', 'basil')]));
    const { pairs: ranked, places } = await engine.client.ranking.result({ rankingId });
    const cedar = places.find(({ system }) => system === 'cedar');
    expect(cedar).toMatchObject({ best: 2, worst: 3 });
    expect(ranked.map(({ studyId, matters }) => [studyId, matters])).toEqual([
      [idOf('amber', 'basil'), true],
      [idOf('amber', 'cedar'), false],
      [idOf('basil', 'cedar'), false],
    ]);
    await engine.client.ranking.edit({ rankingId, top: null });
    expect(await dealt()).not.toContain(idOf('amber', 'cedar'));
    await expect(engine.client.ranking.edit({ rankingId, top: 3 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'There are 3 systems, so there are no 3 best to find.',
    });
  });

  test('an order that follows from two pairs decides the third, but not of preferences', async () => {
    for (const [question, isChained] of [
      [byRating, true],
      [byPreference, false],
    ] as const) {
      const { engine, pairs, rankingId } = await rankingOf3(40, question);
      for (const pair of pairs) {
        if (pair.system === 'amber' && pair.comparison?.against === 'cedar') continue;
        await labelAll(engine, pair, question === byRating ? [4, 2] : [1, 0]);
      }
      const { pairs: ranked, places, ...ranking } = await engine.client.ranking.result({ rankingId });
      expect(ranking.isChained).toBe(isChained);
      // By 40 of 40 wins and one tie, basil is 400 log10(40.5/.5) = 763 points ahead of cedar.
      const [amber, basil, cedar] = systems.map(
        (name) => places.find(({ system }) => system === name)!.score,
      );
      if (isChained) expect([amber, basil, cedar]).toEqual([undefined, undefined, undefined]);
      else expect(Math.abs(basil! - cedar! - 763)).toBeLessThan(2);
      expect(ranked.map(({ verdict, through, matters }) => [verdict, through, matters])).toEqual([
        ['system', undefined, false],
        ['undecided', isChained ? 'system' : undefined, !isChained],
        ['system', undefined, false],
      ]);
      expect(places.map(({ best, worst }) => [best, worst])).toEqual(
        isChained
          ? [
              [1, 1],
              [2, 2],
              [3, 3],
            ]
          : [
              [1, 2],
              [2, 2],
              [2, 3],
            ],
      );
      expect((await engine.client.label.open({ rankingId })).next === null).toBe(isChained);
    }
  });

  test('a smallest difference that matters is that of every pair', async () => {
    const { engine, pairs, rankingId } = await rankingOf3(3);
    expect((await engine.client.ranking.get({ rankingId })).leastDifference).toBe(0.08);
    await engine.client.ranking.edit({ rankingId, leastDifference: 0.5 });
    for (const { id } of pairs) {
      expect((await engine.client.study.get({ studyId: id })).goal.leastDifference).toBe(0.5);
    }
    expect((await engine.client.ranking.get({ rankingId })).leastDifference).toBe(0.5);
  });

  test('what one answer says of every pair is asked once', async () => {
    const { engine, pairs, rankingId } = await rankingOf3(12, byWriting);
    const drawn = dbOf(engine).prepare('SELECT COUNT(DISTINCT item_id) FROM draw').pluck().get() as number;
    expect(drawn).toBeLessThan(36);
    const { items } = await engine.client.label.open({ rankingId });
    expect(items).toHaveLength(drawn);
    await label(engine, rankingId, drawn, { kind: 'answer', answers: ['it is 7'] });
    expect(await engine.client.ranking.get({ rankingId })).toMatchObject({ items: drawn, answered: drawn });
    for (const { id } of pairs) {
      expect((await engine.client.study.get({ studyId: id })).counts.counted).toBe(12);
    }
  });

  test('an item put off, a note and the place of an item are those of the queue', async () => {
    const { engine, rankingId } = await rankingOf3(3);
    const { batch, items } = await engine.client.label.open({ rankingId });
    const [first, second] = items;
    const { next } = await engine.client.label.later({ batch, ref: first!.ref, later: true });
    expect(next).toBe(second!.ref);
    for (const [i, { ref }] of items.entries()) {
      expect((await engine.client.label.item({ batch, ref })).position).toBe(i + 1);
    }
    expect(await engine.client.label.standing({ batch })).toEqual({ kind: 'hidden', because: 'ranking' });
    const { batch: ofPair } = await engine.client.label.open({ studyId: studyOfRef(engine, first!.ref) });
    await expect(engine.client.label.item({ batch: ofPair, ref: second!.ref })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('grows, is renamed and reworded as a whole, and goes with its last pair', async () => {
    const { engine, pairs, rankingId } = await rankingOf3(3);
    expect(await engine.client.ranking.grow({ rankingId, by: 2 })).toMatchObject({ items: 15 });
    const name = 'Spring release';
    await engine.client.ranking.edit({ rankingId, name, question: 'Which one helps?' });
    for (const { id } of pairs) {
      expect((await engine.client.study.get({ studyId: id })).question).toBe('Which one helps?');
    }
    // A part that is refused leaves the others as they were, too.
    const stored = await engine.client.ranking.list({});
    for (const refused of [
      { top: 2, leastDifference: 9 },
      { question: 'So?', top: 3 },
    ]) {
      await expect(engine.client.ranking.edit({ rankingId, name: 'No', ...refused })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
      expect(await engine.client.ranking.list({})).toEqual(stored);
    }
    await engine.client.study.remove({ studyId: pairs[0]!.id });
    expect((await engine.client.ranking.result({ rankingId })).missing).toHaveLength(1);
    await engine.client.ranking.remove({ rankingId });
    expect(await engine.client.ranking.list({})).toEqual([]);
    expect(await engine.client.study.list({})).toEqual([]);
  });
});

const askFirst = ({ client }: Engine, studyId: number) =>
  client.quality.set({ studyId, plan: QualityPlanSchema.parse({ consent: 'Agree?' }) });
const write = ({ client }: Engine, studyId: number) =>
  client.message.send({ studyId, annotatorId: null, text: 'Hello', clientKey: 'message-0001' });

describe('earlier comparisons', () => {
  test('are gathered into a ranking when every pair is there, and never by themselves', async () => {
    const { engine, datasetId, study } = await pairedStudy(5);
    const more = { datasetId, ...byRating, size: 5 };
    const gather = () => engine.client.ranking.gather({ studyId: study.id, name: 'All three' });
    await engine.client.study.create({ ...more, system: 'amber', against: 'cedar' });
    await expect(gather()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/basil.*cedar/),
    });
    await engine.client.study.create({ ...more, system: 'basil', against: 'cedar' });
    await engine.client.study.create({ ...more, system: 'basil', against: 'amber' });
    expect(await engine.client.ranking.list({})).toEqual([]);
    const before = await engine.client.estimate.ranking({ studyId: study.id });
    await askFirst(engine, study.id);
    const told = vi.spyOn(engine.context.events, 'publish');
    const { id, pairs } = await gather();
    expect(pairs).toHaveLength(3);
    for (const pair of pairs) expect(told).toHaveBeenCalledWith({ type: 'study.changed', studyId: pair.id });
    const after = await engine.client.ranking.result({ rankingId: id });
    expect(after).toMatchObject({ name: 'All three', top: null, isChained: true, ...before });
    expect((await engine.client.quality.get({ studyId: pairs[2]!.id })).plan.consent).toBe('Agree?');
    await expect(gather()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test.each([
    ['checks', askFirst],
    ['messages', write],
  ])('are not gathered where their annotators would lose %s', async (_, act) => {
    const { engine, datasetId, study } = await pairedStudy(5);
    const { client } = engine;
    const more = { datasetId, ...byRating, size: 5 };
    await client.study.create({ ...more, system: 'amber', against: 'cedar' });
    const last = await client.study.create({ ...more, system: 'basil', against: 'cedar' });
    await act(engine, last.id);
    await expect(client.ranking.gather({ studyId: study.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(last.name),
    });
    expect(await client.ranking.list({})).toEqual([]);
  });
});

test('the report of a ranking is one document under its name, the sentence first, and verifies', async () => {
  const { engine, pairs } = await rankingOf3(30);
  for (const { id } of pairs) labelFromGold(engine.context, id);
  const [first, ...others] = pairs.map(({ id }) => id);
  const { content, fileName } = await engine.client.report.render({
    ...{ studyId: first!, also: others, format: 'html' },
  });
  expect(fileName).toBe('Quality-of-3-systems-on-data.html');
  expect(content).toContain('<h1>Quality of 3 systems on data</h1>');
  const sentence = content.indexOf('amber is best; basil is second; cedar is worst.</strong>');
  expect(sentence).toBeGreaterThan(0);
  expect(sentence).toBeLessThan(content.indexOf('<h2>Overview</h2>'));
  const file = path.join(temporaryFolder(), 'report.html');
  writeFileSync(file, content);
  const { checks } = await verifyFile(file);
  expect(checks.filter(({ agrees }) => !agrees)).toEqual([]);
});

test('a conclusion by way of other pairs stands in the report, and no other does', async () => {
  const { engine, pairs, rankingId } = await rankingOf3(40);
  await engine.client.ranking.edit({ rankingId, top: 1 });
  for (const pair of pairs) {
    if (pair.system === 'amber' && pair.comparison?.against === 'cedar') continue;
    await labelAll(engine, pair, [4, 2]);
  }
  const [first, ...others] = pairs.map(({ id }) => id);
  const { content } = await engine.client.report.render({ studyId: first!, also: others, format: 'html' });
  expect(content).toContain('amber is best.</strong>');
  expect(content).toContain('<td class="verdict">amber is better, by way of other pairs</td>');
  expect(content).toContain('It was labeled to find the best');
  const file = path.join(temporaryFolder(), 'report.html');
  const failures = async (changed: string) => {
    writeFileSync(file, changed);
    return (await verifyFile(file)).checks.filter(({ agrees }) => !agrees);
  };
  expect(await failures(content)).toEqual([]);
  expect(await failures(content.replace('amber is better, by way', 'cedar is better, by way'))).not.toEqual(
    [],
  );
  for (const [was, is] of [
    ['&quot;through&quot;:&quot;system&quot;', '&quot;through&quot;:&quot;against&quot;'],
    ['&quot;matters&quot;:false', '&quot;matters&quot;:true'],
  ]) {
    expect(content.includes(was!)).toBe(true);
    expect(await failures(content.replace(was!, is!))).not.toEqual([]);
  }
});

test('a ranking by preference has win rates and Bradley-Terry scores, which verify', async () => {
  const { engine, pairs, rankingId } = await rankingOf3(30, byPreference);
  // Sides are drawn by a seed of chance; with these the order is the same every time.
  engine.context.session.project!.db.exec('UPDATE study SET side_seed = 8');
  for (const pair of pairs) {
    const { batch, items } = await engine.client.label.open({ studyId: pair.id });
    for (const [i, { ref }] of items.entries()) {
      await submit(engine, batch, ref, { kind: 'pair', values: i % 4 === 0 ? [0, 1] : [1, 0] });
    }
  }
  const { preference, places, pairs: ranked } = await engine.client.ranking.result({ rankingId });
  expect(preference).toBe(3);
  const scores = places.map(({ score }) => score!);
  expect(scores.reduce((sum, score) => sum + score, 0) / 3).toBeCloseTo(1000, 0);
  const [first, second] = [0, 1].map((i) => places[i]!.system);
  const met = ranked.find(({ system, against }) =>
    [system, against].every((one) => one === first || one === second),
  )!;
  const ahead = met.system === first ? met.value : -met.value;
  expect(Math.sign(scores[0]! - scores[1]!)).toBe(Math.sign(ahead) || 1);
  const [one, ...others] = pairs.map(({ id }) => id);
  const { content } = await engine.client.report.render({ studyId: one!, also: others, format: 'html' });
  expect(content).toContain('<th class="number">Bradley-Terry</th>');
  expect(content).toContain('one number for each system explains the win rates of all pairs');
  const file = path.join(temporaryFolder(), 'report.html');
  const failures = async (changed: string) => {
    writeFileSync(file, changed);
    return (await verifyFile(file)).checks.filter(({ agrees }) => !agrees);
  };
  expect(await failures(content)).toEqual([]);
  const stated = `&quot;score&quot;:${scores[0]}`;
  expect(content.includes(stated)).toBe(true);
  expect(await failures(content.replace(stated, `&quot;score&quot;:${scores[0]! + 1}`))).not.toEqual([]);
});

test('by written answers uniform draws have one seed, so that pairs keep one order and share every answer', async () => {
  const { engine, datasetId } = await pairedStudy(1);
  const drawn = async (question: typeof byRating) =>
    (
      await engine.client.study.createPairs({ datasetId, systems, ...question, size: 20, preset: 'uniform' })
    ).map(({ id, seed }) => ({ id, seed }));
  const written = await drawn(byWriting);
  expect(new Set(written.map(({ seed }) => seed)).size).toBe(1);
  expect(new Set((await drawn(byRating)).map(({ seed }) => seed)).size).toBe(3);
  const orders = written.map(
    ({ id }) =>
      dbOf(engine)
        .prepare('SELECT item_id FROM draw WHERE study_id = ? ORDER BY draw_order')
        .pluck()
        .all(id) as number[],
  );
  const within = (order: number[], other: number[]) => order.filter((itemId) => other.includes(itemId));
  for (const one of orders)
    for (const other of orders) expect(within(one, other)).toEqual(within(other, one));
});

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { handOut } from '../../core/labeling/offline-batches/hand-out.ts';
import { verifyFile } from '../../core/report/verify/verify-file.ts';
import { itemRatings } from '../../core/studies/ratings/ratings.ts';
import { listDraws } from '../../db/draws.ts';
import { getStudy } from '../../db/studies.ts';
import { type LabelAnswer, type LabelItem, QualityPlanSchema } from '../../shared/contract/index.ts';
import { all, contentOf, merge, returnedOf } from './exchange/returned.ts';
import { importRecords, submit, temporaryFolder } from './support/test-engine.ts';
import { byPreference, pairedRecords, rankingOfThree, systemNames } from './support/two-systems.ts';

type Places = Record<string, number>;

const orderOfThree = (size: number) => rankingOfThree(size, { question: byPreference });
const dbOf = (engine: Engine) => engine.context.session.project!.db;

/** Whose reply stands at each place of a page; of equal ones the first system. */
function systemsOn(engine: Engine, { ref, page }: LabelItem): Map<number, string> {
  const textOf = dbOf(engine)
    .prepare(
      `SELECT text FROM response JOIN system ON system.id = system_id JOIN draw ON draw.item_id = response.item_id
       WHERE draw.ref = ? AND system.name = ?`,
    )
    .pluck();
  return new Map(
    page!.map(({ place, replies }) => [
      place,
      systemNames.find((name) => textOf.get(ref, name) === replies[0]!.text)!,
    ]),
  );
}

/** The answer to a page: the places that systems get among the replies on it, closed up. */
function ordered(engine: Engine, item: LabelItem, wanted: Places): LabelAnswer {
  const on = systemsOn(engine, item);
  const levels = [...new Set([...on.values()].map((name) => wanted[name]!))].sort((a, b) => a - b);
  const values = Array.from({ length: 1 + Math.max(...on.keys()) }, (_, place) => {
    const name = on.get(place);
    return name === undefined ? null : 1 + levels.indexOf(wanted[name]!);
  });
  return { kind: 'replies', values };
}

/** Puts pages in order as they are dealt. */
async function orderPages(engine: Engine, rankingId: number, placesOf: (i: number) => Places) {
  const { batch, next } = await engine.client.label.open({ rankingId });
  const shown: LabelItem[] = [];
  for (let ref = next; ref !== null; ) {
    const item = await engine.client.label.item({ batch, ref });
    const answer = ordered(engine, item, placesOf(shown.length));
    shown.push(item);
    ({ next: ref } = await submit(engine, batch, ref, answer));
  }
  return { batch, shown };
}

describe('the replies of an item put in order on one page', () => {
  test('each pair reads its preference from the order, and a tie is one', async () => {
    const { engine, pairs, rankingId } = await orderOfThree(9);
    const { batch, shown } = await orderPages(engine, rankingId, () => ({ amber: 2, basil: 2, cedar: 1 }));
    const { pairs: ranked } = await engine.client.ranking.result({ rankingId });
    for (const { id } of pairs) {
      const study = getStudy(dbOf(engine), id);
      const { counts } = await engine.client.study.get({ studyId: id });
      const isTie = study.systemName !== 'cedar' && study.against!.systemName !== 'cedar';
      const y = isTie ? 0.5 : study.systemName === 'cedar' ? 1 : 0;
      const drawn = listDraws(dbOf(engine), id, study.generation);
      const said = drawn.flatMap(({ itemId }) => itemRatings(dbOf(engine), study, itemId));
      // A pair that is decided is asked about no more.
      expect(said.length).toBeGreaterThan(4);
      expect(counts.labeled).toBe(said.length);
      expect(said.map(({ word }) => word)).toEqual(said.map(() => ({ kind: 'value', rating: 2 * y - 1, y })));
      const { value } = ranked.find(({ studyId }) => studyId === id)!;
      if (!isTie) expect(Math.sign(value)).toBe(Math.sign(y - 0.5));
    }
    // One label a reply, and equal replies have equal ones.
    const values = dbOf(engine).prepare('SELECT DISTINCT value FROM label ORDER BY value').pluck().all();
    expect([0, 0.5, 1]).toEqual(expect.arrayContaining(values));
    const [first] = shown;
    const { current } = await engine.client.label.item({ batch, ref: first!.ref });
    expect(current).toEqual(ordered(engine, first!, { amber: 2, basil: 2, cedar: 1 }));
  });

  test('an order that is changed or taken back leaves the one before', async () => {
    const { engine, rankingId } = await orderOfThree(6);
    const { batch, shown } = await orderPages(engine, rankingId, () => ({ amber: 1, basil: 2, cedar: 3 }));
    const last = shown.find(({ page }) => page!.length === 3)!;
    const at = { batch, ref: last.ref };
    const currentOf = async () => (await engine.client.label.item(at)).current;
    const changed = ordered(engine, last, { amber: 3, basil: 1, cedar: 1 });
    await submit(engine, batch, last.ref, changed);
    expect(await currentOf()).toEqual(changed);
    await engine.client.label.undo({ batch });
    expect(await currentOf()).toEqual(ordered(engine, last, { amber: 1, basil: 2, cedar: 3 }));
  });

  test('what is no order of all replies on the page is refused', async () => {
    const { engine, rankingId } = await orderOfThree(6);
    const { batch, items } = await engine.client.label.open({ rankingId });
    const shown = await Promise.all(items.map(({ ref }) => engine.client.label.item({ batch, ref })));
    const { ref } = shown.find(({ page }) => page!.length === 3)!;
    for (const values of [
      [1, 2, null],
      [1, 2, 4],
      [0, 1, 2],
      [1.5, 2, 3],
      [1, 2],
      [null, null, null],
    ]) {
      const sent = submit(engine, batch, ref, { kind: 'replies', values });
      await expect(sent, String(values)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    expect(dbOf(engine).prepare('SELECT COUNT(*) FROM label').pluck().get()).toBe(0);
  });

  test('its report and its label file say so and verify, here and by the published script', async () => {
    const { engine, pairs, rankingId } = await orderOfThree(20);
    const orders = [
      { amber: 1, basil: 2, cedar: 3 },
      { amber: 3, basil: 1, cedar: 2 },
      { amber: 2, basil: 2, cedar: 1 },
    ];
    await orderPages(engine, rankingId, (i) => orders[i % 3]!);
    const [first, ...others] = pairs.map(({ id }) => id);
    const { content } = await engine.client.report.render({ studyId: first!, also: others, format: 'html' });
    expect(content).toContain('People put them in order, with ties.');
    const file = path.join(temporaryFolder(), 'report.html');
    writeFileSync(file, content);
    expect((await verifyFile(file)).checks.filter(({ agrees }) => !agrees)).toEqual([]);
    const script = path.join(import.meta.dirname, '../../docs/verify.py');
    const labels = await engine.client.report.render({ studyId: first!, format: 'labels-jsonl' });
    const rows = path.join(temporaryFolder(), 'labels.jsonl');
    writeFileSync(rows, labels.content);
    expect((await verifyFile(rows)).checks.filter(({ agrees }) => !agrees)).toEqual([]);
    const { status, stdout, stderr } = spawnSync('python3', [script, rows], { encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
    expect(await engine.client.ranking.result({ rankingId })).toMatchObject({ preference: 3 });
  });

  test('what is decided of two replies says nothing of a third', async () => {
    const { engine, pairs, rankingId } = await orderOfThree(6);
    const { client } = engine;
    const wanted = { Ada: { amber: 1, basil: 2, cedar: 3 }, Ben: { amber: 3, basil: 2, cedar: 1 } };
    for (const [name, places] of Object.entries(wanted)) {
      await client.annotator.choose({ name });
      const { batch, items } = await client.label.open({ rankingId });
      for (const { ref } of items) {
        const item = await client.label.item({ batch, ref });
        await submit(engine, batch, ref, ordered(engine, item, places));
      }
    }
    const members = (await client.annotator.list({})).map(({ id }) => id);
    const team = { members, overlap: 2, finalRule: 'majority' as const, wholeRanking: true, confirm: true };
    await client.team.set({ studyId: pairs[0]!.id, ...team });
    const { entries, as } = await client.adjudication.queue({ studyId: pairs[0]!.id, wholeRanking: true });
    const full = [...Map.groupBy(entries, ({ itemId }) => itemId).values()].find((of) => of.length === 3)!;
    const answers = new Map<number, LabelAnswer>();
    for (const [i, { studyId, itemId, criterionId }] of full.entries()) {
      const answer: LabelAnswer = { kind: 'pair', values: i === 0 ? [1, 0] : i === 1 ? [0, 1] : [0.5, 0.5] };
      answers.set(studyId, answer);
      const at = { studyId, itemId, criterionId, as, note: 'looked again', clientKey: `decision-${studyId}` };
      await client.adjudication.decide({ ...at, answer });
    }
    for (const { studyId, itemId, criterionId } of full) {
      const { decision } = await client.adjudication.item({ studyId, itemId, criterionId, as });
      expect(decision).toMatchObject({ answer: answers.get(studyId), isOutdated: false });
    }
    const { decided } = await client.adjudication.queue({ studyId: pairs[0]!.id, wholeRanking: true });
    expect(decided).toBe(3);
  });

  test('a batch of pages goes out and comes back as orders', async () => {
    const { engine, pairs, rankingId } = await orderOfThree(5);
    await engine.client.annotator.add({ name: 'Ana' });
    const file = await handOut(engine.context, pairs[0]!.id, { ...all, wholeRanking: true });
    const { items } = contentOf(file);
    const answers = items.map(({ page }, i) => {
      const places = page!.map(({ place }) => place);
      const values = Array.from({ length: 1 + Math.max(...places) }, (_, place) =>
        places.includes(place) ? 1 + places.indexOf(place) : null,
      );
      return [i, { kind: 'replies', values }] as const;
    });
    expect(await merge(engine, returnedOf(file, answers))).toMatchObject({ added: items.length });
    expect(await engine.client.ranking.get({ rankingId })).toMatchObject({ answered: items.length });
    expect(await merge(engine, returnedOf(file, answers))).toMatchObject({ added: 0, known: items.length });
  });

  test('orders of a page that was opened before pairs were decided are taken whole, here and from a batch', async () => {
    const { engine, pairs, rankingId } = await orderOfThree(30);
    await engine.client.annotator.add({ name: 'Ana' });
    const file = await handOut(engine.context, pairs[0]!.id, { ...all, wholeRanking: true });
    const { batch, next } = await engine.client.label.open({ rankingId });
    const left = async () => (await engine.client.ranking.get({ rankingId })).mattering;
    // Cedar is the last each time; which of the others is the best is left open.
    for (let ref = next, i = 0; ref !== null && (await left()) > 1; i += 1) {
      const item = await engine.client.label.item({ batch, ref });
      const order = ordered(engine, item, { amber: 1 + (i % 2), basil: 2 - (i % 2), cedar: 3 });
      ({ next: ref } = await submit(engine, batch, ref, order));
    }
    expect(await left()).toBe(1);
    const at = contentOf(file).items.findLastIndex(({ page }) => page!.length === 3);
    const order: LabelAnswer = { kind: 'replies', values: [3, 1, 2] };
    const { item } = await submit(engine, batch, contentOf(file).items[at]!.ref, order);
    expect(item.state).toBe('labeled');
    expect(await merge(engine, returnedOf(file, [[at, order]]))).toMatchObject({ added: 1 });
    const values = dbOf(engine).prepare(
      `SELECT value FROM label JOIN annotator ON annotator.id = annotator_id WHERE name = 'Ana' ORDER BY value`,
    );
    expect(values.pluck().all()).toEqual([0, 0.5, 1]);
  });

  test('hidden checks know the order of replies', async () => {
    const { engine, pairs } = await orderOfThree(9);
    const studyId = pairs[0]!.id;
    const free = dbOf(engine)
      .prepare(
        `SELECT external_id FROM item JOIN study_pool ON item.id = item_id AND study_id = ?
         WHERE item.id NOT IN (SELECT item_id FROM draw) ORDER BY item.id LIMIT 1`,
      )
      .pluck()
      .get(studyId) as string;
    const set = (answer: string) =>
      engine.client.quality.set({
        ...{ studyId, seed: 3, gold: [{ id: free, answer, instruction: '' }] },
        plan: QualityPlanSchema.parse({ checkRate: 0.5 }),
      });
    for (const wrong of [
      'amber = 1',
      'amber = 0; basil = 1',
      'amber = 1.5; basil = 2',
      'amber = 7; basil = 1',
    ])
      await expect(set(wrong), wrong).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await set('amber = 1; basil = 2')).toMatchObject({ gold: 1, hidden: 1 });
  });

  test('too many replies, degrees of better, and further questions are refused', async () => {
    const { engine, datasetId } = await orderOfThree(3);
    const names = Array.from({ length: 10 }, (_, i) => `system-${i}`);
    const many = pairedRecords(6).map(({ id, conversation }) => ({
      ...{ id, conversation },
      responses: Object.fromEntries(names.map((name) => [name, `${name} replies.`])),
    }));
    const larger = await importRecords(engine, temporaryFolder(), many, { name: 'many' });
    const asked = { systems: [...systemNames], ...byPreference, size: 3, preset: 'uniform' as const };
    const page = { ...asked, datasetId, onePage: true };
    const form = { kind: 'preference' as const, steps: 3 as const };
    for (const [wrong, reason] of [
      [
        { ...page, datasetId: larger, systems: names, surrogate: { kind: 'none' as const } },
        'do not put 10 replies in order',
      ],
      [{ ...page, form: { ...form, steps: 5 as const } }, 'which reply is better, neither by how much'],
      [{ ...page, form: { ...form, bothBad: true } }, 'neither by how much nor that both are bad'],
      [{ ...page, preset: 'calibrated-hardness' as const }, 'the same order of items'],
    ] as const) {
      await expect(engine.client.study.createPairs(wrong)).rejects.toMatchObject({
        ...{ code: 'INVALID_INPUT', message: expect.stringContaining(reason) },
      });
    }
    const [made] = await engine.client.study.createPairs({ ...page, form: { kind: 'preference', steps: 3 } });
    expect(await engine.client.ranking.get({ rankingId: made!.rankingId! })).toMatchObject({ onePage: true });
  });
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { liveEstimateOf } from '../../core/estimate/live-estimates.ts';
import { checkPlacesOf } from '../../core/labeling/rounds/checks/set-plan.ts';
import { submitLabel } from '../../core/labeling/session/submit-label.ts';
import { verifyFile } from '../../core/report/verify/verify-file.ts';
import { readPool } from '../../db/draws.ts';
import { getStudy } from '../../db/studies.ts';
import type { LabelAnswer, LabelItem } from '../../shared/contract/index.ts';
import { engineWithProject, importRecords, submit, temporaryFolder } from './support/test-engine.ts';
import { byRating, rankingOfThree } from './support/two-systems.ts';

const systems = ['amber', 'basil', 'cedar'];

const dbOf = (engine: Engine) => engine.context.session.project!.db;

/** What a system replied to an item of the queue. */
const textOf = (engine: Engine, ref: string, system: string) =>
  dbOf(engine)
    .prepare(
      `SELECT text FROM response JOIN system ON system.id = system_id JOIN draw ON draw.item_id = response.item_id
       WHERE draw.ref = ? AND system.name = ?`,
    )
    .pluck()
    .get(ref, system) as string;

/** Rates each reply on a page by who gave it. */
function ratings(engine: Engine, { ref, page }: LabelItem, values: Record<string, number>): LabelAnswer {
  const most = Math.max(...page!.map(({ place }) => place)) + 1;
  const given: (number | null)[] = Array.from({ length: Math.max(most, page!.length) }, () => null);
  for (const { place, replies } of page!) {
    const system = systems.find((name) => textOf(engine, ref, name) === replies[0]!.text)!;
    given[place] = values[system]!;
  }
  return { kind: 'replies', values: given };
}

/** Answers pages as they are dealt, at most so many; gives those that were on screen. */
async function labelPages(engine: Engine, rankingId: number, values: Record<string, number>, most = 1000) {
  const { batch, next } = await engine.client.label.open({ rankingId });
  const shown: LabelItem[] = [];
  for (let ref = next; ref !== null && shown.length < most; ) {
    const item = await engine.client.label.item({ batch, ref });
    shown.push(item);
    ({ next: ref } = await submit(engine, batch, ref, ratings(engine, item, values)));
  }
  return shown;
}

const rows = (engine: Engine) =>
  dbOf(engine)
    .prepare(
      `SELECT system.name AS system, item_id AS item, kind, value, operation FROM label
       JOIN system ON system.id = system_id ORDER BY label.id`,
    )
    .all() as { system: string; item: number; kind: string; value: number; operation: string }[];

const close = { amber: 4, basil: 4, cedar: 4 };

describe('all replies of an item on one page', () => {
  test('each reply is rated once, serves every pair, and equal ones are one', async () => {
    const { engine, pairs, rankingId } = await rankingOfThree(9);
    expect(await engine.client.ranking.get({ rankingId })).toMatchObject({ onePage: true, answered: 0 });
    const shown = await labelPages(engine, rankingId, close);
    const pages = shown.length;
    const sizes = new Set(shown.map(({ page }) => page!.length));
    expect(sizes).toEqual(new Set([2, 3]));
    expect(shown.every(({ replies, rightReplies }) => replies.length === 0 && rightReplies === null)).toBe(
      true,
    );
    const said = rows(engine);
    expect(new Set(said.map(({ system, item }) => `${item} ${system}`)).size).toBe(said.length);
    for (const { ref, page } of shown) {
      const item = dbOf(engine).prepare('SELECT item_id FROM draw WHERE ref = ?').pluck().get(ref);
      const isAlike = textOf(engine, ref, 'amber') === textOf(engine, ref, 'basil');
      const rated = said.filter((one) => one.item === item).length;
      expect(rated).toBe(isAlike ? page!.length + 1 : page!.length);
    }
    for (const { id } of pairs) {
      const { counts, drawCount } = await engine.client.study.get({ studyId: id });
      expect(counts).toMatchObject({ labeled: drawCount, counted: drawCount });
    }
    const { batch } = await engine.client.label.open({ rankingId });
    const most = Math.max(...pairs.map(({ drawCount }) => drawCount));
    expect(await engine.client.label.counts({ batch })).toMatchObject({ labeled: most, counted: most });
    expect(await engine.client.ranking.get({ rankingId })).toMatchObject({ items: pages, answered: pages });
  });

  test('nobody who labels waits for the pairs of many systems to take a page in', async () => {
    const { engine, folder } = await engineWithProject();
    const names = ['amber', 'basil', 'cedar', 'dill', 'elder'];
    const records = Array.from({ length: 30 }, (_, i) => ({
      id: `item-${i}`,
      conversation: [{ role: 'user', content: `What is number ${i}?` }],
      responses: Object.fromEntries(names.map((name) => [name, `${name} says ${i}.`])),
      human: { amber: { quality: [1 + (i % 5)] } },
    }));
    const scale = { min: 1, max: 5, direction: 'higher' as const };
    const scales = [{ kind: 'criterion' as const, name: 'quality', scale }];
    const datasetId = await importRecords(engine, folder, records, { scales });
    const pairs = await engine.client.study.createPairs({
      ...{ datasetId, systems: names, ...byRating, surrogate: { kind: 'none' } },
      ...{ preset: 'uniform', size: 20, seed: 1, onePage: true },
    });
    const { batch, next } = await engine.client.label.open({ rankingId: pairs[0]!.rankingId! });
    const item = await engine.client.label.item({ batch, ref: next! });
    const open = () =>
      pairs.filter(({ id }) => !liveEstimateOf(engine.context, id).isSettled).map(({ name }) => name);
    expect(open()).toEqual([]);
    const values = Array.from({ length: item.page!.length }, (_, place) => 1 + place);
    const said = submitLabel(engine.context, {
      ...{ batch, ref: next!, answer: { kind: 'replies', values } },
      ...{ durationMs: 1000, estimateVisible: false, clientKey: 'page' },
    });
    expect((await said).next).not.toBe(null);
    // Some may be done by now: they go on while the answer waits for the disk.
    expect(open().length).toBeGreaterThan(0);
    await vi.waitFor(() => expect(open()).toEqual([]), { timeout: 20_000 });
    expect(pairs.map(({ id }) => liveEstimateOf(engine.context, id).labeledItems)).toEqual(
      pairs.map(() => 1),
    );
  });

  test('pages come in the order of every pair', async () => {
    const { engine, pairs, rankingId } = await rankingOfThree(12);
    const { items } = await engine.client.label.open({ rankingId });
    const itemOf = (ref: string) =>
      dbOf(engine).prepare('SELECT item_id FROM draw WHERE ref = ?').pluck().get(ref) as number;
    const queue = items.map(({ ref }) => itemOf(ref));
    for (const { id } of pairs) {
      const drawn = dbOf(engine)
        .prepare('SELECT item_id FROM draw WHERE study_id = ? ORDER BY draw_order')
        .pluck()
        .all(id) as number[];
      expect(queue.filter((item) => drawn.includes(item))).toEqual(drawn);
    }
    expect(new Set(queue).size).toBe(queue.length);
  });

  test('a ranking made in the place of one that was removed has its own pages', async () => {
    const { engine, datasetId, pairs, rankingId } = await rankingOfThree(9);
    const { client } = engine;
    await labelPages(engine, rankingId, close, 3);
    const drawn = () => new Set(dbOf(engine).prepare('SELECT ref FROM draw').pluck().all() as string[]);
    for (const { id } of pairs) await client.study.remove({ studyId: id });
    expect(drawn().size).toBe(0);
    const asked = {
      datasetId,
      systems,
      ...byRating,
      size: 9,
      preset: 'uniform',
      seed: 8,
      onePage: true,
    } as const;
    const [first] = await client.study.createPairs(asked);
    expect(first!.rankingId).toBe(rankingId);
    expect(first!.id).toBeGreaterThan(Math.max(...pairs.map(({ id }) => id)));
    const { items, next } = await client.label.open({ rankingId: first!.rankingId! });
    expect(items.every(({ ref }) => drawn().has(ref))).toBe(true);
    const open = await Promise.all(
      items.map(async ({ ref, state }) => {
        const answered = dbOf(engine)
          .prepare('SELECT COUNT(*) FROM label WHERE item_id IN (SELECT item_id FROM draw WHERE ref = ?)')
          .pluck()
          .get(ref) as number;
        return [state === 'open', answered === 0];
      }),
    );
    for (const [isOpen, isNew] of open) expect(isOpen).toBe(isNew);
    await labelPages(engine, first!.rankingId!, close, 2);
    expect(next).not.toBeNull();
  });

  test('undo takes back a page and redo restores it, each as one step', async () => {
    const { engine, rankingId } = await rankingOfThree(6);
    const shown = await labelPages(engine, rankingId, close, 2);
    const { batch } = await engine.client.label.open({ rankingId });
    const { ref, item } = await engine.client.label.undo({ batch });
    expect(ref).toBe(shown[1]!.ref);
    expect(item.state).toBe('open');
    expect((await engine.client.label.item({ batch, ref })).current).toBeNull();
    expect(await engine.client.ranking.get({ rankingId })).toMatchObject({ answered: 1 });
    const redone = await engine.client.label.redo({ batch });
    expect(redone).toMatchObject({ ref, undoable: true, redoable: false, item: { state: 'labeled' } });
    await engine.client.label.undo({ batch });
    const last = await engine.client.label.undo({ batch });
    expect(last).toMatchObject({ ref: shown[0]!.ref, undoable: false });
  });

  test('a reply whose pairs are all decided is shown no more', async () => {
    const { engine, pairs, rankingId } = await rankingOfThree(40);
    const shown = await labelPages(engine, rankingId, { amber: 5, basil: 4, cedar: 1 }, 40);
    const has = ({ ref, page }: LabelItem, system: string) =>
      page!.some(({ replies }) => replies[0]!.text === textOf(engine, ref, system));
    const gone = shown.findIndex((item) => !has(item, 'cedar'));
    expect(gone).toBeGreaterThan(3);
    expect(shown.slice(gone).some((item) => has(item, 'cedar'))).toBe(false);
    const { pairs: ranked } = await engine.client.ranking.result({ rankingId });
    for (const { system, against, verdict } of ranked) {
      if ([system, against].includes('cedar')) expect(verdict).not.toBe('undecided');
    }
    expect(pairs).toHaveLength(3);
  });

  test('a skip is one of every reply; a note, a flag and an item put off belong to the page', async () => {
    const { engine, rankingId } = await rankingOfThree(6);
    const { batch, items, sideBySide } = await engine.client.label.open({ rankingId });
    expect(sideBySide).toBe(false);
    const [first, second] = items;
    await submit(engine, batch, first!.ref, { kind: 'skip', reason: 'cut off' });
    const said = rows(engine);
    expect(said.map(({ kind }) => kind)).toEqual(['skip', 'skip', 'skip']);
    const { next } = await engine.client.label.later({ batch, ref: second!.ref, later: true });
    expect(next).toBe(items[2]!.ref);
    await engine.client.label.note({ batch, ref: second!.ref, note: 'Look again.' });
    await engine.client.label.flag({ batch, ref: second!.ref, flagged: true });
    expect(await engine.client.label.item({ batch, ref: second!.ref })).toMatchObject({
      ...{ position: 2, note: 'Look again.', flagged: true },
    });
    const [progress] = await engine.client.label.progress({ rankingId });
    expect(progress).toMatchObject({ assigned: items.length, labeled: 0, skipped: 1, later: 1 });
    await engine.client.label.later({ batch, ref: first!.ref, later: true });
    expect(await engine.client.label.progress({ rankingId })).toMatchObject([{ skipped: 1, later: 1 }]);
    await engine.client.label.later({ batch, ref: first!.ref, later: false });
    const again = await engine.client.label.open({ rankingId });
    expect(again.items.slice(0, 2)).toMatchObject([
      { state: 'skipped' },
      { state: 'later', flagged: true, hasNote: true },
    ]);
  });

  test('answers that do not fit are refused, and nothing is stored', async () => {
    const { engine, rankingId } = await rankingOfThree(6);
    const { batch, items } = await engine.client.label.open({ rankingId });
    const { ref } = items[0]!;
    const { length } = (await engine.client.label.item({ batch, ref })).page!;
    const all = (value: number | null, count = length) => Array.from({ length: count }, () => value);
    const wrong: LabelAnswer[] = [
      { kind: 'pair', values: [1, 2] },
      { kind: 'replies', values: all(9) },
      { kind: 'replies', values: all(3, length + 1) },
      { kind: 'replies', values: all(null) },
      { kind: 'replies', values: all(3), fields: { more: 1 } },
    ];
    for (const answer of wrong) {
      await expect(submit(engine, batch, ref, answer)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    expect(rows(engine)).toEqual([]);
  });

  test('no page tells a system, and the places of systems change from item to item', async () => {
    // Keys are random: so many pages have the same system on top by no chance worth a name.
    const { engine, rankingId } = await rankingOfThree(24);
    const opened = await engine.client.label.open({ rankingId });
    expect(opened.question).toBe('How good is each reply?');
    const shown = await labelPages(engine, rankingId, close);
    const payload = JSON.stringify([opened, shown]);
    for (const system of systems) expect(payload.includes(system)).toBe(false);
    const full = shown.filter(({ page }) => page!.length === 3);
    const firsts = full.map(({ ref, page }) =>
      systems.find((name) => textOf(engine, ref, name) === page![0]!.replies[0]!.text),
    );
    expect(new Set(firsts).size).toBeGreaterThan(1);
  });

  test('a team is that of all pairs, and each page belongs to one of them whole', async () => {
    const { engine, pairs, rankingId } = await rankingOfThree(9);
    const { client } = engine;
    const ids: number[] = [];
    for (const name of ['Ana', 'Ben']) {
      ids.push((await client.annotator.add({ name })).find((one) => one.name === name)!.id);
    }
    const change = { studyId: pairs[0]!.id, wholeRanking: true, members: ids };
    const alone = { ...change, wholeRanking: false, deals: true };
    await expect(client.team.set(alone)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await client.team.set(change);
    for (const { id } of pairs) {
      const { members } = await client.team.get({ studyId: id });
      expect(members.filter(({ isMember }) => isMember).map((one) => one.id)).toEqual(ids);
    }
    const all = await Promise.all(ids.map((annotatorId) => client.label.open({ rankingId, annotatorId })));
    const [ana, ben] = all.map(({ items }) => items.map(({ ref }) => ref));
    expect(Math.min(ana!.length, ben!.length)).toBeGreaterThan(0);
    expect(ana!.filter((ref) => ben!.includes(ref))).toEqual([]);
    const { items } = await client.ranking.get({ rankingId });
    expect(ana!.length + ben!.length).toBe(items);
  });

  test('a check may be any item that two of them answered differently', async () => {
    const { db, pairs } = await rankingOfThree(9);
    const pools = pairs.map(({ id }) => new Set(readPool(db, id).itemIds));
    const places = pairs.map(({ id }) => checkPlacesOf(db, getStudy(db, id)));
    const ids = db.prepare('SELECT id FROM item').pluck().all() as number[];
    const ofOne = ids.filter(
      (id) => pools.some((pool) => pool.has(id)) && !pools.every((pool) => pool.has(id)),
    );
    expect(ofOne).not.toEqual([]);
    for (const placeOf of places) for (const id of ofOne) expect(placeOf(id)).toBeDefined();
    for (const [i, placeOf] of places.entries())
      expect(ids.filter((id) => (placeOf(id) ?? -1) >= 0)).toEqual(ids.filter((id) => pools[i]!.has(id)));
    expect(places[0]!(ids.length + 1)).toBeUndefined();
  });

  test('practice of one pair is that of the ranking, on items that no pair drew', async () => {
    const { engine, pairs, rankingId } = await rankingOfThree(9);
    await engine.client.practice.start({ studyId: pairs[0]!.id, items: 2 });
    const { practiceRound, items, batch, sideBySide } = await engine.client.label.open({ rankingId });
    expect({ practiceRound, sideBySide, items: items.length }).toEqual({
      ...{ practiceRound: 1, sideBySide: true, items: 2 },
    });
    const drawn = dbOf(engine)
      .prepare('SELECT COUNT(*) FROM practice_item WHERE item_id IN (SELECT item_id FROM draw)')
      .pluck()
      .get();
    expect(drawn).toBe(0);
    for (const { ref } of items) await submit(engine, batch, ref, { kind: 'pair', values: [3, 4] });
    await engine.client.practice.override({ studyId: pairs[0]!.id, reason: 'One person labels.' });
    expect((await engine.client.label.open({ rankingId })).practiceRound).toBeNull();
  });

  test('what cannot stand on one page is refused', async () => {
    const { engine, datasetId } = await rankingOfThree(3);
    const asked = { datasetId, systems, ...byRating, size: 3, onePage: true, preset: 'uniform' } as const;
    const why = { name: 'why', question: '', required: false, form: { kind: 'text' as const } };
    for (const [wrong, reason] of [
      [{ preset: 'calibrated-hardness' as const }, 'all pairs need the same order of items'],
      [{ systems: ['amber', 'basil'] }, 'Two replies are shown side by side anyway'],
      [{ measure: { kind: 'metric' as const, metric: 'f1-squad1' } }, 'share a page only where people rate'],
      [{ fields: [why] }, 'asks no further questions'],
      [{ systems: ['amber', 'basil', 'amber'] }, 'A system is named twice.'],
      [
        { surrogate: { kind: 'system' as const, system: 'cedar' } },
        'cedar is both the machine score and one of',
      ],
      [{ top: 3 }, 'There are 3 systems, so there are no 3 best to find.'],
      [{ top: 4 }, 'no 4 best to find'],
    ] as const) {
      await expect(
        engine.client.study.createPairs({ ...asked, ...wrong } as typeof asked),
      ).rejects.toMatchObject({
        ...{ code: 'INVALID_INPUT', message: expect.stringContaining(reason) },
      });
    }
  });

  test('its report says so, and verifies', async () => {
    const { engine, pairs, rankingId } = await rankingOfThree(20);
    await labelPages(engine, rankingId, { amber: 5, basil: 3, cedar: 1 });
    const [first, ...others] = pairs.map(({ id }) => id);
    const { content } = await engine.client.report.render({ studyId: first!, also: others, format: 'html' });
    expect(content).toContain('Each was rated once, for all its pairs.');
    const file = path.join(temporaryFolder(), 'report.html');
    writeFileSync(file, content);
    expect((await verifyFile(file)).checks.filter(({ agrees }) => !agrees)).toEqual([]);
  });
});

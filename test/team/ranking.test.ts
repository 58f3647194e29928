import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { ReadableDb } from '../../db/types.ts';
import type { LabelAnswer, LabelChange, LabelItem, VisitBatch } from '../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../shared/contract/quality.ts';
import { byRating, pairedStudy } from '../core/support/two-systems.ts';
import { fieldsOf } from './fields-of.ts';
import { fixChecks, type Guest, newKey, openPortal } from './portal-fixture.ts';

/** A ranking of three systems behind the annotators' door: on pages, or pair by pair. */
async function portalOnRanking(onePage: boolean, size = 6) {
  const { engine, datasetId, study } = await pairedStudy(1);
  await engine.client.study.remove({ studyId: study.id });
  const systems = ['amber', 'basil', 'cedar'];
  const asked = { datasetId, systems, ...byRating, size, preset: 'uniform', seed: 3, onePage } as const;
  const pairs = await engine.client.study.createPairs(asked);
  const portal = await openPortal(engine);
  const guestNamed = async (name: string, studyId = pairs[0]!.id): Promise<Guest> =>
    portal.guest((await engine.client.invitation.create({ studyId, name })).path.slice('/#'.length));
  const rankingId = pairs[0]!.rankingId!;
  fixChecks(engine);
  return { engine, db: engine.context.session.project!.db, pairs, rankingId, guestNamed };
}

const openOther = (file: string) => new Database(file);

const open = async (guest: Guest): Promise<VisitBatch> => {
  const { status, body } = await guest.call<VisitBatch>('label/open');
  expect(status).toBe(200);
  return body;
};

const itemOf = async (guest: Guest, batch: string, ref: string): Promise<LabelItem> =>
  (await guest.call<LabelItem>('label/item', { batch, ref })).body;

/** The same rating for all that is asked. */
function answerTo({ page }: LabelItem, value: number): LabelAnswer {
  if (!page) return { kind: 'pair', values: [value, value] };
  const values: (number | null)[] = Array(Math.max(...page.map(({ place }) => place)) + 1).fill(null);
  for (const { place } of page) values[place] = value;
  return { kind: 'replies', values };
}

async function answer(guest: Guest, batch: string, ref: string, item?: LabelItem): Promise<LabelChange> {
  const given = answerTo(item ?? (await itemOf(guest, batch, ref)), 3);
  const sent = { batch, ref, answer: given, durationMs: 4000, clientKey: newKey() };
  const { status, body } = await guest.call<LabelChange>('label/submit', sent);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const batchFields =
  `annotator.color annotator.initials annotator.name attempt batch completion consent done fields[]
  form.highLabel form.kind form.lowLabel form.max form.min form.step guidelines guidelinesVersion items[].flagged
  items[].hasNote items[].ref items[].state mustRead next practiceRound qualified question redoable sideBySide stage toValidate total
  undoable unread waits`.split(/\s+/);
const inAnyItem = `conversation[].content conversation[].role current draft flagged note passage position ref
  rightReplies version`.split(/\s+/);
const changeFields = `item.flagged item.hasNote item.ref item.state next redoable ref undoable`.split(' ');

describe.each([
  { name: 'on pages', onePage: true },
  { name: 'pair by pair', onePage: false },
])('a ranking behind the door, $name', ({ onePage }) => {
  test('its items are dealt to whoever asks, each once, until all pairs are labeled', async () => {
    const { engine, db, pairs, rankingId, guestNamed } = await portalOnRanking(onePage);
    const team = [await guestNamed('Ada'), await guestNamed('Ben', pairs[2]!.id)];
    const batches = await Promise.all(team.map(open));
    expect(batches.every(({ total, sideBySide }) => total === null && sideBySide === !onePage)).toBe(true);
    const next = batches.map((batch) => batch.next);
    expect(new Set(next).size).toBe(2);
    for (let turn = 0; next.some((ref) => ref !== null); turn += 1) {
      const who = turn % 3 === 2 ? 1 : 0;
      const ref = next[who] ?? (await open(team[who]!)).next;
      next[who] = ref === null ? null : (await answer(team[who]!, batches[who]!.batch, ref)).next;
      next[who] ??= (await open(team[who]!)).next;
    }
    const { items, answered, left } = await engine.client.ranking.get({ rankingId });
    expect({ answered, left }).toEqual({ answered: items, left: 0 });
    const twice = db
      .prepare('SELECT item_id FROM label GROUP BY item_id, system_id, instrument HAVING COUNT(*) > 1')
      .all();
    expect(twice).toEqual([]);
    const { people, lastHour } = await engine.client.invitation.live({ studyId: pairs[1]!.id });
    expect(people.map(({ annotator }) => annotator.name)).toEqual(['Ada', 'Ben']);
    expect(people.every((one) => one.lastHour > 0 && one.secondsPerItem! > 0)).toBe(true);
    expect(lastHour).toBe(items);
    const links = await Promise.all(pairs.map(({ id }) => engine.client.invitation.list({ studyId: id })));
    expect(links.every((one) => JSON.stringify(one) === JSON.stringify(links[0]))).toBe(true);
    const progress = await engine.client.label.progress({ rankingId });
    expect(progress.reduce((sum, one) => sum + one.labeled, 0)).toBe(items);
  });

  test('each item goes to as many people as the overlap asks, and what is left goes to somebody else', async () => {
    const { engine, db, pairs, guestNamed } = await portalOnRanking(onePage);
    const [ada, ben, cas] = [await guestNamed('Ada'), await guestNamed('Ben'), await guestNamed('Cas')];
    await engine.client.team.set({ studyId: pairs[0]!.id, wholeRanking: true, overlap: 2, confirm: true });
    const [hers, his, third] = [await open(ada), await open(ben), await open(cas)];
    expect(his.next).toBe(hers.next);
    expect(third.next).not.toBe(hers.next);
    const onScreen = await itemOf(ada, hers.batch, hers.next!);
    await answer(ben, his.batch, his.next!);
    Object.assign(engine.context, { now: () => new Date(Date.now() + 21 * 60_000).toISOString() });
    const taken: string[] = [];
    for (let ref = (await open(cas)).next; ref !== null; ) {
      taken.push(ref);
      ref = (await answer(cas, third.batch, ref)).next;
    }
    expect(taken).toContain(hers.next);
    // She opened it long ago, and her answer is kept, also once it is not among hers any more.
    await open(ada);
    await answer(ada, hers.batch, hers.next!, onScreen);
    const said = db
      .prepare(
        `SELECT COUNT(DISTINCT annotator_id) AS people FROM label JOIN draw USING (item_id)
         WHERE draw.ref = ? AND label.kind = 'score'`,
      )
      .get(hers.next);
    expect(said).toMatchObject({ people: 3 });
  });

  test('the wire has exactly these fields, and no system, score, estimate or word of others', async () => {
    const { engine, pairs, guestNamed } = await portalOnRanking(onePage);
    const ada = await guestNamed('Ada');
    const [ben, all] = [await guestNamed('Ben'), [] as string[]];
    const his = await open(ben);
    await answer(ben, his.batch, his.next!);
    const got = async <T>(name: string, input: unknown, fields: readonly string[]): Promise<T> => {
      const { status, body } = await ada.call<T>(name, input);
      expect(status, name).toBe(200);
      expect(fieldsOf(body).sort(), name).toEqual(fields.toSorted());
      all.push(JSON.stringify(body));
      return body;
    };
    const fields = batchFields.filter((field) => field !== 'fields[]');
    const { batch, next } = await got<VisitBatch>('label/open', {}, fields);
    const at = { batch, ref: next! };
    const replies = onePage
      ? ['page[].place', 'page[].replies[].prompt', 'page[].replies[].text']
      : ['replies[].prompt', 'replies[].text', 'rightReplies[].prompt', 'rightReplies[].text'];
    const shown = inAnyItem.filter((field) => onePage || field !== 'rightReplies');
    const item = await got<LabelItem>('label/item', at, [...shown, ...replies]);
    const sent = { ...at, answer: answerTo(item, 2), durationMs: 900, clientKey: newKey() };
    const change = await got<LabelChange>('label/submit', sent, [...changeFields, 'version']);
    const off = { batch, ref: change.next!, later: true };
    const instead = await got<LabelChange>('label/later', off, changeFields);
    expect([change.item.state, instead.item.state]).toEqual(['labeled', 'later']);
    // Something else is dealt in place of what was put off.
    expect([null, next, change.next]).not.toContain(instead.next);
    await got('label/draft', { batch, ref: instead.next!, draft: 'half' }, ['version']);
    await got('label/flag', { ...at, flagged: true }, changeFields);
    await got('label/note', { ...at, note: 'mine' }, [...changeFields, 'version']);
    await got('label/undo', { batch }, changeFields);
    await got('label/redo', { batch }, changeFields);
    await got('visit/say', { text: 'Which one?', about: at, clientKey: newKey() }, []);
    await got('visit/messages', {}, [
      '[].byLead',
      '[].id',
      '[].isRead',
      '[].ref',
      '[].text',
      '[].toAll',
      '[].writtenAt',
    ]);
    await got('visit/progress', {}, ['items', 'labeled', 'secondsPerItem', 'skipped']);
    // Chance may write a name into a sealed reference.
    const said = all.join('\n').replaceAll(/"(?:batch|ref|next|version)":"[^"]*"/g, '');
    for (const secret of ['amber', 'basil', 'cedar', 'strict', 'group-', 'item-0', 'Ben']) {
      expect(said, secret).not.toContain(secret);
    }
    const [message] = await engine.client.message.list({ studyId: pairs[1]!.id });
    expect(message?.item).not.toBeNull();
    // The reference of somebody else, and of a pair alone, opens nothing.
    const theirs = { ...at, batch: his.batch };
    expect((await ada.call('label/item', theirs)).status).toBe(404);
  });

  test('who labels gets the code once all pairs are decided, though items of the sample are left', async () => {
    const { engine, db, pairs, guestNamed } = await portalOnRanking(onePage);
    const plan = QualityPlanSchema.parse({ completion: { items: 20, code: 'C1' } });
    await engine.client.quality.set({ studyId: pairs[0]!.id, plan });
    const ada = await guestNamed('Ada');
    const { batch, next } = await open(ada);
    await answer(ada, batch, next!);
    expect(await open(ada)).toMatchObject({ next: expect.any(String), completion: null });
    // No difference matters.
    const goal = db.prepare('INSERT INTO study_goal (study_id, least_difference) VALUES (?, 4)');
    for (const { id } of pairs) goal.run(id);
    expect(await open(ada)).toMatchObject({ next: null, waits: null, completion: { code: 'C1' } });
  });

  test('its quality is asked and told as one', async () => {
    const { engine, pairs, rankingId, guestNamed } = await portalOnRanking(onePage);
    const { client } = engine;
    const plan = QualityPlanSchema.parse({
      consent: 'Agree?',
      completion: { items: null, code: 'C1', url: '' },
    });
    await client.quality.set({ studyId: pairs[2]!.id, plan });
    await client.team.set({ studyId: pairs[0]!.id, wholeRanking: true, overlap: 2, confirm: true });
    const team = [await guestNamed('Ada'), await guestNamed('Ben')];
    for (const guest of team) {
      const { stage, consent, form, next } = await open(guest);
      expect({ stage, kind: form.kind, next }).toEqual({ stage: 'consent', kind: 'rating', next: null });
      await guest.call('visit/agree', { version: consent!.version });
      for (let batch = await open(guest); batch.next !== null; batch = await open(guest)) {
        await answer(guest, batch.batch, batch.next);
      }
      expect((await open(guest)).completion).toEqual({ code: 'C1', url: '' });
    }
    const { items } = await client.ranking.get({ rankingId });
    const quality = await client.quality.get({ studyId: pairs[1]!.id });
    expect(quality).toMatchObject({ isFixed: true, effect: null, pairEffects: [] });
    for (const one of quality.annotators.filter(({ annotator }) => ['Ada', 'Ben'].includes(annotator.name))) {
      expect(one).toMatchObject({ items, agreement: 1 });
      // They said 4 seconds; the door measured less.
      expect(one.secondsPerItem).toBeGreaterThan(0);
      expect(one.secondsPerItem).toBeLessThanOrEqual(4);
    }
    const { left } = await client.team.dropOut({
      studyId: pairs[1]!.id,
      annotatorId: quality.annotators.at(-1)!.annotator.id,
    });
    expect(left).toBe(0);
    for (const { id } of pairs) {
      const { members } = await client.team.get({ studyId: id });
      expect(members.filter(({ isMember }) => isMember)).toHaveLength(1);
    }
  });

  test('it has hidden checks; who fails them counts in no pair, and what they did is kept', async () => {
    const { engine, db, pairs, rankingId, guestNamed } = await portalOnRanking(onePage);
    const { client } = engine;
    const gold = freeItems(db, pairs[0]!.id, 4).map((id) => ({
      id,
      answer: onePage ? 'amber = 5' : 'amber',
    }));
    const exclusion = { fewestChecks: 2, leastRight: 0.9, leastSeconds: null };
    const plan = QualityPlanSchema.parse({ checkRate: 0.5, exclusion });
    await client.quality.set({ studyId: pairs[1]!.id, plan, gold: withoutWords(gold), seed: 3 });
    const ada = await guestNamed('Ada');
    for (let batch = await open(ada); batch.next !== null; batch = await open(ada)) {
      await answer(ada, batch.batch, batch.next);
    }
    expect((await open(ada)).stage).toBe('ended');
    const { annotators, pairEffects } = await client.quality.get({ studyId: pairs[2]!.id });
    const { checks, right, excluded } = annotators.at(-1)!;
    expect(checks).toBeGreaterThanOrEqual(2);
    expect({ right, reason: excluded?.reason }).toEqual({ right: 0, reason: '0 of 2 checks right' });
    expect(pairEffects.map(({ studyId }) => studyId).sort()).toEqual(pairs.map(({ id }) => id).sort());
    expect(pairEffects.every(({ counted }) => counted.labeled === 0)).toBe(true);
    expect(pairEffects.some(({ withAll }) => withAll.labeled > 0)).toBe(true);
    const later = QualityPlanSchema.parse({ checkRate: 0.1, exclusion });
    await expect(client.quality.set({ studyId: pairs[0]!.id, plan: later })).rejects.toThrow(
      'fixed with the first label',
    );
    const kept = await client.report.render({ studyId: pairs[0]!.id, format: 'annotator-work-csv' });
    expect(kept.content.match(/^Ada,[^,]+,check,/gm)).toHaveLength(onePage ? 3 * checks : checks);
    const before = await client.ranking.get({ rankingId });
    const ben = await guestNamed('Ben');
    const answered = async () => (await client.ranking.get({ rankingId })).answered;
    const { batch, next } = await open(ben);
    let ref = next;
    while (ref !== null && (await answered()) === before.answered) {
      ref = (await answer(ben, batch, ref)).next;
    }
    expect(await answered()).toBeGreaterThan(before.answered);
  });
});

test('pages are told as they are after each change, also one that another program made', async () => {
  const { engine, db, guestNamed } = await portalOnRanking(true);
  const ada = await guestNamed('Ada');
  const first = await open(ada);
  const statesOf = async () =>
    (await open(ada)).items.map(({ ref, state, flagged }) => `${ref} ${state} ${flagged}`);
  let { next } = first;
  for (let i = 0; i < 3; i += 1) next = (await answer(ada, first.batch, next!)).next;
  const [one, two] = (await open(ada)).items.map(({ ref }) => ref);
  await ada.call('label/flag', { batch: first.batch, ref: one, flagged: true });
  await ada.call('label/undo', { batch: first.batch });
  const states = await statesOf();
  expect(states.filter((state) => state.includes(' labeled '))).toHaveLength(2);
  expect(states.filter((state) => state.endsWith(' true'))).toEqual([expect.stringContaining(one!)]);
  const other = openOther(engine.context.session.project!.path);
  other.exec(`DELETE FROM assignment WHERE item_id = (SELECT item_id FROM draw WHERE ref = '${two}')`);
  other.close();
  expect((await statesOf()).some((state) => state.startsWith(two!))).toBe(false);
  // Of the pairs that are left a page is what it is in those.
  const { studies } = db
    .prepare(
      'SELECT COUNT(DISTINCT study_id) AS studies FROM assignment WHERE item_id = (SELECT item_id FROM draw WHERE ref = ?)',
    )
    .get(one) as { studies: number };
  expect(studies).toBeGreaterThan(1);
  db.prepare(
    `DELETE FROM assignment WHERE study_id = (SELECT study_id FROM draw WHERE ref = ?)
     AND item_id = (SELECT item_id FROM draw WHERE ref = ?)`,
  ).run(one, one);
  const left = openOther(engine.context.session.project!.path);
  left.exec("UPDATE study SET question = question || ' '");
  left.close();
  expect(await statesOf()).toHaveLength(states.length - 1);
});

/** Items of a study's pool that no study has drawn. */
const freeItems = (db: ReadableDb, studyId: number, count: number): string[] =>
  db
    .prepare(
      `SELECT external_id FROM item JOIN study_pool ON item.id = item_id AND study_id = ?
       WHERE item.id NOT IN (SELECT item_id FROM draw) ORDER BY item.id LIMIT ?`,
    )
    .pluck()
    .all(studyId, count) as string[];

const withoutWords = (gold: readonly { id: string; answer: string }[]) =>
  gold.map((one) => ({ ...one, instruction: '' }));

/** A ranking on pages with one check, which says in words what to choose under the replies that it is about. */
async function portalWithPageCheck(answer: string, instruction = '') {
  const made = await portalOnRanking(true, 12);
  const { engine, db, pairs } = made;
  const [id] = freeItems(db, pairs[0]!.id, 1);
  const plan = QualityPlanSchema.parse({ checkRate: 0.5, exclusion: { fewestChecks: 1, leastRight: 1 } });
  const studyId = pairs[0]!.id;
  await engine.client.quality.set({ studyId, plan, gold: [{ id: id!, answer, instruction }], seed: 3 });
  const isCheck = (ref: string) =>
    db.prepare('SELECT COUNT(*) FROM practice_item WHERE ref = ? AND round = 0').pluck().get(ref) === 1;
  const quality = async () => (await engine.client.quality.get({ studyId })).annotators.at(-1)!;
  return { ...made, isCheck, quality };
}

/** Works on pages, and keeps what each showed. */
async function workOnPages(guest: Guest, rate: (item: LabelItem) => LabelAnswer): Promise<LabelItem[]> {
  const shown: LabelItem[] = [];
  const { batch, next } = await open(guest);
  for (let ref = next; ref !== null; ) {
    const item = await itemOf(guest, batch, ref);
    shown.push(item);
    const sent = { batch, ref, answer: rate(item), durationMs: 4000, clientKey: newKey() };
    const { status, body } = await guest.call<LabelChange>('label/submit', sent);
    expect(status, JSON.stringify(body)).toBe(200);
    ref = body.next;
  }
  return shown;
}

describe('a check between the pages of a ranking', () => {
  test('looks like any other page, says under its reply what to choose, and counts in no pair', async () => {
    const words = 'Please choose 2 for this one.';
    const { engine, db, pairs, guestNamed, isCheck, quality } = await portalWithPageCheck('basil = 2', words);
    const ada = await guestNamed('Ada');
    const asked = (one: { replies: readonly { text: string }[] }) => one.replies.at(-1)!.text.endsWith(words);
    const shown = await workOnPages(ada, (item) => {
      const { page = [] } = item;
      const values: (number | null)[] = Array(Math.max(...page.map(({ place }) => place)) + 1).fill(null);
      for (const one of page) values[one.place] = asked(one) ? 2 : 4;
      return { kind: 'replies', values };
    });
    const checks = shown.filter(({ ref }) => isCheck(ref));
    expect(checks).toHaveLength(1);
    expect(new Set(shown.map((item) => fieldsOf(item).sort().join())).size).toBe(1);
    expect(shown.map(({ position }) => position)).toEqual(shown.map((_, i) => i + 1));
    expect(checks[0]!.page!.filter(asked)).toHaveLength(1);
    expect(shown.filter(({ ref, page }) => !isCheck(ref) && page!.some(asked))).toEqual([]);
    expect(await quality()).toMatchObject({ checks: 1, right: 1, excluded: null, items: shown.length - 1 });
    // The item of the check is in no pair, and what was said of it stands beside the sample.
    const said = db
      .prepare(
        `SELECT DISTINCT instrument, study_id AS study FROM label WHERE item_id = (SELECT item_id FROM practice_item)`,
      )
      .all();
    expect(said).toEqual([{ instrument: `practice:${pairs[0]!.id}:0`, study: pairs[0]!.id }]);
    const undone = await ada.call<LabelChange>('label/undo', { batch: (await open(ada)).batch });
    expect(undone.body.ref).toBe(shown.at(-1)!.ref);
    const { estimates } = await engine.client.estimate.current({ studyId: pairs[0]!.id });
    expect(estimates.length).toBeGreaterThan(0);
  });

  test('a page of which a part is rated stays open, as any other does, and one value can be right for all', async () => {
    const { guestNamed, isCheck, quality } = await portalWithPageCheck('1');
    const ada = await guestNamed('Ada');
    const opened = await open(ada);
    let { next } = opened;
    while (next !== null && !isCheck(next)) next = (await answer(ada, opened.batch, next)).next;
    const item = await itemOf(ada, opened.batch, next!);
    const values = [
      ...(answerTo(item, 1).kind === 'replies' ? (answerTo(item, 1) as { values: number[] }).values : []),
    ];
    const part = { kind: 'replies' as const, values: values.map((value, i) => (i === 0 ? value : null)) };
    const at = { batch: opened.batch, ref: next!, durationMs: 10 };
    const first = await ada.call<LabelChange>('label/submit', { ...at, answer: part, clientKey: newKey() });
    expect(first.body).toMatchObject({ next, item: { state: 'open' } });
    const whole = await ada.call<LabelChange>('label/submit', {
      ...{ ...at, answer: answerTo(item, 1), clientKey: newKey() },
    });
    expect(whole.body.item.state).toBe('labeled');
    expect(await quality()).toMatchObject({ checks: 1, right: 1, excluded: null });
  });

  test.each([
    ['dune = 2', 'is not a rating of a reply'],
    ['amber = 9', 'is not an answer'],
    ['amber', 'is not an answer'],
    ['amber = 2; basil', 'is not a rating of a reply'],
  ])('%s is refused: nobody could answer it', async (given, words) => {
    await expect(portalWithPageCheck(given)).rejects.toThrow(words);
  });

  test('alike replies have one rating, and an item of the sample of any pair is no check', async () => {
    const { engine, db, pairs } = await portalOnRanking(true, 12);
    const set = (id: string, answer: string) =>
      engine.client.quality.set({
        ...{ studyId: pairs[0]!.id, plan: QualityPlanSchema.parse({}) },
        gold: [{ id, answer, instruction: '' }],
      });
    // Amber and basil reply alike to every third item, which is then in the pools of the other pairs alone.
    const alike = db
      .prepare(
        `SELECT external_id FROM item WHERE CAST(substr(external_id, 6) AS INTEGER) % 3 = 0
         AND id NOT IN (SELECT item_id FROM draw) ORDER BY id LIMIT 1`,
      )
      .pluck()
      .get() as string;
    await expect(set(alike, 'amber = 2; basil = 4')).rejects.toThrow('gave the same reply');
    expect(await set(alike, 'amber = 2; basil = 2')).toMatchObject({ gold: 1, hidden: 1 });
    const drawn = db
      .prepare('SELECT external_id FROM item JOIN draw ON draw.item_id = item.id WHERE study_id = ? LIMIT 1')
      .pluck()
      .get(pairs[2]!.id) as string;
    await expect(set(drawn, '3')).rejects.toThrow('is in the sample');
  });

  test('a qualification is of pages, too', async () => {
    const { engine, db, pairs, guestNamed } = await portalOnRanking(true);
    const gold = freeItems(db, pairs[0]!.id, 4).map((id) => ({ id, answer: 'amber = 2; cedar = 2' }));
    const plan = QualityPlanSchema.parse({ qualification: { items: 2, passMark: 1 } });
    await engine.client.quality.set({ studyId: pairs[0]!.id, plan, gold: withoutWords(gold) });
    const ada = await guestNamed('Ada');
    const first = await open(ada);
    expect(first).toMatchObject({ stage: 'qualification', sideBySide: false, total: 2 });
    const shown = await workOnPages(ada, (item) => answerTo(item, 2));
    expect(shown.every(({ page }) => (page?.length ?? 0) >= 2)).toBe(true);
    expect((await open(ada)).stage).toBe('work');
  });
});

test('a page that was through looks again once any pair has a longer sample', async () => {
  const { engine, pairs, guestNamed } = await portalOnRanking(false, 2);
  const ada = await guestNamed('Ada');
  let { batch, next } = await open(ada);
  while (next !== null) next = (await answer(ada, batch, next)).next ?? (await open(ada)).next;
  const events = ada.events();
  expect((await events.next()).value).toBe('hello');
  await engine.client.sample.grow({ studyId: pairs[2]!.id, size: 4 });
  const sent = { studyId: pairs[0]!.id, annotatorId: null, text: 'Hi', clientKey: newKey() };
  await engine.client.message.send(sent);
  expect((await events.next()).value).toBe('work');
  await events.return(undefined);
  ({ batch, next } = await open(ada));
  expect(next).not.toBeNull();
});

test('the pair that keeps the links of a ranking is not removed alone, which would shut its annotators out', async () => {
  const { engine, pairs, rankingId, guestNamed } = await portalOnRanking(true);
  const ada = await guestNamed('Ada');
  const remove = (pair: number) => engine.client.study.remove({ studyId: pairs[pair]!.id });
  await expect(remove(0)).rejects.toMatchObject({ code: 'CONFLICT' });
  await remove(1);
  expect((await open(ada)).next).not.toBeNull();
  await engine.client.ranking.remove({ rankingId });
  expect(await engine.client.study.list({})).toEqual([]);
});

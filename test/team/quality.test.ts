import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemsOnScreen } from '../../core/labeling/session/sides.ts';
import { verifyFile } from '../../core/report/verify/verify-file.ts';
import { getStudy } from '../../db/studies.ts';
import type { LabelItem, QualityPlan } from '../../shared/contract/index.ts';
import { goldOfText, payOf } from '../../shared/gold-lines.ts';
import { submit, temporaryFolder } from '../core/support/test-engine.ts';
import { pairedStudy } from '../core/support/two-systems.ts';
import {
  fixChecks,
  type Guest,
  newKey,
  open,
  openPortal,
  planOf,
  studyWithGold,
  work,
} from './portal-fixture.ts';

test('hidden checks come between the items and look like them, and no estimate reads them', async () => {
  const { engine, study, guestNamed, isGold, quality } = await studyWithGold(
    { checkRate: 0.4 },
    6,
    'Please choose 5 here.',
  );
  const ada = await guestNamed('Ada');
  const refs = await work(ada, 14, (ref) => (isGold(ref) ? 5 : 2));
  const checks = refs.filter(isGold);
  expect(checks.length).toBeGreaterThan(1);
  expect(new Set(refs).size).toBe(14);
  const { batch, items, done } = await open(ada);
  expect(items.slice(0, 14).map(({ ref }) => ref)).toEqual(refs);
  expect(done).toBe(14);
  const shown = await Promise.all(
    refs.map(async (ref) => (await ada.call<LabelItem>('label/item', { batch, ref })).body),
  );
  expect(shown.map(({ position }) => position)).toEqual(refs.map((_, i) => i + 1));
  expect(new Set(shown.map((one) => Object.keys(one).join())).size).toBe(1);
  const texts = shown.filter((one) => JSON.stringify(one).includes('Please choose 5 here.'));
  expect(texts.every(({ ref }) => isGold(ref))).toBe(true);
  const { labeled } = (await engine.client.team.get({ studyId: study.id })).members[0]!;
  expect(labeled).toBe(14 - checks.length);
  const estimate = await engine.client.estimate.current({ studyId: study.id });
  expect(estimate.labeled).toBe(14 - checks.length);
  expect((await quality()).annotators).toMatchObject([
    { checks: checks.length, right: checks.length, excluded: null },
  ]);
  // What was said last is taken back, whatever it was.
  const undone = await ada.call<{ ref: string; next: string }>('label/undo', { batch });
  expect(undone.body.ref).toBe(refs.at(-1));
  const csv = await engine.client.report.render({ studyId: study.id, format: 'annotator-work-csv' });
  expect(csv.content.match(/,check,/g)).toHaveLength(checks.length - Number(isGold(refs.at(-1)!)));
});

test('whoever fails the checks is excluded by the rule, their items go to others, and their work is kept', async () => {
  const rule = { fewestChecks: 3, leastRight: 0.7, leastSeconds: null };
  const { engine, study, guestNamed, isGold, quality, set } = await studyWithGold(
    { checkRate: 0.5, exclusion: rule },
    12,
  );
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  const first: string[] = [];
  const wrong = () => first.filter(isGold).length;
  while (wrong() < 3) first.push(...(await work(ada, 1, () => 1)));
  expect(first.length % 10).not.toBe(0);
  // From the third wrong check on she does not count, and her page goes on until a group of ten is full.
  expect((await quality()).annotators[0]).toMatchObject({ checks: 3, right: 0 });
  expect((await quality()).annotators[0]!.excluded?.reason).toBe('0 of 3 checks right');
  expect((await open(ada)).stage).toBe('work');
  first.push(...(await work(ada, 40, () => 1)));
  expect(first.length % 10).toBe(0);
  const checks = wrong();
  const { stage, items, next } = await open(ada);
  expect([stage, items, next]).toEqual(['ended', [], null]);
  const late = { ref: first[0], durationMs: 5, clientKey: newKey(), answer: { kind: 'score', value: 5 } };
  const { batch } = await open(ada);
  expect((await ada.call('label/submit', { batch, ...late })).status).toBe(409);
  expect((await engine.client.estimate.current({ studyId: study.id })).labeled).toBe(0);
  const second = await work(ben, 12, (ref) => (isGold(ref) ? 5 : 4));
  // The items of the excluded come again, from the first on.
  expect(second.filter((ref) => !isGold(ref))[0]).toBe(first.filter((ref) => !isGold(ref))[0]);
  const found = await quality();
  expect(found.annotators).toMatchObject([
    { annotator: { name: 'Ada' }, right: 0, checks, excluded: { reason: '0 of 3 checks right' } },
    { annotator: { name: 'Ben' }, excluded: null },
  ]);
  const counted = second.filter((ref) => !isGold(ref)).length;
  expect(found.effect?.counted.labeled).toBe(counted);
  expect(found.effect?.withAll.labeled).toBe(Math.max(counted, first.length - checks));
  expect(found.effect!.withAll.value!).toBeLessThan(found.effect!.counted.value!);
  await expect(set({ exclusion: null }, false)).rejects.toThrow('fixed with the first label');
  await set({ consent: 'Your answers are published.' }, false);
  const report = path.join(temporaryFolder(), 'report.html');
  await engine.client.report.save({ studyId: study.id, format: 'html', path: report });
  const page = readFileSync(report, 'utf8');
  expect(page).toContain('was excluded by the rule that was fixed before the first label');
  expect(page).toContain('Excluded by a rule that was fixed before the first label: 1 annotator');
  // Report and label file are of what counts, and agree with themselves.
  expect(verifyFile(report).checks.filter(({ agrees }) => !agrees)).toEqual([]);
  const { content } = await engine.client.report.render({ studyId: study.id, format: 'labels-jsonl' });
  expect(content).not.toContain('"Ada"');
  const kept = await engine.client.report.render({ studyId: study.id, format: 'annotator-work-csv' });
  expect(kept.content).toMatch(/^Ada,[^,]+,sample,score,1,,,false,/m);
  expect(kept.content).toMatch(/^Ben,[^,]+,sample,score,4,,,true,/m);
});

test.each([
  { overlap: 1, told: ['message', 'work', 'message'], finds: true },
  { overlap: 2, told: ['message', 'message'], finds: false },
])(
  'a page that waits hears that somebody else was excluded only where it finds work, overlap $overlap',
  async ({ overlap, told, finds }) => {
    const { engine, study, guestNamed, isGold, quality } = await studyWithGold(
      { checkRate: 0.5, exclusion: { fewestChecks: 1, leastRight: 1, leastSeconds: null } },
      12,
    );
    const studyId = study.id;
    const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
    await engine.client.team.set({ studyId, overlap, confirm: true });
    // Ben answers items, until a check is before him.
    const answered: string[] = [];
    while (answered.every(isGold) || !isGold((await open(ben)).next!)) {
      answered.push(...(await work(ben, 1, (ref) => (isGold(ref) ? 5 : 2))));
    }
    await work(ada, 80, (ref) => (isGold(ref) ? 5 : 4));
    expect((await open(ada)).next).toBeNull();
    // What Ben answered was dealt to him long ago.
    engine.context.session
      .project!.db.prepare(
        `UPDATE lease SET until = '2020-01-01' WHERE EXISTS (
           SELECT 1 FROM label WHERE label.item_id = lease.item_id AND label.annotator_id = lease.annotator_id)`,
      )
      .run();
    const events = ada.events();
    expect((await events.next()).value).toBe('hello');
    const write = (text: string) =>
      engine.client.message.send({ studyId, annotatorId: null, text, clientKey: newKey() });
    await work(ben, 1, () => 1);
    expect((await open(ben)).stage).toBe('work');
    await write('Go on.');
    // His page goes on for a while, and then what he held goes to others.
    await work(ben, 40, () => 1);
    expect((await open(ben)).stage).toBe('ended');
    expect((await quality()).annotators.filter(({ excluded }) => excluded)).toHaveLength(1);
    await write('Thanks.');
    const heard: unknown[] = [];
    while (heard.length < told.length) heard.push((await events.next()).value);
    await events.return(undefined);
    expect(heard).toEqual(told);
    expect((await open(ada)).next !== null).toBe(finds);
  },
);

test('a check that went to nobody while somebody was at work on it is back once they write', async () => {
  const { engine, guestNamed, isGold } = await studyWithGold({ checkRate: 0.5 }, 6);
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  let { batch, next } = await open(ada);
  while (!isGold(next!)) {
    await work(ada, 1, () => 3);
    ({ batch, next } = await open(ada));
  }
  const now = new Date(Date.now() + 25 * 60_000).toISOString();
  Object.assign(engine.context, { now: () => now });
  const refs = async () => (await open(ada)).items.map(({ ref }) => ref);
  await work(ben, 6, () => 3);
  expect(await refs()).not.toContain(next);
  await ada.call('label/draft', { batch, ref: next, draft: '["3"]' });
  expect(await refs()).toContain(next);
});

test('consent and the qualification come first: two tries on different items, then nothing more', async () => {
  const qualification = { items: 3, passMark: 0.6 };
  const { guestNamed, isGold, quality } = await studyWithGold(
    { consent: 'Do you agree?', qualification, completion: { items: 2, code: 'C0DE', url: '' } },
    6,
  );
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  const before = await open(ada);
  expect([before.stage, before.consent?.text, before.items]).toEqual(['consent', 'Do you agree?', []]);
  expect((await ada.call('visit/agree', { version: '0'.repeat(64) })).status).toBe(409);
  for (const guest of [ada, ben]) {
    expect((await guest.call('visit/agree', { version: before.consent!.version })).status).toBe(200);
  }
  const opened = await open(ada);
  expect([opened.stage, opened.attempt, opened.total]).toEqual(['qualification', 1, 3]);
  const tried = await work(ada, 3, () => 1);
  const again = await open(ada);
  expect([again.stage, again.attempt]).toEqual(['qualification', 2]);
  // The first try is over: its answers are not mended.
  const mended = { batch: opened.batch, ref: tried[0], durationMs: 5, clientKey: newKey() };
  expect((await ada.call('label/submit', { ...mended, answer: { kind: 'score', value: 5 } })).status).toBe(
    409,
  );
  const retried = await work(ada, 3, () => 1);
  expect(retried.some((ref) => tried.includes(ref))).toBe(false);
  expect(await open(ada)).toMatchObject({ stage: 'failed', items: [], next: null, completion: null });
  await work(ben, 2, () => 5);
  // Two items are asked of him, and these are none of them.
  expect(await open(ben)).toMatchObject({ stage: 'qualification', done: 2, completion: null });
  await work(ben, 1, () => 1);
  expect((await open(ben)).stage).toBe('work');
  const refs = await work(ben, 9, () => 3);
  expect(refs).toHaveLength(2);
  expect(refs.some(isGold)).toBe(false);
  expect(await open(ben)).toMatchObject({ next: null, completion: { code: 'C0DE', url: '' } });
  expect((await quality()).annotators).toMatchObject([
    { qualification: { tries: 2, passed: false } },
    { qualification: { tries: 1, passed: true } },
  ]);
});

test('whoever has done as many as are asked holds nothing back from the others', async () => {
  const { guestNamed } = await studyWithGold({ completion: { items: 2, code: 'C1', url: '' } }, 0);
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  const hers = await work(ada, 9, () => 3);
  expect(hers).toHaveLength(2);
  expect((await open(ada)).next).toBeNull();
  const { items, next } = await open(ben);
  // What was dealt to her for after her last answer is the first that he gets, and what she opens again takes nothing.
  expect((await open(ada)).items.filter(({ state }) => state === 'open').map(({ ref }) => ref)).toEqual(
    items.filter(({ ref }) => ref === next).map(({ ref }) => ref),
  );
  expect((await work(ben, 9, () => 3)).length).toBe(2);
});

test('what cannot be a check is refused with its item, and nothing is stored', async () => {
  const { engine, study, free, quality } = await studyWithGold({}, 2);
  const drawn = engine.context.session
    .project!.db.prepare('SELECT external_id FROM item JOIN draw ON draw.item_id = item.id LIMIT 1')
    .pluck()
    .get() as string;
  const set = (gold: { id: string; answer: string }[], plan: Partial<QualityPlan> = {}) =>
    engine.client.quality.set({
      studyId: study.id,
      plan: planOf(plan),
      gold: gold.map((one) => ({ ...one, instruction: '' })),
    });
  await expect(set([{ id: drawn, answer: '5' }])).rejects.toThrow(`Item "${drawn}" is in the sample`);
  await expect(set([{ id: 'none', answer: '5' }])).rejects.toThrow('is not an item of this study');
  await expect(set([{ id: free[0]!, answer: '9' }])).rejects.toThrow('"9" is not an answer');
  const several = [
    { id: drawn, answer: '5' },
    { id: 'none', answer: '5' },
    { id: free[0]!, answer: '9' },
  ];
  await expect(set(several)).rejects.toThrow(
    new RegExp(
      `^3 items do not fit\\. Item "${drawn}" is in the sample\\. .*"none" is not an item.*"9" is not an answer`,
    ),
  );
  const twice = { id: free[0]!, answer: '5' };
  await expect(set([twice, twice])).rejects.toThrow('is named twice');
  await expect(set([twice], { qualification: { items: 1, passMark: 1 } })).rejects.toThrow('for two tries');
  await expect(set([], { checkRate: 0.1 })).rejects.toThrow('no item left for hidden checks');
  expect((await quality()).gold).toBe(2);
});

test('lines of items with a known answer are read, and a line that is none is named', () => {
  expect(goldOfText('# ours\na, 4\n\nb\t2\tPlease choose 2, here.\n')).toEqual([
    { id: 'a', answer: '4', instruction: '' },
    { id: 'b', answer: '2', instruction: 'Please choose 2, here.' },
  ]);
  expect(() => goldOfText('a, 4\nb\n, 3')).toThrow(/Line 2 names no item.*\nLine 3 names no item/);
});

test('items that may get a known answer are listed: outside the sample, as a search and filters find them', async () => {
  const { engine, study, free } = await studyWithGold({}, 2, '', 30);
  const { client, context } = engine;
  const { id: studyId } = study;
  const { db } = context.session.project!;
  const drawn = new Set(
    db.prepare('SELECT external_id FROM item JOIN draw ON draw.item_id = item.id').pluck().all() as string[],
  );
  const all = await client.quality.candidates({ studyId, limit: 100 });
  const ids = all.items.map(({ id }) => id);
  expect([all.total, all.taken, ids.length]).toEqual([50, 30, 50]);
  expect(ids.filter((id) => drawn.has(id))).toEqual([]);
  expect(ids).toEqual(expect.arrayContaining(free));
  const [human] = (await client.item.fields({ datasetId: study.datasetId })).filter(
    ({ kind }) => kind === 'human',
  );
  const found = await client.quality.candidates({
    studyId,
    filters: [{ field: human!.id, from: 4 }],
    answerFrom: human!.id,
    limit: 100,
  });
  expect(found.total).toBeGreaterThan(0);
  expect(found.total).toBeLessThan(50);
  expect(found.items.every(({ answer }) => Number(answer) >= 4)).toBe(true);
  // What the list offers is taken as it stands.
  const gold = found.items.slice(0, 3).map(({ id, answer }) => ({ id, answer: answer!, instruction: '' }));
  const set = await client.quality.set({ studyId, plan: planOf({}), gold });
  expect(set.gold).toBe(gold.length);
  await client.practice.start({ studyId, items: 5 });
  const after = await client.quality.candidates({ studyId, limit: 100 });
  expect(after.total).toBe(45);
});

test('what an item costs', () => {
  expect(payOf({ perHour: 12, secondsPerItem: 30, answers: 50 })).toEqual({ perItem: 0.1, total: 5 });
});

/** A comparison of two systems behind the door, with checks on items outside its draw: `better` is right, of the last one `left`. */
async function comparisonWithGold(better: string, leastSeconds: number | null = null) {
  const { engine, study } = await pairedStudy(10);
  const db = engine.context.session.project!.db;
  const free = db
    .prepare(
      `SELECT external_id FROM item JOIN study_pool ON item.id = item_id AND study_id = @id
       WHERE item.id NOT IN (SELECT item_id FROM draw WHERE study_id = @id) ORDER BY item.id LIMIT 4`,
    )
    .pluck()
    .all({ id: study.id }) as string[];
  const gold = free.map((id, i) => ({
    ...{ id, answer: i === 3 ? 'left' : better, instruction: i === 3 ? 'Please prefer the left one.' : '' },
  }));
  const exclusion = { fewestChecks: 2, leastRight: 0.9, leastSeconds };
  const plan = planOf({ checkRate: 0.5, exclusion });
  await engine.client.quality.set({ studyId: study.id, plan, gold, seed: 7 });
  fixChecks(engine);
  const portal = await openPortal(engine);
  const guestNamed = async (name: string) =>
    portal.guest((await engine.client.invitation.create({ studyId: study.id, name })).path.slice(2));
  /** Which systems a check shows, left then right; undefined for what is none. */
  const sidesOf = (ref: string) => {
    const position = db
      .prepare(
        `SELECT study_pool.position FROM practice_item JOIN study_pool USING (study_id, item_id)
         WHERE ref = ? AND round = 0`,
      )
      .pluck()
      .get(ref) as number | undefined;
    return position === undefined ? undefined : systemsOnScreen(getStudy(db, study.id), position);
  };
  const amber = getStudy(db, study.id).systemId;
  /** What stood on both sides of checks that ask for the left one. */
  const texts: string[] = [];
  /** Answers what comes next, so many times at most; who is careful has every check right. */
  const label = async (guest: Guest, isCareful: boolean, most = Number.POSITIVE_INFINITY) => {
    let { batch, next } = await open(guest);
    for (let n = 0; next !== null && n < most; n += 1) {
      const item = (await guest.call<LabelItem>('label/item', { batch, ref: next })).body;
      const [left, right] = [item.replies, item.rightReplies!].map((list) => list.at(-1)!.text);
      const asksLeft = left!.includes('Please prefer the left one.');
      if (asksLeft) texts.push(left!, right!);
      const sides = sidesOf(next);
      const isLeft = asksLeft || sides?.[0] === amber;
      const values = sides !== undefined && isLeft === isCareful ? [5, 2] : [2, 5];
      const sent = { batch, ref: next, durationMs: 900, clientKey: newKey() };
      const { status, body } = await guest.call<{ next: string | null }>('label/submit', {
        ...{ ...sent, answer: { kind: 'pair', values } },
      });
      expect(status).toBe(200);
      next = body.next;
    }
  };
  return { engine, study, guestNamed, texts, label };
}

test('a comparison has hidden checks, told by which system is better or by the side, and leaves out who fails them', async () => {
  const { engine, study, guestNamed, texts, label } = await comparisonWithGold('amber');
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  await label(ben, false);
  await label(ada, true);
  const { annotators, effect } = await engine.client.quality.get({ studyId: study.id });
  const [hers, his] = annotators;
  expect(hers).toMatchObject({ excluded: null, right: hers!.checks });
  expect(hers!.checks).toBeGreaterThan(2);
  expect(his).toMatchObject({ right: 0 });
  expect(his!.checks).toBeGreaterThanOrEqual(2);
  expect(his!.excluded?.reason).toBe('0 of 2 checks right');
  expect(effect).not.toBeNull();
  expect(texts.every((text) => text.endsWith('Please prefer the left one.'))).toBe(true);
  const { content } = await engine.client.report.render({
    studyId: study.id,
    format: 'annotator-work-csv',
  });
  const rights = content.split('\n').filter((line) => /,check,/.test(line));
  expect(rights.length).toBe(hers!.checks + his!.checks);
});

test('the answer to a check of a comparison is one of its systems, a side or a tie', async () => {
  await expect(comparisonWithGold('cedar')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(comparisonWithGold('tie')).resolves.toBeDefined();
});

test('a comparison is one answer in a row, though it rates two replies', async () => {
  const { engine, study } = await pairedStudy(6);
  const { client } = engine;
  const { batch, items } = await client.label.open({ studyId: study.id });
  for (const [i, { ref }] of items.slice(0, 5).entries()) {
    const values: [number, number] = i < 4 ? [3, 3] : [4, 4];
    await submit(engine, batch, ref, { kind: 'pair', values });
  }
  const { annotators } = await client.quality.get({ studyId: study.id });
  expect(annotators).toMatchObject([{ items: 5, longestRun: 4 }]);
});

test('a comparison counts once to the time that an annotator took, though it rates two replies', async () => {
  const { engine, study, guestNamed, label } = await comparisonWithGold('amber', 600);
  const excluded = async () =>
    (await engine.client.quality.get({ studyId: study.id })).annotators[0]?.excluded ?? null;
  const ada = await guestNamed('Ada');
  await label(ada, true, 9);
  expect(await excluded()).toBeNull();
  await label(ada, true);
  expect((await excluded())?.reason).toMatch(/ in the median, over 10 items$/);
});

test('an annotator who says that they took their time is held to the clock of the door', async () => {
  const rule = { fewestChecks: 3, leastRight: 0.1, leastSeconds: 600 };
  const { engine, guestNamed, quality } = await studyWithGold({ checkRate: 0.1, exclusion: rule }, 3);
  const ada = await guestNamed('Ada');
  await work(ada, 14, () => 5, 3_600_000);
  const [found] = (await quality()).annotators;
  expect(found!.excluded?.reason).toMatch(/seconds for an item in the median/);
  const rows = engine.context.session
    .project!.db.prepare(
      'SELECT duration_ms AS told, door_ms AS measured FROM label JOIN label_door ON label_id = label.id',
    )
    .all() as { told: number; measured: number }[];
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.every(({ told, measured }) => told === 3_600_000 && measured < 600_000)).toBe(true);
});

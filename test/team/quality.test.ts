import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { verifyFile } from '../../core/out/verify/verify-file.ts';
import { longestRun } from '../../core/people/quality/quality-of.ts';
import type { LabelItem, QualityPlan, VisitBatch } from '../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../shared/contract/quality.ts';
import { goldOfText, payOf } from '../../shared/gold-lines.ts';
import { temporaryFolder } from '../core/support/test-engine.ts';
import { doorOnStudy, type Guest, newKey } from './door-fixture.ts';

const planOf = (plan: Partial<QualityPlan>): QualityPlan => QualityPlanSchema.parse(plan);

/** A study of 30 of 80 items, with gold on items outside the draw. */
async function studyWithGold(plan: Partial<QualityPlan>, gold: number, instruction = '') {
  const made = await doorOnStudy(30);
  const { engine, study } = made;
  const db = engine.context.session.project!.db;
  const free = db
    .prepare(
      `SELECT external_id FROM item WHERE id NOT IN (SELECT item_id FROM draw WHERE study_id = ?) ORDER BY id LIMIT ?`,
    )
    .pluck()
    .all(study.id, gold) as string[];
  const items = free.map((id, i) => ({ id, answer: '5', instruction: i === 0 ? instruction : '' }));
  const set = (more: Partial<QualityPlan> = {}, withGold = true) =>
    engine.client.quality.set({
      studyId: study.id,
      plan: planOf({ ...plan, ...more }),
      ...(withGold && { gold: items }),
      seed: 7,
    });
  await set();
  const isGold = (ref: string) =>
    db
      .prepare(
        `SELECT COUNT(*) FROM practice_item JOIN check_item USING (study_id, item_id) WHERE ref = ? AND round < 1`,
      )
      .pluck()
      .get(ref) === 1;
  const quality = () => engine.client.quality.get({ studyId: study.id });
  return { ...made, set, isGold, quality, free };
}

const open = async (guest: Guest) => (await guest.call<VisitBatch>('label/open')).body;

/** Answers what comes next, so many times, by what the item is. @returns refs in order */
async function work(guest: Guest, times: number, pick: (ref: string) => number, durationMs = 5000) {
  const refs: string[] = [];
  let { batch, next } = await open(guest);
  for (let i = 0; i < times && next !== null; i += 1) {
    const sent = { batch, ref: next, durationMs, clientKey: newKey() };
    const answer = { kind: 'score', value: pick(next) };
    const { status, body } = await guest.call<{ next: string | null }>('label/submit', { ...sent, answer });
    expect(status).toBe(200);
    refs.push(next);
    next = body.next;
  }
  return refs;
}

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
  const first = await work(ada, 40, (ref) => (isGold(ref) ? 1 : 1));
  // The third wrong check ends it.
  expect(first.filter(isGold)).toHaveLength(3);
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
    { annotator: { name: 'Ada' }, right: 0, checks: 3, excluded: { reason: '0 of 3 checks right' } },
    { annotator: { name: 'Ben' }, excluded: null },
  ]);
  const counted = second.filter((ref) => !isGold(ref)).length;
  expect(found.effect?.counted.labeled).toBe(counted);
  expect(found.effect?.withAll.labeled).toBe(Math.max(counted, first.length - 3));
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
  let right = 0;
  await work(ben, 3, () => (++right > 1 ? 5 : 1));
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
  await expect(set([{ id: 'none', answer: '5' }])).rejects.toThrow('is no item of this study');
  await expect(set([{ id: free[0]!, answer: '9' }])).rejects.toThrow('"9" is no answer');
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
  expect(() => goldOfText('a, 4\nb')).toThrow('Line 2 names no item');
});

test('a run of one answer, and what an item costs', () => {
  expect([longestRun([]), longestRun(['a', 'b', 'b', 'b', 'a'])]).toEqual([0, 3]);
  expect(payOf({ perHour: 12, secondsPerItem: 30, answers: 50 })).toEqual({ perItem: 0.1, total: 5 });
});

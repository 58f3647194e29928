import { expect, test } from 'vitest';
import type { LabelChange, VisitBatch } from '../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../shared/contract/quality.ts';
import { type Guest, newKey, portalOnStudy } from './portal-fixture.ts';

const open = async (guest: Guest) => (await guest.call<VisitBatch>('label/open')).body;

/** Answers what is asked, until nothing is, so many times at most. */
async function answer(guest: Guest, times: number, value: (n: number) => number): Promise<void> {
  let { batch, next } = await open(guest);
  for (let n = 0; n < times && next !== null; n += 1) {
    const sent = { batch, ref: next, durationMs: 900, clientKey: newKey() };
    const { status, body } = await guest.call<LabelChange>('label/submit', {
      ...sent,
      answer: { kind: 'score', value: value(n) },
    });
    expect(status).toBe(200);
    next = body.next;
  }
}

const waits = async (guest: Guest) => {
  const { practiceRound, next, waits } = await open(guest);
  return { practiceRound, isAtWork: next !== null, waits };
};
const atWork = { practiceRound: null, isAtWork: true, waits: null };
const waitsFor = (people: number) => ({
  practiceRound: 1,
  isAtWork: false,
  waits: { for: 'practice', people },
});
const spread = (n: number) => 1 + 2 * (n % 3);

/** Three people before a round of practice of three items; two are through it. */
async function twoOfThree(qualification: { items: number; passMark: number } | null) {
  const made = await portalOnStudy(9);
  const { engine, study, guestNamed } = made;
  const free = engine.context.session
    .project!.db.prepare(
      'SELECT external_id FROM item WHERE id NOT IN (SELECT item_id FROM draw) ORDER BY id LIMIT 2',
    )
    .pluck()
    .all() as string[];
  if (qualification) {
    await engine.client.quality.set({
      studyId: study.id,
      plan: QualityPlanSchema.parse({ qualification }),
      gold: free.map((id) => ({ id, answer: '5', instruction: '' })),
    });
  }
  await engine.client.practice.start({ studyId: study.id, items: 3, targetAlpha: 0.7 });
  const [ada, ben, cas] = [await guestNamed('Ada'), await guestNamed('Ben'), await guestNamed('Cas')];
  for (const guest of [ada, ben]) {
    if (qualification) await answer(guest, 1, () => 5);
    await answer(guest, 3, spread);
  }
  const [, , third] = (await engine.client.team.get({ studyId: study.id })).members;
  return { ...made, ada, ben, cas, third: third!.id };
}

/** The first event that has a page look again. */
async function wakes(guest: Guest): Promise<() => Promise<void>> {
  const events = guest.events();
  expect((await events.next()).value).toBe('hello');
  return async () => {
    for (let event = await events.next(); event.value !== 'work'; event = await events.next()) {
      expect(event.done).toBe(false);
    }
    await events.return(undefined);
  };
}

test('practice waits no longer for people who do not qualify, and pages that wait look again', async () => {
  const { ada, cas } = await twoOfThree({ items: 1, passMark: 1 });
  expect(await waits(ada)).toEqual(waitsFor(1));
  const woken = await wakes(ada);
  await answer(cas, 1, () => 1);
  await answer(cas, 1, () => 1);
  expect(await open(cas)).toMatchObject({ stage: 'failed', next: null, waits: null });
  await woken();
  expect(await waits(ada)).toEqual(atWork);
});

test('practice waits no longer for people who drop out, or whose links are taken back', async () => {
  const dropped = await twoOfThree(null);
  expect(await waits(dropped.ada)).toEqual(waitsFor(1));
  const woken = await wakes(dropped.ada);
  await dropped.engine.client.team.dropOut({ studyId: dropped.study.id, annotatorId: dropped.third });
  await woken();
  expect(await waits(dropped.ada)).toEqual(atWork);
  const revoked = await twoOfThree(null);
  const { client } = revoked.engine;
  const links = await client.invitation.list({ studyId: revoked.study.id });
  const ofCas = links.filter(({ annotator }) => annotator?.name === 'Cas').map(({ id }) => id);
  await client.invitation.revoke({ studyId: revoked.study.id, invitationIds: ofCas });
  expect(await waits(revoked.ben)).toEqual(atWork);
});

test('practice waits for people who have another link, and for those who are invited again', async () => {
  const { engine, study, ada, third } = await twoOfThree(null);
  const { client } = engine;
  const { id: studyId } = study;
  const linksOfCas = async () =>
    (await client.invitation.list({ studyId }))
      .filter(({ annotator, state }) => annotator?.id === third && state !== 'revoked')
      .map(({ id }) => id);
  const [first] = await linksOfCas();
  await client.invitation.create({ studyId, name: 'Cas', days: 1 });
  await client.invitation.revoke({ studyId, invitationIds: [first!] });
  expect(await waits(ada)).toEqual(waitsFor(1));
  // Nobody waits for a person without a link, until that person is invited again.
  const alone = await portalOnStudy(4);
  await alone.engine.client.practice.start({ studyId: alone.study.id, items: 2, targetAlpha: 0.7 });
  const [ben, cas] = [await alone.guestNamed('Ben'), await alone.guestNamed('Cas')];
  await answer(ben, 2, spread);
  expect(await waits(ben)).toEqual(waitsFor(1));
  const asked = { studyId: alone.study.id };
  const [link] = (await alone.engine.client.invitation.list(asked)).filter(
    ({ annotator }) => annotator?.name === 'Cas',
  );
  await alone.engine.client.invitation.revoke({ ...asked, invitationIds: [link!.id] });
  expect((await waits(ben)).waits).toEqual({ for: 'lead', people: 0 });
  const woken = await wakes(ben);
  await alone.engine.client.invitation.create({ ...asked, name: 'Cas', days: 1 });
  await woken();
  expect(await waits(ben)).toEqual(waitsFor(1));
  expect(cas).toBeDefined();
});

test('an annotator who is through waits for the lead where nobody else is waited for, and is done when all is labeled', async () => {
  const { engine, study, guestNamed } = await portalOnStudy(2);
  await engine.client.practice.start({ studyId: study.id, items: 2, targetAlpha: 0.7 });
  const ada = await guestNamed('Ada');
  await answer(ada, 2, spread);
  expect((await waits(ada)).waits).toEqual({ for: 'lead', people: 0 });
  await engine.client.practice.override({ studyId: study.id, reason: 'alone' });
  expect(await waits(ada)).toEqual(atWork);
  await answer(ada, 2, spread);
  expect(await waits(ada)).toEqual({ practiceRound: null, isAtWork: false, waits: null });
});

test('the lead goes on without a member who does not come, and labeling opens where nobody else is waited for', async () => {
  const { engine, study, ada, ben, cas, third } = await twoOfThree(null);
  const { client } = engine;
  expect(await waits(ada)).toEqual(waitsFor(1));
  const woken = await wakes(ada);
  await client.practice.goOnWithout({ studyId: study.id, annotatorId: third });
  await woken();
  for (const guest of [ada, ben]) expect(await waits(guest)).toEqual(atWork);
  // Cas stays in the team, and begins with the items.
  expect((await client.team.get({ studyId: study.id })).members.map(({ name }) => name)).toContain('Cas');
  expect(await waits(cas)).toEqual(atWork);
  const again = client.practice.goOnWithout({ studyId: study.id, annotatorId: third });
  await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { content } = await client.report.render({ studyId: study.id, format: 'html' });
  expect(content).toMatch(/Practice went on without/);
});

test('who goes through practice that went on without them waits for the others, and hears when labeling opens', async () => {
  const { engine, study, guestNamed } = await portalOnStudy(9);
  const { client } = engine;
  const { id: studyId } = study;
  await client.practice.start({ studyId, items: 3, targetAlpha: 0.7 });
  const [ada, ben, cas] = [await guestNamed('Ada'), await guestNamed('Ben'), await guestNamed('Cas')];
  await answer(ada, 3, spread);
  await answer(cas, 1, spread);
  const [, , third] = (await client.team.get({ studyId })).members;
  await client.practice.goOnWithout({ studyId, annotatorId: third!.id });
  await answer(cas, 2, spread);
  expect(await waits(cas)).toEqual(waitsFor(1));
  const woken = await wakes(cas);
  await answer(ben, 3, spread);
  await woken();
  expect(await waits(cas)).toEqual(atWork);
});

test('a page that waits for an item of somebody else looks again by itself once its time is over', async () => {
  const { engine, guestNamed } = await portalOnStudy(1);
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  const { next } = await open(ada);
  expect(await waits(ben)).toMatchObject({ isAtWork: false, waits: { for: 'others' } });
  const soon = new Date(Date.now() + 1000).toISOString();
  engine.context.session.project!.db.prepare('UPDATE lease SET until = ?').run(soon);
  const woken = await wakes(ben);
  await woken();
  expect((await open(ben)).next).toBe(next);
});

test('a page that waits for others hears that everything is labeled', async () => {
  const { guestNamed } = await portalOnStudy(2);
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  expect((await open(ben)).next).not.toBeNull();
  await answer(ada, 1, spread);
  expect(await waits(ada)).toMatchObject({ isAtWork: false, waits: { for: 'others' } });
  const woken = await wakes(ada);
  await answer(ben, 1, spread);
  await woken();
  expect(await waits(ada)).toMatchObject({ isAtWork: false, waits: null });
});

test.each([{ deals: true }, { deals: false }])(
  'a page that waits hears that it gets what somebody left who dropped out (deals: $deals)',
  async ({ deals }) => {
    const { engine, study, guestNamed } = await portalOnStudy(4);
    const { client } = engine;
    const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
    const people = await client.annotator.list({});
    const members = ['Ada', 'Ben'].map((name) => people.find((one) => one.name === name)!.id);
    await client.team.set({ studyId: study.id, members, deals });
    await open(ben);
    while ((await open(ada)).next !== null) await answer(ada, 1, spread);
    expect(await waits(ada)).toMatchObject({ isAtWork: false, waits: { for: 'others' } });
    const woken = await wakes(ada);
    await client.team.dropOut({ studyId: study.id, annotatorId: members[1]! });
    await woken();
    expect((await open(ada)).next).not.toBeNull();
  },
);

test('what is answered in practice is none of the items that somebody is paid for', async () => {
  const { engine, study, guestNamed } = await portalOnStudy(9);
  const studyId = study.id;
  const plan = QualityPlanSchema.parse({ completion: { items: 2, code: 'DONE' } });
  await engine.client.quality.set({ studyId, plan });
  await engine.client.practice.start({ studyId, items: 3, targetAlpha: 0.7 });
  const [ada] = [await guestNamed('Ada'), await guestNamed('Ben')];
  await answer(ada, 3, spread);
  expect(await open(ada)).toMatchObject({ waits: { for: 'practice' }, done: 3, completion: null });
});

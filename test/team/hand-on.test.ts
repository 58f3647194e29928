import { expect, test } from 'vitest';
import { isShareLeft } from '../../core/design/hand-on.ts';
import { revokeInvitations } from '../../db/invitations.ts';
import { getStudy } from '../../db/studies.ts';
import type { LabelChange } from '../../shared/contract/index.ts';
import {
  type GivenPlan,
  type Guest,
  newKey,
  open,
  type portalOnStudy,
  studyWithGold,
  work,
} from './portal-fixture.ts';

/** What each member has, in the order in which they came. */
const assigned = async ({ engine, study }: Awaited<ReturnType<typeof portalOnStudy>>) =>
  (await engine.client.team.get({ studyId: study.id })).members.map((one) => one.assigned);

/** A study of twelve items that is shared out: Ada was alone and has answered five of them, then Ben came, who has answered his share. */
async function sharedOut(plan: GivenPlan) {
  const made = await studyWithGold(plan, 1, '', 12);
  const { engine, study, guestNamed } = made;
  const { client } = engine;
  const ada = await guestNamed('Ada');
  await client.team.set({ studyId: study.id, deals: false });
  const hers = await work(ada, 5, () => 3);
  const ben = await guestNamed('Ben');
  const his = await work(ben, 12, () => 3);
  expect(his.length).toBeLessThan(5);
  expect((await open(ben)).waits).toEqual({ for: 'others', people: 0 });
  const revoke = async (name: string) => {
    const links = await client.invitation.list({ studyId: study.id });
    const ids = links.flatMap(({ id, annotator }) => (annotator?.name === name ? [id] : []));
    return client.invitation.revoke({ studyId: study.id, invitationIds: ids });
  };
  return { ...made, ada, ben, hers, his, revoke };
}

/** What a page that waits hears of an act. */
async function heardBy(guest: Guest, act: () => Promise<unknown>): Promise<unknown> {
  const events = guest.events();
  expect((await events.next()).value).toBe('hello');
  await act();
  const { value } = await events.next();
  await events.return(undefined);
  return value;
}

test('what is shared out to somebody who has done enough goes to the others, and pages that wait hear of it', async () => {
  const made = await sharedOut({ completion: { items: 6, code: 'DONE' } });
  const { engine, study, ada, ben, hers, his, set } = made;
  const { client } = engine;
  const studyId = study.id;
  expect(await heardBy(ben, async () => hers.push(...(await work(ada, 1, () => 3))))).toBe('work');
  expect((await open(ada)).completion).toMatchObject({ code: 'DONE' });
  expect(await assigned(made)).toEqual([6, 6]);
  his.push(...(await work(ben, 12, () => 3)));
  expect([...new Set([...hers, ...his])]).toHaveLength(12);
  expect(await client.team.get({ studyId })).toMatchObject({ counts: { labeled: 12 } });
  // A longer sample gives them nothing, nor does a changed team, until more is asked of each.
  await client.sample.grow({ studyId, size: 16 });
  expect(await assigned(made)).toEqual([6, 6]);
  await client.annotator.add({ name: 'Cas' });
  const members = (await client.annotator.list({})).flatMap(({ id, name }) =>
    ['Ada', 'Ben', 'Cas'].includes(name) ? [id] : [],
  );
  await client.team.set({ studyId, members });
  expect(await assigned(made)).toEqual([6, 6, 4]);
  await set({ completion: { items: 10 } }, false);
  expect(await assigned(made)).not.toContain(6);
});

test('hidden checks count to what somebody has done, as their page counts them', async () => {
  const made = await studyWithGold({ checkRate: 0.4, completion: { items: 8 } }, 6, '', 12);
  const { engine, study, guestNamed, isGold } = made;
  const ada = await guestNamed('Ada');
  const ben = await guestNamed('Ben');
  await engine.client.team.set({ studyId: study.id, deals: false });
  const hers = await work(ada, 4, () => 5);
  await made.set({ checkRate: 0.4, completion: { items: 4 } }, false);
  const own = hers.filter((ref) => !isGold(ref)).length;
  expect(own).toBeLessThan(4);
  expect(await assigned(made)).toEqual([own, 12 - own]);
  expect((await open(ben)).next).not.toBeNull();
});

test('what is shared out to somebody whose links are taken back goes to the others, until they are invited again', async () => {
  const made = await sharedOut({});
  const { engine, study, ben, guestNamed, revoke } = made;
  const studyId = study.id;
  expect(await heardBy(ben, () => revoke('Ada'))).toBe('work');
  expect(await assigned(made)).toEqual([5, 7]);
  await engine.client.sample.grow({ studyId, size: 16 });
  expect(await assigned(made)).toEqual([5, 11]);
  await guestNamed('Ada');
  const shares = await assigned(made);
  expect(shares[0]).toBeGreaterThan(5);
  expect(shares[0]! + shares[1]!).toBe(16);
});

test('a share that an earlier version left with somebody who is out goes to others once a page opens', async () => {
  const made = await sharedOut({});
  const { engine, study, ben } = made;
  const { db } = engine.context.session.project!;
  const isLeft = () => isShareLeft(db, getStudy(db, study.id));
  expect(isLeft()).toBe(false);
  // Earlier versions took links back and left the share where it was.
  const links = await engine.client.invitation.list({ studyId: study.id });
  const hers = links.flatMap(({ id, annotator }) => (annotator?.name === 'Ada' ? [id] : []));
  revokeInvitations(db, hers, new Date().toISOString());
  expect(isLeft()).toBe(true);
  expect((await open(ben)).next).not.toBeNull();
  expect([isLeft(), await assigned(made)]).toEqual([false, [5, 7]]);
  // Dealt one by one, nothing is held for anybody.
  await engine.client.team.set({ studyId: study.id, deals: true });
  expect(isLeft()).toBe(false);
});

test('who is shut out keeps their share where nobody else is left to take it', async () => {
  const made = await sharedOut({});
  const before = await assigned(made);
  await made.revoke('Ben');
  await made.revoke('Ada');
  expect(await assigned(made)).toEqual(before);
});

test('an answer to an item that went to somebody else while it was on a page is kept', async () => {
  const made = await studyWithGold({}, 1, '', 12);
  const { engine, study, guestNamed } = made;
  const ada = await guestNamed('Ada');
  await engine.client.team.set({ studyId: study.id, deals: false });
  const { batch, items } = await open(ada);
  await guestNamed('Ben');
  const now = new Set((await open(ada)).items.map(({ ref }) => ref));
  const gone = items.slice(0, 10).filter(({ ref }) => !now.has(ref));
  expect(gone.length).toBeGreaterThan(0);
  for (const { ref } of gone) {
    const sent = { batch, ref, durationMs: 5, clientKey: newKey(), answer: { kind: 'score', value: 3 } };
    const { status, body } = await ada.call<LabelChange>('label/submit', sent);
    expect([status, body.item.state]).toEqual([200, 'labeled']);
  }
  expect(await assigned(made)).toEqual([now.size + gone.length, 12 - now.size]);
  expect(await engine.client.team.get({ studyId: study.id })).toMatchObject({
    counts: { labeled: gone.length },
  });
});

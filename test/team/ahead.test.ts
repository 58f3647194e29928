import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LabelChange, LabelItem } from '../../shared/contract/index.ts';
import { rankingOfThree } from '../core/support/two-systems.ts';
import { fieldsOf } from './fields-of.ts';
import { type Guest, newKey, open, openPortal, portalOnStudy, studyWithGold } from './portal-fixture.ts';

const ahead = async (guest: Guest, batch: string, have: readonly string[] = []): Promise<LabelItem[]> => {
  const { status, body } = await guest.call<LabelItem[]>('label/ahead', { batch, have });
  expect(status).toBe(200);
  return body;
};

async function answer(guest: Guest, batch: string, ref: string, more: object = {}): Promise<LabelChange> {
  const sent = { batch, ref, durationMs: 5, clientKey: newKey(), answer: { kind: 'score', value: 3 } };
  const { status, body } = await guest.call<LabelChange>('label/submit', { ...sent, ...more });
  expect(status).toBe(200);
  return body;
}

const refsOf = (items: readonly { ref: string }[]) => items.map(({ ref }) => ref);

test('ten items wait for a page that fetches ahead, none of them for two, and answers keep them at ten', async () => {
  const { guestNamed } = await portalOnStudy(60);
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  const { batch, next } = await open(ada);
  const [of, other] = [await ahead(ada, batch), (await open(ben)).batch];
  expect(of).toHaveLength(10);
  expect(of[0]!.ref).toBe(next);
  // The places are those at which each item comes.
  expect(of.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const hers = refsOf(of);
  const his = refsOf(await ahead(ben, other));
  expect(his).toHaveLength(10);
  expect(new Set([...hers, ...his]).size).toBe(20);
  expect(await ahead(ada, batch, hers)).toEqual([]);
  const change = await answer(ada, batch, hers[0]!);
  expect(change.next).toBe(hers[1]);
  const more = await ahead(ada, batch, hers.slice(1));
  expect(more).toHaveLength(1);
  expect([...hers, ...his]).not.toContain(more[0]!.ref);
});

test('answers that waited are each stored once, share the time since the one before them, and stay in order', async () => {
  const { engine, guestNamed } = await portalOnStudy(30);
  const ada = await guestNamed('Ada');
  const { batch } = await open(ada);
  const refs = refsOf(await ahead(ada, batch));
  await answer(ada, batch, refs[0]!);
  await sleep(300);
  // Given 200, 100 and 0 ms ago, and sent at once; the first arrives twice.
  const sent = [200, 100, 0].map((waitedMs, i) => ({ waitedMs, clientKey: newKey(), ref: refs[i + 1]! }));
  for (const { ref, ...one } of [sent[0]!, ...sent]) await answer(ada, batch, ref, one);
  const { db } = engine.context.session.project!;
  const rows = db
    .prepare(
      `SELECT draw.ref, door_ms AS ms FROM label JOIN draw USING (item_id)
       JOIN label_door ON label_door.label_id = label.id ORDER BY label.id`,
    )
    .all() as { ref: string; ms: number }[];
  expect(rows.map(({ ref }) => ref)).toEqual(refs.slice(0, 4));
  const ms = rows.slice(1).map((row) => row.ms);
  expect(Math.min(...ms)).toBeGreaterThan(50);
  // What a page says of waiting makes no time: together it is what passed here.
  const lie = await answer(ada, batch, refs[4]!, { waitedMs: 80_000_000 });
  expect(lie.item.state).toBe('labeled');
});

test('nobody waits while others hold items ahead: the farthest one goes over, and a late answer to it is kept', async () => {
  const { engine, study, guestNamed } = await portalOnStudy(12);
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  const { batch } = await open(ada);
  const hers = refsOf(await ahead(ada, batch));
  expect(hers).toHaveLength(10);
  const his = await open(ben);
  let next = his.next;
  const got: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    got.push(next!);
    next = (await answer(ben, his.batch, next!)).next;
  }
  // Two were free; then her last two, the farthest first.
  expect(got.slice(0, 2).some((ref) => hers.includes(ref))).toBe(false);
  expect(got.slice(2)).toEqual([hers[9], hers[8]]);
  // She was away meanwhile, and has answered one of them.
  await answer(ada, batch, hers[9]!);
  let own: string | null = hers[0]!;
  while (own !== null) own = (await answer(ada, batch, own)).next;
  // He holds one more of hers, that she did not come to.
  while (next !== null) next = (await answer(ben, his.batch, next)).next;
  const { counts } = await engine.client.team.get({ studyId: study.id });
  expect(counts).toMatchObject({ labeled: 12 });
  const { total } = engine.context.session
    .project!.db.prepare('SELECT COUNT(*) AS total FROM label')
    .get() as { total: number };
  expect(total).toBe(13);
});

test('who has nothing gets the farthest item of who holds most, and leaves others theirs', async () => {
  const { guestNamed } = await portalOnStudy(13);
  const [ada, ben, cas] = [await guestNamed('Ada'), await guestNamed('Ben'), await guestNamed('Cas')];
  const theirs = refsOf(await ahead(cas, (await open(cas)).batch));
  const { batch } = await open(ada);
  const hers = refsOf(await ahead(ada, batch));
  expect([theirs.length, hers.length]).toEqual([10, 3]);
  expect((await open(ben)).next).toBe(theirs[9]);
  expect(refsOf(await ahead(ada, batch))).toEqual(hers);
});

test('nobody is relieved of an item that who has nothing has answered', async () => {
  const { engine, study, guestNamed } = await portalOnStudy(4);
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  await engine.client.team.set({ studyId: study.id, overlap: 2, confirm: true });
  let { batch, next } = await open(ben);
  while (next !== null) next = (await answer(ben, batch, next)).next;
  ({ batch } = await open(ada));
  const hers = refsOf(await ahead(ada, batch));
  expect(hers).toHaveLength(4);
  const { db } = engine.context.session.project!;
  const leases = () => db.prepare('SELECT * FROM lease ORDER BY annotator_id, item_id').all();
  const before = leases();
  expect((await open(ben)).next).toBeNull();
  expect(leases()).toEqual(before);
});

test('lists that go ahead say nothing of hidden checks: as many items, of the same form', async () => {
  const { guestNamed, isGold } = await studyWithGold({ checkRate: 0.4 }, 8);
  const ada = await guestNamed('Ada');
  const { batch, next } = await open(ada);
  let ref = next;
  let checks = 0;
  const known = new Map<string, LabelItem>();
  for (let n = 0; n < 16 && ref !== null; n += 1) {
    const items = await ahead(ada, batch, [...known.keys()]);
    for (const item of items) known.set(item.ref, item);
    expect(known.size).toBe(10);
    expect(known.keys().next().value).toBe(ref);
    const listed = (await open(ada)).items.filter(({ state }) => state === 'open');
    expect(listed).toHaveLength(10);
    if (isGold(ref)) checks += 1;
    const asked = (await ada.call<LabelItem>('label/item', { batch, ref })).body;
    expect(known.get(ref)).toEqual(asked);
    known.delete(ref);
    ref = (await answer(ada, batch, ref)).next;
  }
  expect(checks).toBeGreaterThan(1);
  const forms = new Set([...known.values()].map((item) => JSON.stringify(fieldsOf(item))));
  expect(forms.size).toBe(1);
});

test('no more items wait than are still asked of somebody, and what is left over goes to others', async () => {
  const { guestNamed } = await studyWithGold({ completion: { items: 4, code: 'DONE' } }, 0);
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  const { batch } = await open(ada);
  const refs = refsOf(await ahead(ada, batch));
  expect(refs).toHaveLength(4);
  for (const [n, ref] of refs.entries()) {
    expect((await answer(ada, batch, ref)).next).toBe(refs[n + 1] ?? null);
  }
  expect(await ahead(ada, batch)).toEqual([]);
  expect((await open(ben)).next).not.toBeNull();
});

test.each([false, true])(
  'nobody waits while more than one of a ranking wait for another, on pages: %s',
  async (onePage) => {
    const { engine, pairs } = await rankingOfThree(onePage ? 3 : 1, { onePage });
    const portal = await openPortal(engine);
    const guestNamed = async (name: string): Promise<Guest> => {
      const { path } = await engine.client.invitation.create({ studyId: pairs[0]!.id, name });
      return portal.guest(path.slice('/#'.length));
    };
    const ada = await guestNamed('Ada');
    const hers = refsOf(await ahead(ada, (await open(ada)).batch));
    expect(hers.length).toBeGreaterThan(2);
    for (let n = hers.length - 1; n > 0; n -= 1) {
      expect((await open(await guestNamed(`Ben ${n}`))).next).toBe(hers[n]);
    }
    expect((await open(await guestNamed('Cas'))).next).toBeNull();
    expect((await open(ada)).next).toBe(hers[0]);
  },
);

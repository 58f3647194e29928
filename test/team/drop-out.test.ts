import { expect, test } from 'vitest';
import { listAudit } from '../../db/audit.ts';
import type { LabelChange, VisitBatch } from '../../shared/contract/index.ts';
import { type Guest, newKey, portalOnStudy } from './portal-fixture.ts';

const open = async (guest: Guest) => (await guest.call<VisitBatch>('label/open')).body;

async function answer(guest: Guest, batch: string, ref: string) {
  const sent = { batch, ref, durationMs: 5, clientKey: newKey(), answer: { kind: 'score', value: 3 } };
  return guest.call<LabelChange>('label/submit', sent);
}

/** Everything that is asked of a guest from now on, answered. */
async function answerAll(guest: Guest): Promise<string[]> {
  const refs: string[] = [];
  for (let batch = await open(guest); batch.next !== null; batch = await open(guest)) {
    refs.push(batch.next);
    expect((await answer(guest, batch.batch, batch.next)).status).toBe(200);
  }
  return refs;
}

test.each([{ deals: true }, { deals: false }])(
  'what somebody leaves when they drop out goes to the others, and a late answer is kept (deals: $deals)',
  async ({ deals }) => {
    const { engine, study, guestNamed, enter, tokenFor } = await portalOnStudy(8);
    const { client } = engine;
    const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
    const [second, hersToo] = [await tokenFor('Ben'), await tokenFor('Ada')];
    const people = await client.annotator.list({});
    const members = ['Ada', 'Ben'].map((name) => people.find((one) => one.name === name)!.id);
    await client.team.set({ studyId: study.id, members, deals });
    const his = await open(ben);
    const [first, late] = [his.next!, his];
    expect((await answer(ben, his.batch, first)).status).toBe(200);
    const onScreen = (await open(ben)).next!;
    const open0 = his.items.filter(({ ref }) => ref !== first).length;
    const { left } = await client.team.dropOut({ studyId: study.id, annotatorId: members[1]! });
    expect(left).toBe(deals ? 1 : open0);
    const { db } = engine.context.session.project!;
    const entries = listAudit(db, study.id).filter(({ action }) => action === 'team.dropOut');
    expect(entries.map(({ details }) => details)).toEqual([{ annotator: 'Ben', items: left }]);
    // He gets nothing new, and his other link lets nobody in; hers does.
    expect((await open(ben)).next).toBeNull();
    expect((await enter(second)).status).toBe(409);
    expect((await enter(hersToo)).status).toBe(200);
    const hers = await answerAll(ada);
    expect(hers).toContain(onScreen);
    expect(hers).toHaveLength(7);
    const kept = await answer(ben, late.batch, onScreen);
    expect(kept.body.item.state).toBe('labeled');
    const team = await client.team.get({ studyId: study.id });
    expect(team.members.map(({ name, isMember, labeled }) => [name, isMember, labeled])).toEqual([
      ['Ada', true, 7],
      ['Ben', false, 2],
    ]);
    expect(team.counts).toMatchObject({ labeled: 8, counted: 8 });
  },
);

test('nobody drops out who is no member, alone, or needed for the overlap', async () => {
  const { engine, study, guestNamed, enter, tokenFor } = await portalOnStudy(4);
  const { client } = engine;
  await guestNamed('Ada');
  const idOf = async (name: string) => (await client.annotator.list({})).find((one) => one.name === name)!.id;
  const dropOut = async (name: string) =>
    client.team.dropOut({ studyId: study.id, annotatorId: await idOf(name) });
  await expect(dropOut('Ada')).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { remedy: 'Invite someone else first, or revoke the links of this person.' },
  });
  await client.annotator.add({ name: 'Cas' });
  await expect(dropOut('Cas')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await guestNamed('Ben');
  const team = { studyId: study.id, overlap: 2, deals: false, confirm: true };
  await client.team.set(team);
  const unopened = await tokenFor('Ada');
  await expect(dropOut('Ada')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect((await enter(unopened)).status).toBe(200);
  const { members } = await client.team.get({ studyId: study.id });
  expect(members.filter(({ isMember }) => isMember)).toHaveLength(2);
});

test.each([{ by: 'drop-out' }, { by: 'the list of members' }])(
  'who left by $by and opens the link again gets nothing new, until they are invited again',
  async ({ by }) => {
    const { engine, study, guestNamed, tokenFor, post, guestOf } = await portalOnStudy(8);
    const { client } = engine;
    await guestNamed('Ada');
    const token = await tokenFor('Ben');
    const enter = async () => {
      const { headers } = await post('visit/enter', { token, clientKey: 'same-browser-'.repeat(3) });
      return guestOf(headers['set-cookie']![0]!.split(';')[0]!);
    };
    await enter();
    const ben = (await client.annotator.list({})).find(({ name }) => name === 'Ben')!;
    const ada = (await client.annotator.list({})).find(({ name }) => name === 'Ada')!;
    if (by === 'drop-out') await client.team.dropOut({ studyId: study.id, annotatorId: ben.id });
    else await client.team.set({ studyId: study.id, members: [ada.id] });
    expect((await open(await enter())).next).toBeNull();
    const isMember = async () =>
      (await client.team.get({ studyId: study.id })).members.some(
        (one) => one.name === 'Ben' && one.isMember,
      );
    expect(await isMember()).toBe(false);
    await tokenFor('Ben');
    expect(await isMember()).toBe(true);
    expect((await open(await enter())).next).not.toBeNull();
  },
);

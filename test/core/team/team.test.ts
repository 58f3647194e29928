import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { labelFromGold } from '../../../core/labeling/session/label-from-gold.ts';
import { listAssignments } from '../../../db/assignments.ts';
import { listAudit } from '../../../db/audit.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';

const dbOf = (engine: Engine) => engine.context.session.project!.db;

/** A rated study whose members are these. */
async function teamStudy(size: number, names: readonly string[], overlap: number) {
  const made = await ratedStudy(size);
  const { engine, study } = made;
  for (const name of names) await engine.client.annotator.add({ name });
  const annotators = await engine.client.annotator.list({});
  const idOf = (name: string) => annotators.find((one) => one.name === name)!.id;
  await engine.client.team.set({ studyId: study.id, members: names.map(idOf), overlap });
  return { ...made, idOf };
}

async function openAs(engine: Engine, name: string, studyId: number) {
  await engine.client.annotator.choose({ name });
  return engine.client.label.open({ studyId });
}

test('pages hear once of a change of the team, and of links that are taken back', async () => {
  const { engine, study } = await teamStudy(8, ['Ada', 'Ben', 'Cas'], 1);
  const { client } = engine;
  const { id: studyId } = study;
  await client.practice.start({ studyId, items: 2 });
  const { invitation } = await client.invitation.create({ studyId, name: 'Cas' });
  const heard: number[] = [];
  engine.context.events.listen((event) => {
    if (event.type === 'study.changed') heard.push(event.studyId);
  });
  await client.team.set({ studyId, overlap: 2 });
  expect(heard.splice(0)).toEqual([studyId]);
  await client.invitation.revoke({ studyId, invitationIds: [invitation.id] });
  expect(heard).toEqual([studyId]);
});

describe('assignments', () => {
  test('each member sees their own items, in an order of their own, and nobody sees all', async () => {
    const { engine, study, idOf } = await teamStudy(30, ['Ada', 'Ben', 'Cas'], 2);
    const ada = await openAs(engine, 'Ada', study.id);
    const ben = await openAs(engine, 'Ben', study.id);
    expect([ada.items.length, ben.items.length]).toEqual([20, 20]);
    expect(ada.items.map(({ ref }) => ref)).not.toEqual(ben.items.map(({ ref }) => ref));
    const theirs = ben.items.find(({ ref }) => !ada.items.some((mine) => mine.ref === ref))!;
    await openAs(engine, 'Ada', study.id);
    await expect(submit(engine, ada.batch, theirs.ref, { kind: 'score', value: 3 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const positions = [];
    for (const { ref } of ada.items) {
      positions.push((await engine.client.label.item({ batch: ada.batch, ref })).position);
    }
    expect(positions).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    const stranger = await openAs(engine, 'Dee', study.id);
    expect(stranger.items).toEqual([]);
    const rows = listAssignments(dbOf(engine), study.id);
    expect(rows).toHaveLength(60);
    const again = await engine.client.team.set({ studyId: study.id, members: [idOf('Ada'), idOf('Ben')] });
    expect(again.members.map(({ assigned }) => assigned)).toEqual([30, 30]);
    await engine.client.team.set({ studyId: study.id, members: ['Ada', 'Ben', 'Cas'].map(idOf) });
    expect(listAssignments(dbOf(engine), study.id)).toEqual(rows);
  });

  test('items begun stay with who began them; who leaves keeps their labels; a longer batch is shared out', async () => {
    const { engine, study, idOf } = await teamStudy(30, ['Ada', 'Ben', 'Cas'], 1);
    const ada = await openAs(engine, 'Ada', study.id);
    const begun = ada.items.map(({ ref }) => ref);
    const [labeled, ...noted] = begun as [string, ...string[]];
    await submit(engine, ada.batch, labeled, { kind: 'score', value: 4 });
    for (const ref of noted) await engine.client.label.draft({ batch: ada.batch, ref, draft: 'half' });
    await engine.client.team.set({ studyId: study.id, members: [idOf('Ada'), idOf('Ben')] });
    const kept = (await openAs(engine, 'Ada', study.id)).items.map(({ ref }) => ref);
    expect(kept).toEqual(expect.arrayContaining(begun));
    const team = await engine.client.team.set({ studyId: study.id, members: [idOf('Ben'), idOf('Cas')] });
    expect(
      team.members.map(({ name, isMember, assigned, labeled: done }) => [name, isMember, assigned, done]),
    ).toEqual([
      ['Ada', false, 1, 1],
      ['Ben', true, expect.any(Number), 0],
      ['Cas', true, expect.any(Number), 0],
    ]);
    const [, ben, cas] = team.members.map(({ assigned }) => assigned) as [number, number, number];
    expect(ben + cas).toBe(29);
    expect(Math.abs(ben - cas)).toBe(1);
    await engine.client.sample.grow({ studyId: study.id, size: 40 });
    const grown = (await engine.client.team.get({ studyId: study.id })).members;
    expect(grown.map(({ assigned }) => assigned)).toEqual([1, ben + 5, cas + 5]);
    const actions = listAudit(dbOf(engine), study.id).map(({ action }) => action);
    expect(actions.filter((action) => action === 'team.members')).toHaveLength(3);
  });

  test('a batch opens alike whatever others have said, and back in draw order without members', async () => {
    const { engine, study } = await teamStudy(20, ['Ada', 'Ben'], 2);
    const before = await openAs(engine, 'Ada', study.id);
    const firstItem = await engine.client.label.item({ batch: before.batch, ref: before.items[0]!.ref });
    const ben = await openAs(engine, 'Ben', study.id);
    for (const { ref } of ben.items) await submit(engine, ben.batch, ref, { kind: 'score', value: 5 });
    await engine.client.label.flag({ batch: ben.batch, ref: ben.items[0]!.ref, flagged: true });
    expect(await openAs(engine, 'Ada', study.id)).toEqual(before);
    expect(await engine.client.label.item({ batch: before.batch, ref: before.items[0]!.ref })).toEqual(
      firstItem,
    );
    await engine.client.team.set({ studyId: study.id, members: [] });
    expect(listAssignments(dbOf(engine), study.id)).toEqual([]);
    const open = await openAs(engine, 'Ada', study.id);
    const draws = dbOf(engine)
      .prepare('SELECT ref FROM draw WHERE study_id = ? ORDER BY draw_order')
      .pluck()
      .all(study.id);
    expect(open.items.map(({ ref }) => ref)).toEqual(draws);
  });

  test('members go by the order of the draw, unless it is mixed for each', async () => {
    const { engine, study } = await teamStudy(30, ['Ada', 'Ben'], 2);
    const drawn = dbOf(engine)
      .prepare('SELECT ref FROM draw WHERE study_id = ? ORDER BY draw_order')
      .pluck()
      .all(study.id);
    const refs = async () => (await openAs(engine, 'Ada', study.id)).items.map(({ ref }) => ref);
    const mixed = await refs();
    expect(mixed).not.toEqual(drawn);
    await engine.client.team.set({ studyId: study.id, shuffle: false });
    expect(await refs()).toEqual(drawn);
    await engine.client.team.set({ studyId: study.id, shuffle: true });
    expect(await refs()).toEqual(mixed);
  });

  test('once items are dealt, shares that nobody began fall away, and what was dealt stays', async () => {
    const { engine, study, idOf } = await teamStudy(12, ['Ada', 'Ben'], 1);
    const assigned = () =>
      listAssignments(dbOf(engine), study.id).map(({ annotatorId, itemId }) => [annotatorId, itemId]);
    const itemOf = (ref: string) =>
      dbOf(engine).prepare('SELECT item_id FROM draw WHERE ref = ?').pluck().get(ref) as number;
    const shared = await openAs(engine, 'Ada', study.id);
    const labeled = shared.items[2]!.ref;
    await submit(engine, shared.batch, labeled, { kind: 'score', value: 4 });
    expect(assigned()).toHaveLength(12);
    await engine.client.team.set({ studyId: study.id, deals: true });
    expect(assigned()).toEqual([[idOf('Ada'), itemOf(labeled)]]);
    const { next } = await openAs(engine, 'Ben', study.id);
    const standing = [
      [idOf('Ada'), itemOf(labeled)],
      [idOf('Ben'), itemOf(next!)],
    ];
    expect(assigned()).toEqual(standing);
    await engine.client.sample.grow({ studyId: study.id, size: 14 });
    expect(assigned()).toEqual(standing);
    // Shared out again, each item is given to somebody.
    await engine.client.team.set({ studyId: study.id, deals: false });
    expect(assigned()).toHaveLength(14);
    expect(assigned()).toEqual(expect.arrayContaining(standing));
  });

  test('an item drawn twice stands where it was drawn first', async () => {
    const { engine, study } = await ratedStudy(60, { preset: 'humcoe' });
    const [ada] = await engine.client.annotator.add({ name: 'Ada' });
    await engine.client.team.set({ studyId: study.id, members: [ada!.id], shuffle: false });
    const drawn = dbOf(engine)
      .prepare('SELECT ref FROM draw WHERE study_id = ? ORDER BY draw_order')
      .pluck()
      .all(study.id);
    const { items } = await openAs(engine, 'Ada', study.id);
    expect(items.length).toBeLessThan(60);
    expect(items.map(({ ref }) => ref)).toEqual([...new Set(drawn)]);
  });

  test('an item that was evaluated as a whole is given to nobody', async () => {
    const { engine, study } = await ratedStudy(20);
    labelFromGold(engine.context, study.id, 8);
    const ada = (await engine.client.annotator.add({ name: 'Ada' })).at(-1);
    const { members } = await engine.client.team.set({ studyId: study.id, members: [ada!.id] });
    expect(members.find(({ id }) => id === ada!.id)).toMatchObject({ assigned: 12 });
  });

  test('refuses fewer members than the overlap, and annotators that nobody knows', async () => {
    const { engine, study, idOf } = await teamStudy(10, ['Ada', 'Ben'], 2);
    const set = (change: object) => engine.client.team.set({ studyId: study.id, ...change });
    await expect(set({ overlap: 3 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(set({ members: [idOf('Ada')] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(set({ members: [idOf('Ada'), 99] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await engine.client.team.get({ studyId: study.id })).members).toHaveLength(2);
  });
});

describe('annotators', () => {
  test('have colors and initials, are renamed with their labels, and no two share a name', async () => {
    const { engine } = await ratedStudy(5);
    const { client } = engine;
    await client.annotator.choose({ name: 'Ada Lovelace' });
    const added = await client.annotator.add({ name: 'Ben', color: 'blue', initials: 'BB' });
    expect(added.map(({ initials, isCurrent }) => [initials, isCurrent])).toEqual([
      ['AL', true],
      ['BB', false],
    ]);
    expect(added[1]!.color).toBe('blue');
    expect(new Set(added.map(({ color }) => color)).size).toBe(2);
    await expect(client.annotator.add({ name: 'ben' })).rejects.toMatchObject({ code: 'CONFLICT' });
    const renamed = await client.annotator.edit({ annotatorId: added[0]!.id, name: 'Ada King' });
    expect(renamed[0]).toMatchObject({ name: 'Ada King', initials: 'AK', isCurrent: true });
  });
});

import { describe, expect, test } from 'vitest';
import { labelFromGold } from '../../../core/labeling/session/label-from-gold.ts';
import { listAudit } from '../../../db/audit.ts';
import { QualityPlanSchema } from '../../../shared/contract/quality.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';

/** A study of ten of eighty items, and what is asked of those who come by a link. */
async function studyOfTen() {
  const { engine, study } = await ratedStudy(10);
  const { client, context } = engine;
  const { db } = context.session.project!;
  const { rows } = await client.sample.list({ studyId: study.id });
  const drawn = rows.map(({ externalId }) => externalId);
  const free = Array.from({ length: 80 }, (_, i) => `item-${String(i).padStart(4, '0')}`).filter(
    (id) => !drawn.includes(id),
  );
  const goldOf = (ids: readonly string[]) => ids.map((id) => ({ id, answer: '5' }));
  const set = (plan: object, gold?: readonly { id: string; answer: string }[]) =>
    client.quality.set({
      ...{ studyId: study.id, plan: QualityPlanSchema.parse(plan), tolerance: 0, seed: 7 },
      ...(gold && { gold: gold.map((one) => ({ instruction: '', ...one })) }),
    });
  const refused = (
    asked: Promise<unknown>,
    message: string,
    field: string,
    remedy: string,
    code = 'INVALID_INPUT',
  ) => expect(asked).rejects.toMatchObject({ code, message, data: { field, remedy } });
  const rounds = () =>
    db
      .prepare(
        'SELECT round, COUNT(*) FROM practice_round JOIN practice_item USING (study_id, round) GROUP BY round ORDER BY round DESC',
      )
      .raw()
      .all();
  const roundCount = () => db.prepare('SELECT COUNT(*) FROM practice_round').pluck().get();
  return { engine, client, context, db, study, drawn, free, goldOf, set, refused, rounds, roundCount };
}

describe('what is asked of those who come by a link', () => {
  test('lays known answers out: two tries of the qualification, all others hidden', async () => {
    const { set, goldOf, free, rounds, roundCount, db, study, engine } = await studyOfTen();
    const told: unknown[] = [];
    engine.context.events.listen((event) => told.push(event));
    await set({ checkRate: 0.2, consent: 'Yes?' }, goldOf(free.slice(0, 9)));
    expect(told).toEqual([{ type: 'study.changed', studyId: study.id }]);
    expect([rounds(), roundCount()]).toEqual([[[0, 9]], 1]);
    const qualification = { items: 2, passMark: 0.5 };
    await set({ checkRate: 0.2, qualification });
    expect([rounds(), roundCount()]).toEqual([
      [
        [0, 5],
        [-1, 2],
        [-2, 2],
      ],
      3,
    ]);
    await set({ qualification }, goldOf(free.slice(0, 4)));
    expect([rounds(), roundCount()]).toEqual([
      [
        [-1, 2],
        [-2, 2],
      ],
      2,
    ]);
    const entries = listAudit(db, study.id).filter(({ action }) => action === 'team.quality');
    expect(entries.map(({ details }) => details)).toMatchObject([
      { checkRate: 0.2, consent: true, completion: false, seed: 7 },
      { checkRate: 0.2, consent: false, qualification },
      { checkRate: 0, consent: false, qualification },
    ]);
  });

  test('takes known answers of items of the pool alone that nobody is asked', async () => {
    const { set, goldOf, free, drawn, refused } = await studyOfTen();
    const [one, two] = free as [string, string];
    await refused(set({}, goldOf([one, one])), `Item "${one}" is named twice.`, 'gold', 'Name it once.');
    await refused(
      set({}, goldOf(['nobody'])),
      'Item "nobody" is not an item of this study.',
      'gold',
      'Name items of its pool.',
    );
    const inSample = 'Take items that are not drawn: a check is not part of the estimate.';
    await refused(set({}, goldOf([drawn[0]!])), `Item "${drawn[0]}" is in the sample.`, 'gold', inSample);
    await refused(
      set({}, goldOf([drawn[0]!, two, drawn[1]!, 'nobody'])),
      `3 items do not fit. Item "${drawn[0]}" is in the sample. Item "${drawn[1]}" is in the sample. Item "nobody" is not an item of this study.`,
      'gold',
      `${inSample} Name items of its pool.`,
    );
    const many = Array.from({ length: 101 }, (_, i) => `no-${i}`);
    await expect(set({}, goldOf(many))).rejects.toThrow(/^101 items do not fit\. .*"no-99" .* And 1 more\.$/);
    await expect(set({}, goldOf(many.slice(1)))).rejects.toThrow(/"no-100" is not an item of this study\.$/);
  });

  test('needs as many known answers as it uses', async () => {
    const { set, goldOf, free, refused } = await studyOfTen();
    const five = goldOf(free.slice(0, 5));
    await refused(
      set({ qualification: { items: 3, passMark: 1 } }, five),
      'A qualification of 3 items takes 6 with a known answer, for two tries; there are 5.',
      'plan.qualification',
      'Give more items with a known answer, or ask for fewer.',
    );
    const none = 'There is no item left for hidden checks.';
    const more = 'Give more items with a known answer.';
    await refused(set({ checkRate: 0.1 }), none, 'plan.checkRate', more);
    await refused(set({ exclusion: { leastRight: 0.5 } }), none, 'plan.checkRate', more);
    const each = 'Say after how many items each person is done, or ask for fewer checks.';
    const take = '2 checks for each person take at least 4 items each.';
    for (const completion of [null, { items: null }, { items: 3 }])
      await refused(set({ checksEach: 2, completion }, five), take, 'plan.checksEach', each);
    await refused(
      set({ checksEach: 6, completion: { items: 12 } }, five),
      '6 checks for each person take as many hidden items; there are 5.',
      'plan.checksEach',
      'Give more items with a known answer, or ask for fewer checks.',
    );
    await set({ checksEach: 5, completion: { items: 10 } }, five);
    await set({ qualification: { items: 2, passMark: 1 } }, goldOf(free.slice(0, 4)));
  });

  test('asks for a third vote where a majority decides and items are dealt', async () => {
    const { set, client, study, refused } = await studyOfTen();
    const third = () => set({ thirdVote: true });
    await refused(
      third(),
      'A third vote is asked for under the rule "Majority" alone: elsewhere it would change the final value.',
      'plan.thirdVote',
      'Choose Majority as the final value of an item (--rule majority).',
    );
    for (const name of ['Ada', 'Ben']) await client.annotator.add({ name });
    const members = (await client.annotator.list({})).slice(-2).map(({ id }) => id);
    await client.team.set({ studyId: study.id, members, overlap: 2, finalRule: 'majority' });
    await refused(
      third(),
      'The items are shared out beforehand, so nobody can be asked for a third vote.',
      'plan.thirdVote',
      'Deal items one by one (--deal), or ask for no third vote.',
    );
    await client.team.set({ studyId: study.id, deals: true });
    expect((await third()).plan.thirdVote).toBe(true);
  });

  test('has checks and its rule fixed with the first label, consent and completion not', async () => {
    const { set, goldOf, free, context, study, refused, rounds } = await studyOfTen();
    const rule = { checkRate: 0.2, exclusion: { fewestChecks: 3, leastRight: 0.5 } };
    await set(rule, goldOf(free.slice(0, 5)));
    labelFromGold(context, study.id, 1);
    const fixed = (plan: object, gold?: readonly { id: string; answer: string }[]) =>
      refused(
        set(plan, gold),
        'Checks and the rule of exclusion are fixed with the first label.',
        'plan',
        'Change consent and completion alone, or begin a new study.',
        'CONFLICT',
      );
    await fixed({ ...rule, checkRate: 0.3 });
    await fixed({ ...rule, checksEach: 2, completion: { items: 9 } });
    await fixed({ checkRate: 0.2 });
    await fixed({ ...rule, qualification: { items: 1, passMark: 1 } });
    await fixed(rule, goldOf(free.slice(0, 5)));
    const { plan, isFixed } = await set({ ...rule, consent: 'Yes?', completion: { items: 4 } });
    expect([plan.consent, plan.completion!.items, isFixed]).toEqual(['Yes?', 4, true]);
    expect(rounds()).toEqual([[0, 5]]);
  });

  test('takes no item that somebody practiced on', async () => {
    const { set, goldOf, client, study, db, refused } = await studyOfTen();
    await client.practice.start({ studyId: study.id, items: 3, seed: 2 });
    const practiced = db
      .prepare('SELECT external_id FROM practice_item JOIN item ON item.id = item_id ORDER BY position')
      .pluck()
      .all() as string[];
    await refused(
      set({}, goldOf(practiced.slice(0, 1))),
      `Item "${practiced[0]}" was practiced on.`,
      'gold',
      'Take another item.',
    );
  });
});

test('a team is changed with an entry for what changed, and is shared out anew only where that asks for it', async () => {
  const { client, study, engine, db } = await studyOfTen();
  for (const name of ['Ada', 'Ben', 'Cas']) await client.annotator.add({ name });
  const people = (await client.annotator.list({})).slice(-3).map(({ id }) => id) as [number, number, number];
  const studyId = study.id;
  const entries = () =>
    listAudit(db, studyId)
      .filter(({ action }) => action.startsWith('team.'))
      .map(({ action, details }) => [action, details]);
  const told: unknown[] = [];
  engine.context.events.listen((event) => told.push(event));
  const both = [people[1], people[0], people[1]];
  await client.team.set({ studyId, members: both, overlap: 2, shuffle: true, finalRule: 'mean' });
  expect(told).toEqual(['estimate.changed', 'study.changed'].map((type) => ({ type, studyId })));
  const first = entries();
  expect(first).toContainEqual(['team.members', { from: [], to: ['Ada', 'Ben'] }]);
  expect(first).toContainEqual(['team.overlap', { from: 1, to: 2 }]);
  await client.team.set({ studyId, members: people.slice(0, 2), overlap: 2 });
  expect(entries()).toEqual(first);
  const assigned = () => db.prepare('SELECT * FROM assignment ORDER BY 1, 2, 3').all();
  await client.team.set({ studyId, members: people, overlap: 1 });
  const { batch, items } = await client.label.open({ studyId, annotatorId: people[0] });
  for (const { ref } of items.slice(0, 2)) await submit(engine, batch, ref, { kind: 'score', value: 3 });
  await client.sample.grow({ studyId, size: 23 });
  const before = assigned();
  await client.team.set({ studyId, finalRule: 'majority' });
  expect(assigned()).toEqual(before);
  expect(entries().at(-1)).toEqual(['team.rule', expect.objectContaining({ to: 'majority' })]);
  await expect(client.team.set({ studyId, overlap: 4 })).rejects.toMatchObject({
    message: '4 annotators are to label each item, and the study has 3.',
    data: { field: 'overlap', remedy: 'Add members, or lower the number of annotators per item.' },
  });
  await expect(client.team.set({ studyId, members: [people[0], 999] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no annotator 999 in this project.',
    data: { field: 'members', remedy: 'Add the annotator first.' },
  });
  await expect(client.team.set({ studyId, overlap: 4, deals: true })).rejects.toMatchObject({
    ...{ code: 'CONFLICT', data: { field: 'confirm' } },
    message: expect.stringMatching(/^2 labels will wait for 4 annotators.* Nothing was changed\.$/) as never,
  });
  await client.team.set({ studyId, overlap: 4, deals: true, confirm: true });
  expect(entries().at(-1)).toEqual(['team.deals', { from: false, to: true }]);
});

import { expect, test } from 'vitest';
import { systemsOnScreen } from '../../core/labeling/session/sides.ts';
import { getStudy } from '../../db/studies.ts';
import { agreementSentence } from '../../renderer/screens/team/team-words.ts';
import type { LabelChange, VisitBatch } from '../../shared/contract/index.ts';
import { pairedStudy } from '../core/support/two-systems.ts';
import { type Guest, newKey, openPortal, portalOnStudy } from './portal-fixture.ts';

test('the lead sees who is here and how fast; who has gone quiet is here no longer', async () => {
  const { engine, study, guestNamed, tokenFor } = await portalOnStudy(6);
  const ada = await guestNamed('Ada');
  await tokenFor('Ben');
  const { body } = await ada.call<VisitBatch>('label/open');
  const sent = { batch: body.batch, ref: body.next, durationMs: 7000, clientKey: newKey() };
  await ada.call('label/submit', { ...sent, answer: { kind: 'score', value: 4 } });
  const live = () => engine.client.invitation.live({ studyId: study.id });
  const now = await live();
  expect([now.here, now.lastHour]).toEqual([1, 1]);
  expect(now.people).toMatchObject([
    { annotator: { name: 'Ada' }, isHere: true, lastHour: 1, secondsPerItem: 7 },
    { annotator: { name: 'Ben' }, isHere: false, seenAt: null, lastHour: 0, secondsPerItem: null },
  ]);
  const inMinutes = (minutes: number) => () => new Date(Date.now() + minutes * 60_000).toISOString();
  Object.assign(engine.context, { now: inMinutes(4) });
  expect(await live()).toMatchObject({ here: 0, lastHour: 1 });
  await ada.call('visit/progress');
  expect((await live()).here).toBe(1);
  Object.assign(engine.context, { now: inMinutes(61) });
  expect(await live()).toMatchObject({ here: 0, lastHour: 0 });
  const agreement = await engine.client.agreement.get({ studyId: study.id });
  expect(agreementSentence(agreement)).toMatch(/^Agreement is not estimable yet/);
  expect(agreementSentence(agreement).match(/not estimable/g)).toHaveLength(1);
});

test('answers are taken once the guidelines as they are now are read, and it is known who has read them', async () => {
  const { engine, study, guestNamed } = await portalOnStudy(6);
  await engine.client.study.edit({ studyId: study.id, guidelines: 'Be strict.' });
  const ada = await guestNamed('Ada');
  const open = async () => (await ada.call<VisitBatch>('label/open')).body;
  const submit = async (ref: string) => {
    const { batch } = await open();
    const sent = { batch, ref, durationMs: 5, clientKey: newKey(), answer: { kind: 'score', value: 4 } };
    return ada.call('label/submit', sent);
  };
  const first = await open();
  expect(first.mustRead).toBe(true);
  expect(await submit(first.next!)).toMatchObject({ status: 409, body: { data: { field: 'guidelines' } } });
  const wrong = '0'.repeat(64);
  expect((await ada.call('visit/read', { version: wrong })).status).toBe(409);
  expect((await ada.call('visit/read', { version: first.guidelinesVersion })).status).toBe(200);
  expect((await submit(first.next!)).status).toBe(200);
  const hasRead = async () =>
    (await engine.client.invitation.live({ studyId: study.id })).people.map((one) => one.hasRead);
  expect(await hasRead()).toEqual([true]);
  await engine.client.study.edit({ studyId: study.id, guidelines: 'Be lenient.' });
  expect(await hasRead()).toEqual([false]);
  const second = await open();
  expect([second.mustRead, second.guidelinesVersion === first.guidelinesVersion]).toEqual([true, false]);
  expect((await submit(second.next!)).status).toBe(409);
});

test.each([
  ['higher', [5, 2]],
  ['lower', [2, 5]],
] as const)(
  'where %s is better, one who always prefers the left stands out on the board, and one who reads does not',
  async (direction, preferred) => {
    const { engine, study } = await pairedStudy(40, { direction });
    const { client, context } = engine;
    await client.team.set({ studyId: study.id, overlap: 2, confirm: true });
    const portal = await openPortal(engine);
    const guestNamed = async (name: string) =>
      portal.guest((await client.invitation.create({ studyId: study.id, name })).path.slice(2));
    const [ada, lea] = [await guestNamed('Ada'), await guestNamed('Lea')];
    const { db } = context.session.project!;
    const placeOf = db
      .prepare(
        `SELECT study_pool.position FROM draw JOIN study_pool USING (study_id, item_id)
       WHERE draw.study_id = ? AND ref = ?`,
      )
      .pluck();
    const row = getStudy(db, study.id);
    const chooses = async (guest: Guest, isLeft: (left: number) => boolean) => {
      let { batch, next } = (await guest.call<VisitBatch>('label/open')).body;
      for (let n = 0; n < 24 && next !== null; n += 1) {
        const [left] = systemsOnScreen(row, placeOf.get(study.id, next) as number);
        const answer = { kind: 'pair', values: isLeft(left) ? preferred : preferred.toReversed() };
        const sent = { batch, ref: next, durationMs: 900, clientKey: newKey(), answer };
        const { status, body } = await guest.call<LabelChange>('label/submit', sent);
        expect(status).toBe(200);
        next = body.next;
      }
    };
    // Sides are left to chance: who prefers one system chooses the left as often as it stands there.
    let lefts = 0;
    await chooses(ada, (left) => {
      const isLeft = left === row.systemId;
      lefts += Number(isLeft);
      return isLeft;
    });
    await chooses(lea, () => true);
    const [first, second] = (await client.invitation.live({ studyId: study.id })).people;
    expect(second).toMatchObject({
      standing: 'at work',
      left: { chosen: 24, of: 24, upper: 1, isUnusual: true },
    });
    // (0.025)^(1/24), the lower end of the exact interval where all of 24 are alike.
    expect(second!.left!.lower).toBeCloseTo(0.025 ** (1 / 24), 9);
    // Of 24 throws of a coin 18 or more of one side have a probability of .0227: below .025, the level of each of two people.
    expect(first!.left).toMatchObject({ chosen: lefts, of: 24, isUnusual: Math.abs(lefts - 12) >= 6 });
    // Which replies are longer follows from the texts alone: both saw the same items, and chose otherwise on some.
    expect(first!.longer!.of).toBe(second!.longer!.of);
    expect(first!.longer).not.toEqual(second!.longer);
    await client.team.dropOut({ studyId: study.id, annotatorId: second!.annotator.id });
    const after = (await client.invitation.live({ studyId: study.id })).people;
    expect(after.map(({ standing }) => standing)).toEqual(['at work', 'dropped out']);
  },
);

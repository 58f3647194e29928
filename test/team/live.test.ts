import { expect, test } from 'vitest';
import { agreementSentence } from '../../renderer/screens/team/team-words.ts';
import type { VisitBatch } from '../../shared/contract/index.ts';
import { doorOnStudy, newKey } from './door-fixture.ts';

test('the lead sees who is here and how fast; who has gone quiet is here no longer', async () => {
  const { engine, study, guestNamed, tokenFor } = await doorOnStudy(6);
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
});

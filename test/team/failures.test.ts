import { expect, test } from 'vitest';
import type { LabelFailures, VisitBatch } from '../../shared/contract/index.ts';
import { failureStudy } from '../core/support/failure-study.ts';
import { newKey, openPortal } from './portal-fixture.ts';

/** Ada, who came in by a link to a study that asks what went wrong. */
async function ada(mayMake: boolean) {
  const made = await failureStudy({ count: 20, form: { mayMake } });
  const { engine, client, study, make } = made;
  const rude = await make('Rude');
  const { guest } = await openPortal(engine);
  const { path } = await client.invitation.create({ studyId: study.id, name: 'Ada' });
  const visitor = await guest(path.slice('/#'.length));
  const { body } = await visitor.call<VisitBatch>('label/open');
  /** Codes the item that was dealt. */
  const code = async (failures: object) => {
    const { next: ref } = (await visitor.call<VisitBatch>('label/open')).body;
    await visitor.call('label/item', { batch: body.batch, ref });
    const answer = { kind: 'score', value: 3, fields: { failures: { note: '', at: null, ...failures } } };
    return visitor.call('label/submit', {
      batch: body.batch,
      ref,
      answer,
      durationMs: 900,
      clientKey: newKey(),
    });
  };
  return { ...made, rude, visitor, batch: body, code };
}

test('an annotator by link chooses among the modes, and makes one where the lead lets them', async () => {
  const { client, study, rude, visitor, batch, code } = await ada(true);
  expect(batch.failures).toMatchObject({ mayMake: true, list: 1, modes: [{ id: rude, name: 'Rude' }] });
  expect((await code({ modes: [rude], list: 1 })).status).toBe(200);
  const made = await visitor.call<{ id: number; failures: LabelFailures }>('failures/make', {
    ...{ name: 'Wrong date', clientKey: newKey() },
  });
  expect(made.body.failures).toMatchObject({ list: 2, modes: [{ name: 'Rude' }, { name: 'Wrong date' }] });
  expect((await visitor.call<LabelFailures>('failures/list')).body).toEqual(made.body.failures);
  expect((await code({ modes: [made.body.id], list: 2 })).status).toBe(200);
  const { modes } = await client.failures.table({ studyId: study.id });
  // The second item was lent to her when she made it.
  const row = modes.find(({ mode }) => mode.name === 'Wrong date');
  expect(row).toMatchObject({ mode: { by: 'Ada' }, clock: 2, found: { items: 1, of: 2 } });
});

test('else none is made, by a call or with a label', async () => {
  const { client, visitor, batch, code } = await ada(false);
  expect(batch.failures).toMatchObject({ mayMake: false });
  const refused = await visitor.call('failures/make', { name: 'Wrong date', clientKey: newKey() });
  expect(refused.status).toBe(409);
  const labeled = await code({ modes: [], list: 1, made: ['Wrong date'] });
  expect([labeled.status, JSON.stringify(labeled.body)]).toEqual([
    400,
    expect.stringContaining('may not make failure modes'),
  ]);
  expect((await client.failures.list({})).modes).toHaveLength(1);
});

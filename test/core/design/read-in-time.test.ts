import { expect, test, vi } from 'vitest';
import { editStudy } from '../../../core/design/edit-study.ts';
import { joinStudy } from '../../../core/design/join-study.ts';
import { growBatch, redrawBatch } from '../../../core/design/sample-batch.ts';
import { beginSeries } from '../../../core/design/series/series.ts';
import { labelFromGold } from '../../../core/labeling/session/label-from-gold.ts';
import { editAnnotator } from '../../../core/labeling/team/annotators.ts';
import { saveEndpoint } from '../../../core/models/llm/endpoints.ts';
import { listAudit } from '../../../db/audit.ts';
import { findSystem } from '../../../db/datasets.ts';
import { readPool } from '../../../db/draws.ts';
import { ensureSignal, putMachineScores } from '../../../db/verdicts.ts';
import { ratedStudy } from '../support/test-engine.ts';

type Made = Awaited<ReturnType<typeof ratedStudy>>;

/** Does an act, and another as a thread could: when the first one asks for the write lock and before it has it. */
function whatCameBetween<T>({ engine }: Made, between: () => unknown, act: () => T): T {
  const { db } = engine.context.session.project!;
  const transaction = db.transaction.bind(db);
  const spy = vi.spyOn(db, 'transaction').mockImplementation(((work: () => unknown) => {
    const made = transaction(work);
    const immediate = () => {
      spy.mockRestore();
      between();
      return made.immediate();
    };
    return Object.assign(() => made(), { immediate });
  }) as never);
  try {
    return act();
  } finally {
    spy.mockRestore();
  }
}

test('a batch grows from where it is when it is written', async () => {
  const made = await ratedStudy(6);
  const { engine, study } = made;
  const grow = (size: number) => growBatch(engine.context, study.id, size);
  expect(() =>
    whatCameBetween(
      made,
      () => grow(9),
      () => grow(8),
    ),
  ).toThrow('already has 9 draws');
  expect((await engine.client.study.get({ studyId: study.id })).drawCount).toBe(9);
});

test('another draw says how many labels it came after', async () => {
  const made = await ratedStudy(6);
  const { context } = made.engine;
  const { id } = made.study;
  whatCameBetween(
    made,
    () => labelFromGold(context, id, 2),
    () => redrawBatch(context, id, 5),
  );
  const drawn = listAudit(context.session.project!.db, id).find(({ action }) => action === 'sample.redraw');
  expect(drawn?.details).toMatchObject({ labelsBefore: 2 });
});

test('an item that was labeled meanwhile gets no second label from the data', async () => {
  const made = await ratedStudy(6);
  const label = () => labelFromGold(made.engine.context, made.study.id, 4);
  expect(whatCameBetween(made, label, label)).toEqual({ labeled: 2, missing: 0 });
});

test('a form keeps the answers of labels that came meanwhile', async () => {
  const made = await ratedStudy(6);
  const { context } = made.engine;
  const studyId = made.study.id;
  const why = { name: 'why', question: 'Why?', required: true, form: { kind: 'text' as const } };
  editStudy(context, { studyId, fields: [why] });
  expect(() =>
    whatCameBetween(
      made,
      () => labelFromGold(context, studyId, 1),
      () => editStudy(context, { studyId, fields: [{ ...why, name: 'reason' }] }),
    ),
  ).toThrow('labels');
});

test('an annotator is renamed once from the name that a page showed', async () => {
  const made = await ratedStudy(6);
  const { client, context } = made.engine;
  await client.annotator.add({ name: 'Ada' });
  const { id: annotatorId, version } = (await client.annotator.list({})).find(({ name }) => name === 'Ada')!;
  const rename = (name: string) => editAnnotator(context, { annotatorId, name, version });
  expect(() =>
    whatCameBetween(
      made,
      () => rename('Bea'),
      () => rename('Cas'),
    ),
  ).toThrow('changed in another window');
});

test('a signal joins behind every draw that was labeled', async () => {
  const made = await ratedStudy(6);
  const { context } = made.engine;
  const studyId = made.study.id;
  const { db } = context.session.project!;
  const key = { kind: 'judge' as const, name: 'late', criterion: 'quality' };
  const late = ensureSignal(db, made.datasetId, key, { min: 1, max: 5, direction: 'higher' });
  const systemId = findSystem(db, 'secretive')!.id;
  putMachineScores(
    db,
    late,
    systemId,
    [...readPool(db, studyId).itemIds].map((itemId, i) => [itemId, 1 + ((i * 3) % 5)] as const),
  );
  const join = () => joinStudy(context, { studyId, signal: 'judge:late/quality', by: 'Ana' });
  whatCameBetween(made, () => labelFromGold(context, studyId, 5), join);
  const { joined } = await made.engine.client.study.joinable({ studyId });
  expect(joined).toMatchObject([{ drawsBefore: 5 }]);
});

test('a study begins one series', async () => {
  const made = await ratedStudy(6, { preset: 'uniform' });
  const begin = () => beginSeries(made.engine.context, { studyId: made.study.id });
  expect(() => whatCameBetween(made, begin, begin)).toThrow('belongs to a series already');
});

test('a name is that of one endpoint', async () => {
  const made = await ratedStudy(6);
  const save = () =>
    saveEndpoint(made.engine.context, {
      ...{ name: 'local', preset: 'custom', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' },
      keySource: 'none',
    } as never);
  expect(() => whatCameBetween(made, save, save)).toThrow('already an endpoint named local');
});

import type { FailureCoding, StudyField } from '../../../shared/contract/index.ts';
import { engineWithProject, importRecords, ratedRecords, ratedScales, submit } from './test-engine.ts';

let keys = 0;
/** A client key that no other act has. */
export const freshKey = (): string => `key-${String(++keys).padStart(6, '0')}`;

/** The question that asks what went wrong. */
export const failuresField = (form: { mayMake?: boolean; alone?: true } = {}): StudyField => ({
  name: 'failures',
  question: 'What went wrong?',
  required: false,
  form: { kind: 'failures', mayMake: false, ...form },
});

const ranBefore = (record: ReturnType<typeof ratedRecords>[number], i: number) => ({
  ...record,
  conversation: [
    // Which people are not shown.
    { role: 'system', content: 'Search first.' },
    ...record.conversation,
    ...[0, 1].slice(i % 2).flatMap((at) => [
      { role: 'tool_call', content: `search({"q":"${i}-${at}"})` },
      { role: 'tool', content: `result ${at}` },
    ]),
    { role: 'tool_call', content: 'read({})' },
  ],
});

/** A study of one system that asks for a rating, and what went wrong; uniform, without a surrogate, every label given by hand. */
export async function failureStudy({
  count = 40,
  size = count,
  form = {},
  seed = 7,
  weighted = false,
  withSteps = false,
}: {
  count?: number;
  size?: number;
  form?: { mayMake?: boolean; alone?: true };
  seed?: number;
  /** Drawn by the hardness that a judge says, not uniformly. */
  weighted?: boolean;
  /** Whether an agent called `search` before each reply, and on every second item twice. */
  withSteps?: boolean;
} = {}) {
  const { engine, folder, file } = await engineWithProject();
  const datasetId = await importRecords(
    engine,
    folder,
    ratedRecords(count).map(withSteps ? ranBefore : (one) => one),
    {
      scales: ratedScales,
    },
  );
  const { client } = engine;
  const binary = { kind: 'binary' as const, noLabel: 'Something is wrong', yesLabel: 'Nothing is wrong' };
  if (form.alone) {
    const scale = { min: 0, max: 1, direction: 'higher' as const };
    await client.dataset.declareScale({ datasetId, kind: 'criterion', name: 'nothing wrong', scale });
  }
  const study = await client.study.create({
    ...{ datasetId, system: 'secretive', preset: weighted ? 'calibrated-hardness' : 'uniform', size, seed },
    measure: { kind: 'criterion', criterion: form.alone ? 'nothing wrong' : 'quality' },
    surrogate: weighted ? { kind: 'judge', judge: 'strict', criterion: 'quality' } : { kind: 'none' },
    ...(form.alone && { form: binary }),
    fields: [failuresField(form)],
  });
  const { batch, items } = await client.label.open({ studyId: study.id });
  const refs = items.map(({ ref }) => ref);
  const list = async () => (await client.failures.list({ withRetired: false })).list;
  /** Opens an item and codes it; by the newest list where none is said. */
  const code = async (at: number, modes: number[], more: Partial<FailureCoding> = {}, batchOf = batch) => {
    await client.label.item({ batch: batchOf, ref: refs[at]! });
    const coding = { modes, note: '', at: null, list: await list(), ...more };
    const wrong = modes.length > 0 || coding.note !== '' || (coding.made ?? []).length > 0;
    const value = form.alone ? Number(!wrong) : 3;
    return submit(engine, batchOf, refs[at]!, { kind: 'score', value, fields: { failures: coding } });
  };
  const make = async (name: string) => (await client.failures.make({ name, clientKey: freshKey() })).mode.id;
  const current = async (at: number, batchOf = batch) =>
    (await client.label.item({ batch: batchOf, ref: refs[at]! })).current;
  return { engine, client, folder, file, datasetId, study, batch, refs, list, code, make, current };
}

import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { countWords } from '../../../shared/count-words.ts';
import { effectWords } from '../../../shared/team-effect-words.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';

const score = (value: number): LabelAnswer => ({ kind: 'score', value });

/** A study with these people, each with the batch as they open it. */
async function peopled(size: number, ...names: string[]) {
  const { engine, study } = await ratedStudy(size);
  const { client } = engine;
  for (const name of names) await client.annotator.add({ name });
  const annotators = await client.annotator.list({});
  const idOf = (name: string) => annotators.find((one) => one.name === name)!.id;
  const studyId = study.id;
  const opened = (name: string) => client.label.open({ studyId, annotatorId: idOf(name) });
  return {
    engine,
    client,
    studyId,
    idOf,
    opened,
    /** Labels items of the batch as somebody meets them, by their places from 1. */
    label: async (name: string, places: readonly number[], answer = score(3)) => {
      const { batch, items } = await opened(name);
      for (const place of places) await submit(engine, batch, items[place - 1]!.ref, answer);
    },
    words: () => wordsOf(engine, studyId),
  };
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

/** The same words from every call that has a count. */
async function wordsOf({ client }: Engine, studyId: number): Promise<string> {
  const [study, team, [listed]] = [
    await client.study.get({ studyId }),
    await client.team.get({ studyId }),
    await client.study.list({}),
  ];
  expect(team.counts).toEqual(study.counts);
  expect(listed!.counts).toEqual(study.counts);
  expect((await client.estimate.current({ studyId })).labeled).toBe(study.counts.counted);
  return countWords(study.counts, String);
}

test('in order everything counts, and nothing waits', async () => {
  const { label, words } = await peopled(12, 'Ada');
  expect(await words()).toBe('0 labeled');
  await label('Ada', upTo(5));
  expect(await words()).toBe('5 labeled');
  await label('Ada', [6], { kind: 'skip', reason: 'broken' });
  await label('Ada', [7]);
  expect(await words()).toBe('6 labeled');
});

test('an item that was put off is named, with what it keeps out', async () => {
  const { client, opened, label, words } = await peopled(30, 'Ada');
  await label('Ada', upTo(7));
  const { batch, items } = await opened('Ada');
  await client.label.later({ batch, ref: items[7]!.ref, later: true });
  expect(await words()).toBe('7 labeled');
  await label('Ada', upTo(21).slice(8));
  expect(await words()).toBe('20 labeled, 7 counted, waiting for item 8 (postponed)');
  const counts = await client.label.counts({ batch });
  expect(counts).toMatchObject({ labeled: 20, counted: 7, waitingFor: { ref: items[7]!.ref, item: 8 } });
  expect(JSON.stringify(counts)).not.toMatch(/itemId|criterionId/);
  await client.label.later({ batch, ref: items[7]!.ref, later: false });
  expect(await words()).toBe('20 labeled, 7 counted, waiting for item 8');
  await label('Ada', [8], { kind: 'skip', reason: 'broken' });
  expect(await words()).toBe('20 labeled');
});

test('a skipped item out of order waits too', async () => {
  const { label, words } = await peopled(10, 'Ada');
  await label('Ada', [1]);
  await label('Ada', [3], { kind: 'skip', reason: 'broken' });
  expect(await words()).toBe('1 labeled, 1 counted, waiting for item 2');
});

test('another overlap takes labels out of the estimate only when that is confirmed, and says so before', async () => {
  const { client, studyId, label, words } = await peopled(40, 'Ada', 'Ben');
  await label('Ada', upTo(29));
  const change = { studyId, overlap: 2 };
  const effect = await client.team.preview(change);
  expect(effect).toMatchObject({ labeled: 29, counted: { from: 29, to: 0 }, waiting: { from: 0, to: 29 } });
  const said =
    '29 labels will wait for a second annotator; the estimate starts again from 0 counted labels (29 before).';
  expect(effectWords(effect!)).toBe(said);
  await expect(client.team.set(change)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `${said} Nothing was changed.`,
  });
  expect((await client.team.get({ studyId })).overlap).toBe(1);
  expect(await words()).toBe('29 labeled');
  await client.team.set({ ...change, confirm: true });
  expect(await words()).toBe('29 labeled, 0 counted, waiting for item 1 (a second annotator)');

  await label('Ben', [1, 2]);
  expect(await words()).toBe('29 labeled, 2 counted, waiting for item 3 (a second annotator)');
  const back = await client.team.preview({ studyId, overlap: 1 });
  expect(effectWords(back!)).toBe(
    '27 labels wait no longer for a second annotator; the estimate goes on from 29 counted labels (2 before).',
  );
  await expect(client.team.set({ studyId, overlap: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
  await client.team.set({ studyId, overlap: 1, confirm: true });
  expect(await words()).toBe('29 labeled');
});

test('a change that moves no label asks nothing', async () => {
  const { client, studyId, idOf, label } = await peopled(20, 'Ada', 'Ben');
  await client.team.set({ studyId, overlap: 2 });
  await client.team.set({ studyId, overlap: 1, finalRule: 'majority' });
  await label('Ada', upTo(4));
  const members = ['Ada', 'Ben'].map(idOf);
  for (const change of [{ members }, { shuffle: false }, { finalRule: 'mean' as const }, { members: [] }]) {
    expect(await client.team.preview({ studyId, ...change })).toBeNull();
    await client.team.set({ studyId, ...change });
  }
  await expect(client.team.preview({ studyId, members: [99] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('another rule that leaves items to a decision is asked about as well, and the decision is named', async () => {
  const { client, studyId, label, words } = await peopled(12, 'Ada', 'Ben');
  await client.team.set({ studyId, overlap: 2 });
  await label('Ada', upTo(6), score(4));
  await label('Ben', [1, 2, 4, 5, 6], score(4));
  await label('Ben', [3], score(2));
  expect(await words()).toBe('6 labeled');
  const change = { studyId, finalRule: 'adjudicated' as const };
  expect(effectWords((await client.team.preview(change))!)).toBe(
    '1 label will wait for a decision; the estimate goes back to 2 counted labels (6 before).',
  );
  await expect(client.team.set(change)).rejects.toMatchObject({ code: 'CONFLICT' });
  await client.team.set({ ...change, confirm: true });
  expect(await words()).toBe('6 labeled, 2 counted, waiting for item 3 (a decision)');
  const { waitingFor } = (await client.study.get({ studyId })).counts;
  const { entries } = await client.adjudication.queue({ studyId, filter: { kind: 'rule' } });
  const { itemId, criterionId } = entries[0]!;
  expect(waitingFor).toMatchObject({ itemId, criterionId });
});

test('an item that the batch waits for has its place among those of whoever holds it', async () => {
  const { client, studyId, idOf, opened, label } = await peopled(30, 'Ada', 'Ben');
  await client.team.set({ studyId, members: ['Ada', 'Ben'].map(idOf), shuffle: false });
  await label('Ada', upTo(15));
  await label('Ben', upTo(3));
  const { batch, items } = await opened('Ben');
  expect((await client.label.counts({ batch }))!.waitingFor).toMatchObject({ ref: items[3]!.ref, item: 4 });
  expect((await client.team.get({ studyId })).counts.waitingFor!.item).toBeGreaterThan(4);
});

test('where items are shared out, the one who holds the item is named; members joining and leaving move no label', async () => {
  const { client, studyId, idOf, opened, label, words } = await peopled(30, 'Ada', 'Ben', 'Cas');
  const members = (...names: string[]) => client.team.set({ studyId, members: names.map(idOf) });
  await client.team.set({ studyId, members: ['Ada', 'Ben'].map(idOf), shuffle: false });
  await label('Ada', upTo(15));
  const first = (await opened('Ben')).items[0]!.ref;
  const { counts } = await client.team.get({ studyId });
  expect(counts.labeled).toBe(15);
  expect(counts.waitingFor).toMatchObject({ ref: first, annotators: [{ name: 'Ben' }], lacks: 'label' });
  expect(await words()).toMatch(/^15 labeled, [01] counted, waiting for item [12] \(Ben\)$/);
  // To Ben it is his first item, whatever its place in the whole batch.
  const ben = await client.label.counts({ batch: (await opened('Ben')).batch });
  expect(ben!.waitingFor).toMatchObject({ ref: first, item: 1 });
  await client.label.later({ batch: (await opened('Ben')).batch, ref: first, later: true });
  expect(await words()).toMatch(/\(postponed by Ben\)$/);
  await members('Ada', 'Ben', 'Cas');
  expect((await client.team.get({ studyId })).counts.labeled).toBe(15);
  await members('Ada', 'Cas');
  expect(await words()).toMatch(/^15 labeled, [01] counted, waiting for item [12] \((Ada|Cas)\)$/);

  await client.team.set({ studyId, members: ['Ada', 'Ben'].map(idOf), overlap: 2, confirm: true });
  expect(await words()).toMatch(/^15 labeled, 0 counted, waiting for item 1 \(/);
});

test('in practice there is nothing to count', async () => {
  const { client, studyId, opened } = await peopled(10, 'Ada');
  await client.practice.start({ studyId, items: 3 });
  expect(await client.label.counts({ batch: (await opened('Ada')).batch })).toBeNull();
});

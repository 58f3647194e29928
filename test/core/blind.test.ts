import { expect, test } from 'vitest';
import type { LabelAnswer, StudyField } from '../../shared/contract/index.ts';
import { ratedStudy, submit } from './support/test-engine.ts';
import { pairedStudy } from './support/two-systems.ts';

/** Every string and number anywhere in a payload, keys included. */
function atoms(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(atoms);
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, inner]) => [key, ...atoms(inner)]);
  }
  return [String(value)];
}

test('nothing the label screen receives names the system, item, group, file, scores or other people', async () => {
  const { engine, study } = await ratedStudy(12);
  const { client } = engine;
  await client.study.edit({ studyId: study.id, name: 'Is secretive good enough?' });
  await client.annotator.choose({ name: 'Colleague' });
  const theirs = await client.label.open({ studyId: study.id });
  await submit(engine, theirs.batch, theirs.items[0]!.ref, { kind: 'score', value: 5 });
  const both = (await client.annotator.choose({ name: 'Me' })).map(({ id }) => id);
  // Shared out, so that the way by assignments is looked at too.
  await client.team.set({ studyId: study.id, members: both, overlap: 2, confirm: true });

  const payloads: unknown[] = [];
  const batch = await client.label.open({ studyId: study.id });
  payloads.push(batch);
  for (const { ref } of batch.items) {
    payloads.push(await client.label.item({ batch: batch.batch, ref }));
    payloads.push(await submit(engine, batch.batch, ref, { kind: 'score', value: 3 }));
  }
  payloads.push(await client.label.undo({ batch: batch.batch }));
  payloads.push(await client.label.redo({ batch: batch.batch }));
  payloads.push(await client.label.later({ batch: batch.batch, ref: batch.items[1]!.ref, later: true }));
  payloads.push(await client.label.flag({ batch: batch.batch, ref: batch.items[1]!.ref, flagged: true }));
  payloads.push(await client.label.note({ batch: batch.batch, ref: batch.items[1]!.ref, note: 'n' }));
  payloads.push(await client.label.draft({ batch: batch.batch, ref: batch.items[1]!.ref, draft: 'd' }));

  const { db } = engine.context.session.project!;
  const draws = db.prepare('SELECT item_id, surrogate_value, probability FROM draw').all() as {
    item_id: number;
    surrogate_value: number;
    probability: number;
  }[];
  const words =
    /secretive|rival|strict|item-\d|group-\d|data\.jsonl|Colleague|surrogate|hardness|probability|judge/i;
  const numbers = new Set(draws.flatMap((d) => [String(d.probability), String(1 - d.surrogate_value)]));
  const keys = /^(itemId|externalId|system|group|studyId|score|weight|seed|order)$/;
  for (const atom of payloads.flatMap(atoms)) {
    expect(atom).not.toMatch(words);
    expect(atom).not.toMatch(keys);
    // 0, 1, 0.5 and the like are no secret; the long decimals of a probability are.
    if (atom.length > 4) expect(numbers.has(atom)).toBe(false);
  }
  const first = payloads[1] as { current: unknown };
  expect(first.current).toBeNull();
});

test('side by side, nothing tells which reply is whose: not a name, not a key, not the side', async () => {
  const { engine, study } = await pairedStudy(40);
  const { client } = engine;
  const batch = await client.label.open({ studyId: study.id });
  const payloads: unknown[] = [batch];
  const lefts: string[] = [];
  for (const { ref } of batch.items) {
    const item = await client.label.item({ batch: batch.batch, ref });
    expect(Object.keys(item).sort()).toEqual(shownKeys);
    expect(item.replies).toHaveLength(1);
    expect(item.rightReplies).toHaveLength(1);
    lefts.push(item.replies[0]!.text);
    payloads.push(item, await submit(engine, batch.batch, ref, { kind: 'pair', values: [4, 2] }));
    payloads.push(await client.label.item({ batch: batch.batch, ref }));
  }
  payloads.push(await client.label.undo({ batch: batch.batch }));
  for (const atom of payloads.flatMap(atoms)) {
    expect(atom).not.toMatch(/amber|basil|cedar|strict|item-\d|group-\d|data\.jsonl|against|swapped/i);
    expect(atom).not.toMatch(/^(itemId|systemId|seed|sideSeed|order|poolPosition)$/);
  }
  const { db } = engine.context.session.project!;
  const ofAmber = db
    .prepare(`SELECT text FROM response JOIN system ON system.id = system_id WHERE name = 'amber'`)
    .pluck()
    .all() as string[];
  const share = lefts.filter((text) => ofAmber.includes(text)).length / lefts.length;
  // The seed of the sides is drawn anew each time: four standard errors of a fair coin at 40 items.
  expect(Math.abs(share - 0.5)).toBeLessThan(0.32);
});

const shownKeys = [
  'conversation',
  'current',
  'draft',
  'flagged',
  'note',
  'passage',
  'position',
  'ref',
  'replies',
  'rightReplies',
  'version',
];

const further: StudyField[] = [
  {
    name: 'fluency',
    question: 'How fluent?',
    required: true,
    form: { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' },
  },
  {
    name: 'topic',
    question: 'About what?',
    required: true,
    form: { kind: 'category', options: ['Rivers', 'Hills'].map((label, value) => ({ label, value })) },
  },
  { name: 'reason', question: 'Why?', required: true, form: { kind: 'text' } },
  { name: 'evidence', question: 'Where?', required: true, form: { kind: 'span' } },
];

test('nobody sees what others answered to the further questions of a form, noted, flagged or left half written', async () => {
  const { engine, study } = await ratedStudy(6);
  const { client } = engine;
  await client.study.edit({ studyId: study.id, fields: further });
  const answer = (value: number, reason: string, passage: string): LabelAnswer => {
    const start = passage.indexOf('written');
    const evidence = { text: 'written', start, end: start + 'written'.length };
    return { kind: 'score', value, fields: { fluency: value, topic: 'Hills', reason, evidence } };
  };
  await client.annotator.choose({ name: 'Colleague' });
  const theirs = await client.label.open({ studyId: study.id });
  for (const [i, { ref }] of theirs.items.entries()) {
    const at = { batch: theirs.batch, ref };
    const { passage } = await client.label.item(at);
    if (i < 5) await submit(engine, theirs.batch, ref, answer(2, `overheard ${i}`, passage!));
    await client.label.draft({ ...at, draft: 'overheard draft' });
    await client.label.note({ ...at, note: 'overheard note' });
    await client.label.flag({ ...at, flagged: true });
  }
  await client.label.later({ batch: theirs.batch, ref: theirs.items[5]!.ref, later: true });

  await client.annotator.choose({ name: 'Me' });
  const batch = await client.label.open({ studyId: study.id });
  expect(batch).toMatchObject({ undoable: false, redoable: false, next: batch.items[0]!.ref });
  for (const item of batch.items)
    expect(item).toMatchObject({ state: 'open', flagged: false, hasNote: false });
  await expect(client.label.undo({ batch: batch.batch })).rejects.toMatchObject({ code: 'CONFLICT' });
  const payloads: unknown[] = [batch];
  for (const { ref } of batch.items) {
    const before = await client.label.item({ batch: batch.batch, ref });
    expect(before).toMatchObject({ current: null, draft: null, note: '', flagged: false });
    const mine = answer(5, 'mine', before.passage!);
    payloads.push(before, await submit(engine, batch.batch, ref, mine));
    const after = await client.label.item({ batch: batch.batch, ref });
    expect(after.current).toEqual(mine);
    payloads.push(after);
  }
  payloads.push(
    await client.label.undo({ batch: batch.batch }),
    await client.label.redo({ batch: batch.batch }),
  );
  for (const atom of payloads.flatMap(atoms)) expect(atom).not.toMatch(/overheard|Colleague/);
  // What was said before is there for whoever said it, and nobody else's words came into it.
  await client.annotator.choose({ name: 'Colleague' });
  const again = await client.label.item({ batch: theirs.batch, ref: theirs.items[0]!.ref });
  expect(again.current).toMatchObject({ value: 2, fields: { fluency: 2, reason: 'overheard 0' } });
});

test('a new draw keeps the sides, so that a half-written answer stays with its reply', async () => {
  const { engine, study } = await pairedStudy(40);
  const { client } = engine;
  const sides = async () => {
    const { batch, items } = await client.label.open({ studyId: study.id });
    const shown = await Promise.all(items.map(({ ref }) => client.label.item({ batch, ref })));
    return shown.map(({ replies, rightReplies }) => `${replies[0]!.text} | ${rightReplies![0]!.text}`).sort();
  };
  const before = await sides();
  await client.sample.redraw({ studyId: study.id, seed: 99 });
  expect(await sides()).toEqual(before);
});

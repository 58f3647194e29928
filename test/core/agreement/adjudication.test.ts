import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { listAudit } from '../../../db/audit.ts';
import type { AdjudicationFilter } from '../../../shared/contract/index.ts';
import { until } from '../../support/until.ts';
import { csvRows } from '../support/csv-rows.ts';
import { submit } from '../support/test-engine.ts';
import { pairedStudy } from '../support/two-systems.ts';
import { studyOfThree } from './three-annotators.ts';

let decisions = 0;
const clientKey = () => `test-decision-${process.pid}-${decisions++}`;

/** Comes back once the clock is past every label and decision, so that what follows has a later time. */
async function laterThanAll({ context }: Engine): Promise<void> {
  const before = context.now();
  await until(() => context.now() !== before, { lookMs: 1 });
}

const drawsOf = (entries: readonly { draw: number }[]) => entries.map(({ draw }) => draw);

test('the queue holds what differs, by the filter', async () => {
  const { engine, studyId } = await studyOfThree();
  const { client } = engine;
  const queueOf = (filter?: AdjudicationFilter) => client.adjudication.queue({ studyId, filter });
  const any = await queueOf();
  expect(any).toMatchObject({ differing: 6, decided: 0, finalRule: 'mean', adjudicator: { name: 'Cyd' } });
  expect(drawsOf(any.entries)).toEqual([11, 12, 4, 6, 1, 8]);
  expect(any.entries[2]).toMatchObject({ largest: 2, annotators: 3, isDecided: false });
  expect(drawsOf((await queueOf({ kind: 'distance', least: 2 })).entries)).toEqual([11, 12, 4, 6]);
  expect((await queueOf({ kind: 'rule' })).entries).toEqual([]);
  await client.team.set({ studyId, finalRule: 'majority', confirm: true });
  expect(drawsOf((await queueOf({ kind: 'rule' })).entries)).toEqual([6]);
  await client.team.set({ studyId, finalRule: 'adjudicated', confirm: true });
  expect(drawsOf((await queueOf({ kind: 'rule' })).entries)).toEqual([11, 12, 4, 6, 1, 8]);
});

test('an item shows every label by name and no system by name; a decision holds until it is taken back', async () => {
  const { engine, studyId } = await studyOfThree();
  const { client } = engine;
  const { entries, as } = await client.adjudication.queue({ studyId });
  const { itemId, criterionId } = entries[2]!;
  const place = { studyId, as, itemId, criterionId };
  const item = await client.adjudication.item(place);
  expect(item.labels.map(({ annotator, answer }) => [annotator?.name, answer])).toEqual([
    ['Ada', { kind: 'score', value: 3 }],
    ['Ben', { kind: 'score', value: 3 }],
    ['Cyd', { kind: 'score', value: 5 }],
  ]);
  expect(item).toMatchObject({ isOwn: true, decision: null, draw: 4 });
  expect(JSON.stringify(item)).not.toMatch(/secretive|rival|strict|item-00/);
  await client.annotator.choose({ name: 'Dan' });
  const dan = await client.adjudication.queue({ studyId });
  // A decision is of who opened the queue, whoever chose a name since.
  await client.annotator.choose({ name: 'Eve' });
  const given = { ...place, as: dan.as, answer: { kind: 'score' as const, value: 3 }, note: 'two say so' };
  const key = clientKey();
  const decided = await client.adjudication.decide({ ...given, clientKey: key });
  await client.adjudication.decide({ ...given, clientKey: key });
  expect(decided).toMatchObject({
    isOwn: false,
    decision: { answer: { kind: 'score', value: 3 }, note: 'two say so', by: { name: 'Dan' } },
  });
  const after = await client.adjudication.queue({ studyId });
  expect(after.decided).toBe(1);
  expect(drawsOf(after.entries)).toEqual([11, 12, 6, 1, 8, 4]);
  const open = await client.adjudication.undo({ ...given, clientKey: clientKey() });
  expect(open.decision).toBeNull();
  await expect(client.adjudication.undo({ ...place, clientKey: clientKey() })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  const db = engine.context.session.project!.db;
  expect(db.prepare('SELECT kind FROM adjudication ORDER BY id').pluck().all()).toEqual(['score', 'clear']);
  expect(() => db.exec('DELETE FROM adjudication')).toThrow(/append-only/);
  const acts = listAudit(db, studyId).filter(({ action }) => action.startsWith('adjudication.'));
  expect(acts.map(({ action }) => action)).toEqual(['adjudication.decide', 'adjudication.undo']);
  expect(acts[0]!.details).toMatchObject({ draw: 4, by: 'Dan', note: 'two say so' });
});

test('without names nothing on the page tells who said what, and the audit trail names who decided', async () => {
  const { engine, studyId } = await studyOfThree();
  const { client } = engine;
  const secret = /Ada|Ben|Cyd|"annotatorId":\d|labeledAt":"|durationMs":\d/;
  const { as, entries } = await client.adjudication.queue({ studyId });
  const places = entries.map(({ itemId, criterionId }) => ({ studyId, as, itemId, criterionId }));
  const named = await Promise.all(places.map((place) => client.adjudication.item(place)));
  const plan = { ...(await client.quality.get({ studyId })).plan, decideWithoutNames: true };
  await client.quality.set({ studyId, plan });
  const queue = await client.adjudication.queue({ studyId });
  expect(queue.withoutNames).toBe(true);
  expect(JSON.stringify(queue.entries)).not.toMatch(secret);
  const shown = await Promise.all(places.map((place) => client.adjudication.item(place)));
  expect(JSON.stringify(shown)).not.toMatch(secret);
  const answersOf = ({ labels }: (typeof shown)[number]) =>
    labels.map(({ answer }) => JSON.stringify(answer));
  for (const [at, item] of shown.entries()) {
    expect(answersOf(item).sort()).toEqual(answersOf(named[at]!).sort());
  }
  // The order is another one from item to item, and the same each time.
  expect(shown.some((item, at) => answersOf(item).join() !== answersOf(named[at]!).join())).toBe(true);
  expect(await client.adjudication.item(places[0]!)).toEqual(shown[0]);
  const { criteria } = await client.agreement.get({ studyId });
  const said = criteria.flatMap(({ byItem }) => byItem.flatMap((item) => item.said));
  expect(said.length).toBeGreaterThan(0);
  expect(said.every(({ annotatorId }) => annotatorId === null)).toBe(true);
  // What another person decided stands without their name; who decided knows their own.
  await client.annotator.choose({ name: 'Dan' });
  const dan = await client.adjudication.queue({ studyId });
  const given = { ...places[0]!, as: dan.as, answer: { kind: 'score' as const, value: 3 }, note: 'read' };
  const own = await client.adjudication.decide({ ...given, clientKey: clientKey() });
  expect(own.decision?.by?.name).toBe('Dan');
  expect((await client.adjudication.item(places[0]!)).decision).toMatchObject({ by: null, note: 'read' });
  const { db } = engine.context.session.project!;
  expect(listAudit(db, studyId).at(-1)).toMatchObject({
    action: 'adjudication.decide',
    details: { by: 'Dan' },
  });
});

test('a decision names who opened the queue of this study, and no other reference is taken', async () => {
  const { engine, studyId } = await studyOfThree();
  const { client } = engine;
  const { entries, as } = await client.adjudication.queue({ studyId });
  const { batch } = await client.label.open({ studyId });
  const { itemId, criterionId } = entries[0]!;
  const altered = `${as[0] === 'A' ? 'B' : 'A'}${as.slice(1)}`;
  for (const forged of ['', as.slice(22), batch, altered, `adjudication-${studyId}.1.${as.slice(0, 22)}`]) {
    const given = { studyId, itemId, criterionId, as: forged, clientKey: clientKey() };
    const answer = { kind: 'score' as const, value: 3 };
    await expect(client.adjudication.decide({ ...given, answer, note: 'no' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
  expect((await client.adjudication.queue({ studyId })).decided).toBe(0);
});

test('a decision that another window made meanwhile is neither overwritten nor taken back unseen', async () => {
  const { engine, studyId } = await studyOfThree();
  const { adjudication } = engine.client;
  const { entries, as } = await adjudication.queue({ studyId });
  const { itemId, criterionId } = entries[0]!;
  const place = { studyId, as, itemId, criterionId };
  const { version } = await adjudication.item(place);
  const decide = (value: number) =>
    adjudication.decide({
      ...{ ...place, version, note: 'read it', clientKey: clientKey() },
      answer: { kind: 'score', value },
    });
  await decide(3);
  const stored = { answer: { kind: 'score', value: 3 }, note: 'read it' };
  await expect(decide(5)).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { stale: { changed: [{ field: 'decision', stored, yours: { answer: { value: 5 } } }] } },
  });
  await expect(adjudication.undo({ ...place, version, clientKey: clientKey() })).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { stale: { changed: [{ stored, yours: null }] } },
  });
  // Who decides the same overwrites nothing.
  expect(await decide(3)).toMatchObject({ decision: stored });
});

test('a decision on an item that was open when the sample was drawn anew is kept, and so is taking it back', async () => {
  const { engine, studyId } = await studyOfThree();
  const { client } = engine;
  const { entries, as } = await client.adjudication.queue({ studyId });
  await client.sample.redraw({ studyId, seed: 4 });
  const { rows } = await client.sample.list({ studyId });
  const gone = entries.find(({ itemId }) => !rows.some((row) => row.itemId === itemId))!;
  const at = { studyId, as, itemId: gone.itemId, criterionId: gone.criterionId };
  const answer = { kind: 'score' as const, value: 3 };
  const decided = await client.adjudication.decide({ ...at, answer, note: 'read', clientKey: clientKey() });
  expect(decided).toMatchObject({ draw: gone.draw, decision: { answer } });
  expect((await client.adjudication.undo({ ...at, clientKey: clientKey() })).decision).toBeNull();
});

test('a decision outside the scale or of the wrong kind is refused and nothing is stored', async () => {
  const { engine, studyId } = await studyOfThree();
  const { client } = engine;
  const { entries, as } = await client.adjudication.queue({ studyId });
  const place = { studyId, as, itemId: entries[0]!.itemId, criterionId: entries[0]!.criterionId };
  for (const answer of [
    { kind: 'score' as const, value: 9 },
    { kind: 'answer' as const, answers: ['three'] },
  ]) {
    await expect(
      client.adjudication.decide({ ...place, answer, note: 'no', clientKey: clientKey() }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  }
  await expect(
    client.adjudication.decide({
      ...place,
      answer: { kind: 'score', value: 3 },
      note: '  ',
      clientKey: clientKey(),
    }),
  ).rejects.toThrow();
  expect((await client.adjudication.queue({ studyId })).decided).toBe(0);
});

test('under the rule "adjudicated" an undecided item holds the estimate back and a decision moves it', async () => {
  const { engine, studyId } = await studyOfThree();
  const { client } = engine;
  await client.team.set({ studyId, finalRule: 'adjudicated', overlap: 3, confirm: true });
  const held = await client.estimate.current({ studyId });
  expect(held.labeled).toBe(0);
  const { entries, as } = await client.adjudication.queue({ studyId });
  const decide = (draw: number, value: number) => {
    const { itemId, criterionId } = entries.find((one) => one.draw === draw)!;
    return client.adjudication.decide({
      studyId,
      as,
      itemId,
      criterionId,
      answer: { kind: 'score', value },
      note: 'read again',
      clientKey: clientKey(),
    });
  };
  await decide(1, 1);
  const first = await client.estimate.current({ studyId });
  expect(first.labeled).toBe(3);
  await decide(1, 2);
  const second = await client.estimate.current({ studyId });
  expect(second.labeled).toBe(3);
  expect(second.estimates[0]!.value).not.toBe(first.estimates[0]!.value);
  await decide(4, 5);
  expect((await client.estimate.current({ studyId })).labeled).toBe(5);
});

test('a label after a decision makes it outdated, on every way out, until it is decided anew', async () => {
  const { engine, studyId } = await studyOfThree();
  const { client } = engine;
  await client.team.set({ studyId, finalRule: 'adjudicated', overlap: 3, confirm: true });
  const { entries, as } = await client.adjudication.queue({ studyId });
  const placeOf = (draw: number) => {
    const { itemId, criterionId } = entries.find((one) => one.draw === draw)!;
    return { studyId, as, itemId, criterionId };
  };
  const decide = (draw: number, value: number) =>
    client.adjudication.decide({
      ...placeOf(draw),
      answer: { kind: 'score', value },
      note: 'read again',
      clientKey: clientKey(),
    });
  for (const draw of [4, 6]) expect((await decide(draw, 3)).decision).toMatchObject({ isOutdated: false });
  expect(await client.adjudication.queue({ studyId })).toMatchObject({ decided: 2, outdated: 0 });

  await client.annotator.choose({ name: 'Cyd' });
  const { batch, items } = await client.label.open({ studyId });
  // Now all three agree; the decision counts none the less, so it must not vanish from the queue.
  await laterThanAll(engine);
  await submit(engine, batch, items[3]!.ref, { kind: 'score', value: 3 });
  const queue = await client.adjudication.queue({ studyId });
  expect(queue).toMatchObject({ differing: 5, decided: 1, outdated: 1 });
  expect(drawsOf(queue.entries)).toEqual([11, 12, 1, 8, 4, 6]);
  expect(queue.entries.at(-2)).toMatchObject({ spread: 0, isDecided: true, isOutdated: true });
  const byDistance = { kind: 'distance', least: 0.5 } as const;
  expect(drawsOf((await client.adjudication.queue({ studyId, filter: byDistance })).entries)).not.toContain(
    4,
  );
  const outdated = await client.adjudication.item(placeOf(4));
  expect(outdated.decision).toMatchObject({ answer: { kind: 'score', value: 3 }, isOutdated: true });
  expect((await client.adjudication.item(placeOf(6))).decision).toMatchObject({ isOutdated: false });
  const reported = async (format: 'html' | 'json' | 'labels-csv') =>
    (await client.report.render({ studyId, format })).content;
  expect(await reported('html')).toContain(
    'Outdated: a label was given, changed or taken back after the decision on draw 4. What was decided still holds.',
  );
  expect(JSON.parse(await reported('json')).agreement.adjudications).toMatchObject({ outdated: 1 });
  const rows = csvRows(await reported('labels-csv'));
  const marks = rows.filter(({ source }) => source === 'adjudication');
  expect(marks.map((row) => [row.draw_order, row.decision_outdated])).toEqual([
    ['4', 'true'],
    ['6', 'false'],
  ]);

  await laterThanAll(engine);
  await client.label.undo({ batch });
  expect((await client.adjudication.queue({ studyId })).outdated).toBe(1);
  await laterThanAll(engine);
  expect((await decide(4, 4)).decision).toMatchObject({ isOutdated: false });
  expect((await client.adjudication.queue({ studyId })).outdated).toBe(0);
  expect(await reported('html')).not.toContain('Outdated:');
});

test('of two replies both are decided, each on the side where the annotators saw it', async () => {
  const { engine, study } = await pairedStudy(4);
  const studyId = study.id;
  const { client } = engine;
  for (const [name, values] of [
    ['Ada', [5, 2]],
    ['Ben', [2, 5]],
  ] as const) {
    await client.annotator.choose({ name });
    const { batch, items } = await client.label.open({ studyId });
    await submit(engine, batch, items[0]!.ref, { kind: 'pair', values: [...values] });
  }
  const { entries, as } = await client.adjudication.queue({ studyId });
  expect(entries).toHaveLength(1);
  const { itemId, criterionId } = entries[0]!;
  const place = { studyId, as, itemId, criterionId };
  const item = await client.adjudication.item(place);
  expect(item.labels[0]!.answer).toEqual({ kind: 'pair', values: [5, 2] });
  expect(JSON.stringify(item)).not.toMatch(/amber|basil|cedar/);
  const answer = { kind: 'pair' as const, values: [4, 3] as [number, number] };
  const decided = await client.adjudication.decide({
    ...place,
    answer,
    note: 'left is better',
    clientKey: clientKey(),
  });
  expect(decided.decision!.answer).toEqual(answer);
  const db = engine.context.session.project!.db;
  expect(db.prepare('SELECT COUNT(*) FROM adjudication').pluck().get()).toBe(2);
});

test('the report tells agreement and decisions', async () => {
  const { engine, studyId } = await studyOfThree();
  const { client } = engine;
  const { entries, as } = await client.adjudication.queue({ studyId });
  const { itemId, criterionId } = entries[0]!;
  const answer = { kind: 'skip' as const, reason: 'broken text' };
  await client.adjudication.decide({
    studyId,
    as,
    itemId,
    criterionId,
    answer,
    note: 'broken text',
    clientKey: clientKey(),
  });
  const { content } = await client.report.render({ studyId, format: 'html' });
  const section = /<h2>Agreement of the annotators<\/h2>[\s\S]*?(?=<h2>)/.exec(content)?.[0];
  expect(section).toMatch(/On 6 items annotators differ; 1 of these \(16\.67 %\) were decided/);
  expect(section).toMatch(/annotator 1, annotator 2: Cohen’s kappa/);
  expect(content).not.toMatch(/\b(Ada|Ben|Cyd)\b/);
  const json = JSON.parse((await client.report.render({ studyId, format: 'json' })).content);
  expect(json.agreement.adjudications).toEqual({
    rule: 'mean',
    differing: 6,
    decided: 1,
    needed: 0,
    neededAndDecided: 0,
    takenBack: 0,
    outdated: 0,
  });
  const { criteria } = await client.agreement.get({ studyId });
  expect(json.agreement.criteria[0].figures).toEqual(criteria[0]!.figures);
  expect(json.agreement.annotators.map(({ name }: { name: string }) => name)).toEqual([
    'annotator 1',
    'annotator 2',
    'annotator 3',
  ]);
  expect(JSON.stringify(json.agreement)).not.toMatch(/Ada|Ben|Cyd|cannot tell/);
});

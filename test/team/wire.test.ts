import { expect, test } from 'vitest';
import type { LabelChange, VisitBatch } from '../../shared/contract/index.ts';
import { submit } from '../core/support/test-engine.ts';
import { fieldsOf } from './fields-of.ts';
import { newKey, portalOnStudy } from './portal-fixture.ts';

const batchFields = [
  'annotator.color',
  'annotator.initials',
  'annotator.name',
  'attempt',
  'batch',
  'completion',
  'consent',
  'done',
  'fields',
  'form.highLabel',
  'form.kind',
  'form.lowLabel',
  'form.max',
  'form.min',
  'form.step',
  'guidelines',
  'guidelinesVersion',
  'items[].flagged',
  'items[].hasNote',
  'items[].ref',
  'items[].state',
  'mustRead',
  'next',
  'practiceRound',
  'qualified',
  'question',
  'redoable',
  'sideBySide',
  'stage',
  'toValidate',
  'total',
  'undoable',
  'unread',
  'waits',
];
const messageFields = ['byLead', 'id', 'isRead', 'ref', 'text', 'toAll', 'writtenAt'].map(
  (name) => `[].${name}`,
);
const itemFields = [
  'conversation[].content',
  'conversation[].role',
  'current',
  'draft',
  'flagged',
  'note',
  'passage',
  'position',
  'ref',
  'replies[].prompt',
  'replies[].text',
  'rightReplies',
  'version',
];
const changeFields = [
  'item.flagged',
  'item.hasNote',
  'item.ref',
  'item.state',
  'next',
  'redoable',
  'ref',
  'undoable',
];

test('what an annotator gets is exactly this, and says nothing of systems, scores, estimates or others', async () => {
  const { engine, study, guestNamed } = await portalOnStudy(12);
  const lead = await engine.client.label.open({ studyId: study.id });
  await submit(engine, lead.batch, lead.items[0]!.ref, { kind: 'score', value: 4 });
  await engine.client.label.note({ batch: lead.batch, ref: lead.items[1]!.ref, note: 'of the lead' });
  const ada = await guestNamed('Ada');
  const all: string[] = [];
  const got = async <T>(name: string, input: unknown, fields: readonly string[]): Promise<T> => {
    const { status, body } = await ada.call<T>(name, input);
    expect(status, name).toBe(200);
    expect([...new Set(fieldsOf(body))].filter((field) => field !== 'fields[]').sort(), name).toEqual(fields);
    all.push(JSON.stringify(body));
    return body;
  };
  const withoutFields = batchFields.filter((field) => field !== 'fields');
  const { batch, next, items } = await got<VisitBatch>('label/open', {}, withoutFields);
  expect(items.every(({ state, hasNote }) => state === 'open' && !hasNote)).toBe(true);
  const at = { batch, ref: next! };
  await got('label/item', at, itemFields);
  const answer = { kind: 'score', value: 2 };
  const sent = { ...at, answer, durationMs: 900, clientKey: newKey() };
  const change = await got<LabelChange>('label/submit', sent, [...changeFields, 'version']);
  expect(change.item.state).toBe('labeled');
  await got('label/flag', { ...at, flagged: true }, changeFields);
  await got('label/note', { ...at, note: 'mine' }, [...changeFields, 'version']);
  await got('label/later', { batch, ref: change.next!, later: true }, changeFields);
  await got('label/draft', { batch, ref: change.next!, draft: 'x' }, ['version']);
  await got('label/undo', { batch }, changeFields);
  await got('label/redo', { batch }, changeFields);
  await engine.client.message.send({
    studyId: study.id,
    annotatorId: null,
    text: 'Hello all',
    clientKey: newKey(),
  });
  const word = { text: 'Which side?', about: at, clientKey: newKey() };
  await got('visit/say', word, []);
  await got('visit/messages', {}, messageFields);
  await got('visit/seen', { messageId: 1 }, []);
  await got('visit/progress', {}, ['items', 'labeled', 'secondsPerItem', 'skipped']);
  const said = all.join('\n');
  for (const secret of [
    'secretive',
    'rival',
    'strict',
    'quality',
    'group-',
    'item-0',
    'data',
    'of the lead',
  ]) {
    expect(said, secret).not.toContain(secret);
  }
  await got('visit/leave', {}, []);
  expect((await ada.call('label/open')).status).toBe(401);
});

test('labels at the door are those of the annotator, from the screen, with the estimate hidden', async () => {
  const { engine, study, guestNamed } = await portalOnStudy(6);
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  for (const guest of [ada, ben]) {
    const { body } = await guest.call<VisitBatch>('label/open');
    const sent = { batch: body.batch, ref: body.next, durationMs: 5, clientKey: newKey() };
    await guest.call('label/submit', { ...sent, answer: { kind: 'score', value: guest === ada ? 1 : 5 } });
  }
  const { members } = await engine.client.team.get({ studyId: study.id });
  expect(members.map(({ name, labeled }) => [name, labeled])).toEqual([
    ['Ada', 1],
    ['Ben', 1],
  ]);
  const rows = engine.context.session
    .project!.db.prepare('SELECT source, estimate_visible AS seen, value FROM label ORDER BY id')
    .all();
  expect(rows).toEqual([
    { source: 'screen', seen: 0, value: 1 },
    { source: 'screen', seen: 0, value: 5 },
  ]);
});

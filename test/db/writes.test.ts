import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addAssignment, listAssignments, replaceAssignments } from '../../db/assignments.ts';
import { leaseMinutesOf, leaseUntil, listLeases, putLease, setDealing } from '../../db/dealing.ts';
import { hasReadGuidelines, putReading } from '../../db/guideline-readings.ts';
import { eachReplyCount } from '../../db/item-levels.ts';
import { ensureJudge } from '../../db/judges.ts';
import { ensurePersona } from '../../db/personas.ts';
import { offeredRuns, offerRuns } from '../../db/portal-validations.ts';
import { getProjectValue, readProjectFacts, setProjectValue } from '../../db/project.ts';
import { ensurePrompt } from '../../db/prompts.ts';
import { ensureProtocolPrompt } from '../../db/protocol-prompts.ts';
import {
  hasConsented,
  listCheckItems,
  listDealtChecks,
  listExclusions,
  markCheckDropped,
  putConsent,
  putDealtCheck,
  putExclusion,
  putQualityPlan,
  replaceChecks,
} from '../../db/quality.ts';
import { insertQuestionKind, listQuestionKinds } from '../../db/question-kinds.ts';
import { eachHumanMean, eachMachineValue } from '../../db/scores.ts';
import { listMembers, replaceMembers } from '../../db/study-members.ts';
import {
  countUnread,
  insertMessage,
  listMessages,
  listOwnMessages,
  messagesReadUpTo,
  newestMessageTo,
  putMessageReading,
} from '../../db/team-messages.ts';
import { makeProject } from './support/made-project.ts';

/* What is put into a project is read back as it was put, and put twice stands once or anew, as it is said of it. */

const db = makeProject();
beforeEach(() => void db.exec('SAVEPOINT each'));
afterEach(() => void db.exec('ROLLBACK TO each; RELEASE each'));
const clear = (...tables: string[]) => tables.forEach((table) => void db.exec(`DELETE FROM ${table}`));
const at = '2026-01-02T03:04:05.678Z';

describe('texts with versions', () => {
  const judge = {
    promptId: 1,
    endpointId: 1,
    model: '',
    temperature: 0,
    maxOutputTokens: 9,
    seed: null,
    repeats: 1,
    itemsPerCall: 1,
  };
  const prompt = {
    ...{ kind: 'rating' as const, instructions: 'i', item: 'i', examples: '' },
    criteria: [
      {
        name: 'tone',
        definition: 'd',
        integer: true,
        scale: { min: 1, max: 5, direction: 'higher' as const },
      },
    ],
  };
  const persona = { role: 'r', expectation: '', metrics: '' };
  const part = { part: 'user' as const, instructions: 'i', message: 'm', last: '' };
  test.each([
    ['a judge', (name: string, hash: string) => ensureJudge(db, { name, ...judge }, { hash, createdAt: at })],
    [
      'a prompt',
      (name: string, hash: string) =>
        ensurePrompt(db, { name, ...prompt }, { hash, builtIn: false, createdAt: at }),
    ],
    [
      'a persona',
      (name: string, hash: string) => ensurePersona(db, { name, ...persona }, { hash, createdAt: at }),
    ],
    [
      'a text of a protocol',
      (name: string, hash: string) => ensureProtocolPrompt(db, { name, ...part }, { hash, createdAt: at }),
    ],
  ])(
    '%s has the next version of its own name for each new text, and keeps that of a known one',
    (_, ensure) => {
      const saved = [
        ensure('new', 'h1'),
        ensure('new', 'h2'),
        ensure('other', 'h1'),
        ensure('new', 'h3'),
        ensure('new', 'h2'),
      ];
      expect(saved.map(({ name, version, createdAt }) => [name, version, createdAt])).toEqual([
        ['new', 1, at],
        ['new', 2, at],
        ['other', 1, at],
        ['new', 3, at],
        ['new', 2, at],
      ]);
    },
  );

  test('a text of a protocol is counted for each part', () => {
    const save = (name: string, hash: string, of: 'user' | 'evaluator') =>
      ensureProtocolPrompt(db, { name, ...part, part: of }, { hash, createdAt: at });
    expect(
      [save('new', 'h', 'user'), save('new', 'h', 'evaluator')].map((one) => [one.part, one.version]),
    ).toEqual([
      ['user', 1],
      ['evaluator', 1],
    ]);
    expect(
      ensurePrompt(db, { name: 'own', ...prompt }, { hash: 'h', builtIn: true, createdAt: at }).builtIn,
    ).toBe(true);
  });
});

test('messages of a team: each once, each to whom it goes, read up to one of them', () => {
  clear('team_message', 'team_message_reading');
  const say = (text: string, annotatorId: number | null, byLead: boolean, studyId = 1) =>
    insertMessage(db, { studyId, annotatorId, itemId: null, byLead, text, clientKey: text, writtenAt: at });
  expect([
    ...[say('to all', null, true), say('to 1', 1, true), say('to 2', 2, true)],
    ...[say('of 1', 1, false), say('elsewhere', null, true, 2), say('to 1', 1, true)],
  ]).toEqual([true, true, true, true, true, false]);
  const texts = (list: readonly { text: string }[]) => list.map(({ text }) => text).sort();
  expect(texts(listMessages(db, 1))).toEqual(['of 1', 'to 1', 'to 2', 'to all']);
  expect(listMessages(db, 1).find(({ text }) => text === 'to 1')).toMatchObject({
    ...{ annotatorId: 1, byLead: true, itemId: null, writtenAt: at },
  });
  expect(texts(listOwnMessages(db, 1, 1))).toEqual(['of 1', 'to 1', 'to all']);
  const [toAll, to1] = ['to all', 'to 1'].map(
    (text) => listMessages(db, 1).find((one) => one.text === text)!.id,
  );
  expect([newestMessageTo(db, 1, 1), newestMessageTo(db, 1, 9), newestMessageTo(db, 7, 1)]).toEqual([
    to1,
    toAll,
    0,
  ]);
  expect([countUnread(db, 1, 1), countUnread(db, 1, 9), messagesReadUpTo(db, 1, 1)]).toEqual([2, 1, 0]);
  const read = (messageId: number) => putMessageReading(db, { studyId: 1, annotatorId: 1, messageId }, at);
  read(toAll!);
  expect([countUnread(db, 1, 1), messagesReadUpTo(db, 1, 1), messagesReadUpTo(db, 1, 2)]).toEqual([
    1,
    toAll,
    0,
  ]);
  read(to1!);
  read(toAll!);
  expect([countUnread(db, 1, 1), messagesReadUpTo(db, 1, 1)]).toEqual([0, to1]);
});

test('checks, consent and exclusions', () => {
  clear('quality_plan', 'check_item', 'check_dealt', 'consent', 'exclusion', 'exclusion_shown');
  const stored = () => db.prepare('SELECT study_id, plan, seed FROM quality_plan').all();
  putQualityPlan(db, 1, { plan: { a: 1 } as never, seed: 5 });
  putQualityPlan(db, 1, { plan: { a: 2 } as never, seed: 6 });
  expect(stored()).toEqual([{ study_id: 1, plan: '{"a":2}', seed: 6 }]);
  const check = (itemId: number) => ({ itemId, expected: `e ${itemId}`, tolerance: 0.5, instruction: 'i' });
  replaceChecks(db, 2, [check(1)]);
  replaceChecks(db, 1, [check(2), check(1)]);
  replaceChecks(db, 1, [check(4), check(2)]);
  expect([listCheckItems(db, 1), listCheckItems(db, 2)]).toEqual([[check(2), check(4)], [check(1)]]);
  const dealt = (itemId: number, beforeItemId: number) =>
    putDealtCheck(db, 1, { annotatorId: 1, itemId, beforeStudyId: 2, beforeItemId });
  dealt(4, 3);
  dealt(2, 1);
  dealt(2, 3);
  markCheckDropped(db, 1, { annotatorId: 1, itemId: 2, isDropped: true });
  markCheckDropped(db, 1, { annotatorId: 2, itemId: 4, isDropped: true });
  const place = { beforeStudyId: 2, isDropped: false };
  expect([listDealtChecks(db, 1, 1), listDealtChecks(db, 1, 2)]).toEqual([
    [
      { ...place, itemId: 4, afterItems: 0, beforeItemId: 3 },
      { ...place, itemId: 2, afterItems: 1, beforeItemId: 1, isDropped: true },
    ],
    [],
  ]);
  markCheckDropped(db, 1, { annotatorId: 1, itemId: 2, isDropped: false });
  expect(listDealtChecks(db, 1, 1).map((one) => one.isDropped)).toEqual([false, false]);
  const given = { studyId: 1, annotatorId: 1, version: 'v' };
  const isGiven = (version: string, annotatorId = 1) => hasConsented(db, 1, annotatorId, version);
  expect(isGiven('v')).toBe(false);
  putConsent(db, given, at);
  putConsent(db, given, at);
  expect([isGiven('v'), isGiven('w'), isGiven('v', 2)]).toEqual([true, false, false]);
  const exclude = (annotatorId: number, reason: string) =>
    putExclusion(db, 1, { annotatorId, reason, excludedAt: at });
  expect([exclude(2, 'r'), exclude(2, 's'), exclude(1, 't')]).toEqual([true, false, true]);
  expect(listExclusions(db, 1)).toEqual([
    { annotatorId: 1, reason: 't', excludedAt: at },
    { annotatorId: 2, reason: 'r', excludedAt: at },
  ]);
});

test('who labels what, until when, by which guidelines', () => {
  clear('assignment', 'dealt_study', 'lease', 'guideline_reading', 'study_member', 'door_validation');
  const one = (annotatorId: number, itemId: number, position: number) => ({ annotatorId, itemId, position });
  replaceAssignments(db, 2, [one(1, 1, 0)]);
  replaceAssignments(db, 1, [one(1, 1, 0)]);
  replaceAssignments(db, 1, [one(2, 2, 1), one(1, 4, 2), one(1, 2, 1)]);
  addAssignment(db, 1, one(1, 2, 9));
  addAssignment(db, 1, one(2, 1, 0));
  expect([listAssignments(db, 1), listAssignments(db, 2)]).toEqual([
    [one(1, 2, 1), one(1, 4, 2), one(2, 1, 0), one(2, 2, 1)],
    [one(1, 1, 0)],
  ]);
  replaceMembers(db, 1, [2, 1]);
  replaceMembers(db, 2, [3]);
  replaceMembers(db, 1, [2]);
  expect([listMembers(db, 1), listMembers(db, 2)]).toEqual([[2], [3]]);
  offerRuns(db, 1, [2, 1]);
  offerRuns(db, 2, [1]);
  offerRuns(db, 1, [2]);
  expect([offeredRuns(db, 1), offeredRuns(db, 2)]).toEqual([[2], [1]]);
  setDealing(db, 1, 5);
  setDealing(db, 2, 7);
  setDealing(db, 1, 6);
  expect([leaseMinutesOf(db, 1), leaseMinutesOf(db, 2)]).toEqual([6, 7]);
  setDealing(db, 1, null);
  expect([leaseMinutesOf(db, 1), leaseMinutesOf(db, 2)].map((minutes) => minutes ?? null)).toEqual([null, 7]);
  const lease = { studyId: 1, annotatorId: 2, itemId: 1 };
  putLease(db, lease, 'until 1');
  putLease(db, lease, 'until 2');
  putLease(db, { ...lease, annotatorId: 1 }, 'until 3');
  expect([leaseUntil(db, lease), leaseUntil(db, { ...lease, itemId: 2 })]).toEqual(['until 2', undefined]);
  expect(listLeases(db, 1, 1)).toEqual([
    { annotatorId: 1, until: 'until 3' },
    { annotatorId: 2, until: 'until 2' },
  ]);
  const read = { studyId: 1, annotatorId: 1, version: 'v' };
  putReading(db, read, at);
  putReading(db, read, at);
  expect([hasReadGuidelines(db, read), hasReadGuidelines(db, { ...read, version: 'w' })]).toEqual([
    true,
    false,
  ]);
});

test('the last word on a kind of question stands, and none takes it back', () => {
  clear('question_kind');
  const say = (kind: 'fits' | 'unresolved' | null, turn = 0, position = 0) =>
    insertQuestionKind(db, 1, {
      ...{ position, turn, annotatorId: 1, kind, createdAt: at },
      cause: kind === 'unresolved' ? 'no-prediction' : null,
    });
  say('fits', 1);
  say('fits');
  say('unresolved');
  say('fits', 0, 1);
  say(null, 0, 1);
  expect(listQuestionKinds(db, 1)).toEqual([
    { position: 0, turn: 0, annotatorId: 1, kind: 'unresolved', cause: 'no-prediction' },
    { position: 0, turn: 1, annotatorId: 1, kind: 'fits', cause: null },
  ]);
});

test('facts of a project, and replies of a data set counted item by item', () => {
  setProjectValue(db, 'name', 'first');
  setProjectValue(db, 'name', 'second');
  setProjectValue(db, 'is_sample', '1');
  expect(getProjectValue(db, 'name')).toBe('second');
  const submitted = db.prepare(`SELECT COUNT(*) FROM label WHERE operation = 'submit'`).pluck().get();
  expect(readProjectFacts(db)).toMatchObject({
    ...{ name: 'second', createdAt: '', isSample: true, datasetCount: 2, itemCount: 6, studyCount: 3 },
    writtenCount: submitted,
  });
  clear('project');
  expect(readProjectFacts(db)).toMatchObject({ name: 'Untitled', isSample: false });
  clear('response');
  db.exec(`INSERT INTO response (item_id, system_id, turn, text) VALUES
    (3, 1, 0, 'a'), (4, 1, 0, 'b'), (4, 1, 1, NULL), (4, 1, 2, 'c'), (5, 2, 0, 'd'), (6, 1, 0, NULL), (7, 1, 0, 'e')`);
  expect([...eachReplyCount(db, 2, 1)].sort()).toEqual([
    [4, 2],
    [6, 0],
  ]);
});

test('scores of more items than are read at once are walked once each, in their order', () => {
  clear('machine_score', 'human_score');
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)';
  db.exec(
    `INSERT INTO machine_score (signal_id, system_id, item_id, value) ${numbers} SELECT 1, 1, i, i / 2.0 FROM n`,
  );
  db.exec(
    `INSERT INTO human_score (criterion_id, system_id, item_id, mean, votes) ${numbers} SELECT 1, 1, i, i / 2.0, '[]' FROM n`,
  );
  const expected = Array.from({ length: 10_001 }, (_, i) => [i + 1, (i + 1) / 2]);
  expect([...eachMachineValue(db, 1, 1)]).toEqual(expected);
  expect([...eachHumanMean(db, 1, 1)]).toEqual(expected);
  db.exec('DELETE FROM machine_score WHERE item_id > 5000');
  expect([...eachMachineValue(db, 1, 1)]).toHaveLength(5000);
});

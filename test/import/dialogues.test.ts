import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatOf } from '../../core/import/formats/registry.ts';
import { openSourceFile } from '../../core/import/readers/source-file.ts';
import { mappingFor } from '../../core/import/resolve-import.ts';
import type { ImportProblem } from '../../shared/errors.ts';
import { importFile, openTestProject, refusalOf, type TestProject } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

/** Imports rows of a table of dialogues by the mapping that is guessed. */
async function importRows(header: string, ...rows: string[]) {
  const path = t.file('turns.csv', `${[header, ...rows].join('\n')}\n`);
  const source = openSourceFile(path);
  const mapping = mappingFor(formatOf('csv'), source.head, undefined);
  source.close();
  return importFile(t, path, { format: 'csv', mapping });
}

const problemOf = async (...rows: string[]): Promise<ImportProblem> =>
  (
    (await refusalOf(importRows('conversation_id,turn,role,text,rating', ...rows))).details
      .problems as ImportProblem[]
  )[0]!;

const items = () =>
  t.db
    .prepare('SELECT external_id AS id, group_key AS "group", conversation FROM item ORDER BY item.id')
    .all() as {
    id: string;
    group: string | null;
    conversation: string;
  }[];

test('a score that repeats in all rows of a dialogue is of the dialogue, which is judged as a whole', async () => {
  const rows = ['a,1,user,Hi,3', 'a,2,bot,Hello,3', 'b,1,user,Bye,1', 'b,2,bot,See you,1'];
  const result = await importRows('conversation_id,turn,role,text,rating', ...rows);
  expect(result).toMatchObject({ items: 2, humanScores: 2 });
  expect(items()[0]).toEqual({
    id: 'a',
    group: null,
    conversation: '[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]',
  });
  expect(t.db.prepare('SELECT text FROM response').pluck().all()).toEqual([null, null]);
});

test('a score that stands once, where the user leaves, is of the dialogue', async () => {
  const rows = ['a,1,user,Hi,', 'a,2,bot,Hello,', 'a,3,user,Fine,5', 'b,1,user,Bye,', 'b,2,bot,See you,1'];
  const result = await importRows('conversation_id,turn,role,text,rating', ...rows);
  expect(result).toMatchObject({ items: 2, humanScores: 2 });
  expect(items().map(({ id }) => id)).toEqual(['a', 'b']);
});

test('scores of replies that are equal stay of replies, where no question has one', async () => {
  const rows = ['a,1,user,Hi,', 'a,2,bot,Hello,3', 'a,3,user,So?,', 'a,4,bot,Well,3'];
  await importRows('conversation_id,turn,role,text,rating', ...rows, 'b,1,user,Yo,', 'b,2,bot,Hm,3');
  expect(items().map(({ id, group }) => [id, group])).toEqual([
    ['a#2', 'a'],
    ['a#4', 'a'],
    ['b#2', 'b'],
  ]);
});

test('equal scores of every question with its reply are of the dialogue only where that is no chance', async () => {
  const header = 'conversation_id,turn,question,response,rating';
  const two = ['a,1,Why so?,Thus.,1', 'a,2,And so?,Thus.,1', 'b,1,How so?,Thus.,0', 'b,2,Who so?,I.,0'];
  expect(await importRows(header, ...two)).toMatchObject({ items: 4, humanScores: 4 });
  const many = Array.from({ length: 12 }, (_, i) => `${i % 3},${i},Why is ${i}?,Thus ${i}.,${i % 3}`);
  const result = await importRows(header, ...many);
  expect(result).toMatchObject({ items: 15, humanScores: 3 });
  expect(result.warnings.join()).toContain('taken as the dialogue');
});

test('`system` answers where nobody else does, and instructs where somebody does', async () => {
  const header = 'dialog_id,speaker,text';
  await importRows(header, 'a,USER,Hi', 'a,SYSTEM,Hello', 'b,USER,Yo', 'b,SYSTEM,Hey');
  expect(t.db.prepare('SELECT text FROM response ORDER BY item_id').pluck().all()).toEqual(['Hello', 'Hey']);
  await importRows(header, 'a,system,Be kind', 'a,user,Hi', 'a,assistant,Hello', 'b,user,Yo');
  expect(items()[2]!.conversation).toContain('{"role":"system","content":"Be kind"}');
});

test('two people who talk are shown as they are called, and named', async () => {
  const result = await importRows(
    'dialog_id,speaker,text',
    'a,Ann,Hi',
    'a,Bob,Hello',
    'b,Ann,Yo',
    'b,Bob,Hey',
  );
  expect(items()[0]!.conversation).toBe('[{"role":"Ann","content":"Hi"},{"role":"Bob","content":"Hello"}]');
  expect(result.warnings).toContain('4 turns by speakers who are neither user nor assistant: Ann, Bob.');
});

test('a vote of one person that comes twice and differs is refused by the name of the turn', async () => {
  const header = 'conversation_id,turn,role,text,annotator,rating';
  const rows = ['a,1,user,Hi,ann,', 'a,2,bot,Hello,ann,3', 'a,2,bot,Hello,ann,4', 'b,1,user,Yo,ann,'];
  const { details } = await refusalOf(importRows(header, ...rows));
  expect((details.problems as ImportProblem[])[0]).toMatchObject({
    line: 4,
    message: expect.stringContaining('"a, turn 2"'),
  });
});

test.each([
  [
    'a place that is none',
    ['a,first,user,Hi,', 'a,second,bot,Hello,3'],
    2,
    'turn',
    'neither a number nor a time',
  ],
  ['a row of no dialogue', ['a,1,user,Hi,', 'a,2,bot,Hello,3', ',3,user,So?,'], 4, 'group', 'which dialogue'],
  [
    'two texts at one place, in rows without order',
    ['a,2,bot,Hello,3', 'a,1,user,Hi,', 'a,2,bot,Hey,4'],
    4,
    'turn',
    'in no order',
  ],
])('%s is refused', async (_what, rows, line, field, words) => {
  const problem = await problemOf(...rows, 'b,1,user,Yo,', 'b,2,bot,Hm,1');
  expect(problem).toMatchObject({ line, field, message: expect.stringContaining(words) });
});

test('replies of two systems at one place of a dialogue are refused', async () => {
  const header = 'conversation_id,turn,role,text,model';
  const rows = ['a,1,user,Hi,', 'a,2,bot,Hello,m1', 'a,2,bot,Hey,m2', 'b,1,user,Yo,', 'b,2,bot,Hm,m1'];
  const { details } = await refusalOf(importRows(header, ...rows));
  expect((details.problems as ImportProblem[])[0]).toMatchObject({
    line: 4,
    message: expect.stringContaining('of different systems'),
  });
});

test('turns that several people scored, without a place, are refused', async () => {
  const header = 'conversation_id,role,text,annotator,rating';
  const rows = ['a,user,Hi,ann,', 'a,bot,Hello,ann,3', 'a,user,Hi,bob,', 'a,bot,Hello,bob,4'];
  const { details } = await refusalOf(importRows(header, ...rows));
  expect((details.problems as ImportProblem[])[0]).toMatchObject({ line: 4, field: 'turn' });
});

test('dialogues that several systems led under one name each become their own', async () => {
  const header = 'conversation_id,turn,role,text,model';
  const led = (model: string) => [`a,1,user,Hi ${model},${model}`, `a,2,bot,Hello,${model}`];
  await importRows(header, ...led('m1'), ...led('m2'));
  expect(items().map(({ id }) => id)).toEqual(['a', 'a~2']);
});

test('replies that each have all turns before them are refused where they would become too much', async () => {
  const long = 'x'.repeat(20_000);
  const rows = Array.from(
    { length: 400 },
    (_, i) => `a,${i},${i % 2 ? 'bot' : 'user'},${long},${i % 2 ? i % 5 : ''}`,
  );
  expect((await problemOf(...rows)).message).toContain('256 MB');
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppendTo } from '../../../core/import/import-request.ts';
import { importWork } from '../../../core/import/import-work.ts';
import { previewImport } from '../../../core/import/preview.ts';
import { resolveImport } from '../../../core/import/resolve-import.ts';
import { previewFiles } from '../../../core/import/together/preview-files.ts';
import { wayToRead } from '../../../shared/mapping.ts';
import { proposedPair } from '../../../shared/study-choices.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from '../scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const count = 24;
const ids = Array.from({ length: count }, (_, i) => `q${i}`);
const table = (name: string, head: string, row: (id: string, i: number) => string | string[]) =>
  t.file(name, `${[head, ...ids.flatMap(row)].join('\n')}\n`);
const replies = (names = 'response_a,response_b') =>
  table('replies.csv', `id,prompt,${names}`, (id, i) => {
    const texts = names.split(',').map((name) => `${name} says that it is ${i}.`);
    return `${id},What is the number ${i}?,${texts.join(',')}`;
  });
const side = (i: number) => (i % 3 === 0 ? 'A' : i % 3 === 1 ? 'B' : 'tie');

const take = ([first, ...others]: readonly string[], append?: AppendTo) =>
  importWork(
    testScope(t),
    resolveImport(
      { settings: { annotator: 'me' } },
      { path: first!, others: others.map((path) => ({ path })), append },
    ),
  );
const addTo = (file: string, systems: readonly string[]) =>
  take([file], { datasetId: 1, furtherRaters: false, isTrial: false, systems });

/** The votes of people for a system in the first items. */
const votesFor = (system: string) =>
  t.db
    .prepare(
      `SELECT votes FROM human_score JOIN system ON system.id = system_id JOIN item ON item.id = item_id
       JOIN criterion ON criterion.id = criterion_id
       WHERE system.name = ? AND criterion.name = 'preference' ORDER BY item.id LIMIT 3`,
    )
    .pluck()
    .all(system);

describe('choices between two replies that stand in another file', () => {
  test.each([
    ['id,annotator,winner', (id: string, i: number) => `${id},Ann,${side(i)}`],
    ['Item ID,Rater,Which is better?,Comment', (id, i) => `${id},Ann,${side(i)},Because it is right so.`],
    ['item,rater,preferred', (id, i) => `${id},Ann,${['Response A', 'Response B', 'Both bad'][i % 3]}`],
    ['prompt,annotator,winner', (_, i) => `What is the number ${i}?,Ann,${side(i)}`],
    [
      'id,annotator,model_a,model_b,winner',
      (id, i) => `${id},Ann,b,a,${['model_b', 'model_a', 'tie'][i % 3]}`,
    ],
    ['id,annotator,preference', (id, i) => `${id},Ann,${['a', 'b', 'tie'][i % 3]}`],
    ['id,rater,confidence,choice', (id, i) => `${id},Ann,${(i % 5) + 1},${['a', 'b', 'same'][i % 3]}`],
    ['id,rater,verdict', (id, i) => `${id},Ann,${['[[A]]', '[[B]]', '[[C]]'][i % 3]}`],
  ] as [string, (id: string, i: number) => string][])('are votes of people: %s', async (head, row) => {
    const choices = table('choices.csv', head, row);
    const result = await take([replies(), choices]);
    expect(result).toMatchObject({ items: count, humanScores: 2 * count, machineScores: 0 });
    expect(votesFor('a')).toEqual(['[1]', '[0]', '[0.5]']);
    expect(votesFor('b')).toEqual(['[0]', '[1]', '[0.5]']);
  });

  test('in whatever order the files are named, and added to a data set as well', async () => {
    const choices = () =>
      table('choices.csv', 'id,annotator,winner', (id, i) => [
        `${id},Ann,${side(i)}`,
        `${id},Bo,${side(i + 1)}`,
      ]);
    expect(await take([choices(), replies()])).toMatchObject({ items: count, humanScores: 2 * count });
    const other = openTestProject();
    t.close();
    t = other;
    await take([replies()]);
    const added = choices();
    const { format, problems } = await previewImport({ path: added, systems: ['a', 'b'] });
    expect([format, problems]).toEqual(['preference-pairs', []]);
    expect(await addTo(added, ['a', 'b'])).toMatchObject({ items: 0, humanScores: 2 * count });
    expect(votesFor('a')).toEqual(['[1,0]', '[0,0.5]', '[0.5,1]']);
  });

  test('by the names of the systems, a judge’s beside a person’s', async () => {
    const choices = table(
      'choices.csv',
      'id,model_a,model_b,human_winner,judge_pick',
      (id, i) => `${id},gpt-4,llama,${i % 3 === 0 ? 'model_a' : 'model_b'},B`,
    );
    const result = await take([replies('gpt-4,llama'), choices]);
    expect(result).toMatchObject({ humanScores: 2 * count, machineScores: 2 * count });
    expect(votesFor('gpt-4')).toEqual(['[1]', '[0]', '[0]']);
  });

  test('of nobody are asked about, and a side that no system has is refused', async () => {
    const choices = table('choices.csv', 'id,winner', (id, i) => `${id},${side(i)}`);
    const { message } = await refusalOf(take([replies(), choices]));
    expect(message).toContain(`${count} choices between two replies: did people make them, or a machine?`);
    const { scales, options } = await previewFiles({ files: [{ path: replies() }, { path: choices }] });
    expect([scales, options?.criteria.map(({ name }) => name)]).toEqual([[], ['preference']]);
    expect(proposedPair(options!, { kind: 'criterion', criterion: 'preference' })).toEqual(['a', 'b']);
    const named = table('named.csv', 'id,annotator,winner', (id, i) => `${id},Ann,${side(i)}`);
    const { details } = await refusalOf(take([replies('gpt-4,llama'), named]));
    expect(details.problems![0]).toMatchObject({
      message: expect.stringContaining('Nothing says between which systems the choice was.'),
      remedy: expect.stringContaining('gpt-4, llama'),
    });
  });

  test.each(['model_1,model_2', 'Bot 1,Bot 2', 'first,second', 'A,B'])(
    'columns that name the systems of a row are no votes: %s',
    async (names) => {
      const called = ['gpt-4', 'llama', 'mistral'];
      const choices = table('choices.csv', `id,${names},winner1,winner2`, (id, i) => {
        const shown = [called[i % 3], called[(i + 1) % 3]];
        return `${id},${shown.join(',')},${side(i)},${side(i + 1)}`;
      });
      const { mapping } = wayToRead('', { choices: 'people' });
      const others = [{ path: choices, mapping }];
      const path = replies(called.join(','));
      const request = resolveImport({ settings: { annotator: 'me' } }, { path, others });
      expect(await importWork(testScope(t), request)).toMatchObject({ humanScores: 2 * count });
      expect(votesFor('gpt-4')).toEqual(['[1,0]', '[0.5,0]', '[1,0]']);
    },
  );

  const called = ['gpt-4', 'llama', 'mistral'];
  const ofPairs = () =>
    table('pairs.csv', 'id,annotator,model_a,model_b,winner', (id, i) => [
      `${id},Ann,gpt-4,llama,${['model_a', 'model_b'][i % 2]}`,
      ...(i % 2 === 0 ? [`${id},Bo,mistral,gpt-4,model_a`] : []),
    ]);

  test('between several pairs of one question are an item each, with the two replies', async () => {
    expect(await take([replies(called.join(',')), ofPairs()])).toMatchObject({
      items: 1.5 * count,
      responses: 3 * count,
      humanScores: 3 * count,
    });
    const items = t.db
      .prepare(
        `SELECT external_id, group_key, conversation, group_concat(name || ': ' || text || ' ' || votes, ' | ')
         FROM item JOIN response r ON r.item_id = item.id JOIN system ON system.id = r.system_id
         JOIN human_score h ON h.item_id = item.id AND h.system_id = system.id GROUP BY item.id ORDER BY item.id LIMIT 3`,
      )
      .raw()
      .all();
    const asked = (i: number) => JSON.stringify([{ role: 'user', content: `What is the number ${i}?` }]);
    expect(items).toEqual([
      [
        'q0: gpt-4 / llama',
        'q0',
        asked(0),
        'gpt-4: gpt-4 says that it is 0. [1] | llama: llama says that it is 0. [0]',
      ],
      [
        'q0: gpt-4 / mistral',
        'q0',
        asked(0),
        'gpt-4: gpt-4 says that it is 0. [0] | mistral: mistral says that it is 0. [1]',
      ],
      [
        'q1: gpt-4 / llama',
        'q1',
        asked(1),
        'gpt-4: gpt-4 says that it is 1. [0] | llama: llama says that it is 1. [1]',
      ],
    ]);
  });

  test('between several pairs, with replies of each system in a file and the questions in another', async () => {
    const questions = table('questions.csv', 'id,prompt', (id, i) => `${id},What is the number ${i}?`);
    const each = called.map((name) =>
      table(`${name}.csv`, 'id,response', (id, i) => `${id},${name} says that it is ${i} here.`),
    );
    expect(await take([questions, ...each, ofPairs()])).toMatchObject({
      items: 1.5 * count,
      responses: 3 * count,
    });
    const first = t.db.prepare('SELECT conversation FROM item LIMIT 1').pluck().get();
    expect(first).toContain('What is the number 0?');
    const without = await refusalOf(take([questions, ...each.slice(0, 2), ofPairs()]));
    expect(without.message).toContain('No file has a reply of "mistral" to "q0".');
  });

  test('between several pairs are refused beside other scores, and for a data set that has the questions', async () => {
    const message =
      'Choices between several pairs were made on one item, "q0": gpt-4 / llama, gpt-4 / mistral.';
    const rated = table(
      'rated.csv',
      'id,annotator,system,rating',
      (id, i) => `${id},Ann,llama,${(i % 5) + 1}`,
    );
    const beside = await refusalOf(take([replies(called.join(',')), rated, ofPairs()]));
    expect(beside.message).toContain(message);
    await take([replies(called.join(','))]);
    const later = await refusalOf(addTo(ofPairs(), called));
    expect(later.message).toContain(message);
  });

  test('of a later turn are refused', async () => {
    const turns = table('turns.csv', 'id,annotator,turn,winner', (id) => `${id},Ann,2,A`);
    const { message: ofTurn } = await refusalOf(take([replies(), turns]));
    expect(ofTurn).toContain('The choice is of turn 2 alone');
  });

  test('a rating of 1 and 2 called "overall", and ratings beside the choices, are no choices', async () => {
    const overall = table('overall.csv', 'id,annotator,overall', (id, i) => `${id},Ann,${(i % 2) + 1}`);
    const { message } = await refusalOf(take([replies(), overall]));
    expect(message).toContain('does not say whose replies its scores are of: overall');
  });
});

describe('a column of choices for each who chose', () => {
  const wide = (names: string, cells: (i: number) => string) =>
    table('wide.csv', `id,prompt,response_a,response_b,${names}`, (id, i) =>
      [id, `What is the number ${i}?`, `It is ${i} surely.`, `It is not ${i} at all.`, cells(i)].join(','),
    );

  test('Annotator 1 and Annotator 2 are votes of two people', async () => {
    const file = wide('Annotator 1,Annotator 2', (i) => `${side(i)},${side(i + 1)}`);
    expect(await take([file])).toMatchObject({ humanScores: 2 * count });
    expect(votesFor('first')).toEqual(['[1,0]', '[0,0.5]', '[0.5,1]']);
  });

  test.each(['Ann,Bo', 'Ann vote,Bo vote', 'ann_choice,bo_choice'])(
    '%s: who chose is asked, by name',
    async (names) => {
      const { message } = await refusalOf(take([wide(names, (i) => `${side(i)},${side(i + 1)}`)]));
      expect(message).toMatch(
        new RegExp(`${2 * count} choices between two replies by ann, bo: did people`, 'i'),
      );
    },
  );

  test('in a file of their own as well', async () => {
    const own = table('own.csv', 'id,Rater 1,Rater 2', (id, i) => `${id},${side(i)},${side(i + 1)}`);
    expect(await take([replies(), own])).toMatchObject({ humanScores: 2 * count });
    expect(votesFor('a')).toEqual(['[1,0]', '[0,0.5]', '[0.5,1]']);
  });

  test('of a choice and further ones in other respects the first counts, and the others are named', async () => {
    const file = wide('annotator,winner_overall,Better fluency', (i) => `Ann,${side(i)},${side(i + 1)}`);
    const { warnings, humanScores } = await take([file]);
    expect(humanScores).toBe(2 * count);
    expect(warnings.join('\n')).toContain(
      '1 column of choices between the two replies kept as a field: Better fluency',
    );
  });

  test('answers of models to a question of two options are no choices', async () => {
    const file = table('options.csv', 'id,question,option_a,option_b,gpt-4,llama', (id, i) =>
      [id, `What is the number ${i}?`, `It is ${i} surely.`, `It is not ${i} at all.`, 'AB'[i % 2], 'B'].join(
        ',',
      ),
    );
    const { format } = await previewImport({ path: file });
    expect(format).not.toBe('preference-pairs');
  });

  test('right answers by letter are no choices', async () => {
    const file = wide('correct_answer,prediction', (i) => `${'AB'[i % 2]},${'AB'[(i + 1) % 2]}`);
    expect(await take([file])).toMatchObject({ humanScores: 0, machineScores: 0 });
  });

  test.each([
    'Bot 1,Bot 2',
    'left system,right system',
    'assistant_a_name,assistant_b_name',
    'model1_id,model2_id',
  ])('two replies are of the systems that stand beside them: %s', async (names) => {
    const file = wide(`annotator,winner,${names}`, (i) => {
      const shown = i % 2 === 0 ? 'gpt-4,llama' : 'llama,gpt-4';
      return `Ann,${side(i)},${shown}`;
    });
    expect(await take([file])).toMatchObject({ responses: 2 * count, humanScores: 2 * count });
    expect(votesFor('gpt-4')).toEqual(['[1]', '[1]', '[0.5]']);
  });

  test.each(['Model A,Model B', 'model_a,model_b', 'System 1,System 2'])(
    'replies under the names of the systems are no systems: %s',
    async (names) => {
      const file = table('named.csv', `prompt,${names},annotator,winner`, (_, i) =>
        [`What is the number ${i}?`, `It is ${i} surely.`, `It is not ${i} at all.`, 'Ann', side(i)].join(
          ',',
        ),
      );
      expect(await take([file])).toMatchObject({ responses: 2 * count, humanScores: 2 * count });
    },
  );
});

test('a choice by the name of a system is no number that is wrong, but lacks its replies', async () => {
  const alone = table('alone.csv', 'id,human_winner', (id, i) => `${id},${i % 2 === 0 ? 'base' : 'tuned'}`);
  const { message, details } = await refusalOf(take([alone]));
  expect(`${message} ${details.remedy}`).toContain('Choose the file with the replies');
  expect(await take([replies('base_response,tuned_response'), alone])).toMatchObject({
    humanScores: 2 * count,
  });
});

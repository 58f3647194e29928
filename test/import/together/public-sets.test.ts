import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../../core/import/import-work.ts';
import { resolveImport } from '../../../core/import/resolve-import.ts';
import { openTestProject, type TestProject, testScope } from '../scope.ts';

/** Small twins of public sets of several files, each of a kind that once came in as something else. */

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const take = (...[first, ...others]: readonly string[]) =>
  importWork(
    testScope(t),
    resolveImport(
      { settings: { annotator: 'me' } },
      { path: first!, others: others.map((path) => ({ path })) },
    ),
  );

const table = (name: string, ...rows: readonly (string | readonly string[])[]) =>
  t.file(name, `${rows.flat().join('\n')}\n`);
const lines = (name: string, records: readonly unknown[]) =>
  t.file(name, `${records.map((one) => JSON.stringify(one)).join('\n')}\n`);
const times = <One>(count: number, one: (at: number) => One) =>
  Array.from({ length: count }, (_, at) => one(at));

const all = (sql: string) => t.db.prepare(sql).raw().all() as unknown[][];
const criteria = () =>
  all(`SELECT criterion.name, system.name, count(*) FROM human_score JOIN criterion ON criterion.id = criterion_id
       JOIN system ON system.id = system_id GROUP BY 1, 2 ORDER BY criterion.id, system.id`);
const signals = () =>
  all(`SELECT signal.name, criterion, system.name, count(*) FROM machine_score JOIN signal ON signal.id = signal_id
       JOIN system ON system.id = system_id GROUP BY 1, 2, 3 ORDER BY signal.id, system.id`);
const systems = () => all('SELECT name FROM system ORDER BY id').flat();
const fieldsOf = (id: string) =>
  JSON.parse(
    t.db.prepare('SELECT meta FROM item WHERE external_id = ?').pluck().get(id) as string,
  ) as unknown;

describe('a reply to each message in each of several ways', () => {
  const styles = ['professional', 'rushed', 'eager'];
  const replies = (name: string, way: string) =>
    table(
      name,
      `question_id,intent,customer_message,${way},generated_response`,
      times(8, (at) =>
        styles.map(
          (style) =>
            `${at},contact,I cannot find my parcel number ${at},${style},A ${style} reply to number ${at}.`,
        ),
      ).flat(),
    );

  test.each(['style', 'condition', 'flavor'])(
    'is of a system each, whatever they are called: %s',
    async (way) => {
      const judged = table(
        'judge_scores.csv',
        `question_id,${way},judge_accuracy,judge_empathy,judge_reasoning`,
        times(8, (at) =>
          styles.map((style) => `${at},${style},${(at % 3) + 2},${(at % 2) + 3},It says what is asked.`),
        ).flat(),
      );
      const rated = table(
        'hand_rating_sheet.csv',
        `rating_id,question_id,${way},customer_message,generated_response,human_accuracy,human_empathy,human_notes`,
        times(
          6,
          (at) =>
            `${at},${at},${styles[at % 3]},I cannot find my parcel number ${at},A ${styles[at % 3]} reply to number ${at}.,${(at % 4) + 1},${(at % 3) + 2},vague`,
        ),
      );
      await take(replies('generated_responses.csv', way), judged, rated);
      expect(systems()).toEqual(styles);
      expect(signals().map((one) => one[3])).toEqual([8, 8, 8, 8, 8, 8]);
      // The number of a rating is no rating.
      expect(criteria()).toEqual(
        ['accuracy', 'empathy'].flatMap((one) => styles.map((style) => [one, style, 2])),
      );
    },
  );

  test('a column with a value for each message, or the same reply for all, names no systems', async () => {
    const constant = table(
      'by_reader.csv',
      'question_id,customer_message,reader,generated_response',
      times(8, (at) =>
        ['north', 'south'].map((one) => `${at},Where is parcel ${at} now?,${one},It is at place ${at}.`),
      ).flat(),
    );
    await take(constant);
    expect(systems()).toEqual(['assistant']);
  });
});

test('fields of an item come from all files that have some', async () => {
  const replies = lines(
    'replies.jsonl',
    times(6, (at) => ({
      id: `c${at}`,
      user_question: `Where is ${at}?`,
      auto_reply: `It is at ${at} o’clock.`,
    })),
  );
  const right = lines(
    'human_ref.jsonl',
    times(6, (at) => ({
      id: `c${at}`,
      human_reference: `At place ${at}.`,
      annotator_notes: `It is vague in ${at}.`,
      source: 'a',
    })),
  );
  const labels = lines(
    'labels.jsonl',
    times(6, (at) => ({ id: `c${at}`, label: ['good', 'so-so', 'poor'][at % 3], source: 'b' })),
  );
  const { took, warnings } = await take(replies, right, labels);
  expect(fieldsOf('c1')).toEqual({ annotator_notes: 'It is vague in 1.', source: 'a', label: 'so-so' });
  expect(took?.find(({ name }) => name.startsWith('Only kept'))?.value).toContain('label');
  expect(warnings.join(' ')).toContain('6 items have other further fields in a later file; the first stay');
});

test('scores by the id that goes with a question beside it find it', async () => {
  const ways = ['baseline', 'rag_only'];
  const replies = table(
    'model_outputs.csv',
    'scenario_id,system_name,prompt,output',
    times(8, (at) =>
      ways.map((way) => `H${at},${way},I want habit ${at} to change.,By ${way} you walk ${at} miles.`),
    ).flat(),
  );
  const judged = table(
    'judge_scores.csv',
    'scenario_id,system_name,metric,score,justification,judge_model',
    times(8, (at) =>
      ways.flatMap((way) =>
        ['safety', 'relevance'].map((one) => `H${at},${way},${one},${(at % 4) + 2},It is safe.,gpt-4o-mini`),
      ),
    ).flat(),
  );
  await take(replies, judged);
  expect(signals()).toEqual(
    ['safety', 'relevance'].flatMap((one) => ways.map((way) => ['gpt-4o-mini', one, way, 8])),
  );
});

test('several tries of a question under each condition are items of their own, scored by the ids of the runs', async () => {
  const runs = times(6, (at) =>
    ['baseline', 'id_prompt'].flatMap((condition) =>
      [1, 2].map((trial) => ({
        run: `q${at}__${condition}__t${trial}`,
        item: `q${at}`,
        condition,
        trial,
        at,
      })),
    ),
  ).flat();
  const replies = lines(
    'runs.jsonl',
    runs.map(({ run, item, condition, trial, at }) => ({
      ...{ run_id: run, item_id: item, category: 'a', condition, trial },
      ...{
        prompt: `What is known of place ${at}?`,
        response: `By ${condition}, try ${trial}: nothing of ${at}.`,
      },
    })),
  );
  const labels = table(
    'human_labels.csv',
    'run_id,item_id,category,condition,trial,human_declined,note',
    runs
      .toReversed()
      .map(
        ({ run, item, condition, trial }) =>
          `${run},${item},a,${condition},${trial},${trial === 2 && condition === 'baseline'},it declines`,
      ),
  );
  await take(replies, labels);
  expect(systems()).toEqual(['baseline', 'id_prompt']);
  expect(all('SELECT count(*), count(DISTINCT group_key) FROM item')).toEqual([[12, 6]]);
  const declined = all(
    `SELECT DISTINCT text LIKE 'By baseline, try 2%', votes FROM human_score h
     JOIN response r ON r.item_id = h.item_id AND r.system_id = h.system_id`,
  );
  expect(declined).toEqual(
    expect.arrayContaining([
      [0, '[0]'],
      [1, '[1]'],
    ]),
  );
  expect(declined).toHaveLength(2);
});

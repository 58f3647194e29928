import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../../core/import/import-work.ts';
import { resolveImport } from '../../../core/import/resolve-import.ts';
import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from '../scope.ts';

/** Small twins of public sets of several files, each of a kind that once came in as something else. */

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const take = async (...[first, ...others]: readonly string[]) =>
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

const none = { references: [], responses: [], human: [], signals: [] };
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

  test.each(['style', 'condition', 'prompt style'])(
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

  test('under a name that says nothing of how they came about are asked about, and the scores after them', async () => {
    const file = replies('generated_responses.csv', 'persona');
    const { message, details } = await refusalOf(take(file));
    expect(message).toContain(
      'Every question was answered once for each “persona” (professional, rushed, eager)',
    );
    const [each, one] = details.ready!.map(
      ({ options }) => JSON.parse(options.map![0]!) as Partial<ColumnMapping>,
    );
    const read = (mapping: Partial<ColumnMapping>) =>
      importWork(
        testScope(t),
        resolveImport({ settings: { annotator: 'me' } }, { path: file, mapping: { ...none, ...mapping } }),
      );
    expect(await read(one!)).toMatchObject({ items: 24, responses: 24 });
    expect(await read(each!)).toMatchObject({ items: 8, responses: 24 });
    const scored = table(
      'scored.csv',
      'question_id,question,persona,response,helpfulness',
      times(8, (at) =>
        styles.map(
          (style) => `${at},Where is parcel ${at}?,${style},A ${style} reply to ${at}.,${(at % 4) + 1}`,
        ),
      ).flat(),
    );
    const whose = await refusalOf(
      (async () =>
        resolveImport(
          { settings: { annotator: 'me' } },
          { path: scored, mapping: { ...none, system: 'persona' } },
        ))(),
    );
    expect(JSON.parse(whose.details.ready![0]!.options.map![0]!)).toMatchObject({
      system: 'persona',
      human: [{ column: 'helpfulness' }],
    });
  });

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

describe('scores in a file of their own', () => {
  const pass = (at: number) => (at % 3 === 0 ? 'fail' : 'pass');
  const tickets = () =>
    lines(
      'tickets.jsonl',
      times(12, (at) => ({
        id: `t${at}`,
        prompt: `Write to customer ${at} of the parcel.`,
        output: `Dear ${at}, it comes on Monday.`,
      })),
    );
  const asked = async (...files: readonly string[]) => {
    const { message, details } = await refusalOf(take(...files));
    return {
      message,
      ways: details.ready?.map(({ says, options }) => ({
        says,
        map: options.map?.map((one) => JSON.parse(one)),
      })),
    };
  };

  test('of two people by their initials, and what they agreed on, are two votes on each', async () => {
    const rated = ['correctness', 'tone', 'pass'];
    const labels = table(
      'human_labels.csv',
      `item_id,split,${['a', 'b', 'consensus'].flatMap((who) => rated.map((one) => `${who}_${one}`)).join(',')}`,
      times(12, (at) => `t${at},dev,${[at % 3, 2, 1, (at + 1) % 3, at % 2, 0, at % 3, 1, 0].join(',')}`),
    );
    const { message, ways } = await asked(tickets(), labels);
    expect(message).not.toContain('consensus');
    const [people] = ways!;
    expect(
      people!.map![1].human.map(({ column, criterion }: Record<string, string>) => [column, criterion]),
    ).toEqual(['a', 'b'].flatMap((who) => rated.map((one) => [`${who}_${one}`, one])));
  });

  test('by names of metrics that tools have, in halves alone, are asked about with the others', async () => {
    const labels = (digits: (at: number) => number) =>
      t.file(
        'labels.json',
        JSON.stringify(
          Object.fromEntries(
            times(12, (at) => [
              `t${at}`,
              { faithfulness: digits(at), answer_relevance: 1, citation_support: at % 2 },
            ]),
          ),
        ),
      );
    const halves = await asked(
      tickets(),
      labels((at) => (at % 3) / 2),
    );
    expect(halves.message).toContain(
      'faithfulness (0 to 1), answer_relevance (1), citation_support (0 to 1)',
    );
    const measured = await asked(
      tickets(),
      labels((at) => at / 12),
    );
    expect(measured.message).toContain('labels.json: citation_support (0 to 1)');
  });

  test('in objects with a note each are people’s where somebody is named, by what each is called', async () => {
    const labels = t.file(
      'labels.json',
      JSON.stringify(
        times(12, (at) => ({
          id: `t${at}`,
          labeled_by: 'human',
          scores: { C1: { result: pass(at), note: '' }, C2: { result: pass(at + 1), note: 'late' } },
          overall_pass: at % 3 === 0,
        })),
      ),
    );
    await take(tickets(), labels);
    expect(criteria()).toEqual([
      ['c1', 'tickets', 12],
      ['c2', 'tickets', 12],
    ]);
  });

  describe('by ids of which each has one reply, of another system', () => {
    const kinds = ['original', 'incomplete'];
    const answers = () =>
      lines(
        'answers.jsonl',
        times(10, (at) =>
          kinds.map((variant) => ({
            id: `q${at}-${variant}`,
            question: `How do I set option ${at} there?`,
            answer: `Set ${at} as ${variant} says.`,
            variant,
          })),
        ).flat(),
      );
    const labels = () =>
      lines(
        'human_labels.jsonl',
        times(10, (at) =>
          kinds.map((kind) => ({
            id: `q${at}-${kind}`,
            faithful: pass(at),
            relevant: pass(at + 1),
            cited_correctly: pass(at + 2),
            note: '',
          })),
        ).flat(),
      );
    const judged = () =>
      lines(
        'judge.jsonl',
        times(10, (at) =>
          kinds.map((kind) => ({
            id: `q${at}-${kind}`,
            faithful: pass(at),
            rationale: `It says what ${at} is for.`,
            model: 'claude-sonnet-5',
          })),
        ).flat(),
      );

    test('are asked about one after the other, and keep what was answered', async () => {
      const first = await asked(answers(), labels());
      expect(first.ways!.map(({ says }) => says)).toEqual([
        'answers.jsonl: A question with all its replies',
        'answers.jsonl: Each reply by itself',
      ]);
      for (const { map } of first.ways!) {
        const again = await refusalOf(
          importWork(
            testScope(t),
            resolveImport(
              { settings: { annotator: 'me' } },
              {
                path: answers(),
                mapping: whole(map![0]),
                others: [{ path: labels(), mapping: whole(map![1]) }],
              },
            ),
          ),
        );
        // Beside two columns that are called so, a third with the same words is asked about, too.
        expect(again.message).toContain('faithful (classes), relevant (classes), cited_correctly (classes)');
        const people = again.details.ready![0]!.options.map!.map((one) => whole(JSON.parse(one)));
        const { scores } = await importWork(
          testScope(t),
          resolveImport(
            { settings: { annotator: 'me' } },
            { path: answers(), mapping: people[0]!, others: [{ path: labels(), mapping: people[1]! }] },
          ),
        ).then(() => ({ scores: criteria() }));
        expect(scores.slice(0, 2)).toEqual([
          ['faithful', 'original', 10],
          ['faithful', 'incomplete', 10],
        ]);
        t.close();
        t = openTestProject();
      }
    });

    test('of a judge that a column of models names, which answered nothing itself', async () => {
      const [byQuestion] = (await asked(answers(), judged())).ways!;
      await importWork(
        testScope(t),
        resolveImport(
          { settings: { annotator: 'me' } },
          { path: answers(), mapping: whole(byQuestion!.map![0]), others: [{ path: judged() }] },
        ),
      );
      expect(signals()).toEqual(kinds.map((kind) => ['claude-sonnet-5', 'faithful', kind, 10]));
    });
  });

  const whole = (mapping: Partial<ColumnMapping>) => ({
    references: [],
    responses: [],
    human: [],
    signals: [],
    ...mapping,
  });
});

describe('replies that were rated blindly', () => {
  const ways = ['baseline', 'rag_only', 'full'];
  const said = (at: number, way: string) => `Walk ${at} miles a day, as ${way} would put it here.`;
  const replies = () =>
    table(
      'outputs.csv',
      'scenario_id,system_name,prompt,output',
      times(6, (at) =>
        ways.map((way) => `H${at},${way},I want habit ${at} to change.,"${said(at, way)}"`),
      ).flat(),
    );
  /** Every reply under a number of its own, in an order that says nothing. */
  const shown = times(6, (at) => ways.map((way) => ({ at, way })))
    .flat()
    .toSorted((one, other) => said(one.at, one.way).length * 7 - other.at * 5 - one.at)
    .map((one, number) => ({ ...one, number: `V${number}` }));
  const worth = (at: number, way: string) => (at % 3) + ways.indexOf(way) + 1;
  const rated = 'annotator,relevance,personalization,safety';
  const votes = (at: number, way: string) => `Ann,${worth(at, way)},${(at % 4) + 1},${(at % 2) + 3}`;

  const areRight = () => {
    const stored = all(
      `SELECT substr(external_id, 2), system.name, votes FROM human_score h JOIN item ON item.id = h.item_id
       JOIN system ON system.id = h.system_id JOIN criterion ON criterion.id = criterion_id
       WHERE criterion.name = 'relevance'`,
    );
    expect(stored).toHaveLength(18);
    for (const [at, way, given] of stored) expect(given).toBe(`[${worth(Number(at), String(way))}]`);
    expect(systems()).toEqual(ways);
    expect(all('SELECT count(*) FROM item')).toEqual([[6]]);
  };

  test('are found by their texts', async () => {
    const sheet = table(
      'rater1.csv',
      `output_id,recommendation,${rated}`,
      shown.map(({ at, way, number }) => `${number},"${said(at, way)}",${votes(at, way)}`),
    );
    await take(replies(), sheet);
    areRight();
  });

  test('are found by a key to their numbers', async () => {
    const key = table(
      'key.csv',
      'output_id,scenario_id,system_name',
      shown.map(({ at, way, number }) => `${number},H${at},${way}`),
    );
    const sheet = table(
      'rater1.csv',
      `output_id,${rated}`,
      shown.map(({ at, way, number }) => `${number},${votes(at, way)}`),
    );
    await take(replies(), key, sheet);
    areRight();
  });

  test.each([false, true])(
    'are found by their texts where one system replied, too, in either order: %s',
    async (isFirst) => {
      const one = table(
        'outputs.csv',
        'id,prompt,response',
        times(6, (at) => `q${at},I want habit ${at} to change.,"${said(at, 'one')}"`),
      );
      const sheet = table(
        'sheet.csv',
        'row_id,response,annotator,rating',
        times(6, (at) => `V${9 - at},"${said(at, 'one')}",Ann,${at % 5}`),
      );
      await take(...(isFirst ? [sheet, one] : [one, sheet]));
      expect(all('SELECT count(*) FROM system')).toEqual([[1]]);
      expect(
        all(
          `SELECT external_id, votes FROM human_score h JOIN item ON item.id = h.item_id ORDER BY external_id LIMIT 3`,
        ),
      ).toEqual([
        ['q0', '[0]'],
        ['q1', '[1]'],
        ['q2', '[2]'],
      ]);
    },
  );

  test('are a system of their own where one of them stands nowhere else', async () => {
    const sheet = table(
      'rater1.csv',
      `output_id,recommendation,${rated}`,
      shown.map(
        ({ at, way, number }) =>
          `${number},"${number === 'V3' ? 'Sleep more than you do at this time.' : said(at, way)}",${votes(at, way)}`,
      ),
    );
    await take(replies(), sheet);
    expect(systems()).toEqual([...ways, 'rater1']);
  });
});

test('choices between two replies that no file has are refused, with the way to take the questions alone', async () => {
  const labels = table(
    'human_labels.csv',
    'id,question,human_winner,notes',
    times(
      8,
      (at) => `S${at},How long is leave ${at} here?,${['A', 'B', 'tie'][at % 3]},it was compared by hand`,
    ),
  );
  const { message, details } = await refusalOf(take(labels));
  expect(message).toContain('human_winner says which of two replies was chosen, but the file has no replies');
  expect(details.ready).toEqual([
    { says: 'The questions alone', options: { map: ['{"id":"id","question":"question"}'] } },
  ]);
  const pairs = table(
    'pairs.csv',
    'id,question,answer_a,answer_b',
    times(8, (at) => `S${at},How long is leave ${at} here?,It is ${at} days long.,Leave takes ${at} days.`),
  );
  await take(pairs, labels);
  expect(criteria()).toEqual([
    ['preference', 'a', 8],
    ['preference', 'b', 8],
  ]);
});

test('evidence beside a label alone is no passage', async () => {
  const replies = lines(
    'replies.jsonl',
    times(6, (at) => ({
      id: `c${at}`,
      question: `Where is parcel ${at}?`,
      reply: `It is at ${at} o’clock.`,
    })),
  );
  const labels = lines(
    'labels.jsonl',
    times(6, (at) => ({
      id: `c${at}`,
      label: ['good', 'so-so', 'poor'][at % 3],
      evidence: `It does not say where ${at} is.`,
    })),
  );
  await take(replies, labels);
  expect(all('SELECT count(context) FROM item')).toEqual([[0]]);
  expect(fieldsOf('c1')).toEqual({ label: 'so-so', evidence: 'It does not say where 1 is.' });
});

describe('rows of a score each', () => {
  const ratings = () =>
    table(
      'human_annotations.csv',
      'art_id,ann,criteriaID,annotation',
      times(6, (at) =>
        [1, 2].flatMap((who) =>
          ['ArtBias', 'Lede'].map((one) => `${at},Ann. ${who},${one},${((at + who) % 4) + 1}`),
        ),
      ).flat(),
    );

  test('by annotators and criteria that are called by other words find the items of their ids', async () => {
    const articles = table(
      'articles.csv',
      'art_id,question,reply',
      times(6, (at) => `${at},What happened on day ${at} there?,The body tells it of day ${at}.`),
    );
    const { details } = await refusalOf(take(articles, ratings()));
    expect(JSON.parse(details.ready![0]!.options.map![1]!)).toMatchObject({
      ...{ id: 'art_id', rater: 'ann', criterion: 'criteriaID' },
      human: [{ column: 'annotation', criterion: 'rating' }],
    });
  });

  test('beside a table of texts of which none was recognized, that is what is said', async () => {
    const articles = table(
      'articles.csv',
      'art_id,title,lede,body',
      times(
        6,
        (at) =>
          `${at},A title of article ${at},The lede says that ${at} happened.,The body tells what happened on day ${at}.`,
      ),
    );
    const { message } = await refusalOf(take(articles, ratings()));
    expect(message).toContain(
      'articles.csv: Nothing in the file was recognized as a question, a passage, a reply or a score.',
    );
  });

  test('find replies by the id of a conversation that goes with each question', async () => {
    const ways = ['zero-shot', 'rag'];
    const replies = table(
      'outputs.csv',
      'system,conversation_id,customer_message,reply',
      ways.flatMap((way) =>
        times(6, (at) => `${way},c${at},Where is parcel ${at} now?,By ${way} it is at ${at}.`),
      ),
    );
    const rated = table(
      'rated.csv',
      'conversation_id,system,human_tone',
      times(6, (at) => `c${at},${ways[at % 2]},${(at % 4) + 1}`),
    );
    await take(replies, rated);
    expect(criteria()).toEqual(ways.map((way) => ['tone', way, 3]));
  });
});

import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { previewImport } from '../../core/import/preview.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import type { AppError } from '../../shared/errors.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

/** Imports as the command line does. */
async function take(name: string, content: string | Buffer, mapping?: Partial<ColumnMapping>) {
  const path = t.file(name, content);
  const empty = { references: [], responses: [], human: [], signals: [] };
  const request = { path, ...(mapping && { mapping: { ...empty, ...mapping } }) };
  return importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, request));
}

/** Pastes the mapping that a refusal offers. */
const pasted = ({ details }: AppError, at = 0) =>
  JSON.parse(details.ready![at]!.options.map![0]!) as Partial<ColumnMapping>;

/** All that a table of the project holds, as one text. */
const stored = (table: string) => JSON.stringify(t.db.prepare(`SELECT * FROM ${table}`).all());

test('a document of columns that was cut anywhere is said to break off', async () => {
  const whole =
    '{"question":{"0":"What is A?","1":"What is B?"},"response":{"0":"So it is.","1":"So it may be."}}';
  for (const letters of [40, 60, 70, 75, 90]) {
    const refused = await refusalOf(take('cut.json', whole.slice(0, letters)));
    expect(refused.message).toBe('The document breaks off in the middle. Nothing was imported.');
  }
});

describe('a table whose cells were never quoted', () => {
  const table = [
    'id\tquestion\tresponse',
    '1\tWhat is a "pun"\tA joke.',
    '2\tWho said it?\t"Nobody did.',
    '3\tWhy?\tBecause of it.',
    '',
  ].join('\n');

  test('is refused with the way to read it, which then holds', async () => {
    const refused = await refusalOf(take('quotes.tsv', table));
    expect(refused.details.ready).toEqual([
      { says: 'Read quotes as letters', options: { map: ['{"quotes":"letters"}'] } },
    ]);
    const { items, responses } = await take('quotes.tsv', table, pasted(refused));
    expect([items, responses]).toEqual([3, 3]);
    expect(stored('response')).toContain('Nobody did.');
  });

  test('offers it in the preview', async () => {
    const { causes } = await previewImport({ path: t.file('quotes.tsv', table) });
    expect(causes.map(({ ways }) => ways?.map(({ mapping }) => mapping.quotes))).toEqual([['letters']]);
  });

  test('offers nothing where a cell runs over lines, so that quotes are no letters', async () => {
    const broken = 'id,question,response\n1,"What\nis it?",A joke.\n2,"Who" said it?,Nobody.\n';
    expect(
      (await refusalOf(take('broken.csv', broken))).details.ready?.map(({ says }) => says) ?? [],
    ).not.toContain('Read quotes as letters');
  });
});

describe('rows without an id that are brought together by what was asked', () => {
  const table = [
    'model,prompt,response',
    'a,Why is it?,Because.',
    'b,Why is it?,No idea.',
    'a,Why is it?,It has to be.',
    '',
  ].join('\n');

  test('have another reply of a system as an item of its own', async () => {
    const { items, responses, warnings } = await take('samples.csv', table);
    expect([items, responses]).toEqual([2, 3]);
    expect(warnings.join()).toContain('to a question that stands there before, each an item of its own');
  });

  test('are refused where the file gave them one id', async () => {
    const withIds = table.replace('model', 'id,model').replaceAll(/^([ab],)/gm, 'q1,$1');
    const refused = await refusalOf(take('ids.csv', withIds));
    expect(refused.message).toContain('The response of "a" of item "q1" differs');
  });
});

describe('what systems make by other names than reply', () => {
  test('is the candidate beside a reference', async () => {
    const record = (at: number) => ({
      candidate: `He ran ${at} miles.`,
      reference: `He ran for ${at} miles.`,
    });
    const lines = [1, 2, 3].map((at) => `${JSON.stringify(record(at))}\n`).join('');
    const { items, responses } = await take('pairs.jsonl', lines);
    expect([items, responses]).toEqual([3, 3]);
    expect(stored('item')).toContain('He ran for 1 miles.');
    expect(stored('response')).toContain('He ran 1 miles.');
  });

  test('is the summary beside the system, and no marked part of it the question', async () => {
    const rows = ['A', 'B'].flatMap((system) =>
      ['wid_0', 'wid_1'].map((who) => `7,${system},The summary of ${system} is here.,The summary of,${who}`),
    );
    const table = ['bbcid,system,summary,hallucinated_span,worker_id', ...rows, ''].join('\n');
    const { responses } = await take('summaries.csv', table);
    expect(responses).toBe(2);
    expect(stored('item')).not.toContain('"role');
    expect(stored('response')).toContain('The summary of B is here.');
  });
});

test('results of Mechanical Turk need no cells for the columns that a requester fills in', async () => {
  const table = [
    'HITId,AssignmentStatus,WorkerId,Input.question,Input.response,Answer.quality,Approve,Reject',
    'h1,Submitted,w1,Why?,Because.,4',
    'h1,Submitted,w2,Why?,Because.,5',
    '',
  ].join('\n');
  const { items, humanScores } = await take('batch.csv', table);
  expect([items, humanScores]).toEqual([1, 1]);
  expect(stored('human_score')).toContain('[4,5]');
});

test('questions with words for answers are named in one warning', async () => {
  const asked = ['tone', 'style', 'mood'];
  const rows = [1, 2, 3].map((at) => `h${at},w1,Why ${at}?,So ${at}.,${asked.map(() => 'warm').join(',')}`);
  const header = `HITId,WorkerId,Input.question,Input.response,${asked.map((one) => `Answer.${one}`).join(',')}`;
  const { warnings } = await take('words.csv', [header, ...rows, ''].join('\n'));
  expect(warnings.filter((one) => one.includes('are words'))).toEqual([
    expect.stringContaining('9 answers to "tone" and 2 other questions'),
  ]);
});

describe('a refusal', () => {
  test('of a table without any text says so, and offers no mapping of ids', async () => {
    const table = 'system_id,bleu,quality\nm1,0.31,4\nm2,0.28,3\n';
    const { details } = await refusalOf(take('averages.csv', table));
    expect(details.ready).toBeUndefined();
    expect(details.remedy).toContain('Choose the file with the replies');
  });

  test('of scores without a reply carries a mapping that is ready to paste', async () => {
    const rows = [1, 2, 3].map((at) => `The first note ${at} is long.,The second note ${at} is long.,${at}`);
    const table = ['note_one,note_two,quality', ...rows, ''].join('\n');
    const refused = await refusalOf(take('notes.csv', table));
    expect(refused.details.ready).toHaveLength(1);
    expect(pasted(refused).responses).toHaveLength(1);
  });
});

test('Parquet without a reply is refused with a mapping that is ready to paste', async () => {
  const columns = ['note_one', 'note_two'].map((name) => ({
    ...{ name, type: 'STRING' as const },
    data: [1, 2, 3].map((at) => `The ${name} of row ${at} is long.`),
  }));
  const file = Buffer.from(
    parquetWriteBuffer({ columnData: [...columns, { name: 'quality', type: 'INT32', data: [3, 4, 5] }] }),
  );
  const refused = await refusalOf(take('notes.parquet', file));
  expect(refused.details.ready).toHaveLength(1);
  const { items, responses } = await take('notes.parquet', file, pasted(refused));
  expect([items, responses]).toEqual([3, 3]);
});

describe('who scored, and what', () => {
  const lines = (row: (at: number) => object) =>
    [1, 2, 3, 4].map((at) => `${JSON.stringify(row(at))}\n`).join('');

  test('a judge has the name that the file gives it', async () => {
    const row = (at: number) => ({
      ...{ question: `Why is it ${at}?`, response: `Because of number ${at}.` },
      ...{ score: at, evaluator: 'gpt-4o-mini' },
    });
    await take('judged.jsonl', lines(row));
    expect(stored('signal')).toContain('gpt-4o-mini');
    expect(stored('human_score')).toBe('[]');
  });

  test('people with an age and an explanation are no judge', async () => {
    const row = (at: number) => ({
      ...{ worker_ids: `A${at}HQGU`, gender: 'female', question: `Why is it ${at}?` },
      ...{
        answers: `Because of number ${at}.`,
        relevance: at,
        explanation: `I read it ${at} times, and so on.`,
      },
    });
    const { humanScores, machineScores } = await take('study.jsonl', lines(row));
    expect([humanScores, machineScores]).toEqual([4, 0]);
  });

  test('a reference is no reply, whatever was scored', async () => {
    const row = (at: number) => ({
      ...{ prompt: `Tell of ${at} boats.`, reference: `There were ${at} boats on the lake.` },
      gen: { fusion: { text: `A boat, number ${at}, is here.`, score: { human: at } } },
    });
    const refused = await take('gen.jsonl', lines(row)).catch((error: AppError) => error);
    expect(stored('response')).not.toContain('boats on the lake');
    expect(JSON.stringify(refused)).not.toContain('"column":"reference","system"');
  });

  test('a list of several lists is no reply, and told', async () => {
    const row = (at: number) => ({ question: `Why is it ${at}?`, response: [[`One ${at}`], [`Two ${at}`]] });
    const { warnings } = await take('lists.jsonl', lines(row));
    expect(warnings.join()).toContain('column kept as a field, as it holds lists of lists: response');
  });
});

describe('tables that look like another kind', () => {
  test('choices with five letters and no header are questions, and no reply of a system', async () => {
    const rows = ['What is it?,a book,a pen,a cup,a hat,a key,E', 'Who is it?,Ann,Ben,Cem,Dan,Eve,A'];
    const { items, responses } = await take('choices.csv', `${rows.join('\n')}\n`);
    expect([items, responses]).toEqual([2, 0]);
    expect(stored('item')).toContain('E. a key');
  });

  test('a table of documents and summaries with labels is no list of labels by id', async () => {
    const rows = [1, 2, 3].map(
      (at) => `${at},The long report of ${at}.,The short one of ${at}.,BART,${at % 2}`,
    );
    const table = ['id,doc,summary,model_name,label', ...rows, ''].join('\n');
    const outcome = await take('summaries.csv', table).catch((error: AppError) => error);
    expect(JSON.stringify(outcome)).not.toContain('Import the items first');
  });
});

test('a long table with every row twice says so', async () => {
  const rows = ['a', 'b'].flatMap((system) =>
    [1, 2].map((at) => `q${at},${system},Why ${at}?,So it is.,${at}`),
  );
  const table = ['id,model,question,response,human_quality', ...rows, ...rows, ''].join('\n');
  const { items, warnings } = await take('twice.csv', table);
  expect(items).toBe(2);
  expect(warnings.join()).toContain('4 rows that repeat an earlier row in all they say');
});

test('cells that hold whole records are named, with what to do; a list of questions alone comes in', async () => {
  const record = (at: number) =>
    `"{'passage': None, 'question': 'Which of ${at}?', 'options': ['(A)1', '(B)2']}"`;
  const refusal = await refusalOf(
    take(
      'few-shot.csv',
      `,math,law\nsample 1,${record(1)},${record(2)}\nsample 2,${record(3)},${record(4)}\n`,
    ),
  );
  expect(refusal.details.remedy).toContain(
    'The cells of "math" and 1 more hold whole records (passage, question, options)',
  );
  const { items, warnings } = await take(
    'list.csv',
    'eventId,questionId,questionText,answer\ne1,0,Kevin set off from Haytor.,Y\ne1,1,Kevin set off from home.,N\n',
  );
  expect(items).toBe(2);
  expect(warnings.join()).toContain('No item has a response');
});

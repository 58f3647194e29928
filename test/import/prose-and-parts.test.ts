import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

/** Small twins of public files whose texts, lists and settings were once taken for something else. */

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const empty = { references: [], responses: [], human: [], signals: [] };

async function take(name: string, content: string, mapping?: Partial<ColumnMapping>) {
  const request = {
    path: t.file(name, content),
    datasetName: `${name} ${Object.keys(mapping ?? {}).join(' ')}`,
    ...(mapping && { mapping: { ...empty, ...mapping } }),
  };
  return importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, request));
}

const refused = (name: string, content: string) => refusalOf((async () => take(name, content))());
const lines = (...records: readonly unknown[]) => `${records.map((one) => JSON.stringify(one)).join('\n')}\n`;
const said = (took: readonly { name: string; value: string }[] | undefined, name: string) =>
  took?.find((one) => one.name === name)?.value;
const mapIn = (warning: string | undefined) =>
  JSON.parse(/--map '(.+)'\)/.exec(warning ?? '')?.[1] ?? 'null') as Partial<ColumnMapping>;

const texts = [
  'The egg is boiled for seven minutes.',
  'The library is open on Sunday from ten.',
  'A fuse melts when too much current flows.',
  'The Ebro is a river in the north of Spain.',
];

describe('texts', () => {
  test.each(['human', 'rating_text', 'score', 'human_written'])(
    'in a column %s are no scores; the texts of a file without replies are offered as replies',
    async (name) => {
      const records = texts.map((text, at) => ({
        article: `A long report, part ${at}, on what was found.`,
        [name]: text,
        longt5: `${text} So it was said in the report.`,
      }));
      const { humanScores, warnings } = await take(`${name}.jsonl`, lines(...records));
      expect(humanScores).toBe(0);
      const map = mapIn(warnings.find((one) => one.includes('kept as')));
      expect(map.responses?.map(({ column }) => column)).toEqual(
        expect.arrayContaining(['longt5', ...(name === 'rating_text' ? [] : [name])]),
      );
      const again = await take(`${name}-again.jsonl`, lines(...records), map);
      expect(again.responses).toBe(4 * map.responses!.length);
    },
  );

  test('are no reply where they are the conversation that a note is of, whatever signs it begins with', async () => {
    const rows = texts.map(
      (text, at) => `D${at},"[doctor] how are you ?\n[patient] fine , thanks .","${text}"`,
    );
    const { took, items } = await take('visits.csv', `encounter,dialogue,note\n${rows.join('\n')}\n`);
    expect(items).toBe(4);
    expect(said(took, 'Passage')).toContain('[doctor] how are you ?');
  });

  test('called a summary of reference are right answers', async () => {
    const rows = texts.map(
      (text, at) => `${at},"Doctor: Hello. Patient: Hi.","${text}","It is said: ${text}"`,
    );
    const { took } = await take(
      'notes.csv',
      `ID,Dialogue,Reference Summary,Automatic Summary\n${rows.join('\n')}\n`,
    );
    expect(said(took, 'Right answer')).toBe(texts[0]);
    expect(said(took, 'Reply of assistant')).toBe(`It is said: ${texts[0]}`);
  });
});

describe('prose in a file of text', () => {
  const choices = (what: string) =>
    `Say how sensitive it is. Choose one: 4) very sensitive, 3) somewhat sensitive, 2) not too sensitive. Information: ${what}`;
  const barred = (at: number) => `hi , how are you tonight ${at} ?|||i am fine , and you ?`;

  test.each([
    ['tier.txt', [choices('Their number'), choices('Their health'), choices('Their calls')], 'sentences'],
    ['context.txt', [barred(1), barred(2), barred(3)], 'parted by bars'],
    [
      'notes.txt',
      ['I think so; it is good; yes.', 'We went there; it rained; alas.', 'No; not; never.'],
      'sentences',
    ],
  ])('%s becomes no table by its commas and bars', async (name, content, message) => {
    const refusal = await refused(name, `${content.join('\n')}\n`);
    expect(refusal.message).toContain(message);
    expect(refusal.details.remedy).toMatch(/\{"(?:id|messages)":/);
  });

  test('is a table where somebody says what its first line is', async () => {
    const content = [choices('Their number'), choices('Their health'), choices('Their calls')].join('\n');
    expect((await take('told.txt', `${content}\n`, { header: 'none' })).items).toBe(3);
  });

  test.each([
    [
      'named.txt',
      'question, response\nWhy so, then?, It is so\nWho is it?, Somebody else\n'.replace(
        'so, then',
        'so then',
      ),
    ],
    [
      'numbered.txt',
      'Why is it so?|It is so by law.|4\nWho is it, then?|It is she.|2\nWhere is it?|It is here.|5\n',
    ],
    ['quoted.txt', '"Why, then?","So, it is."\n"Who, now?","Her, it is."\n"Where, so?","Here, now."\n'],
  ])('is none in %s, which is a table', async (name, content) => {
    const refusal = await take(name, content).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(refusal).not.toContain('no table');
  });
});

test('a document with several lists of questions is refused with their names, and nothing of one is taken', async () => {
  const meeting = {
    topics: [{ topic: 'Opening' }],
    general_query_list: [{ query: 'Sum up the meeting.', answer: texts[0] }],
    specific_query_list: texts.map((answer) => ({ query: 'What was said?', answer })),
    transcripts: [{ speaker: 'Chair', content: 'Welcome.' }],
  };
  const refusal = await refused('meeting.json', JSON.stringify(meeting, null, 1));
  expect(refusal.message).toContain('specific_query_list (query, answer)');
  expect(refusal.details.remedy).toContain("jq -c '.general_query_list[]'");
  expect(refusal.details.ready).toBeUndefined();
});

describe('replies by the id of what was asked', () => {
  const outputs = Object.fromEntries(texts.map((text, at) => [`${at * 7 + 4}`, text]));
  const results = Object.fromEntries(Object.keys(outputs).map((id, at) => [id, at % 2]));

  test('are items where they stand beside the totals of a run', async () => {
    const run = { acc: 75.2, count: 4, args: { model: 'm', options: ['A'] }, results, outputs };
    const { items, responses, took, warnings } = await take('run.json', JSON.stringify(run));
    expect([items, responses]).toEqual([4, 4]);
    expect(said(took, 'First item')).toBe('4');
    expect(said(took, 'Reply of assistant')).toBe(texts[0]);
    expect(warnings.join(' ')).toContain('Left behind beside them: acc, count, args');
  });

  test('are the fields of one record where each line has some', async () => {
    const record = (at: number) => ({ question: `Why ${at}?`, output: { q1: texts[at], q2: texts[at + 1] } });
    const { items } = await take('lines.jsonl', lines(record(0), record(1), record(2)));
    expect(items).toBe(3);
  });
});

describe('turns', () => {
  const talk = (at: number, end: string) =>
    [
      `USER\tIs there a table for ${at} people, please?\tASK\t3,3,4`,
      'SYSTEM\tYes, there is one by the window.\tOFFER\t',
      `USER\tThank you, I will take it${end}\tTHANK\t4,4,4`,
      'SYSTEM\tGood bye.\tBYE\t',
    ].join('\n');

  test('with empty lines between dialogues are those dialogues', async () => {
    const { items, responses, took } = await take(
      'talks.txt',
      `\n${talk(2, '.')}\n\n${talk(3, ', and so, it is.')}\n\n${talk(4, '.')}\n`,
    );
    expect([items, responses]).toEqual([3, 3]);
    expect(said(took, 'Question')).toBe('Thank you, I will take it.');
    expect(said(took, 'Reply of assistant')).toBe('Good bye.');
  });

  test('without such lines are refused, as nothing names a dialogue', async () => {
    const { message } = await refused('talk.txt', `${talk(2, '.')}\n${talk(3, '.')}\n`);
    expect(message).toContain('needs a column that names the dialogue');
  });

  test.each([
    ['speaker and content', (who: string, text: string) => ({ speaker: who, annotation: {}, content: text })],
    ['turn and data', (who: string, text: string) => ({ turn: who, data: { end: false, utterance: text } })],
  ])('of objects with %s are read', async (_, turn) => {
    const record = (at: number) => ({
      scenario: { uuid: `s${at}` },
      dialogue: [turn('driver', `Where is stop ${at}?`), turn('assistant', `It is ${at} miles on.`)],
    });
    const { items, responses, took } = await take('turns.json', JSON.stringify([record(1), record(2)]));
    expect([items, responses]).toEqual([2, 2]);
    expect(said(took, 'Reply of assistant')).toMatch(/1 miles on|conversation itself/);
  });
});

describe('what is known of a run', () => {
  test('is neither question nor reply: the text beside the model is', async () => {
    const record = (at: number) => ({
      question_id: at,
      text: texts[at],
      answer_id: `x${at}Ab`,
      model_id: 'small-7b',
      metadata: { config_dir: 'models/x', prompt: 'Write a response.\n{question}', output_dir: 'output/q' },
    });
    const { responses, took } = await take('answers.jsonl', lines(...[0, 1, 2, 3].map(record)));
    expect(responses).toBe(4);
    expect(said(took, 'Reply of small-7b')).toBe(texts[0]);
    expect(said(took, 'Question')).toBe('none');
  });

  test('a judge wrote about two replies is no third', async () => {
    const record = (at: number) => ({
      input: `What about ${at}, then?`,
      output_1: texts[at],
      output_2: `${texts[at]} Or not.`,
      results: [
        {
          'swap = False': { completion: ['Output (a)', 'stop'] },
          'swap = True': { completion: ['Output (b)', 'stop'] },
        },
      ],
    });
    const { responses, took } = await take('judged.json', JSON.stringify([0, 1, 2].map(record)));
    expect(responses).toBe(6);
    expect(said(took, 'Systems')).toBe('output_1, output_2');
  });
});

test.each([
  ['at the top', (part: object) => part],
  ['in a part', (part: object) => ({ metadata: part })],
])('replies in a list %s, with their systems in another one, are those systems’', async (_, within) => {
  const record = (at: number) => ({
    question_id: at,
    question: `What about ${at}, then?`,
    ...within({ answers: [texts[at], `${texts[at]} Or not.`], model_ids: ['alpha', 'beta'] }),
  });
  const { responses, took } = await take('lists.jsonl', lines(record(0), record(1), record(2)));
  expect(responses).toBe(6);
  expect(said(took, 'Reply of beta')).toBe(`${texts[0]} Or not.`);
  expect(said(took, 'Right answer')).toBeUndefined();
});

test('classes that are asked about come in with what they are worth, as it is pasted', async () => {
  const records = texts.map((response, at) => ({
    context: `Somebody said ${at} things.`,
    response,
    label: at % 2 ? 'Safe' : 'Unsafe',
  }));
  const { details } = await refused('safety.jsonl', lines(...records));
  for (const { options } of details.ready!.filter((one) => one.options.map)) {
    const map = JSON.parse(options.map![0]!) as Partial<ColumnMapping>;
    const { humanScores, machineScores } = await take(
      `s${map.human ? 'h' : 'm'}.jsonl`,
      lines(...records),
      map,
    );
    expect(humanScores + machineScores).toBe(4);
  }
});

test('records by system and by key are items by key, each with the reply of every system', async () => {
  const records = (system: string) =>
    Object.fromEntries(
      ['Theft', 'Fire', 'Flood'].map((key) => [
        key,
        { prompt: `Tell of ${key}.`, response: `${system} on ${key}.` },
      ]),
    );
  const whole = { 'small-7b': records('small'), 'large-13b': records('large'), details: { version: '1.0' } };
  const { items, responses, took, warnings } = await take('runs.json', JSON.stringify(whole, null, 1));
  expect([items, responses]).toEqual([3, 6]);
  expect(said(took, 'Reply of large-13b')).toBe('large on Theft.');
  expect(warnings.join(' ')).toContain('Left behind beside them: details.');
});

test('equal replies to questions that the file does not hold are as many items', async () => {
  const record = (text: string) => ({ text, model: 'small-7b', finish_reason: 'stop' });
  const same = 'The answer is B, of course.';
  const { items, responses } = await take('same.jsonl', lines(...[same, same, ...texts].map(record)));
  expect([items, responses]).toEqual([6, 6]);
});

test('a translation is judged, and the target is its right answer', async () => {
  const record = (at: number) => ({
    src: `Something ${at} was said.`,
    tgt: texts[at],
    hypo: `${texts[at]} Or so.`,
  });
  const { took } = await take('mt.jsonl', lines(record(0), record(1), record(2)));
  expect(said(took, 'Right answer')).toBe(texts[0]);
  expect(said(took, 'Reply of assistant')).toBe(`${texts[0]} Or so.`);
});

test('choices of workers are no right answers, of which two would contradict each other', async () => {
  const rows = (name: string) =>
    Array.from({ length: 12 }, (_, at) => `${name}${at % 4}?,W${at % 3},${at % 2}`).join('\n');
  const { humanScores, warnings } = await take('crowd.csv', `question,worker,answer\n${rows('Is it so ')}\n`);
  expect(humanScores).toBe(0);
  expect(warnings.join(' ')).toContain('column of people, of whom no score was recognized: worker');
  // Names of questions ask nothing.
  const ids = rows('q').replaceAll('?', '');
  const refusal = await refused('ids.csv', `question,worker,answer\n${ids}\n`);
  expect(refusal.details.remedy).toContain('Choose the file with the replies');
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

/** Conversations, replies and passages that stand in one value of a record, in the ways that public files write them. */

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

async function take(name: string, content: string, leaveOut: string[] = []) {
  const mapping = { references: [], responses: [], human: [], signals: [], leaveOut };
  const request = { path: t.file(name, content), ...(leaveOut.length > 0 && { mapping }) };
  return importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, request));
}
const lines = (...records: readonly unknown[]) => `${records.map((one) => JSON.stringify(one)).join('\n')}\n`;
const said = (took: readonly { name: string; value: string }[] | undefined, name: string) =>
  took?.find((one) => one.name === name)?.value;
const turns = () =>
  t.db
    .prepare('SELECT conversation FROM item ORDER BY id')
    .all()
    .map(
      (row) =>
        JSON.parse((row as { conversation: string }).conversation) as { role: string; content: string }[],
    );

describe('a conversation', () => {
  test('of exchanges has the turns of both', async () => {
    const record = (id: number) => ({
      id,
      task: 'CM',
      history: [
        { user: `Is ${id} even?`, bot: 'Let me see.' },
        { user: 'And now?', bot: 'It is.' },
      ],
    });
    await take('turns.jsonl', lines(record(1), record(2), record(3)));
    expect(turns()[0]).toEqual([
      { role: 'user', content: 'Is 1 even?' },
      { role: 'assistant', content: 'Let me see.' },
      { role: 'user', content: 'And now?' },
      { role: 'assistant', content: 'It is.' },
    ]);
  });

  test('of exchanges may have a number beside each', async () => {
    const exchange = (turn: number, asked: string, said: string) => ({
      ...{ turn_id: turn, user_utterance: asked, bot_response: said },
    });
    const record = (id: number) => ({
      id,
      turns_said: [exchange(1, `Is ${id} even?`, 'Let me see.'), exchange(2, 'And now?', 'It is.')],
    });
    await take('numbered.jsonl', lines(record(1), record(2), record(3)));
    expect(turns()[0]!.map(({ content }) => content)).toEqual([
      'Is 1 even?',
      'Let me see.',
      'And now?',
      'It is.',
    ]);
  });

  test('line by line has a time before each, and of messages the type says who speaks', async () => {
    const line = (id: number) => ({
      id,
      said: `[00:01] Customer: Is ${id} even?\n[00:07] Agent: It is not, I see.`,
    });
    await take('times.jsonl', lines(line(1), line(2), line(3)));
    expect(turns()[0]).toEqual([
      { role: 'user', content: 'Is 1 even?' },
      { role: 'assistant', content: 'It is not, I see.' },
    ]);
    const log = (id: number) => ({
      id,
      log: [
        { type: 'user', text: `Is ${id} odd, or is it not?`, ts: 1 },
        { type: 'bot', text: 'It is not.', ts: 2 },
      ],
    });
    await take('types.jsonl', lines(log(4), log(5), log(6)));
    expect(
      turns()
        .at(-1)!
        .map(({ role }) => role),
    ).toEqual(['user', 'assistant']);
  });

  test('of pairs is read by who speaks in each', async () => {
    const record = (id: string) => ({
      id,
      log: [
        ['user', `Hi from ${id}`],
        ['system', 'Hello!'],
      ],
    });
    await take('pairs.jsonl', lines(record('a'), record('b'), record('c')));
    expect(turns()[0]!.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  test('written down line by line, or in one line with bars, is read as turns', async () => {
    const rows = ['a', 'b', 'c'].map(
      (id) =>
        `${id},"USER: I am ${id}, who are you? | AGENT: I look it up. | TOOL (search): found | AGENT: You are ${id}."`,
    );
    await take('log.csv', ['trace_id,conversation_messages', ...rows, ''].join('\n'));
    expect(turns()[0]!.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    const { took } = await take(
      'prompts.jsonl',
      lines(
        ...['a', 'b', 'c'].map((id) => ({
          id,
          prompt: `\n\nHuman: What is ${id}?\n\nAssistant: A letter.\n\nHuman: Which one of them?\n\nAssistant:`,
          response: `It is the letter ${id}, of course.`,
        })),
      ),
    );
    expect(said(took, 'Question')).toBe('Which one of them?');
  });

  test('keeps messages that call tools and say nothing', async () => {
    const traj = (id: number) => [
      { role: 'system', content: 'You are an airline.' },
      { role: 'user', content: `Book seat ${id}.` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ function: { name: 'book', arguments: '{"seat":1}' } }],
      },
      { role: 'tool', content: 'done' },
      { role: 'assistant', content: 'It is booked.', tool_calls: null },
    ];
    await take('runs.json', JSON.stringify([1, 2, 3].map((id) => ({ task_id: id, traj: traj(id) }))));
    expect(turns()[0]!.map(({ role }) => role)).toEqual(['system', 'user', 'tool_call', 'tool', 'assistant']);
  });

  test('is not asked a second time where its first question stands beside it', async () => {
    const record = (id: string) => ({
      id,
      user_query: `How far is ${id}, please?`,
      log: [
        { role: 'user', content: `How far is ${id}, please?` },
        { role: 'assistant', content: 'Not far.' },
      ],
    });
    await take('asked.jsonl', lines(record('a'), record('b'), record('c')));
    expect(turns()[0]).toHaveLength(2);
  });

  test('that holds the steps of an agent is one item, not one for each step', async () => {
    const step = (n: number) => ({ action: `ls ${n}`, observation: 'ok', response: `I look at ${n} now.` });
    const history = [
      { role: 'user', content: 'Fix the bug.' },
      { role: 'assistant', content: 'It is fixed.' },
    ];
    const { items } = await take(
      'run.json',
      JSON.stringify({ trajectory: [step(1), step(2), step(3)], history }),
    );
    expect(items).toBe(1);
  });

  test('that only speakers and texts tell is refused where nothing names it', async () => {
    const row = (n: number) =>
      `SYSTEM\tDo you like film ${n} of them?\tASK\nUSER\tI like it a lot, yes.\tTELL`;
    const refused = await refusalOf(take('turns.tsv', `${[1, 2, 3, 4].map(row).join('\n')}\n`));
    expect(refused.message).toContain('names the dialogue');
    expect(refused.details.problemCount ?? 1).toBe(1);
  });
});

describe('a reply', () => {
  test('in a list of one text is that text', async () => {
    const record = (id: number) => ({
      id,
      prompt: `What is ${id} and why?`,
      output: [`It is the number ${id}.`],
    });
    const { took } = await take('one.jsonl', lines(record(1), record(2), record(3)));
    expect(said(took, 'Reply of assistant')).toBe('It is the number 1.');
  });

  test('of several without names is one system a place', async () => {
    const record = (id: number) => ({
      id,
      prompt: `What is ${id} and why?`,
      outputs: [`It is number ${id}.`, `Nobody knows ${id}.`],
    });
    const { responses, took } = await take('several.jsonl', lines(record(1), record(2), record(3)));
    expect(responses).toBe(6);
    expect(said(took, 'Systems')).toBe('outputs 1, outputs 2');
  });

  test('that is a message is what it says', async () => {
    const record = (id: number) => ({
      id,
      context: [{ role: 'user', text: `Who made film ${id}?` }],
      generation: { role: 'agent', text: `Person ${id} made it.` },
    });
    const { took } = await take(
      'messages.jsonl',
      lines(
        ...[1, 2, 3].map((id) => {
          const { context, generation, ...more } = record(id);
          return { ...more, context: JSON.stringify(context), generation: JSON.stringify(generation) };
        }),
      ),
    );
    expect(said(took, 'Question')).toBe('Who made film 1?');
    expect(said(took, 'Reply of assistant')).toBe('Person 1 made it.');
  });

  test('is no test, patch or right answer by another name', async () => {
    const code = (id: number) => ({
      task_id: `T/${id}`,
      prompt: `def add${id}(a, b):\n    """ Add the two numbers. """`,
      canonical_solution: '    return a + b',
      test: `def check(candidate):\n    assert candidate(1, 2) == 3 # ${id}`,
    });
    const benchmark = await take('benchmark.jsonl', lines(code(1), code(2), code(3)));
    expect(benchmark.responses).toBe(0);
    const exam = (id: number) => ({
      question: `What is the river of land ${id}?`,
      std_answer: `The long river ${id}.`,
    });
    const answers = await take('exam.jsonl', lines(exam(1), exam(2), exam(3)));
    expect(answers.responses).toBe(0);
    expect(said(answers.took, 'Right answer')).toBe('The long river 1.');
  });
});

test('passages with their titles become one text, and none where the list is empty', async () => {
  const record = (id: number) => ({
    id,
    question: `What is ${id} about?`,
    response: `It is about ${id}.`,
    contexts: id === 1 ? [{ document_id: 'd', title: 'Lights', text: 'A lamp.' }] : [],
  });
  const { took } = await take('passages.jsonl', lines(record(1), record(2), record(3)));
  expect(said(took, 'Passage')).toBe('Lights A lamp.');
  const stored = t.db.prepare('SELECT count(*) AS n FROM item WHERE context IS NOT NULL').get() as {
    n: number;
  };
  expect(stored.n).toBe(1);
});

test('an id that is the same in every record is none', async () => {
  const record = (n: number) => ({
    id: 'root',
    messages: [
      { role: 'user', content: `Ask ${n}` },
      { role: 'assistant', content: 'Yes.' },
    ],
  });
  const { items } = await take('traces.json', JSON.stringify([record(1), record(2), record(3), record(4)]));
  expect(items).toBe(4);
});

test('the only text of a file is read as the question, and the way to read it as a reply is said', async () => {
  const { warnings } = await take(
    'answers.jsonl',
    lines(...[1, 2, 3].map((n) => ({ question_id: n, text: `The answer to number ${n} is this.` }))),
  );
  expect(warnings.join(' ')).toContain('"responses":[{"column":"text","system":"assistant"}]');
});

test('metrics of HELM by instance come in together with the requests of the run, and not alone', async () => {
  const refused = await refusalOf(
    take(
      'per_instance_stats.json',
      JSON.stringify([{ instance_id: 'id1', stats: [{ name: { name: 'exact_match' }, mean: 1 }] }]),
    ),
  );
  expect(refused.details.remedy).toContain('scenario_state.json');
});

test('a page for people is refused with what to write in its place', async () => {
  const refused = await refusalOf(
    take('results.html', '<!DOCTYPE html>\n<html><body><table></table></body></html>\n'),
  );
  expect(refused.details.remedy).toContain('results.json');
});

test('pictures and recordings that nobody will see are counted', async () => {
  const record = (id: number) => ({
    id,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: `What is on picture ${id}?` },
          { type: 'image_url', image_url: { url: 'https://pictures.example/1.png' } },
        ],
      },
      { role: 'assistant', content: 'A cat.' },
    ],
  });
  const { warnings } = await take('pictures.jsonl', lines(record(1), record(2)));
  expect(warnings.join(' ')).toContain('2 pictures that are not shown to people');
});

test('scores by id without texts are to be brought together with the replies', async () => {
  const rows = ['id,human_score', 'q1,4', 'q2,5', 'q3,2', ''].join('\n');
  const { details } = await refusalOf(take('scores.csv', rows));
  expect(details.remedy).toContain('--append-to');
});

test('parts of a record that are alike and hold a solution each are replies of the systems they are called by', async () => {
  const record = (id: number) => ({
    question: `How many are ${id} and ${id}?`,
    ground_truth: `They are ${2 * id}, of course.`,
    small: { solution: `I think they are ${id} or so.`, is_correct: false },
    large: { solution: `They are ${2 * id}, says the rule.`, is_correct: true },
  });
  const solutions = lines(record(1), record(2), record(3));
  const asked = await refusalOf(take('solutions.jsonl', solutions));
  expect(asked.message).toContain(
    'small.is_correct (classes), large.is_correct (classes): are these people’s',
  );
  const leaveOut = asked.details.ready!.at(-1)!.options['leave-out']!;
  const { took, responses } = await take('solutions.jsonl', solutions, leaveOut);
  expect(responses).toBe(6);
  expect(said(took, 'Systems')).toBe('small, large');
  expect(said(took, 'Right answer')).toBe('They are 2, of course.');
});

test('a version in the name of a column is a part of the system, not the whole of it', async () => {
  const rows = [1, 2, 3].map((n) => `What is ${n} to you?,It is number ${n} for me.,I would say ${n} again.`);
  const head = 'prompt,maker/model-v0.1_response,other-2_response';
  const { took } = await take('versions.csv', [head, ...rows, ''].join('\n'));
  expect(said(took, 'Systems')).toContain('maker/model-v0.1');
});

test('judgments of MT-Bench alone are refused, and may come with their files', async () => {
  const judgment = {
    question_id: 81,
    model: 'm',
    judge: ['gpt-4', 'single'],
    user_prompt: 'Rate.',
    judgment: 'Good.',
    score: 9,
  };
  const { message } = await refusalOf(
    take('single.jsonl', lines(judgment, { ...judgment, question_id: 82 })),
  );
  expect(message).toContain('but not its questions');
});

test('a conversation that ends with a question, with its right answer beside it, has no reply yet', async () => {
  const record = (id: number) => ({
    id,
    input: [
      { speaker: 'user', text: 'Hello' },
      { speaker: 'agent', text: 'Hi, what is it?' },
      { speaker: 'user', text: `What is ${id}?` },
    ],
    targets: [{ speaker: 'agent', text: `A number, ${id}.` }],
  });
  const { responses, took } = await take('tasks.jsonl', lines(record(1), record(2), record(3)));
  expect(responses).toBe(0);
  expect(said(took, 'Right answer')).toBe('A number, 1.');
});

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ValidationView } from '../../shared/contract/index.ts';
import { bundled } from '../support/bundled.ts';
import { makeWorkplace, type Workplace } from './run-assay.ts';

let place: Workplace;

const questions = ['Who kept the light?', 'Where was she born?'];
const record = {
  id: 'light',
  conversation: questions.map((content) => ({ role: 'user', content })),
  context: 'Edda Halloran, born in Tannoch, kept the light.',
  references: [['Edda Halloran'], ['in Tannoch']],
  responses: { parrot: ['Edda Halloran', 'on the island'] },
};

beforeAll(async () => {
  place = makeWorkplace({ asStarted: ['protocol', 'validate'] });
  const file = path.join(place.dir, 'talks.jsonl');
  writeFileSync(file, `${JSON.stringify(record)}\n`);
  await place.json('init', 'p.assay');
  await place.json('import', 'p.assay', file);
}, 120_000);

afterAll(() => place[Symbol.dispose]());

/** Runs `assay talk` with these lines as what the person types. */
function humanConversation(lines: readonly string[]): Promise<string> {
  const cli = bundled('host/cli.ts');
  const args = [cli.file, 'talk', 'p.assay', '--run', '1', '--annotator', 'Kim'];
  const env = { ...cli.env, ASSAY_DATA_DIR: path.join(place.dir, 'preferences') };
  const child = spawn(process.execPath, args, { cwd: place.dir, env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(said));
  });
}

test('a person leads a conversation line by line, stops, and goes on', { timeout: 240_000 }, async () => {
  const limits = ['--fewest-questions', '2', '--most-questions', '4'];
  const model = ['--model', 'recorded:parrot'];
  await place.json('protocol', 'run', 'p.assay', '--protocol', 'conversation', ...model, ...limits);
  const first = await humanConversation([questions[0]!, ':done']);
  expect(first).toContain('To begin with: Who kept the light?');
  expect(first).toContain('A: Edda Halloran');
  expect(first).toContain('Ask at least 2 questions before you see the passage.');
  expect(first).not.toContain('born in Tannoch');
  expect(first).toContain('Asked 1 question, marked 0 conversations; 1 conversation left.');

  const second = await humanConversation([
    questions[1]!,
    'What did it burn?',
    ':done',
    'r',
    'what?',
    'w',
    'f',
  ]);
  expect(second).toContain('born in Tannoch');
  expect(second).toContain('Type one of: r, w, f, m.');
  expect(second).toContain('Stored 3 marks; 0 conversations left.');
});

test('answers in the data are validated step by step, and reported', { timeout: 240_000 }, async () => {
  const data = ['--dataset', 'talks', '--system', 'parrot', '--validators', '1'];
  const opened = await place.json('validate', 'open', 'p.assay', ...data);
  expect(opened).toMatchObject({ runId: 2, validators: 1, conversations: 1, open: 1 });
  const next = ['validate', 'next', 'p.assay', '--annotator', 'Ola'];
  const { conversation } = await place.json<{ conversation: ValidationView }>(...next);
  const { ref } = conversation;
  expect(JSON.stringify(conversation)).not.toMatch(/parrot|Who kept|on the island/);
  const step = (...said: string[]) =>
    place.json<ValidationView>('validate', 'answer', 'p.assay', '--ref', ref, ...said);
  const asked = await step('--say', 'read');
  expect(asked.current).toEqual({ turn: 0, question: questions[0], answer: null });
  await step('--say', 'unanswerable');
  await step('--say', 'answerable');
  await step('--say', 'incorrect');
  const nowhere = await place.assay('validate', 'answer', 'p.assay', '--ref', ref, '--span', 'in Leith');
  expect(nowhere.exitCode).toBe(1);
  expect(nowhere.stderr).toContain('The passage does not hold these words.');
  const done = await step('--span', 'in Tannoch');
  expect(done).toMatchObject({ phase: 'done', history: [{}, { verdict: { span: { text: 'in Tannoch' } } }] });

  const report = await place.json('validate', 'report', 'p.assay', '--run', '2');
  expect(report).toMatchObject({
    validated: 2,
    incorrect: 2,
    questionList: [{ isAnswerable: false }, { outcome: 'incorrect', spans: ['in Tannoch'] }],
  });
});

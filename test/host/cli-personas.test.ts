import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scriptedModel } from '../core/protocols/support/scripted-model.ts';
import { makeWorkplace } from './run-assay.ts';

test('--persona-file stores personas and runs IQA-EVAL under them', { timeout: 120_000 }, async () => {
  using place = makeWorkplace();
  const put = (name: string, content: unknown) => {
    writeFileSync(path.join(place.dir, name), JSON.stringify(content));
    return name;
  };
  await place.json('init', 'p.assay');
  const item = {
    id: 'a',
    conversation: [{ role: 'user', content: 'When to sow peas?' }],
    reference: ['March'],
  };
  await place.json('import', 'p.assay', put('items.jsonl', item));
  const says = (name: string, texts: { holds: string[]; text: string }[]) => {
    const { command, args } = scriptedModel(place.dir, name, { texts, answers: { 'When?': 'March' } }).spec;
    return `command:${JSON.stringify([command, ...args])}`;
  };
  const judge = says('judge', [
    { holds: ['You garden.', 'Assistant: March'], text: 'So, the answer is: March' },
    { holds: ['You garden.'], text: 'When?' },
    { holds: ['Wants it short.'], text: 'Helpfulness: 4\nFluency: 5\nReason: short' },
  ]);
  const gardener = { name: 'gardener', role: 'You garden.', expectation: 'Wants it short.' };
  const run = await place.json(
    'protocol',
    'run',
    'p.assay',
    '--protocol',
    'iqa-eval',
    '--model',
    says('model', []),
    '--user',
    judge,
    '--judge',
    judge,
    '--persona-file',
    put('gardener.json', gardener),
  );
  expect(run).toMatchObject({
    state: 'finished',
    settings: { personas: [{ ...gardener, version: 1, share: 1 }] },
    scores: { overall: { helpfulness: 4, fluency: 5, accuracy: 1 } },
  });
  const listed = await place.assay('protocol', 'personas', 'p.assay');
  expect(listed.stdout).toMatch(/gardener\s+1\s+You garden\./);
  const cook = { name: 'cook', role: 'You cook.', expectation: 'Wants a recipe.' };
  const added = await place.assay('protocol', 'personas', 'p.assay', '--add', put('cook.json', [cook]));
  expect(added.stdout).toMatch(/cook\s+1\s+You cook\./);
  const text = {
    part: 'leak-check',
    name: 'strict',
    instructions: 'LEAK or NONE?',
    message: '{{follow_up}} {{gold_answer}}',
  };
  const texts = await place.assay('protocol', 'prompts', 'p.assay', '--add', put('text.json', text));
  expect(texts.stdout).toMatch(/leak-check\s+strict\s+1/);
  const wrong = await place.assay(
    ...['protocol', 'run', 'p.assay', '--protocol', 'iqa-eval', '--model', says('model', [])],
    ...['--judge', judge, '--user', judge, '--persona-file', put('wrong.json', { name: 'x' })],
  );
  expect(wrong.stderr).toContain('holds no persona');
  const graded = await place.assay(
    ...['protocol', 'run', 'p.assay', '--protocol', 'iqa-eval', '--model', says('model', [])],
    ...['--judge', judge, '--user', judge, '--right', 'metric=rouge-l'],
  );
  expect(graded.stderr).toContain('Only lost-in-conversation grades answers by a metric.');
});

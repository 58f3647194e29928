import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConversationView } from '../../../renderer/ui/conversation-view.tsx';
import { ShownPictures } from '../../../renderer/ui/markdown.tsx';
import { StepList } from '../../../renderer/ui/run-steps.tsx';
import { argumentsOf, factWords, stepsWords } from '../../../renderer/ui/step-words.ts';
import { groupTurns } from '../../../shared/run-steps.ts';

const turns = [
  { role: 'user', content: 'Is it raining?' },
  { role: 'tool_call', content: 'weather({"city":"Paris"})' },
  { role: 'tool_call', content: 'clock()' },
  { role: 'tool', content: '<b>rain</b>' },
  { role: 'tool', content: 'noon' },
  { role: 'tool', content: 'more' },
  { role: 'assistant', content: 'One moment.' },
  { role: 'assistant', content: '[calls look({"q":1})]' },
];

test('calls and results between turns come together, results in the order of their calls', () => {
  const groups = groupTurns(turns);
  expect(groups.map((group) => ('turn' in group ? group.turn.role : group.steps))).toEqual([
    'user',
    [
      { call: 'weather({"city":"Paris"})', results: ['<b>rain</b>'] },
      { call: 'clock()', results: ['noon'] },
      { call: null, results: ['more'] },
    ],
    'assistant',
    [{ call: '[calls look({"q":1})]', results: [] }],
  ]);
});

test('the fold says how many steps there are, and of which tools', () => {
  const step = (name: string) => ({ call: `${name}(1)`, results: ['x'] });
  expect(stepsWords([step('search')])).toBe('1 step: search');
  expect(stepsWords(['a', 'b', 'a', 'c', 'd'].map(step))).toBe('5 steps: a, b, c, …');
  expect(stepsWords([{ call: null, results: ['x'] }])).toBe('1 step');
  expect(stepsWords([{ call: '[calls look({"q":1})]', results: [] }])).toBe('1 step: look');
});

test('a conversation shows a fold for the steps and the turns around it; text is only text', () => {
  const shown = renderToStaticMarkup(createElement(ConversationView, { turns }));
  expect(shown).toMatch(
    /Is it raining\?.*<details[^>]*><summary>3 steps: weather, clock<\/summary>.*One moment\./s,
  );
  expect(shown).not.toContain('tool_call');
  const [, group] = groupTurns(turns);
  const steps = group && 'steps' in group ? group.steps : [];
  const list = renderToStaticMarkup(createElement(StepList, { steps }));
  expect(list).toContain('&lt;b&gt;rain&lt;/b&gt;');
  expect(list.match(/Result</g)).toHaveLength(3);
});

test('a screenshot in a result is a picture of its step; other addresses stay text', () => {
  const sha256 = 'ab'.repeat(32);
  const outside = '![x](https://example.org/x.png)';
  const result = `before ![screen](assay:picture/${sha256}) after ${outside}`;
  const list = createElement(StepList, { steps: [{ call: 'open()', results: [result] }] });
  const draw = (hash: string, name: string) => createElement('i', null, `${name} ${hash}`);
  const drawn = renderToStaticMarkup(createElement(ShownPictures, { value: draw }, list));
  expect(drawn).toContain(`before <span><i>screen ${sha256}</i></span> after ${outside}`);
  expect(renderToStaticMarkup(list)).toContain('[picture not shown here: screen]');
});

test('a reply with nothing in it says so', () => {
  const shown = (text: string) =>
    renderToStaticMarkup(createElement(ConversationView, { turns, replies: [{ prompt: '', text }] }));
  expect(shown(' ')).toContain('(empty reply)');
  expect(shown('Yes.')).not.toContain('(empty reply)');
});

test('a step shows its tool, what it was given by its fields, its time and its cost', () => {
  const steps = [
    {
      call: 'search({"to":"Oslo","days":[1,2]})',
      results: ['3'],
      facts: { durationMs: 1400, costUsd: 0.0021 },
    },
    { call: 'look("there")', results: ['yes'], facts: { durationMs: 700, depth: 1 } },
  ];
  const list = renderToStaticMarkup(createElement(StepList, { steps }));
  expect(list).toMatch(/search<.*1\.4 s · \$0\.0021.*<dt>to<\/dt><dd>Oslo<\/dd>/s);
  expect(list).toMatch(/--depth:1.*inside a step.*700 ms.*&quot;there&quot;/s);
  expect(list).toMatch(/width:100%.*width:50%/s);
  // The inner step's time is in the outer one's.
  expect(stepsWords(steps)).toBe('2 steps: search, look · 1.4 s, $0.0021');
});

test('arguments that are no object of JSON stand as they were written', () => {
  expect(argumentsOf('run(ls -la)')).toEqual({ text: 'ls -la' });
  expect(argumentsOf('clock()')).toBeNull();
  expect(argumentsOf('no call')).toEqual({ text: 'no call' });
  expect(argumentsOf('[calls look({"q":1})]')).toEqual({ fields: [['q', '1']] });
  expect(argumentsOf('f([1])')).toEqual({ text: '[1]' });
});

test('times and costs are said in units that fit them', () => {
  const said = (durationMs: number) => factWords({ durationMs })[0];
  expect([0.4, 999, 999.6, 59_949, 59_960, 125_000].map(said)).toEqual([
    ...['0 ms', '999 ms', '1.0 s', '59.9 s', '1 min 0 s', '2 min 5 s'],
  ]);
  expect(factWords({ costUsd: 0 })).toEqual(['$0']);
  expect(factWords({ costUsd: 12.5 })).toEqual(['$12.50']);
});

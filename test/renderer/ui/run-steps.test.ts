import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConversationView, StepList } from '../../../renderer/ui/conversation-view.tsx';
import { ShownPictures } from '../../../renderer/ui/markdown.tsx';
import { groupTurns, stepsWords } from '../../../renderer/ui/turn-groups.ts';

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

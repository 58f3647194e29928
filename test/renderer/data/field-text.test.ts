import { expect, test } from 'vitest';
import { fieldText } from '../../../renderer/screens/data/field-text.ts';

test('fields of a file are lines to read', () => {
  const meta = {
    source: 'web',
    hard: true,
    tags: ['a', 'b'],
    questions: [
      { question: 'What is the capital of France?', answers: ['Paris'] },
      { question: 'And of Spain?', answers: ['Madrid', 'In Spain, Madrid'] },
    ],
    note: 'one\ntwo',
    empty: null,
  };
  expect(fieldText(JSON.stringify(meta))).toBe(
    [
      'source: web',
      'hard: true',
      'tags: a, b',
      'questions:',
      '  - question: What is the capital of France?',
      '    answers: Paris',
      '  - question: And of Spain?',
      '    answers:',
      '      - Madrid',
      '      - In Spain, Madrid',
      'note:',
      '  one',
      '  two',
      'empty: ',
    ].join('\n'),
  );
  expect(fieldText('no JSON {')).toBe('no JSON {');
});

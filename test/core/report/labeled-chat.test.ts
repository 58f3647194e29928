import { expect, test } from 'vitest';
import { chatTurns, saidTurns } from '../../../core/data/chat-turns.ts';

const user = (content: string) => ({ role: 'user' as const, content });
const said = (...given: Parameters<typeof chatTurns>) =>
  saidTurns(chatTurns(...given))
    .map(({ role, content }) => `${role[0]}:${content}`)
    .join(' ');

test.each([
  [['q1', 'q2', 'q3'], ['r'], 'u:q1 u:q2 u:q3 a:r'],
  [['q1', 'q2'], ['r1', 'r2'], 'u:q1 a:r1 u:q2 a:r2'],
  // A turn before those that were answered has no reply, as on the screen.
  [['q1', 'q2', 'q3'], ['r2', 'r3'], 'u:q1 u:q2 a:r2 u:q3 a:r3'],
  // The first reply of one more than there are turns begins the conversation, as on the screen.
  [['q1'], ['r1', 'r2'], 'a:r1 u:q1 a:r2'],
  [['q1'], [], 'u:q1'],
])('turns %j with replies %j', (turns, replies, chat) => {
  expect(said(turns.map(user), replies)).toBe(chat);
});

test('what else was said between the turns that are answered has no place beside the replies to them', () => {
  const assistant = { role: 'assistant' as const, content: 'o1' };
  expect(said([user('q1'), assistant, user('q2')], ['r1', 'r2'])).toBe('u:q1 a:r1 u:q2 a:r2');
  expect(said([user('q1'), assistant, user('q2')], ['r'])).toBe('u:q1 a:o1 u:q2 a:r');
});

import type { Turn } from '../../../../shared/contract/index.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { cellJson } from '../../readers/tables/cell-values.ts';
import { messageText, plainTurn } from '../chats/message-content.ts';

/** What two systems were asked, and what each of them replied: one text, or one for each turn of the user. */
export interface PairTexts {
  readonly turns: readonly Turn[];
  readonly replies: readonly [readonly string[], readonly string[]];
}

/** A value that a table holds as the text of a JSON list, as the list. */
export const listed = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('[') ? (cellJson(value) ?? value) : value;

/**
 * Texts of a text, a list of texts in which nothing stands for an empty one, or nothing.
 *
 * @param mayBeListed whether a text may hold a list as JSON: where the prompt is one text, a reply such as `[1, 2]` is one, too
 */
function texts(value: unknown, mayBeListed = true): string[] | null {
  const found = mayBeListed ? listed(value) : value;
  if (typeof found === 'string') return [found];
  if (found === null || found === undefined) return [''];
  if (!Array.isArray(found) || found.length === 0) return null;
  return found.every((one) => typeof one === 'string' || one === null) ? found.map((one) => one ?? '') : null;
}

/** The turns of a list of messages, or of a transcript with "Human:" and "Assistant:"; null when it is neither. */
function messages(value: unknown): Turn[] | null {
  const found = listed(value);
  if (typeof found === 'string') return transcript(found);
  if (!Array.isArray(found) || found.length === 0) return null;
  const turns = found.map((one): Turn | null => {
    if (typeof one !== 'object' || one === null) return null;
    const turn = plainTurn(one as JsonObject);
    const text = messageText(turn);
    return typeof turn.role === 'string' && text !== null ? { role: turn.role, content: text } : null;
  });
  return turns.every((turn) => turn !== null) ? turns : null;
}

const speaker = /\n\n(Human|Assistant):/;

/** The turns of a transcript such as Anthropic published them. */
function transcript(text: string): Turn[] | null {
  const start = text.startsWith('\n\n') ? text : `\n\n${text}`;
  if (!start.startsWith('\n\nHuman:')) return null;
  const [, ...parts] = start.split(speaker);
  return Array.from({ length: parts.length / 2 }, (_, at) => ({
    role: parts[2 * at] === 'Human' ? 'user' : 'assistant',
    content: parts[2 * at + 1]!.trim(),
  }));
}

const isReply = ({ role }: Turn) => role === 'assistant';
const isSame = (one: Turn | undefined, other: Turn | undefined) =>
  one !== undefined && one.role === other?.role && one.content === other.content;

/**
 * What is asked and replied in a pair.
 *
 * @param asked the prompt: a text, texts or messages; the conversations hold it where it is missing
 * @param turn how many turns of the user were judged; all by default
 * @returns null when the texts are of no known shape; 'differ' when the two were asked different things
 */
export function pairTexts(
  asked: unknown,
  first: unknown,
  second: unknown,
  turn: number | null,
): PairTexts | 'differ' | null {
  const whole = [messages(first), messages(second)] as const;
  if (whole[0] && whole[1]) return ofConversations(cut(whole[0], turn), cut(whole[1], turn));
  const mayBeListed = typeof asked !== 'string';
  const replies = [texts(asWritten(first), mayBeListed), texts(asWritten(second), mayBeListed)] as const;
  if (!replies[0] || !replies[1]) return null;
  const before = asked === undefined || asked === null ? [] : messages(asked);
  const prompts = before ? null : texts(asked);
  const turns = before ?? prompts?.map((content) => ({ role: 'user', content }));
  if (!turns) return null;
  const count = turns.filter(({ role }) => role === 'user').length;
  const fits = replies.every((one) => one!.length === 1 || one!.length === count);
  return fits ? { turns, replies: [replies[0], replies[1]] } : null;
}

/** A reply that a file holds as a number or as true is what it says. */
const asWritten = (reply: unknown): unknown =>
  typeof reply === 'boolean' || typeof reply === 'number' ? String(reply) : reply;

/** The beginning of a conversation, up to the replies to so many turns of the user. */
function cut(turns: readonly Turn[], most: number | null): readonly Turn[] {
  if (most === null) return turns;
  let seen = 0;
  const end = turns.findIndex(({ role }) => role === 'user' && ++seen > most);
  return end < 0 ? turns : turns.slice(0, end);
}

/** Where all but the last replies are the same, the last ones are what is judged; else every reply is. */
function ofConversations(first: readonly Turn[], second: readonly Turn[]): PairTexts | 'differ' {
  const [a, b] = [first.findLastIndex(isReply), second.findLastIndex(isReply)];
  if (a >= 0 && a === b && first.slice(0, a).every((turn, at) => isSame(turn, second[at]))) {
    return { turns: first.slice(0, a), replies: [[first[a]!.content], [second[b]!.content]] };
  }
  const asked = [first, second].map((turns) => turns.filter((turn) => !isReply(turn)));
  const [turns, other] = asked as [Turn[], Turn[]];
  if (turns.length !== other.length || !turns.every((turn, at) => isSame(turn, other[at]))) return 'differ';
  return { turns, replies: [repliesOf(first), repliesOf(second)] };
}

/** What followed each turn of the user, an empty text where nothing did. */
function repliesOf(turns: readonly Turn[]): string[] {
  const replies: string[][] = [];
  for (const { role, content } of turns) {
    if (role === 'user') replies.push([]);
    else if (role === 'assistant') replies.at(-1)?.push(content);
  }
  return replies.map((parts) => parts.join('\n'));
}

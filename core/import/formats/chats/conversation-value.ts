import { speakerRole, speakerRoles } from '../../evidence/dialogues/speaker-roles.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { isTurns } from '../../readers/json/record-columns.ts';
import { cellList } from '../../readers/tables/cell-values.ts';
import {
  areAnswered,
  areExchanges,
  arePairs,
  callsOf,
  messageText,
  plainTurn,
  toolResults,
  turnsSaid,
} from './message-content.ts';
import { plainMessages } from './plain-message.ts';

/** The roles that chats have without any reading of names. */
const usualRoles: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'developer',
  'tool',
  'tool_call',
]);

/**
 * The turns that one value of a record holds, or a cell of a table: a list of messages, of exchanges (`[{"user": "...", "bot": "..."}]`),
 * of pairs (`[["user", "..."], ["bot", "..."]]`), or a text with who speaks before each line. Undefined for anything else.
 */
export function turnsIn(cell: string): JsonObject[] | undefined {
  const list = flat(cellList(cell));
  if (!Array.isArray(list)) return transcriptTurns(cell, 'one speaker is enough');
  if (list.length === 0) return [];
  if (isTurns(list)) return withRoles(turnsOfMessages(list));
  if (areExchanges(list)) return list.flatMap(turnsOfExchange);
  if (arePairs(list))
    return withRoles(
      list.map(([role, content]) => ({ role, content })),
      true,
    );
  if (areAnswered(list))
    return list.flatMap(([asked, answered]) => [
      { role: 'user', content: asked },
      ...(answered === null ? [] : [{ role: 'assistant', content: answered }]),
    ]);
  if (list.every((one) => typeof one === 'string')) {
    const isSpoken = list.every((one) => spokenIn(one.trim()) !== undefined);
    return transcriptTurns(list.join('\n'), isSpoken ? 'one speaker is enough' : undefined);
  }
  return undefined;
}

/** Messages of which some stand in lists of their own, as several from one call do, in one list. */
const flat = (list: unknown): unknown =>
  Array.isArray(list) && !arePairs(list) && list.some(isJsonObject) ? list.flat() : list;

const turnsOfMessages = (list: readonly JsonObject[]): JsonObject[] =>
  list.flatMap((message) => plainMessages(message).flatMap((one) => turnsOfMessage(one as JsonObject)));

/** One message as turns: its text with what it has beside, or its text, each call of a tool and each result. */
function turnsOfMessage(message: JsonObject): JsonObject[] {
  const turn = plainTurn(message);
  const [calls, results] = [callsOf(turn), toolResults(turn)];
  if (calls.length === 0 && results === null) {
    const { role, content, tool_calls: _, ...more } = turn;
    const said = messageText(turn) ?? JSON.stringify(content);
    // A step of a logged dialogue may be a call of an interface, in fields of its own.
    const isStep = said === '' && content === undefined && Object.keys(more).length > 0;
    return [{ role, content: isStep ? JSON.stringify(more) : said, ...(isStep ? {} : more) }];
  }
  const { content } = turn;
  const said = Array.isArray(content) ? content.filter((part) => !isOfTool(part)) : content;
  const text = messageText({ content: said ?? '' }) ?? '';
  return turnsSaid({ role: String(turn.role), content: text, calls, results: results ?? [] });
}

const isOfTool = (part: unknown): boolean =>
  isJsonObject(part) && /^tool_(?:use|result|call)$|^function_call$/.test(String(part.type));

const turnsOfExchange = (exchange: JsonObject): JsonObject[] =>
  Object.entries(exchange)
    .filter(([, text]) => typeof text === 'string')
    .map(([name, content]) => ({ role: speakerRole(name) ?? name, content }));

/** Turns by the roles that the names of their speakers tell, where a name is none of the usual ones. */
function withRoles(turns: readonly JsonObject[], areNames = false): JsonObject[] {
  const speakers = turns.map(({ role }) => String(role));
  const isUsual = speakers.every((name) => usualRoles.has(name));
  if (isUsual && !areNames) return [...turns];
  const roles = speakerRoles(speakers);
  return turns.map((turn) => ({ ...turn, role: roles.get(String(turn.role)) ?? turn.role }));
}

const longestName = 60;

/** When something was said, as logs have it before each line: `[00:01]`, `12:30:05 -`. */
const timeBefore = /^[[(]?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?[\])]? ?[-–]? ?(?=\p{L})/u;

/** Who speaks in a line, and what: `**User:** hello`, `TOOL (search): ...`; undefined where the line goes on with what was said before. */
function spokenIn(given: string): { name: string; said: string } | undefined {
  const line = given.replace(timeBefore, '');
  const colon = line.indexOf(':');
  if (colon < 1 || colon > longestName) return undefined;
  const name = line
    .slice(0, colon)
    .replaceAll(/[*|[\]<>]/g, ' ')
    .split('(')[0]!
    .trim();
  const words = name.split(' ').filter((word) => word !== '' && !/^\d+$/.test(word));
  const areRoles =
    words.length > 0 && words.length <= 2 && words.every((word) => speakerRole(word) !== undefined);
  return areRoles
    ? {
        name,
        said: line
          .slice(colon + 1)
          .replace(/^\*{2}/, '')
          .trim(),
      }
    : undefined;
}

/** The lines of a transcript; one that stands in a single line is cut at its bars. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.filter((line) => line.trim() !== '').length > 1 ? lines : text.split(' | ');
}

/** Letters of a text that show whether it is a transcript. */
const lettersLooked = 20_000;

/** The turns of a text in which a user and an assistant speak line by line; undefined for any other text. */
function transcriptTurns(text: string, speakers?: 'one speaker is enough'): JsonObject[] | undefined {
  const turns: { role: string; lines: string[] }[] = [];
  for (const line of linesOf(text.trim())) {
    const spoken = spokenIn(line.trim());
    if (spoken) turns.push({ role: spoken.name, lines: [spoken.said] });
    else if (turns.length === 0) return undefined;
    else turns.at(-1)!.lines.push(line);
  }
  const read = turns.map(({ role, lines }) => ({ role, content: lines.join('\n').trim() }));
  // A prompt ends with the name of who is to answer.
  if (read.at(-1)?.content === '') read.pop();
  const named = withRoles(read, true);
  const roles = new Set(named.map(({ role }) => role));
  const isAsked = roles.has('user') && (roles.has('assistant') || read.length < turns.length);
  return isAsked || (speakers && roles.size > 0) ? named : undefined;
}

/** Whether a text is a conversation written down line by line. */
export const isTranscript = (text: string): boolean =>
  transcriptTurns(text.slice(0, lettersLooked)) !== undefined;

/**
 * The text of a reply that stands in a cell as a message, as a list of messages, of which the last of an assistant counts, or as a list
 * that holds one text.
 */
export function replyIn(cell: string, isList: boolean): string {
  if (!/^\s*[[{]/.test(cell)) return cell;
  const list = cellList(/^\s*\{/.test(cell) ? `[${cell}]` : cell);
  if (!Array.isArray(list) || list.length === 0) return cell;
  const [only] = list as unknown[];
  if (typeof only === 'string') return isList && list.length === 1 ? only : cell;
  if (!isTurns(list)) return cell;
  const turns = withRoles(turnsOfMessages(list));
  const reply =
    turns.findLast(({ role }) => role === 'assistant') ?? (turns.length === 1 ? turns[0] : undefined);
  return typeof reply?.content === 'string' && reply.content !== '' ? reply.content : cell;
}

import {
  isIdOfItem,
  isSystemName,
  lastName,
  names,
  plainName,
  spacedName,
} from '../../evidence/column-names.ts';
import { type Look, lookAt } from '../../evidence/column-values.ts';
import { isCalledReply, isJudgedText } from '../../evidence/reply-columns.ts';
import { suggestMapping } from '../../evidence/suggest-mapping.ts';
import { asText } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { readsAsReply } from '../annotation/chat-task.ts';

/** Which field of the tasks of a file holds what; a field that is called so already is not named. */
interface TaskRoles {
  readonly system?: string | undefined;
  readonly response?: string | undefined;
  readonly question?: string | undefined;
  readonly context?: string | undefined;
}

/** Tasks whose values are looked at. */
const tasksSeen = 1000;
const longestName = 60;

/**
 * What the fields that people were shown hold, by their names and by the values of all tasks together: names of systems, the reply that
 * was rated, and the passage. The evidence is that of columns of a table.
 *
 * @param tasks the fields of each task, at least one
 */
export function rolesOf(tasks: readonly JsonObject[]): TaskRoles {
  const seen = tasks.slice(0, tasksSeen);
  const columns = [...new Set(seen.flatMap((fields) => Object.keys(fields)))];
  const rows = seen.map((fields) => columns.map((column) => asText(fields[column] ?? '')));
  const looks = new Map(columns.map((column, at) => [column, lookAt(rows.map((row) => row[at]!))]));
  const system = systemAmong(columns, looks);
  const rest = columns.filter((column) => column !== system);
  const suggested = suggestMapping(
    columns,
    rows.map((row) => [...row]),
  );
  const called = suggested.responses.map(({ column }) => column).filter(isRated);
  const judged = rest.filter((column) => isJudgedText(column, looks.get(column)!));
  const replies = called.length > 0 ? called : judged;
  const response = rest.some(readsAsReply) || replies.length !== 1 ? undefined : replies[0];
  const unlike = (column: string | undefined) => (column === response ? undefined : column);
  const isTold = (column: string | undefined) =>
    column !== undefined && [plainName(column), spacedName(column)].some((one) => isNameOfText(one));
  return {
    ...(system !== undefined && { system }),
    ...(response !== undefined && { response }),
    ...(isTold(suggested.question) && { question: unlike(suggested.question) }),
    ...(isTold(suggested.context) && { context: unlike(suggested.context) }),
  };
}

const isNameOfText = (name: string): boolean =>
  [...names.question, ...names.context, ...names.conversation, 'text'].includes(name);

const isRated = (column: string): boolean =>
  isCalledReply(column, plainName(lastName(column))) || isJudgedText(column);

/** The field that names the system, where none is called "system" or "model": short names, no text. */
function systemAmong(columns: readonly string[], looks: ReadonlyMap<string, Look>): string | undefined {
  if (columns.includes('system') || columns.includes('model')) return undefined;
  return columns.find((column) => {
    const look = looks.get(column)!;
    const isCalled = [plainName(column), spacedName(column)].some((one) => isSystemName(one));
    return (
      isCalled &&
      look.filled > 0 &&
      !look.areTexts &&
      !look.areTurns &&
      look.all.split('\u0000').every((cell) => cell.length <= longestName)
    );
  });
}

/** The fields with the names that the reader of tasks knows. */
export function withRoles(fields: JsonObject, roles: TaskRoles): JsonObject {
  const known = new Map(
    Object.entries(roles)
      .filter(([role, column]) => column !== undefined && column !== role && fields[role] === undefined)
      .map(([role, column]) => [column as string, role]),
  );
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [known.get(name) ?? name, value] as const),
  );
}

/** The field that gives each task's item a name of its own; undefined where none does. */
export function idAmong(
  tasks: readonly { readonly fields: JsonObject; readonly asked: string; readonly reply: string }[],
): string | undefined {
  const columns = Object.keys(tasks[0]?.fields ?? {});
  return columns.find((column) => {
    const plain = spacedName(column);
    if (!isIdOfItem(plain) && !(names.id as readonly string[]).includes(plain)) return false;
    const asked = new Map<string, string>();
    const replies = new Set<string>();
    return tasks.every((task) => {
      const id = asText(task.fields[column] ?? '').trim();
      const reply = `${id}\u0000${task.reply}`;
      if (id === '' || id.length > longestName || /^[[{]/.test(id) || replies.has(reply)) return false;
      replies.add(reply);
      const before = asked.get(id);
      asked.set(id, task.asked);
      return before === undefined || before === task.asked;
    });
  });
}

const otherSide: Readonly<Record<string, string>> = { left: 'right', first: 'second', a: 'b', 1: '2' };
/** Fields beside the texts of two sides: their ids, systems and places. */
const isNoText = /(?:^|_)(?:id|uid|model|system|bot|name|url|link|score|seed|hash)(?:_|$)/;

/** The two fields that hold the texts of two sides, `reply_left` and `reply_right`, `A` and `B`, where one such pair is in all tasks. */
export function taskSides(tasks: readonly JsonObject[]): readonly [string, string] | undefined {
  const columns = Object.keys(tasks[0] ?? {});
  const byName = new Map(columns.map((column) => [spacedName(column), column]));
  const found = [...byName].flatMap(([plain, column]): [string, string][] => {
    const words = plain.split('_');
    const at = words.findIndex(
      (word, place) => otherSide[word] !== undefined && (place === 0 || place === words.length - 1),
    );
    if (at < 0 || isNoText.test(plain)) return [];
    const other = byName.get(words.with(at, otherSide[words[at]!]!).join('_'));
    const areTexts =
      other !== undefined &&
      tasks.every((one) => [column, other].every((name) => asText(one[name] ?? '') !== ''));
    return areTexts ? [[column, other]] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** A task with the texts of its sides under the names that pairs have. */
export function withSides(fields: JsonObject, sides: readonly [string, string] | undefined): JsonObject {
  if (sides === undefined) return fields;
  const { [sides[0]]: first, [sides[1]]: second, ...rest } = fields;
  return { ...rest, response_a: first, response_b: second };
}

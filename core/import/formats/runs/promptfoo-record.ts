import type { Turn } from '../../../../shared/contract/index.ts';
import { parseJson } from '../../../platform/files/parse-json.ts';
import { asText, emptyRecord } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { meanOf } from '../../readers/record-fields.ts';
import { messageText } from '../chats/message-content.ts';
import type { PromptfooRow } from './promptfoo-row.ts';

/** The rows of one item, and whether they are the turns of a conversation. */
export interface GatheredItem {
  readonly line: number;
  readonly isConversation: boolean;
  readonly rows: PromptfooRow[];
}

/** What promptfoo's own judges are called together; each of their checks is a criterion. */
const judgeName = 'promptfoo';

const questionNames = ['question', 'message', 'query', 'input', 'prompt', 'instruction', 'text', 'body'];
const contextNames = ['context', 'passage', 'document', 'documents'];
const referenceNames = [
  'reference',
  'expected',
  'ideal',
  'answer',
  'target',
  'ground_truth',
  'expected_output',
];

/** One item as a record of Assay's own format; `group` is what it shares with others that ask the same. */
export function promptfooRecord(
  id: string,
  item: GatheredItem,
  systemOf: (row: PromptfooRow) => string,
  group: string | null = null,
): JsonObject {
  const bySystem = Map.groupBy(
    item.rows.toSorted((a, b) => a.order - b.order),
    systemOf,
  );
  const longest = [...bySystem.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  const first = longest[0]!;
  const references = longest.map(({ vars }) => named(vars, referenceNames));
  return {
    id,
    ...(group !== null && { group }),
    conversation: item.isConversation ? longest.map(questionOf) : (first.said ?? messagesOf(item.rows)),
    context: named(first.vars, contextNames)[0] ?? null,
    ...(references.some((turn) => turn.length > 0) && { references }),
    responses: responsesOf(bySystem, longest.length),
    human: votesOf(bySystem),
    judge: { [judgeName]: scoresOf(bySystem, ({ judge }) => judge) },
    auto: bySignal(scoresOf(bySystem, ({ auto }) => auto)),
    meta: { vars: item.isConversation ? longest.map(({ vars }) => vars) : first.vars },
  };
}

/** A system that failed in any turn has no response: an error is nothing to judge. */
function responsesOf(bySystem: ReadonlyMap<string, readonly PromptfooRow[]>, turns: number) {
  const responses = emptyRecord<string | string[]>();
  for (const [system, rows] of bySystem) {
    const texts = rows.flatMap(({ output }) => output ?? []);
    if (texts.length !== turns) continue;
    responses[system] = turns === 1 ? texts[0]! : texts;
  }
  return responses;
}

/** Every person's vote on an item of one turn; of a conversation the mean over its turns. */
function votesOf(bySystem: ReadonlyMap<string, readonly PromptfooRow[]>): JsonObject {
  const means = scoresOf(bySystem, ({ human }) => human);
  return Object.fromEntries(
    Object.entries(means).map(([system, mean]) => {
      const [row, another] = bySystem.get(system)!;
      return [system, row && another === undefined ? row.human : mean];
    }),
  );
}

/** Means over the turns of an item, by system and name; where a system has no response there is nothing scored. */
function scoresOf(
  bySystem: ReadonlyMap<string, readonly PromptfooRow[]>,
  scores: (row: PromptfooRow) => Readonly<Record<string, readonly number[]>>,
): Record<string, Record<string, number>> {
  const means = emptyRecord<Record<string, number>>();
  for (const [system, rows] of bySystem) {
    const values = emptyRecord<number[]>();
    for (const row of rows) {
      for (const [name, all] of Object.entries(scores(row))) {
        if (all.length > 0) values[name] = [...(values[name] ?? []), meanOf(all)];
      }
    }
    const names = Object.keys(values);
    if (names.length === 0) continue;
    means[system] = emptyRecord<number>();
    for (const name of names) means[system][name] = meanOf(values[name]!);
  }
  return means;
}

/** Turns {system: {metric: value}} into {metric: {system: value}}. */
function bySignal(scores: Record<string, Record<string, number>>): Record<string, Record<string, number>> {
  const turned = emptyRecord<Record<string, number>>();
  for (const [system, metrics] of Object.entries(scores)) {
    for (const [metric, value] of Object.entries(metrics)) {
      turned[metric] ??= emptyRecord<number>();
      turned[metric][system] = value;
    }
  }
  return turned;
}

/** The conversation that a test asks about: the prompt when every system got the same one, else its variables. */
function messagesOf(rows: readonly PromptfooRow[]): Turn[] {
  const first = rows[0]!;
  if (first.prompt !== '' && rows.every(({ prompt }) => prompt === first.prompt)) {
    return chatOf(first.prompt) ?? [{ role: 'user', content: first.prompt }];
  }
  return [questionOf(first)];
}

/** What the user says in one turn. */
function questionOf({ vars, prompt }: PromptfooRow): Turn {
  const said =
    chatOf(prompt)?.findLast(({ role }) => role === 'user')?.content ?? named(vars, questionNames)[0];
  const all = Object.entries(vars).map(([name, value]) => `${name}: ${asText(value)}`);
  return { role: 'user', content: said ?? (all.length > 0 ? all.join('\n') : prompt) };
}

/** The messages of a prompt that is a JSON list of them. */
function chatOf(prompt: string): Turn[] | undefined {
  if (!prompt.trimStart().startsWith('[')) return undefined;
  try {
    const messages = parseJson(prompt);
    if (!Array.isArray(messages)) return undefined;
    const turns = messages.map((message: unknown): Turn | null => {
      if (typeof message !== 'object' || message === null) return null;
      const { role } = message as JsonObject;
      const content = messageText(message as JsonObject);
      return typeof role === 'string' && content !== null ? { role, content } : null;
    });
    return turns.length > 0 && turns.every((turn) => turn !== null) ? turns : undefined;
  } catch {
    return undefined;
  }
}

function named(vars: JsonObject, names: readonly string[]): string[] {
  for (const name of names) {
    const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
    if (typeof value === 'string' && value !== '') return [value];
    if (Array.isArray(value) && value.length > 0) return value.map(asText);
  }
  return [];
}

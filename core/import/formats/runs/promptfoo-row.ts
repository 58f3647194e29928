import type { Turn } from '../../../../shared/contract/index.ts';
import { asText, emptyRecord, type JsonAt } from '../../readers/json/json-at.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { messageText } from '../chats/message-content.ts';
import { isModelGraded } from '../score-names.ts';

/** One result of promptfoo: one provider's output for one test and prompt. */
export interface PromptfooRow {
  readonly testId: string;
  /** Place of the test in its run, which orders the turns of a conversation. */
  readonly order: number;
  readonly conversationId: string | null;
  readonly provider: string;
  readonly promptLabel: string;
  /** The prompt as it was sent: a text, or a JSON list of messages. */
  readonly prompt: string;
  readonly vars: JsonObject;
  /** What was said before the output where the provider talked in turns, or wrote the question anew; null where the prompt was sent as it is. */
  readonly said: readonly Turn[] | null;
  /** Null where the provider failed. */
  readonly output: string | null;
  /** Every vote, by criterion: promptfoo gives a person's rating no name, but Assay does. */
  readonly human: Readonly<Record<string, number[]>>;
  readonly judge: Readonly<Record<string, number[]>>;
  readonly auto: Readonly<Record<string, number[]>>;
}

/**
 * Checks one row. Null, with a problem, when it is no object.
 *
 * @param tests of rows without a number of their test (versions 1 and 2): its number by what it asks; goes on in place
 */
export function readPromptfooRow(
  row: JsonAt,
  number: number,
  tests: Map<string, number>,
): PromptfooRow | null {
  if (!row.isObject) {
    row.wrong('an object', 'Export the results again with promptfoo.');
    return null;
  }
  const test = row.get('testCase');
  const order = row.get('testIdx').number();
  const prompt = row.get('prompt');
  const raw = typeof prompt.value === 'string' ? prompt : prompt.get('raw');
  const output = row.first('response', 'output');
  const said = output.isObject ? output.get('output') : output;
  const turns = turnsOf(output.get('metadata')) ?? turnsOf(row.get('metadata'));
  // What Assay wrote of a row that nobody rated says nothing.
  const isOwn = !test.get('metadata').get('draw_order').isMissing;
  const scores = readScores(row, !said.isMissing && !isOwn);
  const shown = prompt.first('label', 'display').name();
  const named = providerOf(row.get('provider'));
  const ofShown = named === null ? shownProvider(shown) : null;
  return {
    testId: test.get('metadata').get('item_id').id() ?? testOf(row, order, tests),
    order: order ?? number,
    conversationId: test.get('metadata').get('conversationId').name(),
    provider: named ?? ofShown ?? 'provider',
    promptLabel: isAskedByPrompt(row)
      ? ''
      : ((ofShown ? shown?.slice(ofShown.length + 3) : shown) ?? row.get('promptIdx').name() ?? ''),
    prompt: raw.text() ?? '',
    vars: Object.fromEntries(
      row
        .first('vars')
        .entries()
        .map(([name, { value }]) => [name, value]),
    ),
    output: turns?.reply ?? (said.isMissing ? null : asText(said.value)),
    said: turns?.before ?? null,
    ...scores,
  };
}

/**
 * The conversation that a provider held, where it says so: attacks in several turns (`redteamHistory`), simulated users (`messages`), and
 * attacks that word the question anew (`redteamFinalPrompt`). The prompt of the test was then not what the system read.
 */
function turnsOf({ value }: JsonAt): { before: Turn[]; reply?: string } | undefined {
  const { redteamHistory, messages, redteamFinalPrompt: final } = (value ?? {}) as JsonObject;
  const told = objectsIn(redteamHistory).flatMap(({ prompt, output }) => [
    { role: 'user', content: prompt },
    { role: 'assistant', content: output },
  ]);
  const turns = (told.length > 0 ? told : objectsIn(messages)).flatMap((one): Turn[] => {
    const content = messageText(one);
    return typeof one.role === 'string' && content !== null ? [{ role: one.role, content }] : [];
  });
  const last = turns.at(-1);
  if (last?.role === 'assistant' && turns.length > 1)
    return { before: turns.slice(0, -1), reply: last.content };
  return typeof final === 'string' && final !== ''
    ? { before: [{ role: 'user', content: final }] }
    : undefined;
}

const objectsIn = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isJsonObject) : []);

/** Versions 1 and 2 do not number tests: rows with the same variables, or without any the same prompt, are of one test. */
function testOf(row: JsonAt, order: number | null, tests: Map<string, number>): string {
  const own = order === null ? row.get('id').id() : `test-${order}`;
  if (own !== null) return own;
  const { value: vars } = row.get('vars');
  const { value: prompt } = row.get('prompt');
  const asked = isAskedByPrompt(row) ? (isJsonObject(prompt) ? prompt.raw : prompt) : vars;
  const key = JSON.stringify(asked) ?? '';
  const test = tests.get(key) ?? tests.size;
  tests.set(key, test);
  return `test-${test}`;
}

/** Whether the prompt is the question itself, so that another prompt is another test and no variant of the system. */
function isAskedByPrompt(row: JsonAt): boolean {
  const { value: vars } = row.get('vars');
  const isNumbered = !row.get('testIdx').isMissing || !row.get('id').isMissing;
  return !isNumbered && !(isJsonObject(vars) && Object.keys(vars).length > 0);
}

function providerOf(provider: JsonAt): string | null {
  if (!provider.isObject) return provider.name();
  return provider.get('label').name() ?? provider.get('id').name();
}

/** Version 1 names the provider only before the prompt, where a run had several: "[openai:gpt-4] Answer {{question}}". */
function shownProvider(shown: string | null): string | null {
  const id = shown?.startsWith('[') ? shown.slice(1, Math.max(shown.indexOf('] '), 1)) : '';
  // The start of a prompt, such as "[INST] ", is no provider: an id has a kind or is a path.
  return id.includes(':') || id.includes('/') || id.endsWith('.js') ? id : null;
}

/** What a person's rating is called where nobody says it. */
const ratingCriterion = 'rating';

/** A person's rating is the component "human"; every other check is a judge or a metric by its name. */
function readScores(row: JsonAt, hasVerdict: boolean): Pick<PromptfooRow, 'human' | 'judge' | 'auto'> {
  const human = emptyRecord<number[]>();
  const judge = emptyRecord<number[]>();
  const auto = emptyRecord<number[]>();
  const put = (into: Record<string, number[]>, name: string, value: number) => {
    into[name] = [...(into[name] ?? []), value];
  };
  for (const part of row.get('gradingResult').get('componentResults').list()) {
    const assertion = part.get('assertion');
    const type = assertion.get('type').name() ?? 'check';
    const score = part.get('score').number() ?? passed(part);
    if (score === null) continue;
    if (type === 'human') put(human, part.get('metadata').get('criterion').name() ?? ratingCriterion, score);
    else put(isModelGraded(type) ? judge : auto, assertion.get('metric').name() ?? type, score);
  }
  for (const [name, value] of row.get('namedScores').entries()) {
    const score = value.number();
    if (score !== null && !(name in judge) && !(name in auto)) put(judge, name, score);
  }
  // What a row came to as a whole; where a person had a part in it, or the call failed, that is no machine score.
  if (Object.keys(human).length === 0 && hasVerdict) {
    const [pass, score] = [row.first('success', 'pass'), row.get('score').number()];
    if (typeof pass.value === 'boolean' && !('pass' in auto)) put(auto, 'pass', Number(pass.value));
    if (score !== null && !('score' in auto)) put(auto, 'score', score);
  }
  return { human, judge, auto };
}

/** Every person's rating in a row, with what is said of it. */
export function humanRatings(row: JsonAt) {
  return row
    .get('gradingResult')
    .get('componentResults')
    .list()
    .flatMap((part) => {
      if (part.get('assertion').get('type').value !== 'human') return [];
      const value = part.get('score').number() ?? passed(part);
      const said = part.get('metadata');
      if (value === null) return [];
      const durationMs = Math.round(said.get('duration_ms').number() ?? 0);
      return [{ value, annotator: said.get('annotator').name(), durationMs }];
    });
}

const passed = (part: JsonAt): number | null =>
  typeof part.get('pass').value === 'boolean' ? Number(part.get('pass').value) : null;

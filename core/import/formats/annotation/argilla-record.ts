import { parseJson } from '../../../platform/files/parse-json.ts';
import { emptyRecord, JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { cellJson } from '../../readers/tables/cell-values.ts';
import { worthOfClass } from '../score-names.ts';
import { type ChatTask, readChatTask } from './chat-task.ts';
import { answerQuestion, reasonQuestion } from './label-studio-annotations.ts';

/** One record of Argilla with what people and models said of it. */
export interface ArgillaRecord {
  readonly id: string | null;
  readonly task: ChatTask;
  /** Each by what its question is called outside of Argilla, where the metadata says it: questions there have short names. */
  readonly votes: readonly {
    readonly question: string;
    readonly user: string | null;
    readonly value: number;
  }[];
  readonly answers: readonly {
    readonly user: string | null;
    readonly texts: readonly (readonly string[])[];
  }[];
  /** Users who discarded the record. */
  readonly skips: readonly { readonly user: string | null; readonly reason: string }[];
  readonly suggestions: readonly {
    readonly question: string;
    readonly agent: string;
    readonly value: number;
  }[];
  /** Milliseconds by user, where the metadata holds them. */
  readonly durations: ReadonlyMap<string, number>;
  /** Metadata, and responses that are no numbers. */
  readonly metadata: JsonObject;
}

interface Response {
  readonly question: string;
  readonly user: string | null;
  readonly status: string | null;
  readonly value: JsonAt;
}

const ownKeys = new Set([
  'id',
  'status',
  '_server_id',
  'score',
  'fields',
  'metadata',
  'responses',
  'suggestions',
  'vectors',
]);

/** Checks one record, nested or flattened. */
export function readArgillaRecord(record: JsonAt): ArgillaRecord {
  const isNested = record.get('fields').isObject;
  const fields = isNested ? record.get('fields') : flatFields(record);
  const userNames = readTable(record.get('metadata').get('users').value, 'string');
  const responses = (isNested ? nestedResponses(record) : flatResponses(record)).map((one) => ({
    ...one,
    user: userNames.get(one.user ?? '') ?? one.user,
  }));
  const discarded = responses.filter(({ status }) => status === 'discarded');
  const counted = responses.filter(({ status }) => status !== 'discarded' && status !== 'draft');
  const { votes: said, answers, texts } = sorted(counted);
  const further = readTable(record.get('metadata').get('further').value, 'string');
  const criterion = record.get('metadata').get('criterion').name();
  // The criterion in the metadata is that of the measure; further questions have names of their own.
  const votes = said.map((vote) => ({
    ...vote,
    question: further.get(vote.question) ?? criterion ?? vote.question,
  }));
  const metadata = Object.fromEntries(
    record
      .get('metadata')
      .entries()
      .map(([name, { value }]) => [name, value]),
  );
  const { duration_ms: durations, users: _users, further: _further, ...more } = metadata;
  const given = record.get('metadata');
  const task = given.get('draw_order').isMissing ? readChatTask(fields) : withEmpty(readChatTask(fields));
  return {
    id: given.get('item_id').id() ?? record.first('id', '_server_id').id(),
    task: { ...task, system: task.system ?? given.get('system').name() },
    votes,
    answers,
    skips: skipsOf(discarded),
    suggestions: isNested ? nestedSuggestions(record) : flatSuggestions(record),
    durations: readTable(durations, 'number'),
    metadata: texts.length > 0 ? { ...more, texts } : more,
  };
}

/** A task that Assay wrote for Argilla, which takes no empty message: its replies as they were. */
function withEmpty(task: ReturnType<typeof readChatTask>): ReturnType<typeof readChatTask> {
  const plain = (text: string) => (text === '(no text)' ? '' : text);
  return {
    ...task,
    conversation: task.conversation.map((turn) => ({ ...turn, content: plain(turn.content) })),
    ...(typeof task.response === 'string' && { response: plain(task.response) }),
  };
}

function flatFields(record: JsonAt): JsonAt {
  const fields = emptyRecord<unknown>();
  for (const [name, { value }] of record.entries()) {
    if (!ownKeys.has(name) && !/\.(responses|suggestion)(\.|$)/.test(name)) fields[name] = value;
  }
  return new JsonAt(fields, record.path, record.at);
}

function nestedResponses(record: JsonAt): Response[] {
  return record
    .get('responses')
    .entries()
    .flatMap(([question, list]) =>
      list.list().map((one) => ({
        question,
        user: one.get('user_id').name(),
        status: one.get('status').name(),
        value: one.get('value'),
      })),
    );
}

function flatResponses(record: JsonAt): Response[] {
  return record.entries().flatMap(([name, list]) => {
    const question = /^(.+)\.responses$/.exec(name)?.[1];
    if (question === undefined || list.isMissing) return [];
    const users = record.get(`${name}.users`).list();
    const states = record.get(`${name}.status`).list();
    return list.list().map((value, index) => ({
      question,
      user: users[index]?.name() ?? null,
      status: states[index]?.name() ?? null,
      value,
    }));
  });
}

/** Ratings and named classes as numbers, the answers to "answer" by user, and other texts. */
function sorted(responses: readonly Response[]) {
  const votes: { question: string; user: string | null; value: number }[] = [];
  const answers = new Map<string | null, string[][]>();
  const texts: { question: string; value: unknown }[] = [];
  for (const { question, user, value } of responses) {
    const turn = answerQuestion.exec(question);
    const worth = worthOf(value.value);
    if (turn && typeof value.value === 'string') {
      const said = answers.get(user) ?? [];
      said[Number(turn[1] ?? 1) - 1] = answerTexts(value.value);
      answers.set(user, said);
    } else if (worth !== null) votes.push({ question, user, value: worth });
    else if (!value.isMissing) texts.push({ question, value: value.value });
  }
  const said = [...answers].map(([user, turns]) => ({
    user,
    texts: Array.from(turns, (turn) => turn ?? []),
  }));
  return { votes, answers: said, texts };
}

/** The acceptable answers in one text: a JSON list of them, or the text itself. */
function answerTexts(text: string): string[] {
  const list = cellJson(text);
  return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : [text];
}

function worthOf(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return typeof value === 'string' ? worthOfClass(value) : null;
}

function skipsOf(discarded: readonly Response[]) {
  return [...Map.groupBy(discarded, ({ user }) => user)].map(([user, responses]) => {
    const reason = responses.find(({ question }) => question === reasonQuestion)?.value.value;
    return { user, reason: typeof reason === 'string' && reason !== '' ? reason : 'discarded in Argilla' };
  });
}

function nestedSuggestions(record: JsonAt) {
  return record
    .get('suggestions')
    .entries()
    .flatMap(([question, one]) => suggestionOf(question, one.get('value').value, one.get('agent').name()));
}

function flatSuggestions(record: JsonAt) {
  return record.entries().flatMap(([name, { value }]) => {
    const question = /^(.+)\.suggestion$/.exec(name)?.[1];
    return question === undefined ? [] : suggestionOf(question, value, record.get(`${name}.agent`).name());
  });
}

function suggestionOf(question: string, suggested: unknown, agent: string | null) {
  const value = worthOf(suggested);
  return value === null ? [] : [{ question, value, agent: agent ?? 'suggestion' }];
}

/** An object of one kind of values that a text of the metadata holds; empty where it holds none. */
function readTable(text: unknown, kind: 'number'): Map<string, number>;
function readTable(text: unknown, kind: 'string'): Map<string, string>;
function readTable(text: unknown, kind: 'number' | 'string'): Map<string, unknown> {
  if (typeof text !== 'string' || !text.startsWith('{')) return new Map();
  try {
    const isUsable = (value: unknown) => typeof value === kind && !(typeof value === 'number' && value < 0);
    return new Map(Object.entries(parseJson(text) as JsonObject).filter(([, value]) => isUsable(value)));
  } catch {
    return new Map();
  }
}

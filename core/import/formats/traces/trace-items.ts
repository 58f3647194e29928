import type { Turn } from '../../../../shared/contract/index.ts';
import { stepFields } from '../../../data/step-facts.ts';
import { asText, emptyRecord } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { GatheredText } from '../gathered-text.ts';
import { worthOfClass } from '../score-names.ts';
import { questionOf, replyOf, turnsOf } from './message-turns.ts';
import type { Score, Span } from './span.ts';

/** Brings the spans of a trace together: an item is what was asked, the steps on the way, and the last answer. */
export class TraceItems {
  readonly #traces = new Map<string, { line: number; spans: Span[] }>();
  readonly #text = new GatheredText();
  readonly #at: FilePlace;
  readonly #sink: ItemSink;

  constructor(at: FilePlace, sink: ItemSink) {
    this.#at = at;
    this.#sink = sink;
  }

  /** @param place what a trace without an id is called */
  add(span: Span, place: string): void {
    if (!this.#text.fits(this.#at, asText(span.input ?? ''), asText(span.output ?? ''))) return;
    const id = span.trace === '' ? place : span.trace;
    const known = this.#traces.get(id);
    if (known) known.spans.push(span);
    else this.#traces.set(id, { line: this.#at.line, spans: [span] });
  }

  end(): void {
    for (const [id, { line, spans }] of this.#traces) {
      this.#at.line = line;
      const record = recordOf(id, spans, this.#sink);
      if (record) readAssayRecord(record, this.#at, this.#sink);
      else this.#sink.leftBehind('traces without a text');
    }
  }
}

function recordOf(id: string, given: readonly Span[], sink: ItemSink): JsonObject | null {
  const spans = given.toSorted((a, b) => a.start - b.start);
  const ids = new Set(spans.map((span) => span.id));
  const roots = spans.filter(({ parent }) => parent === null || !ids.has(parent));
  const root = roots.find((span) => replyOf(span.output) !== null) ?? roots[0] ?? spans[0]!;
  const said = root.kind === 'model' ? null : replyOf(root.output);
  const model = modelOf(spans, said);
  const response = said ?? (model && replyOf(model.output));
  const isDraft = said !== null && model !== null && !isOf(said, model);
  const conversation = conversationOf(root, isDraft ? null : model, spans, response);
  if (conversation.length === 0 && response === null) return null;
  const system = (isDraft ? null : model?.model) ?? onlyModel(spans) ?? unnamedSystem;
  const responses = emptyRecord<string>();
  if (response !== null) responses[system] = response;
  if (spans.some(({ isPreview }) => isPreview)) sink.remark('traces with previews alone, which may be cut');
  const isOfAnswer = (span: Span) =>
    roots.includes(span) || span === model || (response !== null && replyOf(span.output) === response);
  const ofAnswer = new Set(spans.filter(isOfAnswer));
  const all = spans.flatMap((span) =>
    span.scores.map((score) => ({ span: spanOfScore(score, span, spans), score })),
  );
  const scores = all.flatMap(({ span, score }) => (span && ofAnswer.has(span) ? [score] : []));
  if (all.length > scores.length)
    sink.leftBehind('scores of steps inside a trace', all.length - scores.length);
  const references = [...new Set([...ofAnswer].flatMap((span) => span.references))];
  const expected = Object.assign({}, ...[...ofAnswer].map((span) => span.expected)) as object;
  return {
    id,
    group: spans.find(({ session }) => session !== null)?.session ?? null,
    conversation,
    ...(references.length > 0 && { references }),
    responses,
    ...(response !== null && scoresOf(scores, system, sink)),
    ...metaOf(root.name, expected),
  };
}

const metaOf = (name: string, expected: object) => {
  const meta = { ...(name !== '' && { name }), ...(Object.keys(expected).length > 0 && { expected }) };
  return Object.keys(meta).length > 0 ? { meta } : {};
};

/** The step that a score is of: the one that has it, or the one that it names; undefined where the file does not hold that. */
const spanOfScore = ({ of }: Score, span: Span, spans: readonly Span[]): Span | undefined =>
  of === undefined || of === null ? span : spans.find(({ id }) => id === of);

/** The call of a model that gave the answer: the last one that said just that, else that is a part of it, else the last of all. */
function modelOf(spans: readonly Span[], said: string | null): Span | null {
  const models = spans.filter(({ kind, output }) => kind === 'model' && replyOf(output) !== null);
  return (
    models.findLast(({ output }) => replyOf(output) === said) ??
    models.findLast((span) => said !== null && isOf(said, span)) ??
    models.at(-1) ??
    null
  );
}

/** Whether what a run answered is what a model said, or one holds the other: else the model wrote a draft, or did something else. */
function isOf(said: string, { output }: Span): boolean {
  const text = replyOf(output)?.trim() ?? '';
  return text !== '' && (said.includes(text) || text.includes(said.trim()));
}

/** The model of all calls, where there is one; of several no draft's model is the system. */
function onlyModel(spans: readonly Span[]): string | null {
  const [only, another] = new Set(spans.flatMap(({ model }) => model ?? []));
  return another === undefined ? (only ?? null) : null;
}

/** What the model was sent last tells the whole way; else what was asked, and the calls of tools as they came. */
function conversationOf(
  root: Span,
  model: Span | null,
  spans: readonly Span[],
  response: string | null,
): Turn[] {
  const sent = (model && turnsOf(model.input)) ?? turnsOf(root.input);
  const asked = sent ?? questionTurn(root) ?? (model ? questionTurn(model) : null) ?? [];
  const before =
    asked.at(-1)?.content === response && asked.at(-1)?.role === 'assistant' ? asked.slice(0, -1) : asked;
  const told = before.some(({ role }) => role === 'tool' || role === 'tool_call');
  const steps = spans.filter(({ kind }) => kind === 'tool');
  const recorded = recordedOf(spans);
  if (told) return withRecorded(before, steps, recorded);
  return [...before, ...steps.flatMap((step) => stepTurns(step, recorded(step)))];
}

/** Calls of a tool in what was told, with what was recorded of them, where there are as many of it as steps. */
function withRecorded(
  told: readonly Turn[],
  steps: readonly Span[],
  recorded: (step: Span) => object,
): Turn[] {
  const byName = Map.groupBy(steps, ({ name }) => name);
  const calls = Map.groupBy(
    told.filter(({ role }) => role === 'tool_call'),
    ({ content }) => calledTool(content),
  );
  const facts = new Map(
    [...calls].flatMap(([name, turns]) => {
      const own = byName.get(name) ?? [];
      return own.length === turns.length ? turns.map((turn, at) => [turn, recorded(own[at]!)] as const) : [];
    }),
  );
  return told.map((turn) => ({ ...turn, ...facts.get(turn) }));
}

/** What was recorded of the steps among some spans, by the fields that a turn keeps it in; a step costs what all inside of it cost. */
function recordedOf(spans: readonly Span[]): (step: Span) => object {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const inside = new Map<Span, number>();
  const above = (span: Span): Span[] => {
    const found: Span[] = [];
    for (let at = byId.get(span.parent ?? ''); at && found.length < mostAbove; at = byId.get(at.parent ?? ''))
      found.push(at);
    return found;
  };
  for (const span of spans) {
    const { costUsd } = span;
    if (costUsd === undefined) continue;
    for (const one of above(span)) inside.set(one, (inside.get(one) ?? 0) + costUsd);
  }
  return (step) => {
    const depth = above(step).filter(({ kind }) => kind === 'tool').length;
    const cost = step.costUsd ?? inside.get(step);
    return {
      ...(step.durationMs !== undefined && { [stepFields.durationMs]: step.durationMs }),
      ...(cost !== undefined && { [stepFields.costUsd]: cost }),
      ...(depth > 0 && { [stepFields.depth]: depth }),
    };
  };
}

/** Spans that one lies inside of are followed so far; a file may have them in a circle. */
const mostAbove = 50;

const calledTool = (call: string): string => call.slice(0, Math.max(0, call.indexOf('(')));

function questionTurn({ input }: Span): Turn[] | null {
  const question = questionOf(input);
  return question === null ? null : [{ role: 'user', content: question }];
}

const stepTurns = ({ name, input, output }: Span, recorded: object): Turn[] => [
  { role: 'tool_call', content: `${name}(${asText(input ?? '')})`, ...recorded },
  ...(output === undefined || output === null
    ? []
    : [{ role: 'tool', content: replyOf(output) ?? asText(output) }]),
];

/** Scores by who gave them; words without a plain worth are left behind. */
function scoresOf(scores: readonly Score[], system: string, sink: ItemSink): JsonObject {
  const human = emptyRecord<number[]>();
  const judge = emptyRecord<Record<string, Record<string, number[]>>>();
  const auto = emptyRecord<Record<string, number[]>>();
  for (const { name, value, by, judge: who } of scores) {
    const number = numberOf(value);
    if (number === null) {
      if (value !== undefined && value !== null) sink.leftBehind('scores that are not a number');
    } else if (by === 'person') human[name] = [...(human[name] ?? []), number];
    else if (by === 'judge') {
      judge[who] ??= emptyRecord();
      judge[who][system] ??= emptyRecord();
      judge[who][system][name] = [...(judge[who][system][name] ?? []), number];
    } else {
      auto[name] ??= emptyRecord();
      auto[name][system] = [...(auto[name][system] ?? []), number];
    }
  }
  const people = emptyRecord<unknown>();
  if (Object.keys(human).length > 0) people[system] = human;
  return { human: people, judge, auto };
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' ? worthOfClass(value) : null;
}

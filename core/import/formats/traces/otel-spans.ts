import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { unpacked } from './message-turns.ts';
import {
  amountOf,
  listIn,
  objectIn,
  type Score,
  type Span,
  spanKind,
  textIn,
  timeOf,
  tookOf,
} from './span.ts';

/** Spans of an OTLP document (`resourceSpans`), as collectors write it to files. */
export const otlpSpans = (record: JsonObject): Span[] =>
  listIn(record, 'resourceSpans').flatMap((resource) =>
    [...listIn(resource, 'scopeSpans'), ...listIn(resource, 'instrumentationLibrarySpans')].flatMap((scope) =>
      listIn(scope, 'spans').map((span) =>
        spanOf({
          trace: textIn(span, 'traceId') ?? '',
          id: textIn(span, 'spanId') ?? '',
          parent: textIn(span, 'parentSpanId'),
          start: timeOf(span.startTimeUnixNano),
          durationMs: tookOf(span.startTimeUnixNano, span.endTimeUnixNano),
          name: textIn(span, 'name') ?? '',
          attributes: plainAttributes(span.attributes),
          events: listIn(span, 'events').map((event) => ({
            name: textIn(event, 'name') ?? '',
            attributes: plainAttributes(event.attributes),
          })),
        }),
      ),
    ),
  );

/** A span as Phoenix exports it: a row of its table, with dotted or nested names. */
export function phoenixSpan(record: JsonObject): Span {
  const context = objectIn(record, 'context');
  const attributes = flat(
    isJsonObject(record.attributes) ? record.attributes : prefixed(record, 'attributes.'),
  );
  const kind = textIn(record, 'span_kind');
  const span = spanOf({
    trace: textIn(context, 'trace_id') ?? textIn(record, 'context.trace_id', 'trace_id') ?? '',
    id: textIn(context, 'span_id') ?? textIn(record, 'context.span_id', 'span_id') ?? '',
    parent: textIn(record, 'parent_id'),
    start: timeOf(record.start_time),
    durationMs: tookOf(record.start_time, record.end_time),
    name: textIn(record, 'name') ?? '',
    attributes: kind === null ? attributes : { 'openinference.span.kind': kind, ...attributes },
    events: [],
  });
  const scores = [...listIn(record, 'annotations'), ...listIn(record, 'span_annotations')].map(
    (one): Score => {
      const result = objectIn(one, 'result');
      const by = (textIn(one, 'annotator_kind') ?? '').toUpperCase();
      return {
        name: textIn(one, 'name') ?? 'annotation',
        value: result.score ?? one.score ?? result.label ?? one.label,
        by: by === 'HUMAN' ? 'person' : by === 'LLM' ? 'judge' : 'metric',
        judge: 'phoenix',
      };
    },
  );
  return { ...span, scores: [...span.scores, ...scores] };
}

interface OtelSpan extends Pick<Span, 'trace' | 'id' | 'parent' | 'start' | 'durationMs' | 'name'> {
  readonly attributes: JsonObject;
  readonly events: readonly { name: string; attributes: JsonObject }[];
}

/** Reads the attributes of the GenAI conventions of OpenTelemetry, of OpenInference, and of Traceloop before them. */
function spanOf({ attributes: all, events, ...span }: OtelSpan): Span {
  const first = (...names: string[]) =>
    names.map((name) => all[name]).find((one) => one !== undefined && one !== '');
  const kind = spanKind(textIn(all, 'gen_ai.operation.name', 'openinference.span.kind', 'llm.request.type'));
  const system = first('gen_ai.system_instructions');
  const input =
    first('gen_ai.input.messages', 'llm.input_messages') ??
    listed(all, 'gen_ai.prompt.') ??
    listed(all, 'llm.input_messages.') ??
    messagesOfEvents(events) ??
    first('gen_ai.tool.call.arguments', 'input.value', 'gen_ai.prompt', 'traceloop.entity.input');
  const output =
    first('gen_ai.output.messages', 'llm.output_messages') ??
    listed(all, 'gen_ai.completion.') ??
    listed(all, 'llm.output_messages.') ??
    choiceOf(events) ??
    first('gen_ai.tool.call.result', 'output.value', 'gen_ai.completion', 'traceloop.entity.output');
  return {
    ...span,
    costUsd: amountOf(all['gen_ai.usage.cost'], all['llm.cost.total'], all['gen_ai.cost.total']),
    kind,
    name: textIn(all, 'gen_ai.tool.name', 'tool.name') ?? span.name,
    model: textIn(all, 'gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name'),
    input: system === undefined ? input : withSystem(system, input),
    output,
    session: textIn(all, 'gen_ai.conversation.id', 'session.id'),
    scores: events.flatMap(({ name, attributes }): Score[] =>
      name === 'gen_ai.evaluation.result'
        ? [
            {
              name: textIn(attributes, 'gen_ai.evaluation.name') ?? 'evaluation',
              value:
                attributes['gen_ai.evaluation.score.value'] ?? attributes['gen_ai.evaluation.score.label'],
              by: 'judge',
              judge: 'evaluation',
            },
          ]
        : [],
    ),
    references: [],
  };
}

function withSystem(system: unknown, input: unknown): unknown {
  const messages = unpacked(input);
  return Array.isArray(messages) ? [{ role: 'system', parts: unpacked(system) }, ...messages] : input;
}

/** Messages that lie in attributes one by one: `gen_ai.prompt.0.role`, `llm.input_messages.0.message.content`. */
function listed(attributes: JsonObject, prefix: string): JsonObject[] | undefined {
  const messages: JsonObject[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith(prefix)) continue;
    const [number, ...rest] = name.slice(prefix.length).split('.');
    const at = Number(number);
    if (!Number.isInteger(at) || at < 0 || at > 10_000) continue;
    const field = (rest[0] === 'message' ? rest.slice(1) : rest).join('.');
    messages[at] = { ...messages[at], [field]: value };
  }
  const found = messages.filter((one) => one !== undefined && typeof one.role === 'string');
  return found.length > 0 ? found.map(withCalls) : undefined;
}

/** Calls of tools that lie in attributes one by one, as a list. */
function withCalls(message: JsonObject): JsonObject {
  const calls: JsonObject[] = [];
  for (let at = 0; ; at += 1) {
    const name = message[`tool_calls.${at}.tool_call.function.name`] ?? message[`tool_calls.${at}.name`];
    if (name === undefined) break;
    const given =
      message[`tool_calls.${at}.tool_call.function.arguments`] ?? message[`tool_calls.${at}.arguments`];
    calls.push({ function: { name, arguments: given } });
  }
  return calls.length > 0 ? { ...message, tool_calls: calls } : message;
}

/** Messages of the events that instruments wrote before 1.37 of the conventions. */
function messagesOfEvents(events: OtelSpan['events']): JsonObject[] | undefined {
  const found = events.flatMap(({ name, attributes }) => {
    const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1];
    return role === undefined ? [] : [{ role, ...attributes }];
  });
  return found.length > 0 ? found : undefined;
}

function choiceOf(events: OtelSpan['events']): unknown {
  const found = events.find(({ name }) => name === 'gen_ai.choice')?.attributes;
  return found && (unpacked(found.message) ?? found.content);
}

/** Attributes as OTLP has them, a list of keys with typed values, as plain values. */
function plainAttributes(list: unknown): JsonObject {
  const plain: JsonObject = Object.create(null) as JsonObject;
  if (!Array.isArray(list)) return plain;
  for (const one of list)
    if (isJsonObject(one) && typeof one.key === 'string') plain[one.key] = plainValue(one.value);
  return plain;
}

function plainValue(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  if (isJsonObject(value.arrayValue)) return listIn(value.arrayValue, 'values').map(plainValue);
  if (isJsonObject(value.kvlistValue)) return plainAttributes(value.kvlistValue.values);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue;
}

const prefixed = (record: JsonObject, prefix: string): JsonObject =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
    ),
  );

/** Nested objects by dotted names; lists stay. */
function flat(
  attributes: JsonObject,
  prefix = '',
  into: JsonObject = Object.create(null) as JsonObject,
): JsonObject {
  for (const [name, value] of Object.entries(attributes)) {
    if (isJsonObject(value)) flat(value, `${prefix}${name}.`, into);
    else into[prefix + name] = value;
  }
  return into;
}

import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import { cellList } from '../../readers/tables/cell-values.ts';
import { hasWidth } from '../../readers/tables/table-columns.ts';
import { tableReader } from '../../readers/tables/table-rows.ts';
import { format, thenHandOn } from '../format.ts';
import { agentSpan, completionSpan, evalEventSpan, evalItemSpan } from './openai-spans.ts';
import { otlpSpans, phoenixSpan } from './otel-spans.ts';
import { listIn, type Span } from './span.ts';
import { langfuseSpans, langsmithSpan, mlflowSpans } from './tool-spans.ts';
import { TraceItems } from './trace-items.ts';

interface Shape {
  /** Whose shape it is, for the person who may know better. */
  readonly of: string;
  is(record: JsonObject): boolean;
  spans(record: JsonObject): Span[];
}

const has = (record: JsonObject, ...names: string[]) => names.every((name) => name in record);

/** What tools write of runs, told by the fields of a record. */
const shapes: readonly Shape[] = [
  { of: 'OpenTelemetry (OTLP JSON)', is: (one) => Array.isArray(one.resourceSpans), spans: otlpSpans },
  {
    of: 'Phoenix',
    is: (one) =>
      (has(one, 'context.trace_id') || (isJsonObject(one.context) && has(one.context, 'trace_id'))) &&
      (has(one, 'span_kind') || isJsonObject(one.attributes)),
    spans: (one) => [phoenixSpan(one)],
  },
  {
    of: 'MLflow',
    is: (one) =>
      (isJsonObject(one.info) &&
        isJsonObject(one.data) &&
        (has(one.info, 'trace_id') || has(one.info, 'request_id'))) ||
      (has(one, 'request', 'response') &&
        (has(one, 'trace_id', 'assessments') || has(one, 'request_id', 'spans'))),
    spans: mlflowSpans,
  },
  { of: 'LangSmith', is: (one) => has(one, 'run_type', 'inputs'), spans: (one) => [langsmithSpan(one)] },
  {
    of: 'Langfuse',
    is: (one) =>
      (has(one, 'input', 'output') &&
        (has(one, 'observations') ||
          has(one, 'traceId', 'type') ||
          has(one, 'trace_id', 'type') ||
          has(one, 'projectId'))) ||
      (isJsonObject(one.trace) && has(one, 'observations')),
    spans: langfuseSpans,
  },
  {
    of: 'OpenAI evals',
    is: (one) =>
      has(one, 'run_id', 'event_id', 'data') ||
      (has(one, 'spec') && isJsonObject(one.spec)) ||
      has(one, 'final_report'),
    spans: (one) => (typeof one.sample_id === 'string' ? [evalEventSpan(one)] : []),
  },
  {
    of: "OpenAI's Evals API",
    is: (one) => one.object === 'eval.run.output_item',
    spans: (one) => [evalItemSpan(one)],
  },
  {
    of: "OpenAI's Agents SDK",
    is: (one) => one.object === 'trace' || (one.object === 'trace.span' && isJsonObject(one.span_data)),
    spans: (one) => (one.object === 'trace' ? [] : [agentSpan(one)]),
  },
  {
    of: "OpenAI's stored completions",
    is: (one) =>
      one.object === 'chat.completion' ||
      (one.object === 'response' && Array.isArray(one.output)) ||
      (has(one, 'custom_id') && isJsonObject(one.response)) ||
      (has(one, 'custom_id') && isJsonObject(one.result) && isJsonObject(one.result.message)) ||
      (isJsonObject(one.response) && has(one.response, 'candidates')) ||
      (isJsonObject(one.request) && isJsonObject(one.response) && has(one.response, 'choices')),
    spans: (one) => [completionSpan(one)],
  },
];

/** A page of an API, or an export that has its records in one list. */
const inner = (record: JsonObject): JsonObject[] => {
  const name = ['data', 'traces', 'runs', 'spans'].find((one) => Array.isArray(record[one]));
  return name === undefined || shapeOf(record) ? [record] : listIn(record, name);
};

const shapeOf = (record: JsonObject) => shapes.find(({ is }) => is(record));

/** Whether columns are those of a table of traces, which MLflow's `search_traces` makes. */
function areTraceRows(columns: readonly string[]): boolean {
  const has = (...names: string[]) => names.some((name) => columns.includes(name));
  return (
    has('trace_id', 'request_id') &&
    columns.includes('request') &&
    columns.includes('response') &&
    has(
      'assessments',
      'spans',
      'trace_metadata',
      'request_metadata',
      'execution_duration',
      'execution_time_ms',
    )
  );
}

/** Takes a row whose cells may hold lists and objects as text of JSON or of Python. */
function addRow(row: JsonObject, place: string, items: TraceItems): void {
  const parsed = Object.entries(row).map(([name, value]) => {
    if (typeof value !== 'string' || !/^\s{0,9}[[{"]/.test(value)) return [name, value] as const;
    const [read] = (cellList(`[${value}]`) as unknown[] | undefined) ?? [];
    return [name, read ?? value] as const;
  });
  const record: JsonObject = Object.fromEntries(parsed.filter(([, value]) => value !== ''));
  for (const span of mlflowSpans(record)) items.add(span, place);
}

/** Runs as tools for tracing keep them: each trace with its last answer, and the steps before it. */
export const traces = format('traces-json', {
  from: 'OpenTelemetry (OTLP JSON), Phoenix, MLflow traces, Langfuse, LangSmith, OpenAI stored completions, evals and Agents SDK, batches of Anthropic and Gemini; lines, a list, or a page of an API',
  becomes: 'one item per trace: what was asked, calls of tools and their results, the last answer',
  recognize(head) {
    if (!head.isJson)
      return areTraceRows(head.columns())
        ? 'The columns are those of traces of MLflow (search_traces).'
        : null;
    const [record] = head.isList || head.record === null ? head.records(1) : [head.record];
    const shape = record && inner(record)[0] && shapeOf(inner(record)[0]!);
    return shape ? `The records are those of ${shape.of}.` : null;
  },
  rows: {
    recognize: areTraceRows,
    open(at, sink) {
      const items = new TraceItems(at, sink);
      return {
        read: (record, place) => addRow(record, place, items),
        end: () => items.end(),
      };
    },
  },
  read(at, sink, { head }) {
    const items = new TraceItems(at, sink);
    if (!head.isJson)
      return tableReader(at, {}, (columns) => ({
        row(cells) {
          if (!hasWidth(cells, columns.length, at)) return;
          const row = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
          addRow(row, `line-${at.line}`, items);
        },
        end: () => items.end(),
      }));
    const reader = jsonRecordsReader(at, head, (record, place) => {
      for (const [number, one] of inner(record).entries()) {
        const shape = shapeOf(one);
        if (!shape) sink.leftBehind('records that are not a trace');
        for (const span of shape?.spans(one) ?? [])
          items.add(span, number === 0 ? place : `${place}-${number + 1}`);
      }
    });
    return thenHandOn(reader, () => items.end());
  },
});

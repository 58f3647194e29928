import { asText } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { replyOf, unpacked } from './message-turns.ts';
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

/** A trace of MLflow (`trace.to_dict`, or a row of `search_traces`), with what people and judges said of it. */
export function mlflowSpans(record: JsonObject): Span[] {
  const info = 'info' in record ? objectIn(record, 'info') : record;
  const data = 'data' in record ? objectIn(record, 'data') : record;
  const trace = textIn(info, 'trace_id', 'request_id') ?? '';
  const tags = { ...objectIn(info, 'trace_metadata'), ...objectIn(info, 'request_metadata') };
  const said = heldAssessments(listIn(info, 'assessments'));
  const outermost = mlflowOutermost(listIn(data, 'spans'));
  const [input, output] = [outermost?.input ?? data.request, outermost?.output ?? data.response];
  const previews = [info.request_preview, info.response_preview];
  const root: Span = {
    ...{ trace, id: `${trace}/root`, parent: null, start: -1, kind: 'other', name: '', model: null },
    input: input ?? previews[0],
    output: output ?? previews[1],
    isPreview: [input, output].some((one, at) => (one ?? null) === null && (previews[at] ?? null) !== null),
    session: textIn(tags, 'mlflow.trace.session'),
    scores: said.flatMap(mlflowScore),
    ...expectations(said.filter((one) => textIn(one, 'span_id') === null)),
  };
  const spans = listIn(data, 'spans').map((span): Span => {
    const attributes = objectIn(span, 'attributes');
    return {
      ...{ trace, scores: [], session: null },
      ...expectations(said.filter((one) => textIn(one, 'span_id') === idOf(span))),
      id: idOf(span),
      parent: textIn(span, 'parent_id', 'parent_span_id') ?? root.id,
      start: timeOf(span.start_time_unix_nano ?? span.start_time),
      durationMs: tookOf(
        span.start_time_unix_nano ?? span.start_time,
        span.end_time_unix_nano ?? span.end_time,
      ),
      costUsd: amountOf(objectIn(attributes, 'mlflow.llm.cost').total_cost),
      kind: spanKind(String(unpacked(attributes['mlflow.spanType']) ?? '')),
      name: textIn(span, 'name') ?? '',
      model: modelIn(unpacked(attributes['mlflow.spanInputs'])),
      ...mlflowTexts(span),
    };
  });
  return [root, ...spans];
}

const idOf = (span: JsonObject): string =>
  textIn(span, 'span_id') ?? textIn(objectIn(span, 'context'), 'span_id') ?? '';

/** Names of expectations that are an answer as it should be; others are facts, guidelines, documents, calls. */
const answerNames =
  /^expect(?:ed|ation)s?$|(?:^|_)(?:answers?|responses?|outputs?|repl(?:y|ies)|text|ground_truth|gold|ideal|reference|target)$/;

/** What assessments expect: texts that are an answer are references, everything else is kept beside the item. */
function expectations(all: readonly JsonObject[]): Pick<Span, 'references' | 'expected'> {
  const references: string[] = [];
  const expected: Record<string, unknown> = Object.create(null);
  for (const one of all) {
    const { value: plain } = objectIn(one, 'expectation');
    // Lists and objects are kept as text of JSON.
    const value = plain ?? unpacked(objectIn(objectIn(one, 'expectation'), 'serialized_value').value);
    if (value === undefined || value === null) continue;
    const name = textIn(one, 'assessment_name', 'name') ?? 'expected';
    const texts = [value].flat();
    if (answerNames.test(name.toLowerCase()) && texts.every((text) => typeof text !== 'object'))
      references.push(...texts.map(asText));
    else expected[name] = value;
  }
  return { references, ...(Object.keys(expected).length > 0 && { expected }) };
}

function mlflowTexts(span: JsonObject): Pick<Span, 'input' | 'output'> {
  const attributes = objectIn(span, 'attributes');
  return {
    input: span.inputs ?? attributes['mlflow.spanInputs'],
    output: span.outputs ?? attributes['mlflow.spanOutputs'],
  };
}

/** What went into the span that no other holds and came out of it: whole, where MLflow cuts its previews at 1,000 letters. */
function mlflowOutermost(spans: readonly JsonObject[]): Pick<Span, 'input' | 'output'> | undefined {
  const roots = spans.filter((span) => textIn(span, 'parent_id', 'parent_span_id') === null).map(mlflowTexts);
  return roots.find(({ output }) => replyOf(output) !== null) ?? roots[0];
}

/**
 * Assessments that hold: none that says it does not (`valid`), or that another one that holds overrides. Of what one named person said
 * of one thing several times the last holds.
 */
function heldAssessments(all: readonly JsonObject[]): JsonObject[] {
  const valid = all.filter((one) => one.valid !== false);
  const overridden = new Set(valid.flatMap((one) => textIn(one, 'overrides') ?? []));
  const held = valid.filter(
    (one) => !overridden.has(textIn(one, 'assessment_id', 'feedback_id', 'expectation_id') ?? ''),
  );
  const last = new Map<string, JsonObject>();
  for (const [at, one] of held.entries()) {
    const source = objectIn(one, 'source');
    const who = textIn(source, 'source_id');
    const isPerson = textIn(source, 'source_type') === 'HUMAN' && who !== null && who !== 'default';
    const what = [who, textIn(one, 'assessment_name', 'name'), textIn(one, 'span_id'), 'expectation' in one];
    const key = isPerson ? JSON.stringify(what) : String(at);
    const before = last.get(key);
    if (before === undefined || saidAt(one) >= saidAt(before)) last.set(key, one);
  }
  return [...last.values()];
}

const saidAt = (one: JsonObject): number =>
  timeOf(one.last_update_time ?? one.last_update_time_ms ?? one.create_time ?? one.create_time_ms);

const modelIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null ? textIn(value as JsonObject, 'model') : null;

function mlflowScore(one: JsonObject): Score[] {
  const { value } = objectIn(one, 'feedback');
  if (value === undefined || value === null) return [];
  const source = objectIn(one, 'source');
  const type = textIn(source, 'source_type') ?? '';
  const by = type === 'HUMAN' ? 'person' : /JUDGE|^AI/.test(type) ? 'judge' : 'metric';
  const judge = textIn(source, 'source_id') ?? 'mlflow';
  return [
    {
      name: textIn(one, 'assessment_name', 'name') ?? 'feedback',
      value,
      by,
      judge,
      of: textIn(one, 'span_id'),
    },
  ];
}

/** A trace of Langfuse with its observations and scores, or one row of its tables. */
export function langfuseSpans(record: JsonObject): Span[] {
  const own = 'trace' in record ? objectIn(record, 'trace') : record;
  const trace = textIn(own, 'traceId', 'trace_id', 'id') ?? '';
  const observations = [
    ...listIn(record, 'observations'),
    ...(own === record ? [] : listIn(own, 'observations')),
  ];
  const scores = [...listIn(record, 'scores'), ...(own === record ? [] : listIn(own, 'scores'))];
  const isObservation = textIn(own, 'type') !== null && textIn(own, 'traceId', 'trace_id') !== null;
  if (isObservation) return [langfuseObservation(own, trace, null)];
  const root: Span = {
    ...{ trace, id: `${trace}/root`, parent: null, start: -1, kind: 'other', model: null, references: [] },
    name: textIn(own, 'name') ?? '',
    input: own.input,
    output: own.output,
    session: textIn(own, 'sessionId', 'session_id'),
    scores: scores.map((one): Score => {
      const source = (textIn(one, 'source') ?? '').toUpperCase();
      const by = source === 'ANNOTATION' ? 'person' : source === 'EVAL' ? 'judge' : 'metric';
      const value = one.value ?? one.stringValue;
      const of = textIn(one, 'observationId', 'observation_id');
      return { name: textIn(one, 'name') ?? 'score', value, by, judge: 'langfuse', of };
    }),
  };
  return [root, ...observations.map((one) => langfuseObservation(one, trace, root.id))];
}

const langfuseObservation = (one: JsonObject, trace: string, root: string | null): Span => ({
  ...{ trace, references: [], scores: [], session: textIn(one, 'sessionId', 'session_id') },
  id: textIn(one, 'id') ?? '',
  parent: textIn(one, 'parentObservationId', 'parent_observation_id') ?? root,
  start: timeOf(one.startTime ?? one.start_time),
  durationMs: tookOf(one.startTime ?? one.start_time, one.endTime ?? one.end_time),
  costUsd: amountOf(
    one.calculatedTotalCost,
    one.totalCost,
    one.total_cost,
    objectIn(one, one.costDetails === undefined ? 'cost_details' : 'costDetails').total,
  ),
  kind: spanKind(textIn(one, 'type')),
  name: textIn(one, 'name') ?? '',
  model: textIn(one, 'model', 'providedModelName', 'provided_model_name'),
  input: one.input,
  output: one.output,
});

/** A run of LangSmith; the runs of one trace come together. */
export function langsmithSpan(record: JsonObject): Span {
  const id = textIn(record, 'id', 'run_id') ?? '';
  const metadata = objectIn(objectIn(record, 'extra'), 'metadata');
  const stats = Object.entries(objectIn(record, 'feedback_stats'));
  const reference = objectIn(record, 'reference_outputs');
  const [answer] = Object.values(reference);
  return {
    id,
    trace: textIn(record, 'trace_id') ?? id,
    parent: textIn(record, 'parent_run_id'),
    start: timeOf(record.start_time),
    durationMs: tookOf(record.start_time, record.end_time),
    costUsd: amountOf(record.total_cost),
    kind: spanKind(textIn(record, 'run_type')),
    name: textIn(record, 'name') ?? '',
    model: textIn(metadata, 'ls_model_name'),
    input: record.inputs,
    output: record.outputs,
    session: textIn(metadata, 'session_id', 'thread_id', 'conversation_id'),
    scores: stats.map(([name, one]) => ({
      name,
      value: (one as JsonObject | null)?.avg,
      by: 'metric',
      judge: 'langsmith',
    })),
    references: answer === undefined ? [] : [asText(answer)],
  };
}

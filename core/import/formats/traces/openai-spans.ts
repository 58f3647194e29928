import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { listIn, objectIn, type Score, type Span, textIn, timeOf, tookOf } from './span.ts';

const single = { parent: null, start: 0, kind: 'model', name: '', session: null, references: [] } as const;

const replyFields = ['choices', 'candidates', 'output', 'content'];

/** A stored completion or response of OpenAI, or a line of a batch's output, with what was sent where it is there. */
export function completionSpan(record: JsonObject): Span {
  const request = isJsonObject(record.request) ? objectIn(record, 'request') : objectIn(record, 'body');
  const held = ['response', 'result'].find((name) => isJsonObject(record[name]));
  const answered = held === undefined ? record : objectIn(record, held);
  const inner = ['body', 'message'].find((name) => isJsonObject(answered[name]));
  const body = inner === undefined ? answered : objectIn(answered, inner);
  const id = textIn(record, 'custom_id', 'id') ?? textIn(body, 'id') ?? '';
  return {
    ...single,
    ...{ trace: id, id, scores: [] },
    model: textIn(body, 'model', 'modelVersion') ?? textIn(request, 'model'),
    input: record.messages ?? record.input ?? request.messages ?? request.input ?? request.contents,
    output: replyFields.map((name) => body[name]).find((one) => one !== undefined && one !== null),
  };
}

/** A span of OpenAI's Agents SDK, as its exporters write them. */
export function agentSpan(record: JsonObject): Span {
  const data = objectIn(record, 'span_data');
  const response = objectIn(data, 'response');
  const type = textIn(data, 'type') ?? '';
  return {
    ...single,
    ...{ trace: textIn(record, 'trace_id') ?? '', id: textIn(record, 'id') ?? '', scores: [] },
    parent: textIn(record, 'parent_id'),
    start: timeOf(record.started_at),
    durationMs: tookOf(record.started_at, record.ended_at),
    kind: /^(response|generation)$/.test(type) ? 'model' : type === 'function' ? 'tool' : 'other',
    name: textIn(data, 'name') ?? '',
    model: textIn(data, 'model') ?? textIn(response, 'model'),
    input: data.input ?? response.input,
    output: data.output ?? response.output,
  };
}

/** An event of a run of OpenAI evals (`oaieval`): what was sampled, or how it was scored. */
export function evalEventSpan(record: JsonObject): Span {
  const data = objectIn(record, 'data');
  const trace = textIn(record, 'sample_id') ?? '';
  const isSample = record.type === 'sampling';
  const { sampled } = data;
  const figures = Object.entries(data).filter(
    ([, value]) => typeof value === 'number' || typeof value === 'boolean',
  );
  const { expected } = data;
  const right = isSample || expected === undefined ? [] : Array.isArray(expected) ? expected : [expected];
  return {
    ...single,
    trace,
    id: `${trace}/${String(record.event_id ?? '')}`,
    start: timeOf(record.event_id),
    kind: isSample ? 'model' : 'other',
    model: textIn(data, 'model'),
    input: isSample ? data.prompt : undefined,
    output: isSample ? (Array.isArray(sampled) ? sampled[0] : sampled) : undefined,
    scores: isSample
      ? []
      : figures.map(([name, value]): Score => ({ name, value, by: 'metric', judge: 'openai-evals' })),
    references: right.filter((one) => typeof one === 'string'),
  };
}

/** An output item of a run of the Evals API. */
export function evalItemSpan(record: JsonObject): Span {
  const sample = objectIn(record, 'sample');
  const id = textIn(record, 'id') ?? '';
  return {
    ...single,
    trace: id,
    id,
    model: textIn(sample, 'model'),
    input: sample.input,
    output: sample.output,
    scores: listIn(record, 'results').map((one): Score => {
      const name = textIn(one, 'name') ?? 'result';
      const isJudged = /model|label/.test(textIn(one, 'type') ?? '');
      return {
        name,
        value: one.score ?? one.passed,
        by: isJudged ? 'judge' : 'metric',
        judge: 'openai-evals',
      };
    }),
  };
}

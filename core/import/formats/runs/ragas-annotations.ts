import { asText, emptyRecord } from '../../readers/json/json-at.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import type { JsonPart } from '../../readers/json/json-walker.ts';
import { addCount } from '../../readers/problems.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { documentFormat, eachPart } from '../document-format.ts';

/**
 * Verdicts of a metric of Ragas that a person went through: by metric a list of what was judged, what the metric gave, and whether the
 * person accepted it. An accepted verdict is the person's, too; of a rejected one it is what they wrote in its place.
 */
export const ragasAnnotations = documentFormat('ragas-annotations', {
  from: 'Ragas, annotations of a metric',
  becomes:
    'one item per verdict: the metric’s score as a judge’s, the accepted or corrected one as a person’s',
  parts: [''],
  recognize: (paths) => {
    const found = [...paths].find((path) => path.endsWith('[].metric_input.user_input'));
    const metric = found?.slice(0, -'[].metric_input.user_input'.length);
    return metric !== undefined &&
      paths.has(`${metric}[].metric_output`) &&
      paths.has(`${metric}[].is_accepted`)
      ? 'The document has "metric_output" and "is_accepted", as annotations of Ragas do.'
      : null;
  },
  read(at, sink) {
    const left = new Map<string, number>();
    return eachPart(
      at,
      (part) => readMetrics(part, at, sink, left),
      () => {
        for (const [what, count] of left) sink.leftBehind(what, count);
      },
    );
  },
});

function readMetrics({ value }: JsonPart, at: FilePlace, sink: ItemSink, left: Map<string, number>): void {
  if (!isJsonObject(value)) return;
  for (const [metric, list] of Object.entries(value)) {
    const verdicts: unknown[] = Array.isArray(list) ? list : [];
    for (const [index, one] of verdicts.entries())
      if (isJsonObject(one)) readAssayRecord(toRecord(metric, index + 1, one, left), at, sink);
  }
}

function toRecord(metric: string, number: number, one: JsonObject, left: Map<string, number>): JsonObject {
  const { metric_input: input, metric_output: output, prompts, is_accepted: isAccepted, ...more } = one;
  const {
    user_input: asked,
    response,
    reference,
    retrieved_contexts: passages,
    ...others
  } = isJsonObject(input) ? input : ({} as JsonObject);
  const texts = Array.isArray(passages) ? passages.filter((text) => typeof text === 'string') : [];
  const given = isAccepted === true ? output : isAccepted === false ? correctedIn(prompts) : undefined;
  const judge = emptyRecord<unknown>();
  const human = emptyRecord<unknown>();
  if (typeof output === 'number') judge.ragas = { [unnamedSystem]: { [metric]: output } };
  else addCount(left, 'verdicts that are not a number');
  if (typeof given === 'number') human[unnamedSystem] = { [metric]: [given] };
  else if (isAccepted === false) addCount(left, 'rejected verdicts without a corrected one');
  return {
    id: `${metric}-${number}`,
    group: metric,
    conversation: [{ role: 'user', content: asText(asked ?? '') }],
    ...(texts.length > 0 && { context: texts.join('\n\n') }),
    ...(typeof reference === 'string' && { references: [reference] }),
    responses: { [unnamedSystem]: asText(response ?? '') },
    human,
    judge,
    meta: { ...others, ...more, ...(isJsonObject(prompts) && { prompts }) },
  };
}

/** What a person wrote in place of a verdict, as a number; undefined where they wrote none. */
function correctedIn(prompts: unknown): number | undefined {
  const edited = Object.values(isJsonObject(prompts) ? prompts : {}).map((prompt) =>
    isJsonObject(prompt) && isJsonObject(prompt.edited_output) ? prompt.edited_output.verdict : undefined,
  );
  const [only, another] = edited.filter((verdict) => typeof verdict === 'number');
  return another === undefined ? only : undefined;
}

import type { Turn } from '../../../../shared/contract/index.ts';
import { asText, emptyRecord, type JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { messageText } from '../chats/message-content.ts';
import { isModelGraded } from '../score-names.ts';
import { turnsOf as runTurns } from '../traces/message-turns.ts';

/** One sample of an Inspect log over its epochs; the response is that of the first epoch. */
export interface InspectSample {
  readonly line: number;
  readonly id: string;
  readonly conversation: readonly Turn[];
  readonly references: readonly string[];
  readonly response: string | null;
  readonly model: string | null;
  readonly meta: unknown;
  /** Values of all epochs, by scorer. */
  readonly scores: Record<string, number[]>;
  /** Values by people, marked by an annotator in a score's metadata. */
  readonly human: Record<string, number[]>;
}

/** What Inspect's letters are worth: correct, partly, incorrect, no answer. */
const letters: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };
const words: Readonly<Record<string, number>> = { yes: 1, true: 1, no: 0, false: 0 };

/** Checks one sample of one epoch. Null, with a problem, when it has no id. */
export function readInspectSample(sample: JsonAt, line: number): InspectSample | null {
  const id = sample.get('id').id();
  if (id === null) {
    sample.problem(`${sample.path} has no id.`, 'Write the log again with "inspect log dump".');
    return null;
  }
  const output = sample.get('output');
  const target = sample.get('target');
  const said = output.get('completion').text() ?? lastReply(output);
  const read: InspectSample = {
    line,
    id,
    conversation: stepsOf(sample.get('messages')) ?? turnsOf(sample.get('input')),
    references: Array.isArray(target.value)
      ? target.list().flatMap((part) => part.text() ?? [])
      : [target.text() ?? ''].filter((text) => text !== ''),
    response: said,
    model: output.get('model').name(),
    meta: sample.get('metadata').value,
    scores: emptyRecord<number[]>(),
    human: emptyRecord<number[]>(),
  };
  for (const [scorer, score] of sample.get('scores').entries()) readScore(scorer, score, read);
  return read;
}

function lastReply(output: JsonAt): string | null {
  const message = output.get('choices').list()[0]?.get('message');
  return message?.isObject ? messageText(message.value as JsonObject) : null;
}

/** An agent's whole way to its last reply, calls of tools and results included; null where it called none. */
function stepsOf(messages: JsonAt): Turn[] | null {
  const turns = Array.isArray(messages.value) ? runTurns(messages.value) : null;
  if (!turns?.some(({ role }) => role === 'tool_call')) return null;
  const last = turns.at(-1)?.role === 'assistant' ? turns.length - 1 : turns.length;
  return turns.slice(0, last);
}

function turnsOf(input: JsonAt): Turn[] {
  if (typeof input.value === 'string') return [{ role: 'user', content: input.value }];
  return input.list().map((message) => {
    const content = message.isObject ? messageText(message.value as JsonObject) : null;
    if (content === null) message.wrong('a message', 'Write {"role": "user", "content": "text"}.');
    return { role: message.get('role').name() ?? 'user', content: content ?? '' };
  });
}

/** Every score that a person gave a sample, with who it was. */
export function inspectRatings(sample: JsonAt): { annotator: string; criterion: string; value: number }[] {
  return sample
    .get('scores')
    .entries()
    .flatMap(([criterion, score]) => {
      const annotator = score.get('metadata').get('annotator').name();
      const value = annotator === null ? null : scoreOf(score.get('value'));
      return annotator === null || value === null ? [] : [{ annotator, criterion, value }];
    });
}

function readScore(scorer: string, score: JsonAt, into: InspectSample): void {
  const given = score.isObject ? score.get('value') : score;
  const isHuman = score.get('metadata').get('annotator').name() !== null;
  const named = given.isObject
    ? given.entries().map(([name, part]) => [`${scorer}/${name}`, part] as const)
    : [[scorer, given] as const];
  for (const [name, part] of named) {
    const value = scoreOf(part);
    if (value === null) continue;
    const kind = isHuman ? into.human : into.scores;
    kind[name] = [...(kind[name] ?? []), value];
  }
}

/** A score as Inspect's own `value_to_float` reads it; null when it is missing or, with a problem, no number. */
function scoreOf(part: JsonAt): number | null {
  const { value } = part;
  if (part.isMissing) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return part.number();
  if (typeof value === 'string') {
    const known = letters[value] ?? words[value.toLowerCase()];
    if (known !== undefined) return known;
    if (value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  }
  const shown = JSON.stringify(asText(value).slice(0, 40));
  part.problem(`${part.path} is ${shown}, not C, P, I, N or a number.`, 'Leave this scorer out of the log.');
  return null;
}

/** Takes in another epoch of the same sample. */
export function addEpoch(sample: InspectSample, { scores, human }: InspectSample): void {
  for (const kind of ['scores', 'human'] as const) {
    for (const [name, values] of Object.entries(kind === 'scores' ? scores : human)) {
      sample[kind][name] = [...(sample[kind][name] ?? []), ...values];
    }
  }
}

/** A sample as a record of Assay's own format. */
export function inspectRecord(sample: InspectSample, system: string): JsonObject {
  const judge = emptyRecord<JsonObject>();
  const auto = emptyRecord<JsonObject>();
  for (const [name, values] of Object.entries(sample.scores)) {
    (isModelGraded(name) ? judge : auto)[name] = { [system]: values };
  }
  const responses = emptyRecord<string>();
  if (sample.response !== null) responses[system] = sample.response;
  const human = emptyRecord<unknown>();
  if (Object.keys(sample.human).length > 0) human[system] = sample.human;
  return {
    id: sample.id,
    conversation: sample.conversation,
    ...(sample.references.length > 0 && { references: sample.references }),
    responses,
    human,
    judge,
    auto,
    ...(sample.meta !== undefined && sample.meta !== null && { meta: sample.meta }),
  };
}

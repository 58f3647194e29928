import { tokenUncertainty, uncertaintyKinds } from '../../../models/generate/uncertainty.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { type FilePlace, meanOf, readVotes, wrongKind } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';

/** Fields of a record that say how unsure a system was of its response. */
export const uncertaintyFields = ['uncertainty', 'logProbabilities', 'classProbabilities'] as const;

const remedies = {
  uncertainty: 'Write {"system name": value}; the larger, the less sure.',
  logProbabilities:
    'Write {"system name": [token, ...]}. A token is a list of natural logarithms: the chosen one first, then the likeliest others.',
  classProbabilities: 'Write {"system name": [one probability per class]}.',
} as const;

/** An imported uncertainty: the larger, the less sure. */
const given = 'uncertainty';
const rounding = 1e-6;

/**
 * Uncertainties of responses as automatic scores: one that was computed before, the entropy and improbability of tokens
 * (HumCoE, appendix A.2), or 1 - the largest class probability (its Task 2).
 */
export function readUncertainties(record: JsonObject, at: FilePlace, sink: ItemSink): void {
  for (const [system, value] of systemsOf(record, 'uncertainty', at)) {
    const values = readVotes(value, at, () => `uncertainty.${system}`);
    if (values.length > 0) sink.machine('auto', given, '', system, meanOf(values));
  }
  for (const [system, value] of systemsOf(record, 'logProbabilities', at)) {
    const tokens = tokensOf(value, at, `logProbabilities.${system}`);
    if (tokens === null) continue;
    const found = tokenUncertainty(tokens.map((top) => ({ logProbability: top[0]!, top })));
    for (const kind of ['entropy', 'improbability'] as const) {
      const number = kind === 'entropy' && !tokens.some((top) => top.length > 1) ? undefined : found[kind];
      if (number !== undefined) sink.machine('auto', uncertaintyKinds[kind].name, '', system, number);
    }
  }
  for (const [system, value] of systemsOf(record, 'classProbabilities', at)) {
    const largest = largestOf(value, at, `classProbabilities.${system}`);
    if (largest !== null) sink.machine('auto', uncertaintyKinds.classes.name, '', system, 1 - largest);
  }
}

type Field = (typeof uncertaintyFields)[number];

function systemsOf(record: JsonObject, field: Field, at: FilePlace): [system: string, value: unknown][] {
  const value = record[field];
  if (value === undefined || value === null) return [];
  const only = onlySystem(record);
  if (only !== undefined && (typeof value === 'number' || Array.isArray(value))) return [[only, value]];
  if (typeof value !== 'object' || Array.isArray(value)) {
    wrongKind(at, field, 'an object', value, remedies[field]);
    return [];
  }
  const systems = Object.entries(value);
  if (systems.some(([system]) => system === '')) {
    at.problems.add(at.line, field, `${field} has an empty name.`, remedies[field]);
  }
  return systems.filter(([system]) => system !== '');
}

/** The system of a record that has the responses of one alone. */
function onlySystem({ responses, system }: JsonObject): string | undefined {
  if (typeof system === 'string' && system !== '') return system;
  if (typeof responses !== 'object' || responses === null || Array.isArray(responses)) return undefined;
  const names = Object.keys(responses).filter((name) => name !== '');
  return names.length === 1 ? names[0] : undefined;
}

/** The tokens of a response; those of its turns one after the other. Null after a problem, or without any. */
function tokensOf(value: unknown, at: FilePlace, field: string): number[][] | null {
  if (value === null) return null;
  const list = Array.isArray(value) ? value : [value];
  const isOfTurns = list.some((one) => Array.isArray(one) && one.some(Array.isArray));
  const tokens = (isOfTurns ? list.flat() : list).map((one: unknown) => (Array.isArray(one) ? one : [one]));
  const isFine = (one: unknown) => typeof one === 'number' && Number.isFinite(one) && one <= rounding;
  if (!Array.isArray(value) || tokens.some((top) => top.length === 0 || !top.every(isFine))) {
    const message = `${field} is not a list of tokens with log-probabilities, which are at most 0.`;
    at.problems.add(at.line, field, message, remedies.logProbabilities);
    return null;
  }
  return tokens.length === 0 ? null : (tokens as number[][]);
}

function largestOf(value: unknown, at: FilePlace, field: string): number | null {
  if (value === null) return null;
  const isShare = (one: unknown) => typeof one === 'number' && one >= 0 && one <= 1;
  const isList = Array.isArray(value) && value.length > 1 && value.every(isShare);
  const sum = isList ? (value as number[]).reduce((all, one) => all + one, 0) : 0;
  if (isList && sum <= 1 + 1e-3) return Math.max(...(value as number[]));
  const message = `${field} is not a list of probabilities of two or more classes that sum to at most 1.`;
  at.problems.add(at.line, field, message, remedies.classProbabilities);
  return null;
}

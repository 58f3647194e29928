import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';

/** One person's choice on a scale with a sign: below 0 the first reply is better, above 0 the second, 0 is a tie. */
interface SignedVote {
  /** What the first reply gets of the win, in [0, 1]. */
  readonly first: number;
}

/** How publishers name the choice of a pair, the list of everybody's, and the number in an entry of it. */
const known = [
  // HelpSteer3 (Wang et al., 2025): from -3, "Response 1 is much better", to 3.
  { overall: 'overall_preference', all: 'individual_preference', one: 'score' },
  // HelpSteer2-Preference (Wang et al., 2024), the same scale.
  { overall: 'preference_strength', all: 'all_preferences_unprocessed', one: 'strength' },
  { overall: 'preference_strength', all: 'preference_statement', one: 'strength' },
] as const;

type Known = (typeof known)[number];

const knownIn = (has: (field: string) => boolean): Known | undefined =>
  known.find(({ overall, all }) => has(overall) && has(all));

/** Whether a record has a choice on a scale with a sign and the list of everybody's. */
export const isSigned = (has: (field: string) => boolean): boolean => knownIn(has) !== undefined;

/** The votes of people on a pair; undefined where an entry is no number. A record without a list has its overall choice alone. */
export function signedVotes(record: JsonObject): SignedVote[] | undefined {
  const names = knownIn((field) => Object.hasOwn(record, field));
  if (!names) return undefined;
  const all = record[names.all];
  const said =
    Array.isArray(all) && all.length > 0
      ? all.map((one) => (isJsonObject(one) ? one[names.one] : null))
      : [record[names.overall]];
  if (!said.every((value): value is number => typeof value === 'number' && Number.isFinite(value)))
    return undefined;
  return said.map((value) => ({ first: value === 0 ? 0.5 : value < 0 ? 1 : 0 }));
}

/** The record with what was asked as its messages, where the publisher calls them its context. */
export function withMessages(record: JsonObject): JsonObject {
  const { context, ...rest } = record;
  const isTurns =
    Array.isArray(context) &&
    context.length > 0 &&
    context.every((turn) => isJsonObject(turn) && 'role' in turn);
  return isTurns && record.prompt === undefined && record.messages === undefined
    ? { ...rest, messages: context }
    : record;
}

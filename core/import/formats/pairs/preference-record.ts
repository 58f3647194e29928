import { asText, type JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { type PairScore, pairScores, type scoreFields } from './pair-scores.ts';
import {
  annotatorField,
  bothSystems,
  groupFields,
  idFields,
  isHumanChoice,
  isVoterField,
  judgeOfChoice,
  oneHot,
  promptFields,
  replyFields,
  systemFields,
  tieFields,
  twoOf,
} from './preference-fields.ts';
import { listed, type PairTexts, pairTexts } from './preference-turns.ts';
import { type GivenVotes, preferenceVotes, type Vote, voterIn } from './preference-votes.ts';

/** Two systems' replies to the same, with the votes of one record. */
export interface JudgedPair extends PairTexts {
  readonly id: string | null;
  readonly group: string | null;
  readonly context: string | null;
  readonly systems: readonly [string, string];
  /** Whether the record has the replies; else other files or a data set have them. */
  readonly hasReplies: boolean;
  readonly votes: readonly Vote[];
  readonly scores: readonly PairScore[];
  /** How many turns of the user were judged, where the record says it. */
  readonly turn: number | null;
  readonly meta: JsonObject;
}

/** Told what a file of pairs has that becomes no vote, or that a person would not expect. */
interface PairWatch {
  leftBehind(what: string): void;
  remark(what: string): void;
}

/**
 * Reads a record of two replies with a preference; null where it is left behind or, with a problem, not understood.
 *
 * @param scoresIn finds the fields that score both replies
 * @param elsewhere the systems whose replies other files or a data set have
 */
export function readPair(
  record: JsonAt,
  watch: PairWatch,
  {
    scoresIn,
    elsewhere,
    given,
  }: {
    scoresIn: typeof scoreFields;
    elsewhere: readonly string[];
    given: GivenVotes | undefined;
  },
): JudgedPair | null {
  const has = (field: string) => !record.get(field).isMissing;
  const fields = twoOf(replyFields, has) ?? (has('pair') && has('responses') ? null : undefined);
  const hasReplies = fields !== undefined;
  const areElsewhere = !hasReplies && elsewhere.length > 0;
  const systems = systemsOf(record, fields?.[0], watch, areElsewhere ? elsewhere : undefined);
  if (!systems) return null;
  if (systems[0] === systems[1]) {
    watch.leftBehind('pairs of a system with itself');
    return null;
  }
  if (!hasReplies && !areElsewhere) {
    record.problem(
      'The record has a vote, but not the two replies that it is of.',
      'Add them as "response_a" and "response_b", and what was asked as "prompt". Judgments of MT-Bench need "g1_user_prompt".',
    );
    return null;
  }
  const [first, second] = fields
    ? [record.get(fields[0]).value, record.get(fields[1]).value]
    : systems.map((name) => record.get('responses').get(name).value);
  const turn = Number(listed(record.get('turn').value)) || null;
  if (areElsewhere && turn !== null && turn > 1) {
    record
      .get('turn')
      .problem(
        `The choice is of turn ${turn} alone, and the replies of this turn stand elsewhere.`,
        'Give each row its two replies ("response_a", "response_b"), or leave the later turns out.',
      );
    return null;
  }
  const texts = pairTexts(askedOf(record), first, second, turn);
  if (texts === 'differ') {
    watch.leftBehind('pairs whose two systems were asked different things');
    return null;
  }
  if (texts === null) {
    record.problem(
      'The replies of this pair are neither texts nor lists of messages.',
      'Write each reply as a text, or each conversation as a list of {"role", "content"}.',
    );
    return null;
  }
  const votes = preferenceVotes(record, systems, () => watch.leftBehind('votes without a winner'), given);
  // Scores among the data of a task are of nobody who annotated it.
  const names = record.entries().map(([name]) => name);
  const scored = fields && !given?.voter ? scoresIn(names, fields) : [];
  return {
    ...texts,
    id: record.first(...idFields).id(),
    group: groupOf(record),
    context: record.get('context').isMissing ? null : asText(record.get('context').value),
    systems,
    hasReplies,
    votes,
    scores: scored.length === 0 ? [] : pairScores(record, scored, voterIn(record, false)),
    turn,
    meta: restOf(record, [
      ...(fields ?? []),
      ...(given?.votes ?? []).map(({ field }) => field),
      ...scored.flatMap((one) => one.fields),
      idFields.find(has) ?? '',
    ]),
  };
}

function systemsOf(
  record: JsonAt,
  replyField: string | undefined,
  watch: PairWatch,
  elsewhere: readonly string[] | undefined,
): readonly [string, string] | null {
  const named = twoOf(systemFields, (field) => !record.get(field).isMissing);
  if (named)
    return both(
      record,
      named.map((field) => record.get(field).name()),
    );
  if (!record.get('pair').isMissing)
    return both(
      record,
      record
        .get('pair')
        .list()
        .map((one) => one.name()),
    );
  const joined = record.get(bothSystems).name()?.split('_');
  if (joined) return both(record, joined.length === 2 ? joined : []);
  if (replyField === 'chosen') {
    record.problem(
      'The record does not say which models wrote "chosen" and "rejected". As systems they only say who won.',
      'Add "chosen_model" and "rejected_model", or say what the fields hold (--map).',
    );
    return null;
  }
  if (elsewhere !== undefined) {
    const some = elsewhere.slice(0, 20).join(', ');
    record.problem(
      'Nothing says between which systems the choice was.',
      `Name both in columns "model_a" and "model_b", or write the name of the chosen one: ${some}.`,
    );
    return null;
  }
  watch.remark('pairs of systems that the file does not name: they are called "first" and "second"');
  return ['first', 'second'];
}

function both(record: JsonAt, names: readonly (string | null)[]): readonly [string, string] | null {
  const [first, second] = names;
  if (first && second) return [first, second];
  record.problem('The record does not name both of its systems.', 'Add "model_a" and "model_b".');
  return null;
}

/** What was asked, with the input of an instruction and the instruction of the system before it. */
function askedOf(record: JsonAt): unknown {
  const { conversation } = (record.value ?? {}) as JsonObject;
  const [field] = promptFields.filter((name) => !record.get(name).isMissing);
  const asked = field === undefined ? conversation : listed(record.get(field).value);
  const more = field === 'instruction' ? record.get('input').value : undefined;
  const prompt =
    typeof asked === 'string' && typeof more === 'string' && more.trim() !== ''
      ? `${asked}\n\n${more}`
      : asked;
  const system = record.get('system').value;
  return typeof system === 'string' && system !== '' && typeof prompt === 'string'
    ? [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ]
    : prompt;
}

function groupOf(record: JsonAt): string | null {
  const { value } = record.first(...groupFields);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

const read = new Set<string>([
  ...[...systemFields, ...promptFields, ...oneHot, ...tieFields, ...groupFields].flat(),
  ...['winner', 'preference', 'turn', 'context', 'pair', 'responses', 'human', 'judge', 'conversation'],
]);

/** What stays with the item: all that is no part of it. */
const restOf = (record: JsonAt, taken: readonly string[]): JsonObject =>
  Object.fromEntries(
    record
      .entries()
      .filter(
        ([name, { isMissing }]) =>
          !isMissing &&
          !read.has(name) &&
          !isVoterField(name) &&
          !isHumanChoice(name) &&
          judgeOfChoice(name) === undefined &&
          !taken.includes(name) &&
          !annotatorField.test(name),
      )
      .map(([name, { value }]) => [name, value]),
  );

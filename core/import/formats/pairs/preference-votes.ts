import type { JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import {
  annotatorField,
  choiceField,
  isHumanChoice,
  isOfArena,
  isPersonField,
  isVoterField,
  judgeOfChoice,
  oneHot,
  tieFields,
} from './preference-fields.ts';
import { type Voter, voterOf } from './preference-judge.ts';
import { listed } from './preference-turns.ts';
import { signedVotes } from './signed-preferences.ts';
import { winnerWord } from './winner-words.ts';

export interface Vote extends Voter {
  /** What the first system gets of the win, in [0, 1]; the second one gets the rest. */
  readonly first: number;
  readonly bothBad: boolean;
}

/** A vote of which a column of its own says who gave it. */
export interface GivenVote {
  readonly field: string;
  /** The name of a system, or a side or a tie as records of pairs write it. */
  readonly said: unknown;
  readonly by: Voter;
}

/** What is known of the votes of a record from elsewhere: who voted, or all of them. */
export interface GivenVotes {
  readonly voter?: Voter | undefined;
  readonly votes?: readonly GivenVote[] | undefined;
}

/** One vote's outcome; null where the file has a vote without one, undefined where a word means nothing known. */
type Outcome = Pick<Vote, 'first' | 'bothBad'> | null | undefined;

const won: Outcome = { first: 1, bothBad: false };
const lost: Outcome = { first: 0, bothBad: false };
const tie: Outcome = { first: 0.5, bothBad: false };
const bad: Outcome = { first: 0.5, bothBad: true };
const words: Readonly<Record<string, Outcome>> = {
  ...{ 0: tie, '': null, error: null, invalid: null, none: null, null: null, nan: null, skip: null },
};
const outcomes = { model_a: won, model_b: lost, tie, 'tie (bothbad)': bad } as const;

function winner(value: unknown, [first, second]: readonly [string, string]): Outcome {
  if (value === null || value === undefined) return null;
  if (value === first) return won;
  if (value === second) return lost;
  const word = String(value).trim().toLowerCase();
  if (Object.hasOwn(words, word)) return words[word];
  const said = winnerWord(word, 'winner');
  return said && outcomes[said];
}

/** 1 is the first output, 2 the second, what lies between leans; 0 and 1.5 are a tie. */
function leaning(value: unknown): Outcome {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  if (number === 0) return tie;
  return number >= 1 && number <= 2 ? { first: 2 - number, bothBad: false } : undefined;
}

function byColumns(record: JsonAt): Outcome {
  const [a, b] = oneHot.map((field) => Number(record.get(field).value));
  const [even, bothBad] = tieFields.map((field) => Number(record.get(field).value ?? 0));
  if (a! + b! + even! + bothBad! !== 1 || ![a, b, even, bothBad].includes(1)) return undefined;
  return a === 1 ? won : b === 1 ? lost : bothBad === 1 ? bad : tie;
}

/**
 * Every vote of a record; an outcome that is not known is a problem, one that is missing is counted by `missing`.
 *
 * @param given the votes, or who voted, where that is known from elsewhere
 */
export function preferenceVotes(
  record: JsonAt,
  systems: readonly [string, string],
  missing: () => void,
  { voter, votes: several }: GivenVotes = {},
): Vote[] {
  const votes: Vote[] = [];
  const add = (field: string, outcome: Outcome, voter: Voter) => {
    if (outcome === null) missing();
    else if (outcome) votes.push({ ...voter, ...outcome });
    else {
      const value = JSON.stringify(record.get(field).value)?.slice(0, 40);
      record
        .get(field)
        .problem(
          `${record.get(field).path} is ${value}, which names no winner.`,
          'Write "model_a", "model_b", "tie" or "tie (bothbad)".',
        );
    }
  };
  if (several) {
    for (const { field, said, by } of several) add(field, winner(said, systems), by);
    return votes;
  }
  const signed = signedVotes((record.value ?? {}) as JsonObject);
  if (signed) return signed.map(({ first }) => ({ name: null, isPerson: true, first, bothBad: false }));
  const fields = record.entries().map(([name]) => name);
  const chosen = choiceField(fields);
  const by = (byPeople: boolean) => voter ?? voterIn(record, byPeople);
  for (const field of fields.filter((name) => annotatorField.test(name))) {
    add(field, leaning(record.get(field).value), voterOf(field, 'people'));
  }
  if (votes.length > 0) return votes;
  if (fields.includes('winner'))
    add('winner', winner(record.get('winner').value, systems), by(isOfArena(fields)));
  else if (oneHot.every((field) => fields.includes(field))) add(oneHot[0], byColumns(record), by(true));
  else if (fields.includes('preference')) {
    const { value } = record.get('preference');
    add('preference', leaning(value) ?? winner(value, systems), by(false));
  } else if (chosen !== undefined) {
    const { value } = record.get(chosen);
    add(chosen, leaning(value) ?? winner(value, systems), by(isHumanChoice(chosen)));
  } else if (fields.includes('chosen')) add('chosen', won, by(false));
  for (const field of fields) {
    const judge = judgeOfChoice(field);
    const outcome = judge === undefined ? null : winner(record.get(field).value, systems);
    if (judge !== undefined && outcome) add(field, outcome, { name: judge, isPerson: false });
  }
  addVotesOfPair(record, add);
  return votes;
}

/** Who chose in a record. @param byPeople whether files of its shape hold people's votes where nobody is named */
export function voterIn(record: JsonAt, byPeople: boolean): Voter {
  const fields = record.entries().map(([name]) => name);
  const isNamed = (field: string) => isVoterField(field) && !record.get(field).isMissing;
  const field = fields.find((name) => name === 'judge' && isNamed(name)) ?? fields.find(isNamed);
  const said = field === undefined ? undefined : listed(record.get(field).value);
  const isOfPeople = byPeople || (field !== undefined && isPersonField(field, fields));
  return voterOf(said, isOfPeople ? 'people' : fields.includes('generator_1') ? 'models' : null);
}

/** Votes under the key "pair", as Assay's own records have them: 1, 2 or 0, in lists of people or judges. */
function addVotesOfPair(record: JsonAt, add: (field: string, outcome: Outcome, voter: Voter) => void): void {
  const each = (scores: JsonAt, voter: (at: number) => Voter) => {
    const { value } = scores.get('pair').first('preferred', 'preference');
    const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
    list.forEach((one, at) => {
      add('pair', leaning(one), voter(at));
    });
  };
  if (!record.get('pair').isMissing) {
    each(record.get('human'), () => ({ name: null, isPerson: true }));
    for (const [name, scores] of record.get('judge').entries())
      each(scores, () => ({ name, isPerson: false }));
  }
}

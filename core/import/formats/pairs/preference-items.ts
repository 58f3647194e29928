import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { wayToRead } from '../../../../shared/mapping.ts';
import { plural } from '../../../../shared/number-text.ts';
import { preferenceCriterion } from '../../../../shared/preference.ts';
import { emptyRecord, JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { GatheredText } from '../gathered-text.ts';
import { isJudgedTwice, pairOfGames } from './mt-bench-pairs.ts';
import { type PairScore, scoreFieldsOfEach } from './pair-scores.ts';
import type { Voter } from './preference-judge.ts';
import { type JudgedPair, readPair } from './preference-record.ts';
import type { GivenVotes, Vote } from './preference-votes.ts';
import { isSigned, withMessages } from './signed-preferences.ts';

interface Gathered {
  readonly line: number;
  readonly pair: JudgedPair;
  readonly votes: Vote[];
  readonly scores: PairScore[];
}

/** Names of who chose that a question has. */
const mostNamed = 4;
/** What an unnamed judge is called. */
const unnamed = 'unnamed';
const whose = [
  wayToRead('People’s choices', { choices: 'people' }),
  wayToRead('A machine’s choices', { choices: 'machine' }),
  wayToRead('Neither, leave them out', { choices: 'neither' }),
];
const differing = 'further replies of a system to the same prompt; each is an item of its own';

/**
 * Brings the votes on one pair of replies together: an item is what was asked with the replies of two systems. A prompt on which
 * further pairs were judged is an item for each, all in one group: a share of wins is one against somebody, and those against
 * others would spoil it.
 */
export class PreferenceItems {
  readonly #at: FilePlace;
  readonly #sink: ItemSink;
  readonly #text = new GatheredText();
  readonly #scoresIn = scoreFieldsOfEach();
  /** By the name of the prompt: the id that the file gives, else the place where it stands first. */
  readonly #prompts = new Map<string, Gathered[]>();
  readonly #nameOf = new Map<string, string>();
  readonly #replies = new Map<string, string>();
  readonly #choices: ColumnMapping['choices'];
  /** Choices and scores of which nothing says whether a person gave them, and the names that they have. */
  readonly #unsure = { choices: 0, scores: 0, names: new Set<string>() };

  readonly #elsewhere: readonly string[];

  /** @param elsewhere the systems whose replies other files or a data set have, of which records without replies may be */
  constructor(at: FilePlace, sink: ItemSink, mapping?: ColumnMapping, elsewhere: readonly string[] = []) {
    this.#at = at;
    this.#sink = sink;
    this.#choices = mapping?.choices;
    this.#elsewhere = elsewhere;
  }

  /** @param given the votes, or who voted, where that is known from elsewhere than the record */
  read(record: JsonObject, place: string, given?: GivenVotes): void {
    const has = (field: string) => Object.hasOwn(record, field);
    const isGames = isJudgedTwice(has);
    const judged = isGames ? pairOfGames(record) : isSigned(has) ? withMessages(record) : record;
    const found = readPair(new JsonAt(judged, '', this.#at), this.#sink, {
      scoresIn: this.#scoresIn,
      elsewhere: this.#elsewhere,
      given,
    });
    if (!found || !this.#text.fits(this.#at, JSON.stringify(record))) return;
    const judgedPair = found.systems[0] <= found.systems[1] ? found : turnedRound(found);
    const pair = {
      ...judgedPair,
      votes: judgedPair.votes.flatMap((vote) => this.#given(vote, 'choices', has('generator_1'))),
      scores: judgedPair.scores.flatMap((score) => this.#given(score, 'scores', has('generator_1'))),
    };
    const asked = JSON.stringify(pair.turns);
    const prompt = pair.id ?? this.#nameOf.get(asked) ?? place;
    this.#nameOf.set(asked, prompt);
    this.#seeReplies(prompt, asked, pair);
    const items = this.#prompts.get(prompt) ?? [];
    const known = items.find(({ pair: other }) => isSame(other, pair));
    const item: Gathered = known ?? { line: this.#at.line, pair, votes: [], scores: [] };
    if (!known) items.push(item);
    addVotes(item, pair, this.#sink);
    this.#prompts.set(prompt, items);
  }

  /**
   * What somebody gave, as it counts: by who gave it in the file, else as was said of such files.
   *
   * @param isOfModels whether models choose where such a file names nobody, as in AlpacaEval
   */
  #given<T extends Voter>(one: T, what: 'choices' | 'scores', isOfModels: boolean): T[] {
    if (one.isPerson !== null) return [one];
    if (this.#choices === 'neither') {
      this.#sink.leftBehind(`${what} of nobody`);
      return [];
    }
    if (this.#choices !== undefined) return [{ ...one, isPerson: this.#choices === 'people' }];
    if (isOfModels) {
      this.#sink.remark("preferences of nobody who is named, taken as a judge's as AlpacaEval has them");
      return [{ ...one, isPerson: false }];
    }
    this.#unsure[what] += 1;
    if (one.name !== null) this.#unsure.names.add(one.name);
    return [one];
  }

  end(): void {
    this.#askWhose();
    // Where the replies stand elsewhere, either all questions have one pair, or each pair is an item of its own.
    const areSeveral = [...this.#prompts.values()].some(
      (items) => items.length > 1 && items.some(({ pair }) => !pair.hasReplies),
    );
    for (const [prompt, items] of this.#prompts) {
      for (const [at, item] of items.entries()) {
        this.#at.line = item.line;
        const isOne = items.length === 1 && !areSeveral;
        const id = isOne ? prompt : nameOf(prompt, items, at);
        const record = recordOf(id, isOne ? item.pair.group : prompt, item);
        readAssayRecord(record, this.#at, this.#sink, !item.pair.hasReplies);
      }
    }
  }

  #askWhose(): void {
    const { choices, scores, names } = this.#unsure;
    if (choices + scores === 0) return;
    if (choices > 0) this.#sink.range('criterion', preferenceCriterion, '', { min: 0, max: 1 });
    const given = [
      ...(choices > 0 ? [`${plural(choices, 'choice')} between two replies`] : []),
      ...(scores > 0 ? [`${plural(scores, 'pair')} of scores`] : []),
    ];
    const by = names.size === 0 ? '' : ` by ${[...names].slice(0, mostNamed).join(', ')}`;
    const question = `${given.join(' and ')}${by}: did people make them, or a machine? The file does not say.`;
    this.#at.problems.add(
      0,
      '',
      question,
      'Say whose they are (--map), or name people in a column "annotator".',
      whose,
    );
  }

  /** Says where a system replied otherwise to the same prompt. */
  #seeReplies(prompt: string, asked: string, { systems, replies }: JudgedPair): void {
    for (const [at, system] of systems.entries()) {
      const key = JSON.stringify([prompt, asked, system]);
      const reply = JSON.stringify(replies[at]);
      const before = this.#replies.get(key);
      if (before === undefined) this.#replies.set(key, reply);
      else if (before !== reply) this.#sink.remark(differing);
    }
  }
}

const turnedRound = (pair: JudgedPair): JudgedPair => ({
  ...pair,
  systems: [pair.systems[1], pair.systems[0]],
  replies: [pair.replies[1], pair.replies[0]],
  votes: pair.votes.map((vote) => ({ ...vote, first: 1 - vote.first })),
  scores: pair.scores.map((score) => ({ ...score, values: [score.values[1], score.values[0]] })),
});

const contentOf = ({ turns, systems, replies }: JudgedPair) => JSON.stringify([turns, systems, replies]);
const isSame = (one: JudgedPair, other: JudgedPair) => contentOf(one) === contentOf(other);

/** What a person gives the same two replies once more is left behind: nobody counts twice. */
function addVotes(item: Gathered, { votes, scores }: JudgedPair, sink: ItemSink): void {
  const isSecond = (one: Voter, before: readonly Voter[]) =>
    one.isPerson === true &&
    one.name !== null &&
    before.some(({ isPerson, name }) => isPerson === true && name === one.name);
  for (const vote of votes) {
    if (isSecond(vote, item.votes)) {
      sink.leftBehind('second votes of a person on the same two replies');
      continue;
    }
    item.votes.push(vote);
    if (vote.bothBad) sink.remark('votes say that both are bad; each counts as a tie');
  }
  for (const score of scores) {
    const before = item.scores.filter(({ criterion }) => criterion === score.criterion);
    if (isSecond(score, before)) sink.leftBehind('second scores of a person for the same two replies');
    else item.scores.push(score);
  }
}

/** A name of its own for each item of a prompt: by the turn and the pair, and numbered where that is not enough. */
function nameOf(prompt: string, items: readonly Gathered[], at: number): string {
  const nameAt = ({ pair: { systems, turn } }: Gathered) =>
    `${prompt}${turn === null ? '' : ` turn ${turn}`}: ${systems.join(' / ')}`;
  const name = nameAt(items[at]!);
  const before = items.slice(0, at).filter((one) => nameAt(one) === name).length;
  return before === 0 ? name : `${name} (${before + 1})`;
}

function recordOf(id: string, group: string | null, { pair, votes, scores }: Gathered): JsonObject {
  const [first, second] = pair.systems;
  const isOfPerson = ({ isPerson }: Voter) => isPerson === true;
  const human = valuesOf(pair, votes.filter(isOfPerson), scores.filter(isOfPerson));
  const judge = emptyRecord<JsonObject>();
  // Of whom nobody knows whether it is a person is asked; until then it counts as nobody's.
  const isOfMachine = ({ isPerson }: Voter) => isPerson === false;
  const machines = [...votes, ...scores].filter(isOfMachine);
  for (const name of new Set(machines.map((one) => one.name))) {
    const isIts = (one: Voter) => isOfMachine(one) && one.name === name;
    judge[name ?? unnamed] = valuesOf(pair, votes.filter(isIts), scores.filter(isIts));
  }
  const said = votes.filter(({ name }) => name !== null).map((vote) => wordsOf(pair, vote));
  const meta = { ...pair.meta, ...(said.length > 0 && { preferences: said }) };
  return {
    id,
    group,
    conversation: pair.turns,
    context: pair.context,
    responses: pair.hasReplies ? namedBy([first, pair.replies[0]], [second, pair.replies[1]]) : undefined,
    human: votes.some(isOfPerson) || scores.some(isOfPerson) ? human : undefined,
    judge,
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

/** What each of the two gets: of the wins, vote by vote, together always 1, and in each criterion that was scored. */
function valuesOf({ systems }: JudgedPair, votes: readonly Vote[], scores: readonly PairScore[]): JsonObject {
  const shares = [votes.map(({ first }) => first), votes.map(({ first }) => 1 - first)];
  const values = systems.map((system, at) => {
    const given = emptyRecord<unknown>();
    if (votes.length > 0) given[preferenceCriterion] = shares[at];
    for (const [criterion, of] of Map.groupBy(scores, (score) => score.criterion)) {
      const all = of.flatMap((score) => score.values[at]!);
      if (all.length > 0) given[criterion] = all;
    }
    return [system, given] as const;
  });
  return namedBy(...values.filter(([, given]) => Object.keys(given).length > 0));
}

/** Names of systems come from the file, and may be any. */
function namedBy(...entries: readonly (readonly [string, unknown])[]): JsonObject {
  const made = emptyRecord<unknown>();
  for (const [name, value] of entries) made[name] = value;
  return made;
}

const wordsOf = ({ systems }: JudgedPair, { name, first, bothBad }: Vote) => ({
  by: name,
  preferred: bothBad ? 'both bad' : first === 0.5 ? 'tie' : systems[first > 0.5 ? 0 : 1],
});

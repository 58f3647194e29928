import { iterateProtocolTurns, listProtocolConversations } from '../../../db/protocol-conversations.ts';
import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type {
  PlayedUser,
  UserGuess,
  UserGuesses,
  UserPair,
  UserTurns,
} from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatPercent } from '../../../shared/number-text.ts';
import { hasPlayedUser } from '../../../shared/protocol-agents.ts';
import {
  answerTokens,
  clusteredMean,
  createRng,
  exactShare,
  mean,
  uniformInt,
  wordF1,
} from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { itemsByConversation, questionsOf, readConversations } from '../conversations/read-conversations.ts';
import { isRefusal } from '../conversations/refusal.ts';
import { requireProtocolRun } from '../run/describe-run.ts';
import { readOptionsOf } from '../run/plan-conversations.ts';

/** Turns of one user in one talk. */
interface UserConversation {
  /** What talks depend on each other by: their group, or their item. */
  readonly cluster: string;
  readonly turns: readonly string[];
  /** Said by the same side before each of them, where it is not all that is said here. */
  readonly before: readonly (readonly string[])[];
}

const interval =
  '95 %, approximate, at one look: a jackknife over groups of talks. The mean number of words has none.';

/**
 * How the played user of a run talks, beside the people whose talks the same data hold. Of an interview these are the follow-ups
 * that the generator wrote, beside the people's questions; of IQA-EVAL the sub-questions, beside those of recorded conversations.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT when nobody plays a user in the run
 */
export function playedUser(context: CoreContext, runId: number): PlayedUser {
  const { played, people } = conversationsOfRun(context, runId);
  const reason =
    played.length === 0
      ? 'not estimable: the played user has said nothing yet'
      : people.length === 0
        ? 'not estimable: the data hold no conversations of people'
        : null;
  return {
    played: turnsOf(played),
    people: people.length === 0 ? null : turnsOf(people),
    pairs: pairsOf(runId, played, people).length,
    ...{ interval, reason },
  };
}

/**
 * Pairs of talks to guess by: which of the two is by people? The order follows from the run, and nothing else here says it.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT when there is nothing to pair
 */
export function userPairs(context: CoreContext, runId: number): UserPair[] {
  return knownPairs(context, runId).map(({ isPeopleFirst, played, people }, pair) => {
    return { pair, a: isPeopleFirst ? people : played, b: isPeopleFirst ? played : people };
  });
}

/** Which talk of each pair is by people. @throws AppError as `userPairs` does */
export const whoIsPeople = (context: CoreContext, runId: number): UserGuess['people'][] =>
  knownPairs(context, runId).map(({ isPeopleFirst }) => (isPeopleFirst ? 'a' : 'b'));

/**
 * How often people's talks were found, by whoever guessed, with the exact interval. Each pair counts once.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT when a pair is not among those of the run, or is guessed twice
 */
export function userGuesses(
  context: CoreContext,
  { runId, guesses }: { runId: number; guesses: readonly UserGuess[] },
): UserGuesses {
  const pairs = knownPairs(context, runId);
  const seen = new Set<number>();
  const right = guesses.filter(({ pair, people }, i) => {
    const known = pairs[pair];
    if (!known || seen.has(pair)) {
      const problem = known ? `Pair ${pair} is guessed twice.` : `The run has no pair ${pair}.`;
      throw new AppError('INVALID_INPUT', problem, {
        field: `guesses.${i}.pair`,
        remedy: 'Guess each pair of the file once. The pairs change when conversations of the run are added.',
      });
    }
    seen.add(pair);
    return known.isPeopleFirst === (people === 'a');
  });
  const ends = exactShare(right.length, guesses.length);
  const share = guesses.length === 0 ? null : right.length / guesses.length;
  const found = { guessed: guesses.length, found: right.length, share };
  return {
    ...{ ...found, lower: ends?.lower ?? null, upper: ends?.upper ?? null },
    summary: guessWords(share, ends),
  };
}

function guessWords(share: number | null, ends: { lower: number; upper: number } | undefined): string {
  if (share === null || !ends)
    return 'How often people are found is not estimable: there are no guesses yet.';
  const found = `People were found in ${formatPercent(share)} of the pairs (${formatPercent(ends.lower)} to ${formatPercent(ends.upper)}).`;
  if (ends.lower > 0.5)
    return `${found} The played user differs from people in a way that can be recognized.`;
  if (ends.upper < 0.5) return `${found} The played user is taken for a person more often than people are.`;
  return `${found} That is no more than chance, as far as these guesses say.`;
}

interface KnownPair {
  readonly played: string[];
  readonly people: string[];
  readonly isPeopleFirst: boolean;
}

function knownPairs(context: CoreContext, runId: number): KnownPair[] {
  const { played, people } = conversationsOfRun(context, runId);
  const pairs = pairsOf(runId, played, people);
  if (pairs.length > 0) return pairs;
  throw new AppError('INVALID_INPUT', 'There are no two talks to compare.', {
    field: 'runId',
    remedy: 'It needs finished conversations of the run, and conversations of people in its data.',
  });
}

/** Each talk once, both sides in an order by chance, cut to equally many turns. */
function pairsOf(
  runId: number,
  played: readonly UserConversation[],
  people: readonly UserConversation[],
): KnownPair[] {
  const rng = createRng(runId);
  const shuffled = (talks: readonly UserConversation[]): UserConversation[] => {
    const order = [...Map.groupBy(talks, ({ cluster }) => cluster).values()].map((own) => own[0]!);
    for (let last = order.length - 1; last > 0; last--) {
      const other = uniformInt(rng, 0, last);
      [order[last], order[other]] = [order[other]!, order[last]!];
    }
    return order;
  };
  const [ours, theirs] = [shuffled(played), shuffled(people)];
  return ours.slice(0, theirs.length).map(({ turns }, i) => {
    const other = theirs[i]!.turns;
    const count = Math.min(turns.length, other.length);
    return {
      played: turns.slice(0, count),
      people: other.slice(0, count),
      isPeopleFirst: uniformInt(rng, 0, 1) === 0,
    };
  });
}

function conversationsOfRun(
  context: CoreContext,
  runId: number,
): { played: UserConversation[]; people: UserConversation[] } {
  const db = dbOf(context);
  const run = requireProtocolRun(db, runId);
  const { settings } = run;
  if (!hasPlayedUser(settings)) {
    throw new AppError('INVALID_INPUT', 'Nobody plays a user in this run.', {
      field: 'runId',
      remedy: 'Choose an interview, or a run of IQA-EVAL or Lost in Conversation with a played user.',
    });
  }
  const people =
    settings.protocol === 'interview'
      ? peopleOfInterview(db, run)
      : [...conversationsOfPeople(db, run.datasetId)];
  return { played: playedConversations(db, run, settings.protocol === 'interview'), people };
}

function playedConversations(db: ReadableDb, run: ProtocolRunRow, isInterview: boolean): UserConversation[] {
  const finished = new Map(
    listProtocolConversations(db, run.id)
      .filter(({ state }) => state === 'finished')
      .map((row) => [row.position, row]),
  );
  const talks = new Map<string, { cluster: string; turns: string[]; before: string[][]; said: string[] }>();
  for (const { position, turn } of iterateProtocolTurns(db, run.id)) {
    const row = finished.get(position);
    if (!row) continue;
    // An interview goes through a whole conversation, a unit of other protocols through tasks of their own.
    const key = isInterview ? String(position) : `${position} ${turn.cell}`;
    const cluster = row.group ?? `item ${row.itemId}`;
    const conversation = talks.get(key) ?? { cluster, turns: [], before: [], said: [] };
    talks.set(key, conversation);
    const isPlayed = turn.kind === (isInterview ? 'prompt' : 'request');
    if (isPlayed) {
      conversation.turns.push(turn.asked);
      conversation.before.push([...conversation.said]);
    }
    if (isPlayed || (isInterview && turn.kind === 'question')) conversation.said.push(turn.asked);
  }
  return [...talks.values()].filter(({ turns }) => turns.length > 0);
}

const userConversationOf = (cluster: string, turns: readonly string[]): UserConversation => ({
  ...{ cluster, turns },
  before: turns.map((_, i) => turns.slice(0, i)),
});

function peopleOfInterview(db: ReadableDb, run: ProtocolRunRow): UserConversation[] {
  return readConversations(db, run.datasetId, readOptionsOf(run.settings)).map(({ group, itemIds, turns }) =>
    userConversationOf(
      group ?? `item ${itemIds[0]}`,
      turns.map(({ question }) => question),
    ),
  );
}

/**
 * What users said in conversations that the data hold, each once, though every reply of it is an item with all that was said before. One
 * that nobody answered in is a task, not a talk.
 */
function* conversationsOfPeople(db: ReadableDb, datasetId: number): Generator<UserConversation> {
  for (const items of itemsByConversation(db, datasetId)) {
    const last = items.at(-1)!;
    const isAnswered =
      items.length > 1 ||
      last.references.length > 1 ||
      last.conversation.some(({ role }) => role === 'assistant');
    if (isAnswered) yield userConversationOf(last.group ?? `item ${last.id}`, questionsOf(last));
  }
}

function turnsOf(talks: readonly UserConversation[]): UserTurns {
  const turns = talks.flatMap((conversation) => conversation.turns);
  return {
    talks: talks.length,
    turns: turns.length,
    words: turns.length === 0 ? null : mean(turns.map((turn) => answerTokens(turn).length)),
    repetition: shareOver(talks, ({ turns: own, before }) =>
      own.flatMap((turn, i) => {
        const earlier = before[i]!.map((said) => wordF1(turn, said, 0));
        return earlier.length === 0 ? [] : [Math.max(...earlier)];
      }),
    ),
    refusals: shareOver(talks, ({ turns: own }) => own.map((turn) => Number(isRefusal(turn, [])))),
  };
}

/** The mean of what turns are, with its interval over clusters. */
function shareOver(
  talks: readonly UserConversation[],
  of: (conversation: UserConversation) => readonly number[],
): UserTurns['repetition'] {
  const clusters = [...Map.groupBy(talks, ({ cluster }) => cluster).values()].map((own) => own.flatMap(of));
  const { value, lower, upper } = clusteredMean(clusters);
  return { share: value ?? null, lower: lower ?? null, upper: upper ?? null };
}

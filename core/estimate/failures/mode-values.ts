import { type Draw, listDraws, readSurrogate } from '../../../db/draws.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import { readPoolLevels } from '../../../db/pool-levels.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { StudyJoin } from '../../../db/study-joins.ts';
import type { StoredPlan } from '../../../db/study-plans.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { drawnHistogram, levelOf, type ModeObservation, type ModeStudy } from '../../../stats/index.ts';
import { designs } from '../../studies/design.ts';
import type { ModeHistory, Modes } from '../../studies/failures/modes.ts';
import { type ItemSays, saidOfFailures, saysOf } from '../../studies/failures/said.ts';
import type { Rating } from '../../studies/ratings/rating.ts';
import { standingOf } from '../final-rule.ts';

const ratings = {
  true: { kind: 'value', rating: 1, y: 1 },
  false: { kind: 'value', rating: 0, y: 0 },
} as const satisfies Record<string, Rating>;

/**
 * Whether an item has a mode under its present meaning, in [0, 1]: as the ratings of an item come to one value under the study's rule.
 * Unknown while fewer people than its overlap have said so of this meaning, or while the rule leaves it to a decision.
 */
export function modeValue(
  study: StudyRow,
  modes: Modes,
  mode: ModeHistory,
  says: ItemSays | undefined,
): ModeObservation['y'] {
  if (!says) return 'unknown';
  const { people, decisions } = says;
  const words = people.flatMap((person) => saysOf(modes, person, mode.id) ?? []);
  if (decisions.length === 0) return valueOfWords(study, words);
  const decided = decisions.findLast(
    ({ modeId, meaning }) => modeId === mode.id && meaning === mode.meaning.id,
  );
  const adjudicated = typeof decided?.present === 'boolean' ? ratings[`${decided.present}`] : undefined;
  return valueOfWords(study, words, study.finalRule === 'mean' ? undefined : adjudicated);
}

/**
 * What is missing for an item to have a value: that somebody who coded it says whether the present meaning fits, that somebody decides
 * between people who differ, or that more people speak. Null where it has one, and where nobody has spoken.
 */
export function whyUnknown(
  study: StudyRow,
  modes: Modes,
  mode: ModeHistory,
  says: ItemSays | undefined,
): 'look' | 'decision' | 'people' | null {
  if (!says || says.people.length === 0 || modeValue(study, modes, mode, says) !== 'unknown') return null;
  const words = says.people.map((person) => saysOf(modes, person, mode.id));
  if (says.people.some(({ coding }, i) => coding && words[i] === undefined)) return 'look';
  return words.filter((word) => word !== undefined).length < study.overlap ? 'people' : 'decision';
}

/** What people who say yes or no come to by the rule of a study. */
export function valueOfWords(
  { finalRule, overlap }: StudyRow,
  words: readonly boolean[],
  adjudicated?: Rating,
): ModeObservation['y'] {
  if (overlap === 1 && words.length === 1 && !adjudicated) return Number(words[0]);
  const standing = standingOf(finalRule, overlap, {
    ...{ words: words.map((word) => ratings[`${word}`]), isWhole: false, adjudicated },
  });
  return standing.kind === 'final' && standing.final.kind === 'value' ? standing.final.y : 'unknown';
}

/** A study's draws with what is said of each item. */
interface DrawnSaid {
  readonly draws: readonly Draw[];
  readonly says: ReadonlyMap<number, ItemSays>;
}

const keptDraws = keptMaps<string, readonly Draw[]>();

export function drawnSaid(db: ReadableDb, study: StudyRow): DrawnSaid {
  const name = `${study.id} ${study.generation} ${study.drawCount}`;
  const draws = keptDraws(db).get(name) ?? listDraws(db, study.id, study.generation);
  if (!db.inTransaction) keptDraws(db).set(name, draws);
  return { draws, says: saidOfFailures(db, study) };
}

/** What of a study is fixed at its draw: all that the sequence of a mode takes but the draws before its clock. */
export type PoolOfModes = Omit<ModeStudy, 'before' | 'plan' | 'once'> & {
  /** In the order in which they were made: each holds from a draw on. */
  readonly plans: readonly StoredPlan[];
  /** Where the sequence has an item. */
  placeOf(draw: Draw): number;
};

/** The pool that the modes of a study are counted in: its draws are random as the study's are, and no signal guesses from the start. */
export function poolOfModes(
  db: ReadableDb,
  { id, preset, populationSize }: StudyRow,
): Pick<PoolOfModes, 'populationSize' | 'counts' | 'probabilities' | 'placeOf'> {
  const { uniform, probabilities, weight } = designs[preset];
  const levels = readPoolLevels(db, id);
  if (levels) {
    const histogram = drawnHistogram(levels, weight!);
    const placeOf = new Map(levels.levels.map((level, i) => [level, i]));
    return {
      populationSize,
      counts: levels.counts,
      ...(!uniform && { probabilities: histogram.probabilities }),
      placeOf: ({ surrogateValue }) => placeOf.get(levelOf(surrogateValue)) ?? -1,
    };
  }
  return {
    populationSize,
    ...(!uniform && { probabilities: probabilities(readSurrogate(db, id)) }),
    placeOf: ({ poolPosition }) => poolPosition,
  };
}

/** What shares of a study are made of: its pool, its draws, and how many of them count. */
export interface Counted {
  readonly study: StudyRow;
  readonly modes: Modes;
  readonly said: DrawnSaid;
  /** Draws taken in by the study: all before the first that is not finished. */
  readonly prefix: number;
  readonly pool: PoolOfModes;
  /** Signals that joined the draw: the number of the study, or a mode. */
  readonly joins: readonly StudyJoin[];
}

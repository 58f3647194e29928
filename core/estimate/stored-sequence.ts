import { createHash } from 'node:crypto';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { getProjectValue } from '../../db/project.ts';
import type { StudyRow } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { BracketObservation, PlannedMemory } from '../../stats/index.ts';
import { type KeptSeal, readKept, writeKept } from '../platform/files/kept-file.ts';
import type { StudySequence } from './study-sequence.ts';

/*
 * The bets of a long study take seconds to make again, so what they came to lies in the data folder, one file for a study. It is a
 * shortcut and no evidence: it leaves with no project, "assay verify" never reads it, and without it the same bits come out later.
 * A file is used only if its seal holds. The seal is made with a key of the project, and takes in all that the bets rest on: rule,
 * pool, signals, plans, and each draw with its final value.
 */

/** It goes up when what is stored, or what the same labels come to, becomes another. */
const FORMAT = 1;

/** A copy of the sequence as it was after so many draws. */
export interface Checkpoint {
  readonly taken: number;
  readonly sequence: StudySequence;
}

type Draw = (index: number) => BracketObservation;

/** What is stored of one of the two sequences of a study at one point; the trail is that of the last point. */
type StoredPoint = Omit<PlannedMemory, 'trail' | 'copy'>;

interface Stored {
  readonly points: readonly {
    readonly taken: number;
    /** SHA-256 of the draws up to here. */
    readonly draws: string;
    readonly low: StoredPoint;
    readonly high?: StoredPoint;
  }[];
  readonly low: PlannedMemory['trail'];
  readonly high?: PlannedMemory['trail'];
}

/** Where the sequence of a study is kept from one opening of its project to the next. */
export class StoredSequence {
  readonly #file: string;
  readonly #key: string;
  readonly #facts: string;
  /** The pool's part of the seal, which does not change. */
  #basis: Buffer | undefined;
  #found: Stored | null | undefined;

  /** @param facts of the study and of this version, that the pool does not say */
  constructor(file: string, key: string, facts: string) {
    this.#file = file;
    this.#key = key;
    this.#facts = facts;
  }

  /**
   * The sequence of the stored point that has taken in the most of these draws.
   *
   * @param empty the sequence without labels
   * @param after draws from which on a point is worth its while @param most draws that it may have taken in
   * @returns undefined where there is none
   */
  find(empty: StudySequence, after: number, draw: Draw, most: number): Checkpoint | undefined {
    if (!empty.pool) return undefined;
    if (this.#found === undefined) this.#found = this.#read(empty);
    if (!this.#found) return undefined;
    const { points, low, high } = this.#found;
    const within = points.filter(({ taken }) => taken > after && taken <= most);
    const hashes = drawHashes(
      within.map(({ taken }) => taken),
      draw,
    );
    const point = within.findLast(({ draws }, i) => draws === hashes[i]);
    if (!point) return undefined;
    const sequence = empty.clone();
    sequence.recall(
      { ...point.low, trail: low },
      point.high && high ? { ...point.high, trail: high } : undefined,
    );
    for (let i = 0; i < point.taken; i++) sequence.advance(draw(i));
    return { taken: point.taken, sequence };
  }

  /** Stores a sequence at these points, ascending; where that fails the next opening takes longer. */
  put(points: readonly Checkpoint[], draw: Draw): void {
    const last = points.at(-1)!.sequence;
    const [low, high] = last.planned ?? [];
    if (!low) return;
    const hashes = drawHashes(
      points.map(({ taken }) => taken),
      draw,
    );
    const stored: Stored = {
      points: points.map(({ taken, sequence }, i) => {
        const [atLow, atHigh] = sequence.planned!;
        const draws = hashes[i]!;
        return { taken, draws, low: pointOf(atLow.memory), ...(atHigh && { high: pointOf(atHigh.memory) }) };
      }),
      low: low.memory.trail,
      ...(high && { high: high.memory.trail }),
    };
    writeKept(this.#file, this.#seal(last), serialize(stored));
    this.#found = stored;
  }

  /** Null where there is no file, or none whose seal holds. */
  #read(empty: StudySequence): Stored | null {
    const body = readKept(this.#file, this.#seal(empty));
    return body ? (deserialize(body) as Stored) : null;
  }

  #seal(sequence: StudySequence): KeptSeal {
    this.#basis ??= basisOf(sequence, this.#facts);
    return { key: this.#key, facts: ['assay sequence\n', this.#basis] };
  }
}

/** @returns undefined for a project of an early version, which has no key, and where rows are checked: then every bet is made again */
export function storedSequenceOf(
  db: ReadableDb,
  { id, generation, preset, bettingRule }: StudyRow,
  { dataDir, version, alpha }: { dataDir: string | undefined; version: string; alpha: number },
): StoredSequence | undefined {
  const key = getProjectValue(db, 'seal_key');
  if (key === undefined || dataDir === undefined || bettingRule === 2) return undefined;
  const name = createHash('sha256')
    .update(JSON.stringify([key, id, alpha]))
    .digest('hex')
    .slice(0, 32);
  const facts = JSON.stringify([FORMAT, version, id, generation, preset, bettingRule, alpha]);
  return new StoredSequence(path.join(dataDir, 'sequences', name), key, facts);
}

const pointOf = ({ labels, wealth, isEmpty }: PlannedMemory): StoredPoint => ({ labels, wealth, isEmpty });

/** SHA-256 of all that is fixed before the first label. */
function basisOf({ pool }: StudySequence, facts: string): Buffer {
  const { surrogate, columns, joins = [], probabilities, counts, plans, steps } = pool!;
  const fixed = [facts, plans, steps ?? null, columns.length, joins.map(({ since }) => since)];
  const hash = createHash('sha256').update(JSON.stringify(fixed));
  const addAll = (values: ArrayLike<number>) => hash.update(new Uint8Array(Float64Array.from(values).buffer));
  addAll(surrogate);
  for (const { values, unit, slope, penalty } of [...columns, ...joins]) {
    addAll([unit, slope, penalty]);
    addAll(values);
  }
  if (probabilities) addAll(probabilities);
  if (counts) addAll(counts);
  return hash.digest();
}

/** SHA-256 of the draws up to each of these numbers, ascending. */
function drawHashes(ends: readonly number[], draw: Draw): string[] {
  const hash = createHash('sha256');
  let from = 0;
  return ends.map((end) => {
    const lines = new Float64Array(4 * (end - from));
    for (let at = 0; from < end; from++) {
      const { pool, surrogate, probability, y } = draw(from);
      for (const value of [pool, surrogate, probability, y === 'skipped' ? -1 : y]) lines[at++] = value;
    }
    return hash.update(new Uint8Array(lines.buffer)).copy().digest('hex');
  });
}

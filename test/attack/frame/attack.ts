import { createRng, type Rng } from '../../../stats/index.ts';

/** One way to harm the product, tried many times with different dice. */
export interface Attack {
  /** Names it for --only. */
  readonly name: string;
  /** What the table says of it. */
  readonly what: string;
  /** Tries of a whole run, of a quick one, and of the unit tests. */
  readonly tries: { readonly all: number; readonly quick: number; readonly test: number };
  /** Each try kills a process. */
  readonly kills?: boolean;
  /** Why it cannot run on this machine; null when it can. */
  cannotRun?(): string | null;
  /** Makes what all tries share; what comes back is one try, which throws when the product failed. */
  prepare(ground: Ground): Promise<(one: Try) => Promise<void>>;
}

/** What all tries of an attack share. */
export interface Ground {
  /** Goes away with the attack. */
  readonly folder: string;
  /** Is done after the last try, the latest first. */
  later(undo: () => unknown): void;
}

export interface Try {
  readonly number: number;
  /** The dice of this try alone, so that it can be played again without those before it. */
  readonly rng: Rng;
  /** A folder of its own, which goes away with the try. */
  readonly folder: string;
  /** Is done when the try is over, however it ended. */
  later(undo: () => unknown): void;
}

/** The try did not come about, such as a kill after the work was done: another one is made in its place. */
export class NotATry extends Error {}

/** The dice of a try: they depend on the seed, the attack and the number, and on nothing that happened before. */
export function diceOf(seed: number, attack: string, number: number): Rng {
  let mixed = Math.imul(seed, 0x9e37_79b1) ^ Math.imul(number + 1, 0x85eb_ca6b);
  for (const letter of attack) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x0100_0193);
  return createRng(mixed >>> 0);
}

/** What the product did wrong. */
export class Wrong extends Error {}

/** @throws Wrong unless it is right */
export function must(isRight: unknown, otherwise: string): asserts isRight {
  if (!isRight) throw new Wrong(otherwise);
}

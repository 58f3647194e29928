import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Attack, diceOf, NotATry, type Try } from './attack.ts';

export interface Failure {
  readonly number: number;
  readonly message: string;
}

export interface Outcome {
  readonly attack: Attack;
  readonly tries: number;
  readonly failures: readonly Failure[];
  /** Tries that did not come about. */
  readonly missed: number;
  readonly seconds: number;
  /** Why it did not run; null when it did. */
  readonly skipped: string | null;
}

export interface Wanted {
  readonly seed: number;
  readonly tries: number;
  /** Only this one. */
  readonly only?: number | undefined;
  /** The first; what takes long is done in pieces. */
  readonly from?: number | undefined;
  /** Leaves the folders of failed tries where they are. */
  readonly keep?: boolean;
  /** Hears of each failure at once. */
  readonly onFailure?: (attack: Attack, failure: Failure, folder: string) => void;
}

/** A guard against what hangs, far above what a try takes on a machine with other work. */
const patienceMs = 600_000;
/** Of ten tries this many may come to nothing before that counts as a failure. */
const mostMissed = 8;

/** Tries an attack as often as wanted, and says what failed. */
export async function runAttack(attack: Attack, wanted: Wanted): Promise<Outcome> {
  const skipped = attack.cannotRun?.() ?? null;
  if (skipped !== null) return { attack, tries: 0, failures: [], missed: 0, seconds: 0, skipped };
  const from = performance.now();
  const folder = mkdtempSync(path.join(os.tmpdir(), `assay-attack-${attack.name}-`));
  const undo: (() => unknown)[] = [];
  const failures: Failure[] = [];
  const counts = { tries: 0, missed: 0 };
  try {
    const attempt = await attack.prepare({ folder, later: (one) => undo.push(one) });
    const first = wanted.only ?? wanted.from ?? 0;
    const wantedTries = wanted.only === undefined ? wanted.tries : 1;
    for (let number = first; counts.tries < wantedTries; number++) {
      if (counts.missed > mostMissed + (mostMissed / 10) * (number - first)) {
        throw new Error(`${counts.missed} of ${number - first} tries came to nothing`);
      }
      const outcome = await tryOnce(attack, attempt, { ...wanted, number, folder });
      if (outcome === 'missed') counts.missed++;
      else counts.tries++;
      if (typeof outcome === 'object') failures.push(outcome);
    }
  } catch (error) {
    const failure = { number: -1, message: `could not be tried: ${wordsOf(error)}` };
    wanted.onFailure?.(attack, failure, folder);
    failures.push(failure);
  } finally {
    await undoAll(undo);
    if (!wanted.keep || failures.length === 0) rmSync(folder, { recursive: true, force: true });
  }
  return { attack, ...counts, failures, seconds: (performance.now() - from) / 1000, skipped };
}

async function tryOnce(
  attack: Attack,
  attempt: (one: Try) => Promise<void>,
  { seed, number, keep, onFailure, folder: ground }: Wanted & { number: number; folder: string },
): Promise<Failure | 'missed' | 'held'> {
  const folder = path.join(ground, `try-${number}`);
  mkdirSync(folder, { recursive: true });
  const undo: (() => unknown)[] = [];
  let isKept = false;
  try {
    const rng = diceOf(seed, attack.name, number);
    await within(attempt({ number, rng, folder, later: (one) => undo.push(one) }));
    return 'held';
  } catch (error) {
    if (error instanceof NotATry) return 'missed';
    const failure = { number, message: wordsOf(error) };
    isKept = keep === true;
    onFailure?.(attack, failure, folder);
    return failure;
  } finally {
    await undoAll(undo);
    if (!isKept) rmSync(folder, { recursive: true, force: true });
  }
}

async function within(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`hangs: no end after ${patienceMs / 1000} seconds`)),
      patienceMs,
    );
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function undoAll(undo: readonly (() => unknown)[]): Promise<void> {
  for (const one of undo.toReversed()) {
    try {
      await one();
    } catch {
      // What failed to close had failed before, and was told of then.
    }
  }
}

function wordsOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return `${code === undefined ? '' : `${code}: `}${message ?? String(error)}`;
}

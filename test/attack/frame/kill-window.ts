import { type Rng, uniformOpen } from '../../../stats/index.ts';
import { type Ended, runUntilKilled } from '../../core/support/killed-child.ts';
import { NotATry } from './attack.ts';

/** Children print this once they begin, and the other when all is done. */
export const atWork = 'at work';
export const allDone = 'all done';

/** How long a child's work took that came to its end. */
function tookMs(lines: readonly string[]): number | undefined {
  const [, ms] = /^all done after (\d+)/.exec(lines.at(-1) ?? '') ?? [];
  return ms === undefined ? undefined : Number(ms);
}

/**
 * Kills a child at moments spread over its whole work. How long the work takes is measured by a child that nobody kills, and
 * shortened whenever a kill came too late.
 */
export class KillWindow {
  readonly #script: string;
  #ms: number;

  private constructor(script: string, ms: number) {
    this.#script = script;
    this.#ms = ms;
  }

  /** @param argsOf the arguments of a child of its own each time it is asked */
  static async measure(script: string, argsOf: (round: number) => readonly string[]): Promise<KillWindow> {
    const { lines } = await runUntilKilled(script, argsOf(1), null);
    const ms = tookMs(lines);
    if (ms === undefined) throw new Error(`${script} did not come to its end: ${lines.join(', ')}`);
    return new KillWindow(script, Math.max(2, ms));
  }

  /** The lines of a child that was killed somewhere in its work. @throws NotATry when it was done before */
  async kill(rng: Rng, args: readonly string[]): Promise<readonly string[]> {
    const wait = uniformOpen(rng) * this.#ms;
    const { lines, wasKilled }: Ended = await runUntilKilled(this.#script, args, wait);
    if (!wasKilled || lines.some((line) => line.startsWith(allDone))) {
      // The first child of a script also compiles its modules: those that follow are done sooner.
      this.#ms = Math.max(2, Math.min(0.9 * this.#ms, tookMs(lines) ?? this.#ms));
      throw new NotATry(`the child was done before it was killed after ${Math.round(wait)} ms`);
    }
    return lines;
  }
}

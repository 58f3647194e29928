import { type Rng, uniformOpen } from '../../../stats/index.ts';
import { type Ended, runUntilKilled } from '../../core/support/killed-child.ts';
import { NotATry } from './attack.ts';

/** Children print this once they begin, and the other when all is done. */
export const atWork = 'at work';
export const allDone = 'all done';

/** Scripts of which a child has come to its end. */
const compiled = new Set<string>();

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
    // The first child of a script also compiles the modules, and keeps them for those that follow.
    if (!compiled.has(script)) await runUntilKilled(script, argsOf(0), null);
    compiled.add(script);
    const { lines } = await runUntilKilled(script, argsOf(1), null);
    const [, ms] = /^all done after (\d+)/.exec(lines.at(-1) ?? '') ?? [];
    if (ms === undefined) throw new Error(`${script} did not come to its end: ${lines.join(', ')}`);
    return new KillWindow(script, Math.max(2, Number(ms)));
  }

  /** The lines of a child that was killed somewhere in its work. @throws NotATry when it was done before */
  async kill(rng: Rng, args: readonly string[]): Promise<readonly string[]> {
    const wait = uniformOpen(rng) * this.#ms;
    const { lines, wasKilled }: Ended = await runUntilKilled(this.#script, args, wait);
    if (!wasKilled || lines.some((line) => line.startsWith(allDone))) {
      this.#ms *= 0.9;
      throw new NotATry(`the child was done before it was killed after ${Math.round(wait)} ms`);
    }
    return lines;
  }
}

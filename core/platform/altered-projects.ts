import type { CallMeta } from '../../shared/contract/base.ts';
import { AppError } from '../../shared/errors.ts';

/**
 * What a way in does with the numbers of a project that another program changed.
 *
 * `refuse`: gives none out. `accept`: gives them out, as a person said so; each result names what was altered.
 * `show`: its screens name what was altered beside the numbers; verdicts, which no screen shows, are refused.
 */
export type OnAltered = 'refuse' | 'accept' | 'show';

/** The option of the command line by which a person goes on. */
export const acceptAlteredOption = '--accept-altered';

/** What another program changed in the open project, in sentences, once that is known. */
export interface LookForAlterations {
  readonly words: Promise<readonly string[]>;
  /** What the same project has at another path and lacks here; a verdict comes from the newest alone. */
  readonly newer: () => readonly string[];
}

/** Decides for every call of an engine whether the numbers of an altered project leave it. */
export class AlteredProjects {
  readonly #onAltered: OnAltered;
  readonly #look: () => Promise<LookForAlterations>;
  #accepted: readonly string[] = [];
  #older: readonly string[] = [];

  /** @param look begins to look for what another program changed; it finds nothing where no project is open */
  constructor(onAltered: OnAltered, look: () => Promise<LookForAlterations>) {
    this.#onAltered = onAltered;
    this.#look = look;
  }

  /** The same project for a caller of another kind, such as a script beside the screens. */
  as(onAltered: OnAltered): AlteredProjects {
    return new AlteredProjects(onAltered, this.#look);
  }

  /** What was altered in the project of the last number that was given out all the same; empty where nothing was. */
  get accepted(): readonly string[] {
    return this.#accepted;
  }

  /** What the project of the last number lacks that the same project has at another path: its numbers are of an older time. */
  get older(): readonly string[] {
    return this.#older;
  }

  /** What another program changed in the open project, in sentences. */
  async found(): Promise<readonly string[]> {
    return (await this.#look()).words;
  }

  /**
   * Stands before every call: does its work once the project is looked through. Work that writes nothing goes on beside the look,
   * which has a thread of its own; its answer is given out when the look is done.
   *
   * @throws AppError PROJECT_ALTERED, with what was altered; else whatever the work throws
   */
  async guard<T>({ gives, writesNothing }: CallMeta, work: () => Promise<T>): Promise<T> {
    const isShown = gives === 'number' && this.#onAltered === 'show';
    if (gives === undefined || isShown) return work();
    const look = await this.#look();
    const words = look.words.then((found) => {
      this.#older = look.newer();
      return gives === 'verdict' ? [...found, ...this.#older] : found;
    });
    if (!writesNothing) {
      this.#judge(await words);
      return work();
    }
    const working = work();
    // Where the project is altered, that is said, whatever became of the work.
    working.catch(() => {});
    this.#judge(await words);
    return working;
  }

  #judge(altered: readonly string[]): void {
    if (altered.length > 0 && this.#onAltered !== 'accept') throw alteredError(altered);
    this.#accepted = altered;
  }
}

const alteredError = (altered: readonly string[]): AppError =>
  new AppError(
    'PROJECT_ALTERED',
    `This project lacks something or was changed, so no number of it is given out. ${altered.join(' ')}`,
    {
      altered,
      remedy: `Go back to a copy that "assay verify" finds unchanged. A person who knows the change can go on with ${acceptAlteredOption}; every result then says so.`,
    },
  );

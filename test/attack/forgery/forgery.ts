import type { Rng } from '../../../stats/index.ts';
import type { SealedKind } from './seal.ts';

/** One way to forge a file of a kind. */
export interface Forgery {
  readonly name: string;
  readonly kind: SealedKind;
  /**
   * Whether what is changed follows from the labels in the file, or is shown twice: then it is found even where the hash of
   * the file was made to fit. What a report only passes on is held by its hash, and against whoever can make a hash by a
   * signature.
   */
  readonly follows: boolean;
  /** The forged text; the same text when there is nothing of the kind in it. */
  forge(text: string, rng: Rng): string;
}

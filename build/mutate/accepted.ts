/** A fault that no test is to find, and why. */
export interface Accepted {
  /** How the path of its file ends. */
  readonly file: string;
  readonly change: string;
  readonly reason: string;
}

export const accepted: readonly Accepted[] = [];

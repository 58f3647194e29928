/** What a page knows of the replies that are rated on it. */
export interface RatedReplies {
  /** The reply that keys rate: of two side by side 0 left, 1 right; else its place among the replies. Null where there is one. */
  readonly active: number | null;
  /** What was said of each, in a word or two; empty where nothing was. */
  readonly said: readonly string[];
  /** Makes another the one that keys rate. */
  turnTo(reply: number): void;
}

/** Of a page that is read alone. */
export const notRated: RatedReplies = { active: null, said: [], turnTo: () => undefined };

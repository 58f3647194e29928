/** What main knows of the engine without asking: enough for the menu, the title and the quit guard. */
export interface EngineStatus {
  project: { path: string; name: string } | null;
  recent: readonly { path: string; name: string }[];
  /** Titles of the jobs at work. */
  runningJobs: readonly string[];
}

/** A page that main is to print, by a number that the answer bears. */
export interface PrintOrder {
  print: number;
  html: string;
}
export type Printed = { printed: number; pdf: Uint8Array } | { printed: number; failed: string };

/** `page` comes with the engine's end of a channel to a page; `keys` are those of language model servers, by name. */
export type ToEngine = 'page' | 'close' | { keys: Record<string, string> } | Printed;
export type FromEngine = EngineStatus | PrintOrder;

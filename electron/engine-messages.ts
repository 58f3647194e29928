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

/** The key that signs: main gives the one in the system's key store, or keeps this one there when there is none yet. */
export interface KeyOrder {
  keep: number;
  made: string;
}
export type KeptKey = { kept: number; key: string | null } | { kept: number; failed: string };

/** `page` comes with the engine's end of a channel to a page; `keys` are those of language model servers, by name. */
export type ToEngine = 'page' | 'close' | { keys: Record<string, string> } | Printed | KeptKey;
export type FromEngine = EngineStatus | PrintOrder | KeyOrder;

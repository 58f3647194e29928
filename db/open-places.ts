import type { FileIdentity } from './file-identity.ts';

/** What a thread needs to know of the project that the engine has open. */
export interface PlaceFacts extends FileIdentity {
  readonly file: string;
  readonly session: string;
}

/** The projects that this process has open; the engine alone opens some, not its threads. */
export const openPlaces = new Set<PlaceFacts>();

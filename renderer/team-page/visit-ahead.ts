import type { LabelItem, StoredPicture } from '../../shared/contract/index.ts';
import type { VisitApi } from './visit-api.ts';

interface AheadParts {
  api: VisitApi;
  batchRef: () => string;
  picture: (ref: string, sha256: string) => Promise<StoredPicture>;
}

/** With fewer items kept, more are fetched. */
const fewest = 5;

/** What a text writes of a picture that it shows. */
const pictures = /\]\(assay:picture\/([0-9a-f]{64})\)/g;

/** Items that come next, fetched while there is a connection, so that labeling goes on while there is none. */
export function createAhead({ api, batchRef, picture }: AheadParts) {
  const kept = new Map<string, LabelItem>();
  let isFetching = false;
  return {
    /** Takes an item that is kept; undefined where it is not. */
    take(ref: string): LabelItem | undefined {
      const item = kept.get(ref);
      kept.delete(ref);
      return item;
    },
    /** The item that comes next of those that are kept. */
    next: (): string | undefined => kept.keys().next().value,
    forget: () => kept.clear(),
    /** Fetches what comes after the item on screen. A fault costs nothing but what could have been kept. */
    async fetch(onScreen: string): Promise<void> {
      if (isFetching || kept.size >= fewest) return;
      isFetching = true;
      const batch = batchRef();
      try {
        const items = await api.label.ahead({ batch, have: [onScreen, ...kept.keys()] });
        if (batch !== batchRef()) return;
        for (const item of items) {
          kept.set(item.ref, item);
          for (const [, sha256] of JSON.stringify(item).matchAll(pictures)) {
            picture(item.ref, sha256!).catch(() => {});
          }
        }
      } catch {
        // The next answer says what is wrong, if anything is.
      } finally {
        isFetching = false;
      }
    },
  };
}

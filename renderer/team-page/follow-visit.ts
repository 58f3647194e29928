import type { VisitApi } from './visit-api.ts';
import type { VisitStore } from './visit-store.ts';

const againAfterMs = 3000;

/**
 * Has the page told what the lead does, for as long as its browser is let in. A stream that breaks is opened again; what was missed
 * meanwhile is seen at the next opening of the batch.
 */
export function followVisit(api: VisitApi, visit: VisitStore): void {
  let isFollowing = false;
  const isIn = () => visit.store.getState().batch !== null;
  const follow = async () => {
    isFollowing = true;
    while (isIn()) {
      try {
        for await (const event of await api.visit.events({})) await visit.hear(event);
      } catch {
        // The next call says what is wrong, if anything is.
      }
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
    isFollowing = false;
  };
  visit.store.subscribe(() => {
    if (!isFollowing && isIn()) void follow();
  });
}

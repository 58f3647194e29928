import type { QueryClient } from '@tanstack/react-query';

/** How long events that come together are gathered: one label of a ranking of twelve systems changes 66 studies. */
const gatheredMs = 30;

type Key = readonly unknown[];

/**
 * Has what is shown asked again when it went stale: once for all events that come together, and never while the same is being
 * asked, but once more after it.
 */
export function askerAgain(queries: Pick<QueryClient, 'invalidateQueries'>): (key: Key) => void {
  /** Keys that are being asked, with whether they went stale since. */
  const asked = new Map<string, boolean>();
  const ask = async (key: Key, name: string): Promise<void> => {
    do {
      await new Promise((resolve) => setTimeout(resolve, gatheredMs));
      asked.set(name, false);
      // A query that fails shows its own fault.
      await queries.invalidateQueries({ queryKey: key }).catch(() => undefined);
    } while (asked.get(name));
    asked.delete(name);
  };
  return (key) => {
    const name = JSON.stringify(key);
    const isAsked = asked.has(name);
    asked.set(name, true);
    if (!isAsked) void ask(key, name);
  };
}

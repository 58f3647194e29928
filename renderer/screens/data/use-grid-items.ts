import { useQueries } from '@tanstack/react-query';
import type { ItemBrief, ItemSelection } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { WINDOW, windowsOf } from './row-offset.ts';

/** How often it is asked how far a column is read. */
const askAgainMs = 300;

/** Items by place in the table, for the places that are looked at. */
export function useGridItems(query: ItemSelection, columns: readonly string[], first: number, last: number) {
  const windows = windowsOf(first, last);
  const results = useQueries({
    queries: windows.map((window) => ({
      queryKey: [...queryKeys.items(query.datasetId), query, columns, window],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.item.list(
          { ...query, columns: [...columns], offset: window * WINDOW, limit: WINDOW },
          { signal },
        ),
      refetchInterval: (asked: { state: { data?: { preparing: unknown } | undefined } }) =>
        asked.state.data?.preparing ? askAgainMs : (false as const),
    })),
  });
  const pages = new Map(windows.map((window, index) => [window, results[index]?.data?.items]));
  const head = results[0]?.data;
  return {
    total: head && !head.preparing ? head.total : null,
    preparing: head?.preparing ?? null,
    isPending: results[0]?.isPending ?? true,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    itemAt: (place: number): ItemBrief | undefined => pages.get(Math.floor(place / WINDOW))?.[place % WINDOW],
  };
}

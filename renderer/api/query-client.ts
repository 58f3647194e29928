import { notifyManager, QueryClient } from '@tanstack/react-query';
import { toProblem } from './to-problem.ts';

// A button is told that it was pressed before the next press is heard: a key pressed twice does a thing once.
notifyManager.setScheduler(queueMicrotask);

/** The engine is on this machine: whether the network is up does not matter, and events say what changed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnWindowFocus: false,
      staleTime: 60_000,
      retry: (failures, error) => failures < 3 && toProblem(error).code === 'BUSY',
      retryDelay: 400,
    },
    mutations: { networkMode: 'always' },
  },
});

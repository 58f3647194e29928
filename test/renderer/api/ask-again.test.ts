import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { askerAgain } from '../../../renderer/api/events.ts';

afterEach(() => vi.useRealTimers());

test('events that come together ask once, and once more where they come while it is asked', async () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  let [asked, value] = [0, 0];
  const observer = new QueryObserver(queries, {
    queryKey: ['studies', 'rankings'],
    queryFn: async () => {
      asked += 1;
      const seen = value;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return seen;
    },
  });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toBe(1);
  const askAgain = askerAgain(queries);
  for (let event = 1; event <= 66; event++) {
    value = event;
    askAgain(['studies']);
  }
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toBe(2);
  for (let event = 1; event <= 66; event++) {
    value = 100 + event;
    askAgain(['studies']);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(3);
  expect(observer.getCurrentResult().data).toBe(166);
  leave();
  queries.clear();
});

import type { QueryClient } from '@tanstack/react-query';
import type { StoreApi } from 'zustand/vanilla';
import type { AppEvent } from '../../shared/contract/index.ts';
import type { Api } from './client.ts';
import type { JobState } from './job-store.ts';
import { queryKeys } from './query-keys.ts';
import { sourceProgress } from './source-progress.ts';

/** First words of the keys of what sets scores or people beside people's labels. */
const besidePeople = [['alignment'], ['judge-quality'], ['alt-test'], ['improvements'], ['team-agreement']];

/** The keys to ask again after an event, or `all`. */
export function staleKeys(event: AppEvent): readonly (readonly unknown[])[] | 'all' {
  switch (event.type) {
    case 'project.changed':
      return 'all';
    case 'project.checked':
      return [queryKeys.projectCheck];
    case 'data.changed':
      return [
        queryKeys.project,
        queryKeys.datasets,
        ['dataset'],
        ['items'],
        ['item'],
        ['study-options'],
        ['study-preview'],
        ...besidePeople,
        queryKeys.sources,
      ];
    case 'study.changed':
      return [
        queryKeys.project,
        queryKeys.studies,
        queryKeys.study(event.studyId),
        queryKeys.estimate(event.studyId),
        queryKeys.withOthers,
      ];
    case 'estimate.changed':
      return [
        queryKeys.studies,
        queryKeys.study(event.studyId),
        queryKeys.estimate(event.studyId),
        queryKeys.withOthers,
        queryKeys.failureTable(event.studyId),
        queryKeys.failureNotes(event.studyId),
        ...besidePeople,
      ];
    case 'failures.changed':
      return [queryKeys.failures, queryKeys.withOthers];
    case 'run.changed':
      return [['runs'], ['improvements']];
    case 'lab.changed':
      return [['lab']];
    default:
      return [];
  }
}

interface Listeners {
  api: Api;
  queries: QueryClient;
  jobs: StoreApi<JobState>;
}

const reconnectAfterMs = 1000;
const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, reconnectAfterMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const knownJobs = async (api: Api) => ((await api.project.current({})) ? api.job.list({}) : []);

/** Follows the engine's events for as long as the page lives; returns the end of it. */
export function followEvents({ api, queries, jobs }: Listeners): () => void {
  const ending = new AbortController();
  const askAgain = askerAgain(queries);
  let engineId: string | null = null;
  let isResumed = false;

  const hear = (event: AppEvent) => {
    if (event.type === 'job.progress') return jobs.getState().put(event.job);
    if (event.type === 'source.progress') return sourceProgress.setState({ heard: event }, true);
    if (event.type === 'hello') {
      // Events may have been missed while the stream was down.
      if (isResumed || engineId !== event.engineId) void queries.invalidateQueries();
      engineId = event.engineId;
      void knownJobs(api).then(jobs.getState().reset, () => undefined);
      return;
    }
    const keys = staleKeys(event);
    if (keys === 'all') void queries.invalidateQueries();
    else {
      // Its counts are read anew when they are next looked at, not after every label.
      void queries.invalidateQueries({ queryKey: queryKeys.project, refetchType: 'none' });
      for (const key of keys) askAgain(key);
    }
  };

  const follow = async () => {
    while (!ending.signal.aborted) {
      try {
        for await (const event of await api.event.subscribe({}, { signal: ending.signal })) hear(event);
      } catch {
        // The gate has said so already; the next turn waits at it.
      }
      isResumed = true;
      await pause(ending.signal);
    }
  };
  void follow();
  return () => ending.abort();
}

/** How long events that come together are gathered: one label of a ranking of twelve systems changes 66 studies. */
const gatheredMs = 30;
/** How many times as long as the last answer took the next question waits at least, and how long at most. */
const timesAsLong = 4;
const longestMs = 2_000;

type Key = readonly unknown[];

/**
 * Has what is shown asked again when it went stale: once for all events that come together, and never while the same is being
 * asked, but once more after it. Where an answer takes long the next question waits: a team that labels fast is not slowed by who looks on.
 */
export function askerAgain(queries: Pick<QueryClient, 'invalidateQueries'>): (key: Key) => void {
  /** Keys that are being asked, with whether they went stale since. */
  const asked = new Map<string, boolean>();
  const ask = async (key: Key, name: string): Promise<void> => {
    let waitMs = gatheredMs;
    do {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      asked.set(name, false);
      const began = performance.now();
      // A query that fails shows its own fault.
      await queries.invalidateQueries({ queryKey: key }).catch(() => undefined);
      waitMs = Math.min(longestMs, Math.max(gatheredMs, timesAsLong * (performance.now() - began)));
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

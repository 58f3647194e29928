import type { JobThreads } from './platform/jobs/runner.ts';

/**
 * Every kind of long work; each runs in a worker thread with its own connection. A thread loads the work that it
 * does and no other, so that a small job starts at once.
 */
export const jobWorks = {
  import: async () => (await import('./sources/import/import-work.ts')).importWork,
  index: async () => (await import('./model/data/search-items.ts')).indexWork,
  'first-phase': async () => (await import('./sources/pool/first-phase-work.ts')).firstPhaseWork,
  score: async () => (await import('./model/surrogate/score-work.ts')).scoreWork,
  lab: async () => (await import('./out/lab/lab-work.ts')).labWork,
  judge: async () => (await withClient(import('./sources/judge/judge-work.ts'))).judgeWork,
  generate: async () => (await withClient(import('./sources/generate/generate-work.ts'))).generateWork,
  protocol: async () => (await import('./sources/protocols/run/protocol-work.ts')).protocolWork,
} as const;

/** Loads the client of language models with work that is sure to ask one, ahead of the first request. */
async function withClient<T>(work: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([
    work,
    import('./sources/llm/ask.ts').then(({ loadClient }) => loadClient()),
  ]);
  return loaded;
}

type Works = { readonly [K in keyof typeof jobWorks]: Awaited<ReturnType<(typeof jobWorks)[K]>> };

declare module './platform/jobs/job-work.ts' {
  interface JobKinds extends Works {}
}

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** How a thread is started that does such work, and which kinds mostly wait for a model. */
export const jobThreads: JobThreads = {
  worker: new URL(`./job-worker${extension}`, import.meta.url),
  waiting: ['judge', 'generate'],
};

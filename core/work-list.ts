import type { ThreadOptions } from './platform/jobs/warm-threads.ts';

/**
 * Every kind of long work; each runs in a worker thread with its own connection. A thread loads the work that it
 * does and no other.
 */
export const jobWorks = {
  import: async () => (await import('./import/import-work.ts')).importWork,
  index: async () => (await import('./data/search-items.ts')).indexWork,
  'first-phase': async () => (await import('./pool/first-phase-work.ts')).firstPhaseWork,
  score: async () => (await import('./estimate/surrogate/score-work.ts')).scoreWork,
  ranking: async () => (await import('./design/ranking-work.ts')).rankingWork,
  lab: async () => (await import('./report/lab/lab-work.ts')).labWork,
  judge: async () => (await withClient(import('./models/judge/judge-work.ts'))).judgeWork,
  generate: async () => (await withClient(import('./models/generate/generate-work.ts'))).generateWork,
  protocol: async () => (await import('./protocols/run/protocol-work.ts')).protocolWork,
} as const;

/** Loads the client of language models with work that is sure to ask one, ahead of the first request. */
async function withClient<T>(work: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([
    work,
    import('./models/llm/ask.ts').then(({ loadClient }) => loadClient()),
  ]);
  return loaded;
}

/** What is done in a thread without a project, because it may take long or much. */
export const callWorks = {
  'preview-import': async () => (await import('./import/preview.ts')).previewImport,
  'preview-files': async () => (await import('./import/together/preview-files.ts')).previewFiles,
  'resolve-import': async () => (await import('./import/resolve-import.ts')).resolvedImport,
  'read-folder': async () => (await import('./project/folder/read-folder.ts')).folderRead,
  'preview-prompt': async () => (await import('./models/judge/render-prompt.ts')).promptAsShown,
} as const;

type Works = { readonly [K in keyof typeof jobWorks]: Awaited<ReturnType<(typeof jobWorks)[K]>> };

type Calls = { readonly [K in keyof typeof callWorks]: Awaited<ReturnType<(typeof callWorks)[K]>> };

declare module './platform/jobs/job-work.ts' {
  interface JobKinds extends Works {}
  interface CallKinds extends Calls {}
}

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/**
 * What a thread that mostly waits for a model may take. A small limit on young objects, and any on old ones, makes it
 * collect them before they are many times what is in use. Threads that compute keep the usual limits, made for speed.
 */
const waiting = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };

/**
 * What a thread may take that reads foreign files, in MB: one that needs more is ended, and nothing else is. Arrays that do not fit
 * would end the process, so the limit lies far above what files of any size take.
 */
const reading = { maxOldGenerationSizeMb: 4096 };

/** How a thread is started that does such work. */
export const threadOptions: ThreadOptions = {
  worker: new URL(`./job-worker${extension}`, import.meta.url),
  limits: {
    ...{ judge: waiting, generate: waiting },
    ...{ import: reading, 'preview-import': reading, 'preview-files': reading, 'resolve-import': reading },
    'read-folder': reading,
  },
};

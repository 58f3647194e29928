import type { CoreContext } from '../../core/platform/context.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Lets Ctrl-C cancel what runs and whatever starts after it; each job rolls back, so nothing is left half done.
 *
 * @returns stops listening
 */
export function stopOnInterrupt({ jobs, events }: CoreContext): () => void {
  let interrupted = false;
  const cancelAll = () => {
    for (const { id } of jobs.running) jobs.cancel(id);
  };
  const onSignal = () => {
    interrupted = true;
    cancelAll();
  };
  const ignore = events.listen((event) => {
    if (interrupted && event.type === 'job.progress') cancelAll();
  });
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    ignore();
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/** A signal that Ctrl-C aborts, for work that is no job of an engine; `stop` stops listening. */
export function abortOnInterrupt(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const onSignal = () => controller.abort();
  for (const signal of signals) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}

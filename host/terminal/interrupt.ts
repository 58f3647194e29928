import type { CoreContext } from '../../core/platform/context.ts';

/** What asks a command to end: Ctrl-C, the system, and that the process which started it with a channel is gone. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;

/** @returns stops listening */
function onInterrupt(listener: () => void): () => void {
  for (const one of interrupts) process.on(one, listener);
  return () => {
    for (const one of interrupts) process.off(one, listener);
  };
}

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
  const stop = onInterrupt(onSignal);
  return () => {
    ignore();
    stop();
  };
}

/** A signal that Ctrl-C aborts, for work that is no job of an engine; `stop` stops listening. */
export function abortOnInterrupt(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, stop: onInterrupt(() => controller.abort()) };
}

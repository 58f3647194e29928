import type { AppEvent } from '../../../shared/contract/index.ts';

/** Events of an engine until `signal` aborts; the first says which engine it is. */
export async function* eventsOf(
  { engineId, events }: { engineId: string; events: EventHub },
  signal?: AbortSignal,
): AsyncGenerator<AppEvent> {
  yield { type: 'hello', engineId };
  yield* events.subscribe(signal);
}

/** Delivers events to every subscriber, each through its own queue. */
export class EventHub {
  readonly #queues = new Set<(event: AppEvent) => void>();

  publish(event: AppEvent): void {
    for (const push of this.#queues) push(event);
  }

  /** Calls `listener` for each event until the returned function is called. */
  listen(listener: (event: AppEvent) => void): () => void {
    this.#queues.add(listener);
    return () => this.#queues.delete(listener);
  }

  /** Yields events until `signal` aborts. Progress of one job that nobody has taken yet is replaced, not piled up. */
  async *subscribe(signal?: AbortSignal): AsyncGenerator<AppEvent> {
    const waiting: AppEvent[] = [];
    let wake = () => {};
    const stop = this.listen((event) => {
      const same =
        event.type === 'job.progress'
          ? waiting.findIndex((e) => e.type === 'job.progress' && e.job.id === event.job.id)
          : -1;
      if (same >= 0) waiting[same] = event;
      else waiting.push(event);
      wake();
    });
    const onAbort = () => wake();
    signal?.addEventListener('abort', onAbort);
    try {
      while (!signal?.aborted) {
        const event = waiting.shift();
        if (event) yield event;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      stop();
    }
  }
}

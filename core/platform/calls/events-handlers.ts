import { eventContract } from '../../../shared/contract/app.ts';
import { baseOf } from '../base.ts';

const base = baseOf({ event: eventContract });

export const eventHandlers = {
  subscribe: base.event.subscribe.handler(async function* ({ context, signal }) {
    yield { type: 'hello' as const, engineId: context.engineId };
    yield* context.events.subscribe(signal);
  }),
};

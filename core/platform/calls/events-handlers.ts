import { eventContract } from '../../../shared/contract/app.ts';
import { baseOf } from '../base.ts';
import { eventsOf } from '../events/hub.ts';

const base = baseOf({ event: eventContract });

export const eventHandlers = {
  subscribe: base.event.subscribe.handler(({ context, signal }) => eventsOf(context, signal)),
};

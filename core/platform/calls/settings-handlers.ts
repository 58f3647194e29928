import { settingsContract } from '../../../shared/contract/app.ts';
import { baseOf } from '../base.ts';

const base = baseOf({ settings: settingsContract });

export const settingsHandlers = {
  get: base.settings.get.handler(({ context }) => context.settings.settings),
  set: base.settings.set.handler(({ context, input }) => context.settings.change(input)),
};

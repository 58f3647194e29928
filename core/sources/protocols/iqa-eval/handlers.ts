import { personaContract } from '../../../../shared/contract/persona.ts';
import { baseOf } from '../../../platform/base.ts';
import { dbOf } from '../../../platform/context.ts';
import { whenWritable } from '../../../platform/when-writable.ts';
import { knownPersonas, savePersona } from './personas.ts';

const base = baseOf({ persona: personaContract });

export const personaHandlers = {
  list: base.persona.list.handler(({ context }) => knownPersonas(dbOf(context))),
  save: base.persona.save.handler(async ({ context, input }) => {
    const saved = await whenWritable(() => savePersona(dbOf(context), input, context.now()));
    context.events.publish({ type: 'data.changed' });
    return saved;
  }),
};

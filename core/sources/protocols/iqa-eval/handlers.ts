import { personaContract } from '../../../../shared/contract/persona.ts';
import { baseOf } from '../../../platform/base.ts';
import { dbOf } from '../../../platform/context.ts';
import { knownPersonas, savePersona } from './personas.ts';

const base = baseOf({ persona: personaContract });

export const personaHandlers = {
  list: base.persona.list.handler(({ context }) => knownPersonas(dbOf(context))),
  save: base.persona.save.handler(({ context, input }) => savePersona(context, input)),
};

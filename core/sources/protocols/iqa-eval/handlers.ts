import { personaContract } from '../../../../shared/contract/persona.ts';
import { baseOf } from '../../../platform/base.ts';
import { dbOf } from '../../../platform/context.ts';
import { personaHarm } from './persona-harm.ts';
import { knownPersonas, savePersona } from './personas.ts';

const base = baseOf({ persona: personaContract });

export const personaHandlers = {
  list: base.persona.list.handler(({ context }) => knownPersonas(dbOf(context))),
  harm: base.persona.harm.handler(({ context, input }) => personaHarm(dbOf(context), input.datasetId)),
  save: base.persona.save.handler(({ context, input }) => savePersona(context, input)),
};

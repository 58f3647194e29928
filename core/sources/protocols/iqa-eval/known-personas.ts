import { ensurePersona, listPersonas, type PersonaRow } from '../../../../db/personas.ts';
import type { ReadableDb, WritableDb } from '../../../../db/types.ts';
import type { KnownPersona, Persona } from '../../../../shared/contract/index.ts';
import { PersonaSchema } from '../../../../shared/contract/persona.ts';
import { AppError } from '../../../../shared/errors.ts';
import { hashOf } from '../../judge/prompts.ts';
import { builtInPersonas } from './personas.ts';

/** Built-in personas first, then every version of the project's own, by name, the newest first. */
export const knownPersonas = (db: ReadableDb): KnownPersona[] => [
  ...builtInPersonas.map((persona) => ({ ...persona, version: 1, builtIn: true, createdAt: null })),
  ...listPersonas(db).map(describe),
];

/** Each persona once, in its newest version. */
export function newestPersonas(db: ReadableDb): KnownPersona[] {
  const newest = new Map<string, KnownPersona>();
  for (const persona of knownPersonas(db)) {
    const key = persona.name.toLowerCase();
    if (!newest.has(key)) newest.set(key, persona);
  }
  return [...newest.values()];
}

/** Stores a persona as the next version of its name. @throws AppError INVALID_INPUT when it could not work */
export function savePersona(db: WritableDb, given: Persona, createdAt: string): KnownPersona {
  const persona = PersonaSchema.parse(given);
  const { name, role, expectation } = persona;
  if (builtInPersonas.some((one) => one.name === name.toLowerCase())) {
    throw new AppError('INVALID_INPUT', `“${name}” comes with Assay and does not change.`, {
      field: 'name',
      mend: 'Give your persona a name of its own.',
    });
  }
  if (role === '' || expectation === '') {
    const field = role === '' ? 'role' : 'expectation';
    throw new AppError('INVALID_INPUT', `The persona “${name}” has no ${field}.`, {
      field,
      mend: 'Say who the user is, and what this user expects of the assistant.',
    });
  }
  return describe(ensurePersona(db, persona, { hash: hashOf(persona), createdAt }));
}

const describe = (row: PersonaRow): KnownPersona => ({ ...row, builtIn: false });

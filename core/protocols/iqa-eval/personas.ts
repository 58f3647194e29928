import { ensurePersona, listPersonas, type PersonaRow } from '../../../db/personas.ts';
import { listSignals } from '../../../db/scores.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { KnownPersona, Persona, PersonaHarm } from '../../../shared/contract/index.ts';
import { PersonaSchema } from '../../../shared/contract/persona.ts';
import { AppError } from '../../../shared/errors.ts';
import { exactShare, toUnit } from '../../../stats/index.ts';
import { datasetOf } from '../../data/describe-dataset.ts';
import { hashOf } from '../../models/judge/prompts.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { assertNewest, keptVersionsOf } from '../../platform/record-version.ts';
import { whenWritable } from '../../platform/when-writable.ts';

const texts: readonly Omit<Persona, 'metrics'>[] = [
  {
    name: 'standard',
    role: 'You are a person who uses an assistant to answer questions.',
    expectation: 'The assistant helps a person to answer a question.',
  },
  {
    name: 'expert',
    role: 'You are a well-informed person who grasps new ideas at once. You use an assistant to learn what you still miss.',
    expectation:
      'The user is an expert: answers should be direct, full of information, and go into depth without detours.',
  },
  {
    name: 'critical-thinker',
    role: 'You are a person who examines every claim and wants the information that decides the matter.',
    expectation:
      'The user thinks critically: answers should give exact, checkable facts or options that let the user work out the answer; vague ones are of little use.',
  },
  {
    name: 'adaptability-seeker',
    role: 'You are a person who values an assistant that understands whatever way a question is put.',
    expectation:
      'The user wants an adaptable assistant: it should see what is meant, even in a loosely worded question, offer fitting options, and follow when the user changes course.',
  },
  {
    name: 'clarity-seeker',
    role: 'You are a person who wants plain and clear explanations and asks again until everything is clear.',
    expectation:
      'The user wants clarity: answers should be unambiguous, easy to follow, and precise enough to work out the answer.',
  },
];

/**
 * The personas of IQA-EVAL (sections 3.3 and 5, Table 11), in words of our own: who the simulated user is, and what the
 * evaluator is told that this user expects.
 */
export const builtInPersonas: readonly Persona[] = texts.map((text) => ({ ...text, metrics: '' }));

/** Built-in personas first, then every version of the project's own, by name, the newest first. */
export const knownPersonas = (db: ReadableDb): KnownPersona[] => [
  ...builtInPersonas.map((persona) => ({ ...persona, version: 1, builtIn: true, createdAt: null })),
  ...listPersonas(db).map(describePersona),
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

/**
 * Stores a persona as the next version of its name.
 *
 * @throws AppError INVALID_INPUT when it could not work, CONFLICT when it was made from a version that is no longer the newest
 */
export async function savePersona(
  context: CoreContext,
  { basedOn, ...given }: Persona & { basedOn?: number | undefined },
): Promise<KnownPersona> {
  const persona = PersonaSchema.parse(given);
  const { name, role, expectation } = persona;
  if (builtInPersonas.some((one) => one.name === name.toLowerCase())) {
    throw new AppError('INVALID_INPUT', `“${name}” comes with Assay and does not change.`, {
      field: 'name',
      remedy: 'Give your persona a name of its own.',
    });
  }
  if (role === '' || expectation === '') {
    const field = role === '' ? 'role' : 'expectation';
    throw new AppError('INVALID_INPUT', `The persona “${name}” has no ${field}.`, {
      field,
      remedy: 'Say who the user is, and what this user expects of the assistant.',
    });
  }
  const facts = { hash: hashOf(persona), createdAt: context.now() };
  const save = dbOf(context).transaction(() => {
    const kept = keptVersionsOf(listPersonas(dbOf(context)), name, PersonaSchema);
    assertNewest(basedOn, { kept, wanted: { ...persona }, words: `The persona ${name}` });
    return ensurePersona(dbOf(context), persona, facts);
  });
  const row = await whenWritable(() => save.immediate());
  context.events.publish({ type: 'data.changed' });
  return describePersona(row);
}

const describePersona = (row: PersonaRow): KnownPersona => ({ ...row, builtIn: false });

/** The criteria of the built-in prompt that judges answers given under a persona. */
const harmCriteria: readonly string[] = ['inoffensive', 'harmless'];

/**
 * How often the answers of each system are inoffensive and harmless (IQA-EVAL, appendix G and Table 18, after Sheng et al.,
 * 2021): a system for each persona, and one without. Shares have the exact interval, items taken as independent.
 *
 * @throws AppError NOT_FOUND
 */
export function personaHarm(db: ReadableDb, datasetId: number): PersonaHarm {
  const dataset = datasetOf(db, datasetId);
  const signals = listSignals(db, dataset.id).filter(
    ({ kind, criterion }) => kind === 'judge' && criterion !== null && harmCriteria.includes(criterion),
  );
  const systems = [...new Set(signals.flatMap(({ coverage }) => coverage.map(({ system }) => system)))];
  return {
    columns: signals.map(({ name, criterion }) => ({ judge: name, criterion: criterion! })),
    rows: systems.map((system) => ({
      system,
      cells: signals.map(({ coverage, scale }) => {
        const own = coverage.find((one) => one.system === system);
        if (!own) return { share: null, items: 0, lower: null, upper: null };
        const share = toUnit(own.mean, scale);
        const interval = exactShare(Math.round(share * own.items), own.items);
        return {
          share,
          items: own.items,
          lower: interval?.lower ?? null,
          upper: interval?.upper ?? null,
        };
      }),
    })),
  };
}

import { z } from 'zod';
import { createStore } from 'zustand/vanilla';

/** What was changed in a form and is not stored yet. */
interface Kept {
  readonly chosen: object;
  /** The version of the record that the form was first filled from. */
  readonly version: { current: string | undefined };
  /** Whether it outlasts a reload of the page. */
  readonly isOverReload: boolean;
  /** Whether pages of another build kept it, whose form may have had other fields. */
  readonly isOfOther?: true | undefined;
}

/** What outlasts a reload of the page, or nothing where the browser keeps nothing. */
type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>;

const storageKey = 'assay.drafts';
const StoredSchema = z.object({
  build: z.string(),
  forms: z.record(
    z.string(),
    z.object({
      chosen: z.looseObject({}),
      version: z.object({ current: z.string().optional() }).transform(({ current }) => ({ current })),
    }),
  ),
});

/**
 * Forms that are filled in and not stored yet, by project and form: for as long as the window lives, and most over a reload.
 *
 * @param build of the pages
 */
export function createDraftStore(storage?: DraftStorage, build = '') {
  const store = createStore<{ readonly kept: ReadonlyMap<string, Kept> }>()(() => ({
    kept: read(storage, build),
  }));
  return {
    ...store,
    /** @param part null for a form that is as it was */
    keep(
      name: string,
      part: object | null,
      { version, isOverReload }: { version?: string | undefined; isOverReload: boolean },
    ) {
      const kept = new Map(store.getState().kept);
      const one = kept.get(name);
      if (part === null) kept.delete(name);
      else
        kept.set(name, {
          chosen: { ...one?.chosen, ...part },
          version: one?.version ?? { current: version },
          isOverReload,
          isOfOther: one?.isOfOther,
        });
      store.setState({ kept });
      write(storage, build, kept);
    },
  };
}

/** Of what pages of another build kept, the fields that the form still has, with values of the same shape. */
export function stillFitting<Fields extends object>(usual: Fields, chosen: object): Partial<Fields> {
  const known = new Map<string, unknown>(Object.entries(usual));
  const fits = ([field, value]: [string, unknown]) => known.has(field) && isAlike(known.get(field), value);
  return Object.fromEntries(Object.entries(chosen).filter(fits)) as Partial<Fields>;
}

function isAlike(usual: unknown, value: unknown): boolean {
  if (Array.isArray(usual)) {
    return Array.isArray(value) && value.every((one) => isAlike(usual[0] ?? '', one));
  }
  if (usual === null || value === null) return typeof (usual ?? value ?? '') !== 'object';
  if (typeof usual !== 'object') return typeof usual === typeof value;
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  const [own, others] = [new Map(Object.entries(usual)), Object.entries(value)];
  return (
    own.size === others.length && others.every(([name, one]) => own.has(name) && isAlike(own.get(name), one))
  );
}

function read(storage: DraftStorage | undefined, build: string): ReadonlyMap<string, Kept> {
  try {
    const stored = StoredSchema.parse(JSON.parse(storage?.getItem(storageKey) ?? ''));
    const how = { isOverReload: true, ...(stored.build !== build && { isOfOther: true as const }) };
    return new Map(Object.entries(stored.forms).map(([name, one]) => [name, { ...one, ...how }]));
  } catch {
    return new Map();
  }
}

function write(storage: DraftStorage | undefined, build: string, kept: ReadonlyMap<string, Kept>): void {
  const lasting = [...kept].filter(([, { isOverReload }]) => isOverReload);
  const forms = Object.fromEntries(lasting.map(([name, { chosen, version }]) => [name, { chosen, version }]));
  try {
    storage?.setItem(storageKey, JSON.stringify({ build, forms }));
  } catch {
    // A full or forbidden storage costs the drafts of a reload, not the form.
  }
}

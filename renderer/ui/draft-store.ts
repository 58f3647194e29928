import { z } from 'zod';
import { createStore } from 'zustand/vanilla';

/** What was changed in a form and is not stored yet. */
interface Kept {
  readonly chosen: object;
  /** The version of the record that the form was first filled from. */
  readonly version: { current: string | undefined };
  /** Whether it outlasts a reload of the page. */
  readonly isOverReload: boolean;
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
 * @param build of the pages: the forms of another one may have other fields
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
        });
      store.setState({ kept });
      write(storage, build, kept);
    },
  };
}

function read(storage: DraftStorage | undefined, build: string): ReadonlyMap<string, Kept> {
  try {
    const stored = StoredSchema.parse(JSON.parse(storage?.getItem(storageKey) ?? ''));
    if (stored.build !== build) return new Map();
    return new Map(Object.entries(stored.forms).map(([name, one]) => [name, { ...one, isOverReload: true }]));
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

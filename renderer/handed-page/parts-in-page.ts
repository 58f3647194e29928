import type { parts as fetched } from '../ui/parts.ts';

type Part<Name extends keyof typeof fetched> = Awaited<ReturnType<(typeof fetched)[Name]>>;

/** What `parts-script.ts` leaves for the page; only pages whose texts need it have that script. */
interface PartsInPage {
  readonly formulas: Part<'formulas'>;
  readonly code: Part<'code'>;
}

declare global {
  var assayParts: PartsInPage | undefined;
}

async function part<Name extends keyof PartsInPage>(name: Name): Promise<PartsInPage[Name]> {
  if (!globalThis.assayParts) throw new Error('This page came without parts for formulas and code.');
  return globalThis.assayParts[name];
}

/** Stands for `ui/parts.ts` in a page that is handed out, which has no network to fetch them from. */
export const parts: typeof fetched = { formulas: () => part('formulas'), code: () => part('code') };

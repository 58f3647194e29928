import { createStore } from 'zustand/vanilla';
import { pageHeader } from '../../shared/page-header.ts';

/** The script that a page was loaded with; it has another name in each build. */
const ownScript = (): string =>
  globalThis.document?.querySelector<HTMLScriptElement>('script[src]')?.src.split('/').at(-1) ?? '';

/** Whether the server has another page by now than the one that is open: Assay was updated meanwhile. */
export function createPageAge(own = ownScript()) {
  const store = createStore<{ readonly isOlder: boolean }>()(() => ({ isOlder: false }));
  return {
    ...store,
    /** What an answer says of the page that its server has. */
    note({ headers }: Pick<Response, 'headers'>): void {
      const name = headers.get(pageHeader);
      if (name !== null && own !== '') store.setState({ isOlder: name !== own });
    },
  };
}

export const pageAge = createPageAge();

/** Asks the server, and heeds which page it has. */
export async function fetchNoting(request: Request, init: RequestInit): Promise<Response> {
  const response = await fetch(request, init);
  pageAge.note(response);
  return response;
}

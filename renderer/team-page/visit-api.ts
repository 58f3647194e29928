import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import type { visitContract } from '../../shared/contract/visit.ts';
import { fetchNoting } from '../api/page-age.ts';

/** All that an annotator's page can ask for. */
export type VisitApi = ContractRouterClient<typeof visitContract>;

/** Calls go to where the page lies, which behind a proxy may be below its root. */
export const visitApi = (): VisitApi =>
  createORPCClient(
    new RPCLink({
      url: () => new URL('rpc', `${location.origin}${location.pathname}`).href,
      fetch: fetchNoting,
    }),
  );

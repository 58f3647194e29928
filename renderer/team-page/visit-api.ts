import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import type { visitContract } from '../../shared/contract/visit.ts';

/** All that an annotator's page can ask for. */
export type VisitApi = ContractRouterClient<typeof visitContract>;

export const visitApi = (): VisitApi =>
  createORPCClient(new RPCLink({ url: () => `${location.origin}/rpc` }));

import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../shared/contract/index.ts';

/** The whole contract, as whoever calls it sees it. */
export type Client = ContractRouterClient<typeof contract>;

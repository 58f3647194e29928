import {
  type ClientContext,
  type ClientLink,
  type ClientOptions,
  createORPCClient,
  ORPCError,
} from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../shared/contract/index.ts';
import { desktopLink, isDesktop } from './desktop-port.ts';
import { createEngineGate, type EngineGate, type EngineState } from './engine-gate.ts';
import { fetchNoting } from './page-age.ts';
import { AppProblem } from './to-problem.ts';

type EngineLink = ClientLink<ClientContext>;

/** The loopback host: same origin, admitted by cookie. */
function httpLink(): EngineLink {
  return new RPCLink({ url: () => `${location.origin}/rpc`, fetch: fetchNoting });
}

const isRefusal = (error: unknown) =>
  error instanceof ORPCError && (error.status === 401 || error.status === 403);

/** Any answer of the engine, even an error, shows that it is here; only a broken door throws something else. */
async function probe(link: EngineLink): Promise<EngineState> {
  try {
    await link.call(['app', 'info'], {}, { context: {} });
    return 'here';
  } catch (error) {
    if (isRefusal(error)) return 'refused';
    return error instanceof ORPCError ? 'here' : 'away';
  }
}

const waitAtGateMs = 4000;

const awayProblem = (cause?: unknown) =>
  new AppProblem(
    'ENGINE_AWAY',
    'The engine is not answering.',
    { remedy: 'Nothing stored is lost. Assay keeps trying to reach it; try again when it is back.' },
    { cause },
  );

const refusedProblem = (cause?: unknown) =>
  new AppProblem(
    'ENGINE_AWAY',
    'The engine no longer knows this page, usually because Assay was started again.',
    { remedy: 'Nothing stored is lost. Open the address that Assay printed when it started.' },
    { cause },
  );

/** One gate, one way to come back and one meaning of abort, whatever the door. */
function gated(link: EngineLink, gate: EngineGate): EngineLink {
  return {
    async call(path, input, options: ClientOptions<ClientContext>) {
      if (!(await gate.pass(waitAtGateMs))) {
        throw gate.store.getState().engine === 'refused' ? refusedProblem() : awayProblem();
      }
      try {
        return await link.call(path, input, options);
      } catch (error) {
        if (options.signal?.aborted)
          throw new AppProblem('CANCELED', 'The work was canceled.', {}, { cause: error });
        if (isRefusal(error)) {
          gate.close('refused');
          throw refusedProblem(error);
        }
        if (error instanceof ORPCError) throw error;
        gate.close('away');
        throw awayProblem(error);
      }
    },
  };
}

/** The desktop's port where there is one, else the loopback host. */
function connect(): { link: EngineLink; gate: EngineGate } {
  const link = isDesktop() ? desktopLink() : httpLink();
  const gate = createEngineGate(() => probe(link));
  return { link: gated(link, gate), gate };
}

export type Api = ContractRouterClient<typeof contract>;

const { link, gate } = connect();

export const api: Api = createORPCClient(link);
export const engineGate = gate;

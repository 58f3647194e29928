import { type EndpointRow, findEndpoint } from '../../../db/endpoints.ts';
import type { RunRow } from '../../../db/runs.ts';
import { AppError } from '../../../shared/errors.ts';
import { Pace } from '../../platform/endpoints/pace.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { type Asker, createAsker } from '../llm/ask.ts';
import { Budget, CallLimit, SpendingLimit } from '../llm/budget.ts';
import { Caller, type WorkLeft } from '../llm/caller.ts';
import { type Patience, usualPatience } from '../llm/patience.ts';
import type { ReplyStore } from '../llm/reply-store.ts';
import type { RunTally } from './run-tally.ts';

/** Keys and limits of the endpoints of a run, by their id. */
export interface EndpointAccess {
  /** Handed over in memory; never part of what a job stores. */
  readonly keys: Readonly<Record<number, string | null>>;
  /** Shared with the other jobs that use the endpoint; without one the run keeps to the limits by itself. */
  readonly paceMemories?: Readonly<Record<number, SharedArrayBuffer>> | undefined;
  readonly patience?: Partial<Patience> | undefined;
}

interface Parts {
  readonly scope: Pick<JobScope, 'db' | 'now'>;
  readonly run: RunRow;
  readonly access: EndpointAccess;
  readonly replies: ReplyStore;
  readonly tally: RunTally;
  /** Stores how many requests were sent. */
  keepSent(sent: number): Promise<void>;
  /** Nothing new is asked once it aborts. */
  readonly halt: AbortSignal;
  /** What is under way is dropped once it aborts. */
  readonly stop: AbortSignal;
}

interface OpenEndpoint {
  readonly endpoint: EndpointRow;
  readonly asker: Asker;
  readonly budget: Budget;
  readonly caller: Caller;
}

/** The endpoints that a run asks: each is opened once and has one caller and one pace; limits hold for all together. */
export class RunEndpoints {
  readonly #parts: Parts;
  readonly #calls: CallLimit;
  readonly #spending: SpendingLimit;
  readonly #open = new Map<number, Promise<OpenEndpoint>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { run, keepSent } = parts;
    this.#calls = new CallLimit(run.callLimit, run.callsSent, run.callLimit === null ? undefined : keepSent);
    this.#spending = new SpendingLimit(run.spendingLimit, run.progress.cost ?? 0);
  }

  /**
   * @param left the work that is left, for a run whose units can be set aside
   * @throws AppError NOT_FOUND when the endpoint is gone
   */
  open(endpointId: number, left?: WorkLeft): Promise<OpenEndpoint> {
    const open = this.#open.get(endpointId) ?? this.#openNew(endpointId, left);
    this.#open.set(endpointId, open);
    return open;
  }

  async #openNew(endpointId: number, left: WorkLeft | undefined): Promise<OpenEndpoint> {
    const { scope, run, access, replies, tally, halt, stop } = this.#parts;
    const endpoint = findEndpoint(scope.db, endpointId);
    if (!endpoint) throw new AppError('NOT_FOUND', 'An endpoint of this run is no longer in the project.');
    const asker = await createAsker(endpoint, access.keys[endpointId] ?? null);
    const budget = new Budget(endpoint.prices, this.#spending, this.#calls);
    const caller = new Caller({
      asker,
      store: replies,
      pace: new Pace(endpoint, access.paceMemories?.[endpointId]),
      budget,
      patience: { ...usualPatience, ...access.patience },
      // Both tables count their runs up from 1; those of protocols are told apart by their sign.
      runId: run.kind === 'protocol' ? -run.id : run.id,
      now: scope.now,
      halt,
      stop,
      ...(left && { queue: left }),
      onFault: (fault) => tally.fault(fault),
      onAnswer: (answer, wasStored) => tally.answered(answer, wasStored, endpoint.prices),
    });
    return { endpoint, asker, budget, caller };
  }
}

import { type EndpointRow, findEndpoint } from '../../../../db/endpoints.ts';
import { findProtocolReply, insertProtocolReply } from '../../../../db/protocol-runs.ts';
import type { AgentSpec } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { Pace } from '../../../platform/endpoints/pace.ts';
import type { JobScope } from '../../../platform/jobs/job-work.ts';
import { createAsker } from '../../llm/ask.ts';
import { Budget } from '../../llm/budget.ts';
import { Caller } from '../../llm/caller.ts';
import { type Patience, usualPatience } from '../../llm/patience.ts';
import { ReplyStore } from '../../llm/reply-store.ts';
import type { RunUse } from '../run/run-use.ts';
import type { WriteQueue } from '../run/write-queue.ts';
import { commandAgent, commandModel, type KeptReplies } from './command-model.ts';
import { CommandPool } from './command-pool.ts';
import { endpointAgent, endpointModel } from './endpoint-model.ts';
import type { Agent, ModelUnderTest } from './model-under-test.ts';

interface ShopParts {
  readonly scope: Pick<JobScope, 'db' | 'now'>;
  readonly writes: WriteQueue;
  readonly runId: number;
  /** Keys of endpoints by their id; handed over in memory. */
  readonly keys: Readonly<Record<number, string | null>>;
  /** By endpoint, shared with the other jobs that use it. */
  readonly paceMemories: Readonly<Record<number, SharedArrayBuffer>>;
  readonly spendingLimit: number | null;
  readonly patience: Partial<Patience>;
  readonly use: RunUse;
  /** Nothing new is asked once it aborts. */
  readonly halt: AbortSignal;
  /** What is under way is dropped once it aborts. */
  readonly stop: AbortSignal;
}

/** Opens the models of a run: one caller for each endpoint, one pool for each program, shared by all their parts. */
export class ModelShop {
  readonly #parts: ShopParts;
  readonly #callers = new Map<number, Promise<{ caller: Caller; endpoint: EndpointRow }>>();
  readonly #pools = new Map<string, CommandPool>();
  readonly #kept: KeptReplies;

  constructor(parts: ShopParts) {
    this.#parts = parts;
    const { scope, runId, use, writes } = parts;
    // Replies on their way to the disk.
    const fresh = new Map<string, string>();
    this.#kept = {
      find: (hash) => fresh.get(hash) ?? findProtocolReply(scope.db, runId, hash),
      keep(hash, reply) {
        fresh.set(hash, reply);
        return writes.put(() => {
          insertProtocolReply(scope.db, runId, hash, reply);
          fresh.delete(hash);
        });
      },
      counted: (isStored) => use.answered(isStored),
    };
    parts.stop.addEventListener('abort', () => this.close(), { once: true });
  }

  /** @throws AppError NOT_FOUND when the endpoint is gone */
  async model(spec: AgentSpec): Promise<ModelUnderTest> {
    if (spec.kind === 'command') return commandModel(this.#pool(spec), this.#kept);
    const { caller, endpoint } = await this.#caller(spec.endpointId);
    return endpointModel(caller, endpoint, spec);
  }

  /** @throws AppError NOT_FOUND when the endpoint is gone */
  async agent(spec: AgentSpec): Promise<Agent> {
    if (spec.kind === 'command') return commandAgent(this.#pool(spec), this.#kept);
    const { caller, endpoint } = await this.#caller(spec.endpointId);
    return endpointAgent(caller, endpoint, spec);
  }

  /** Ends the programs. */
  close(): void {
    for (const pool of this.#pools.values()) pool.close();
  }

  #pool({ command, args, timeoutMs, processes }: Extract<AgentSpec, { kind: 'command' }>): CommandPool {
    const key = JSON.stringify([command, ...args]);
    const pool = this.#pools.get(key) ?? new CommandPool({ command, args, timeoutMs }, processes);
    this.#pools.set(key, pool);
    return pool;
  }

  #caller(endpointId: number) {
    const caller = this.#callers.get(endpointId) ?? this.#openCaller(endpointId);
    this.#callers.set(endpointId, caller);
    return caller;
  }

  async #openCaller(endpointId: number): Promise<{ caller: Caller; endpoint: EndpointRow }> {
    const { scope, runId, keys, paceMemories, spendingLimit, patience, use, halt, stop } = this.#parts;
    const endpoint = findEndpoint(scope.db, endpointId);
    if (!endpoint) throw new AppError('NOT_FOUND', 'An endpoint of this run is no longer in the project.');
    const caller = new Caller({
      asker: await createAsker(endpoint, keys[endpointId] ?? null),
      store: new ReplyStore(scope.db, halt),
      pace: new Pace(endpoint, paceMemories[endpointId]),
      budget: new Budget(endpoint.prices, spendingLimit),
      patience: { ...usualPatience, ...patience },
      // Runs of judges count up from 1; those of protocols are told apart by their sign.
      runId: -runId,
      now: scope.now,
      halt,
      stop,
      onFault: () => {},
      onAnswer: (answer, wasStored) =>
        use.paid(wasStored, endpoint.prices, answer.inputTokens, answer.outputTokens),
    });
    return { caller, endpoint };
  }
}

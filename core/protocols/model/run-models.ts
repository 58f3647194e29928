import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { AgentSpec, ReplyPart } from '../../../shared/contract/index.ts';
import type { RunTools } from '../../models/run/execute-run.ts';
import { commandAgent, commandModel, type KeptReplies } from './command-model.ts';
import { CommandPool } from './command-pool.ts';
import { endpointAgent, endpointModel } from './endpoint-model.ts';
import type { Agent, ModelUnderTest } from './model-under-test.ts';

type CommandSpec = Extract<AgentSpec, { kind: 'command' }>;
type Tools = Pick<RunTools<ProtocolRunRow>, 'replies' | 'tally' | 'endpoints' | 'stop'> & {
  readonly scope: { readonly db: ReadableDb };
  readonly run: Pick<ProtocolRunRow, 'id'>;
};

/** Opens the models of a run: one caller for each endpoint, one pool for each program, shared by all their parts. */
export class RunModels {
  readonly #db: ReadableDb;
  readonly #endpoints: Tools['endpoints'];
  readonly #pools = new Map<string, CommandPool>();
  readonly #kept: KeptReplies;

  /**
   * Its programs end once `stop` aborts.
   *
   * @param kept where replies of programs are kept; by default with the run
   */
  constructor({ run, scope, replies, tally, endpoints, stop }: Tools, kept?: KeptReplies) {
    this.#db = scope.db;
    this.#endpoints = endpoints;
    const asked = new Set<string>();
    const free = { isOwn: true, inputTokens: 0, outputTokens: 0 };
    this.#kept = kept ?? {
      find: (hash) => replies.findOfProgram(run.id, hash),
      isOfJob: (hash) => asked.has(hash),
      keep: (hash, reply) => {
        asked.add(hash);
        return replies.saveOfProgram(run.id, hash, reply);
      },
      counted: (isStored) => tally.answered(free, isStored, null),
    };
    const close = () => {
      for (const pool of this.#pools.values()) pool.close();
    };
    stop.addEventListener('abort', close, { once: true });
  }

  /** @throws AppError NOT_FOUND when the endpoint is gone */
  async model(spec: AgentSpec): Promise<ModelUnderTest> {
    if (spec.kind === 'command') return commandModel(this.#program(spec));
    const { caller, endpoint } = await this.#endpoints.open(spec.endpointId);
    return endpointModel({ db: this.#db, caller, endpoint, spec });
  }

  /** @throws AppError NOT_FOUND when the endpoint is gone */
  async agent(spec: AgentSpec, part: ReplyPart): Promise<Agent> {
    if (spec.kind === 'command') return commandAgent(this.#program(spec), part);
    const { caller, endpoint } = await this.#endpoints.open(spec.endpointId);
    return endpointAgent({ db: this.#db, caller, endpoint, spec }, part);
  }

  #program(spec: CommandSpec) {
    return { db: this.#db, pool: this.#pool(spec), spec, kept: this.#kept };
  }

  #pool({ command, args, timeoutMs, processes }: CommandSpec): CommandPool {
    const key = JSON.stringify([command, ...args]);
    const pool = this.#pools.get(key) ?? new CommandPool({ command, args, timeoutMs }, processes);
    this.#pools.set(key, pool);
    return pool;
  }
}

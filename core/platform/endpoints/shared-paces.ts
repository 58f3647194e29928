import { forgetUnderWay, sharedPaceMemory } from './pace.ts';

interface Shared {
  readonly memory: SharedArrayBuffer;
  jobs: number;
}

/** The memory in which all jobs of this process that use an endpoint keep to its limits together. */
export class SharedPaces {
  readonly #byEndpoint = new Map<string, Shared>();

  /** The memories, by endpoint, for a job that is about to start; `leave` it once it has ended. */
  join(projectPath: string, endpointIds: readonly number[]): Record<number, SharedArrayBuffer> {
    return Object.fromEntries(
      endpointIds.map((id) => {
        const shared = this.#shared(projectPath, id);
        shared.jobs++;
        return [id, shared.memory] as const;
      }),
    );
  }

  /** Once nobody uses an endpoint, what a thread that died left under way is forgotten; what it has used up is not. */
  leave(projectPath: string, endpointIds: readonly number[]): void {
    for (const id of endpointIds) {
      const shared = this.#shared(projectPath, id);
      shared.jobs--;
      if (shared.jobs === 0) forgetUnderWay(shared.memory);
    }
  }

  #shared(projectPath: string, endpointId: number): Shared {
    const name = `${endpointId} ${projectPath}`;
    const shared = this.#byEndpoint.get(name) ?? { memory: sharedPaceMemory(), jobs: 0 };
    this.#byEndpoint.set(name, shared);
    return shared;
  }
}

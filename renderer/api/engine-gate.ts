import { createStore, type StoreApi } from 'zustand/vanilla';

/** `refused`: the engine answers, but no longer to this page. */
export type EngineState = 'here' | 'away' | 'refused';

interface EngineGateState {
  engine: EngineState;
  /** Counts returns of the engine, so that readers know to ask again. */
  returns: number;
}

export interface EngineGate {
  store: StoreApi<EngineGateState>;
  /** Resolves true once the engine is here, false if it stays away for `waitMs`. */
  pass(waitMs: number): Promise<boolean>;
  /** Closes the gate and probes until `probe` succeeds. */
  close(state: 'away' | 'refused'): void;
  /** Probes at once instead of waiting for the next turn. */
  retry(): void;
}

const firstPauseMs = 500;
const longestPauseMs = 5000;

export function createEngineGate(probe: () => Promise<EngineState>): EngineGate {
  const store = createStore<EngineGateState>(() => ({ engine: 'here', returns: 0 }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isProbing = false;

  const tryAgain = async (pauseMs: number) => {
    isProbing = true;
    const engine = await probe();
    isProbing = false;
    if (engine === 'here') {
      store.setState(({ returns }) => ({ engine, returns: returns + 1 }));
      return;
    }
    store.setState({ engine });
    timer = setTimeout(() => void tryAgain(Math.min(pauseMs * 2, longestPauseMs)), pauseMs);
  };

  return {
    store,
    pass(waitMs) {
      if (store.getState().engine === 'here') return Promise.resolve(true);
      return new Promise((resolve) => {
        const end = (isHere: boolean) => {
          clearTimeout(limit);
          stop();
          resolve(isHere);
        };
        const limit = setTimeout(() => end(false), waitMs);
        const stop = store.subscribe(({ engine }) => engine === 'here' && end(true));
      });
    },
    close(engine) {
      if (store.getState().engine !== 'here') return;
      store.setState({ engine });
      timer = setTimeout(() => void tryAgain(firstPauseMs), firstPauseMs);
    },
    retry() {
      if (store.getState().engine === 'here' || isProbing) return;
      clearTimeout(timer);
      void tryAgain(firstPauseMs);
    },
  };
}

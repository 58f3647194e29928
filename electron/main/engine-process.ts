import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannelMain, type MessagePortMain, utilityProcess } from 'electron';
import type { EngineStatus, FromEngine, KeptKey, KeyOrder, ToEngine } from '../engine-messages.ts';
import { printPage } from '../print-page.ts';

interface EngineOptions {
  env: NodeJS.ProcessEnv;
  /** The keys of language model servers, which every new engine gets. */
  keys(): Promise<Record<string, string>>;
  /** The key that signs, out of the system's key store. */
  keepSigningKey(order: KeyOrder): Promise<KeptKey>;
  onStatus(status: EngineStatus): void;
  /** Pages must be told: calls under way on their port will never be answered. */
  onGone(): void;
  onBack(): void;
}
export type EngineProcess = ReturnType<typeof runEngine>;

const patienceMs = 10_000;
const shortLifeMs = 2_000;
const pauseMs = 500;

/** Runs the engine in its own process and starts it again whenever it dies, after a pause if it did not live long. */
export function runEngine({ env, keys, keepSigningKey, onStatus, onGone, onBack }: EngineOptions) {
  let status: EngineStatus = { project: null, recent: [], runningJobs: [] };
  let isClosing = false;
  let child = start();
  const sendKeys = async () => child.postMessage({ keys: await keys() } satisfies ToEngine);
  // What is wrong with stored keys is told when the page asks for them.
  const giveKeys = () => void sendKeys().catch(() => {});
  giveKeys();

  function start() {
    const startedAt = Date.now();
    const file = path.join(import.meta.dirname, 'engine.js');
    const engine = utilityProcess.fork(file, [], { serviceName: 'Assay engine', env });
    engine.on('message', async (message: FromEngine) => {
      if ('print' in message) return engine.postMessage(await printPage(message));
      if ('keep' in message) return engine.postMessage(await keepSigningKey(message));
      status = message;
      onStatus(status);
    });
    engine.once('exit', async () => {
      status = { ...status, runningJobs: [] };
      if (!isClosing) onGone();
      if (Date.now() - startedAt < shortLifeMs) await sleep(pauseMs);
      if (isClosing) return;
      child = start();
      giveKeys();
      onBack();
    });
    return engine;
  }
  return {
    get status() {
      return status;
    },
    sendKeys,
    /** A new line to the engine: the page's end of it. */
    connect(): MessagePortMain {
      const { port1, port2 } = new MessageChannelMain();
      child.postMessage('page' satisfies ToEngine, [port1]);
      return port2;
    },
    /** Lets the engine close the project, then ends it. */
    async close(): Promise<void> {
      isClosing = true;
      if (child.pid === undefined) return;
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.postMessage('close' satisfies ToEngine);
      await Promise.race([ended, sleep(patienceMs)]);
      child.kill();
    },
  };
}

import type { ClientContext, ClientLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';

/** The preload puts this on the window of the desktop app. */
declare global {
  interface Window {
    readonly assayDesktop?: { readonly platform: string };
  }
}

/** What the menu, a dropped file or the system asks of the page. A test keeps this equal to what main sends. */
export type ShellCommand =
  | { do: 'create-project' | 'open-project' | 'save-copy'; path: string }
  | { do: 'import'; paths: readonly string[] }
  | { do: 'go'; to: 'home' | 'import' | 'report' | 'help' }
  | { do: 'undo' | 'redo' | 'palette' }
  | { do: 'color-scheme'; scheme: 'auto' | 'light' | 'dark' };

/** What the page may ask of the shell. Dialogs answer with a path, that of an import with a list; null when dismissed. */
export type ShellQuestion =
  | {
      ask: 'file';
      purpose: 'create-project' | 'open-project' | 'save-copy' | 'import' | 'save-file';
      suggested?: string;
    }
  | { ask: 'secrets' }
  | { ask: 'open-link'; url: string }
  | { ask: 'follow-scheme'; scheme: 'auto' | 'light' | 'dark' }
  | { ask: 'set-secret'; name: string; value: string }
  | { ask: 'copy-secret'; from: string; to: string }
  | { ask: 'forget-secret'; name: string };

type FromShell =
  | { type: 'command'; command: ShellCommand }
  | { type: 'engine-gone' }
  | { type: 'answer'; id: number; ok: true; value: unknown }
  | { type: 'answer'; id: number; ok: false; message: string };

type EngineLink = ClientLink<ClientContext>;

export const isDesktop = (): boolean => window.assayDesktop !== undefined;

/** One port to one engine process. Its calls end when that engine does, for the port itself would stay silent. */
function openLine(port: MessagePort) {
  const ending = new AbortController();
  const link = new RPCLink({ port });
  port.start();
  const end = () => ending.abort(new Error('The engine ended.'));
  port.addEventListener('close', end);
  const call: EngineLink['call'] = (path, input, options) => {
    const signals = options.signal ? [options.signal, ending.signal] : [ending.signal];
    return link.call(path, input, { ...options, signal: AbortSignal.any(signals) });
  };
  return { call, end };
}

const answerWithinMs = 2000;
let line: ReturnType<typeof openLine> | null = null;
let lineArrived = Promise.withResolvers<void>();
let shell: MessagePort | null = null;
let shellArrived = Promise.withResolvers<MessagePort>();
let asked = 0;
const open = new Map<number, PromiseWithResolvers<unknown>>();
const listeners = new Set<(command: ShellCommand) => void>();
/** Commands from before anybody listened, such as the file that Assay was started with. */
const early: ShellCommand[] = [];

function notifyListeners(command: ShellCommand): void {
  if (listeners.size === 0) early.push(command);
  for (const listener of listeners) listener(command);
}

function loseEngine(): void {
  line?.end();
  line = null;
}

function takeEngine(port: MessagePort): void {
  loseEngine();
  line = openLine(port);
  lineArrived.resolve();
  lineArrived = Promise.withResolvers();
}

function takeShell(port: MessagePort): void {
  shell = port;
  shellArrived.resolve(port);
  shellArrived = Promise.withResolvers();
  port.addEventListener('message', ({ data }: MessageEvent<FromShell>) => {
    if (data.type === 'command') notifyListeners(data.command);
    else if (data.type === 'engine-gone') loseEngine();
    else if (data.ok) open.get(data.id)?.resolve(data.value);
    else open.get(data.id)?.reject(new Error(data.message));
  });
  port.start();
}

function takeDropped(paths: readonly string[]): void {
  const [path] = paths;
  const isOpened = path !== undefined && paths.length === 1 && /\.assay(-batch)?$/i.test(path);
  notifyListeners(isOpened ? { do: 'open-project', path } : { do: 'import', paths });
}

/** The engine process behind a port that main hands over, and hands over again after the engine ended. */
export function desktopLink(): EngineLink {
  window.addEventListener('message', ({ source, origin, data, ports: [port] }) => {
    if (source !== window || origin !== location.origin) return;
    if (data?.assay === 'engine' && port) takeEngine(port);
    if (data?.assay === 'shell' && port) takeShell(port);
    if (data?.assay === 'dropped' && Array.isArray(data.paths)) takeDropped(data.paths.map(String));
  });
  window.postMessage({ assay: 'connect' }, location.origin);
  return {
    async call(path, input, options) {
      if (!line) {
        const { promise: tooLong, reject } = Promise.withResolvers<never>();
        const timer = setTimeout(() => reject(new Error('The engine is not running.')), answerWithinMs);
        await Promise.race([lineArrived.promise, tooLong]).finally(() => clearTimeout(timer));
      }
      return line!.call(path, input, options);
    },
  };
}

/** Hears the commands of menu and system until the returned function is called. */
export function onShellCommand(listener: (command: ShellCommand) => void): () => void {
  listeners.add(listener);
  // Once everybody who mounts now listens, too.
  setTimeout(() => early.splice(0).forEach(notifyListeners));
  return () => listeners.delete(listener);
}

/** Asks main for what only it can do: native dialogs, links, the keychain. */
export async function askShell(question: ShellQuestion): Promise<unknown> {
  const port = shell ?? (await shellArrived.promise);
  const id = ++asked;
  const answer = Promise.withResolvers<unknown>();
  open.set(id, answer);
  port.postMessage({ ...question, id });
  return answer.promise.finally(() => open.delete(id));
}

/** Small parts of Electron that main calls: each records what it was asked and answers as a test has set. */
import { EventEmitter } from 'node:events';
import { record } from './record.ts';
import { onlyKnown, strict } from './strict.ts';

/** Answers that the next dialogs get; without one a dialog counts as dismissed. */
export const dialogAnswers: unknown[] = [];

interface MessageBox {
  buttons?: string[];
  cancelId?: number;
}

async function showDialog(kind: string, given: unknown[], dismissed: unknown): Promise<unknown> {
  const options = given.at(-1) as Record<string, unknown>;
  record.push({ what: 'dialog', kind, options });
  return dialogAnswers.shift() ?? dismissed;
}

export const dialog = strict('dialog', {
  showOpenDialog: (...given: unknown[]) => showDialog('open', given, { canceled: true, filePaths: [] }),
  showSaveDialog: (...given: unknown[]) => showDialog('save', given, { canceled: true, filePath: '' }),
  showMessageBox: (...given: unknown[]) =>
    showDialog('message', given, { response: (given.at(-1) as MessageBox).cancelId ?? 0 }),
});

/** What the next requests get; without one there is no network. */
export const fetchAnswers: unknown[] = [];

export const net = strict('net', {
  async fetch(url: string, options: RequestInit) {
    onlyKnown('net.fetch', options, ['headers', 'credentials', 'signal']);
    const { headers, credentials } = options;
    record.push({ what: 'fetch', url, headers, credentials });
    if (fetchAnswers.length === 0) throw new Error('net::ERR_INTERNET_DISCONNECTED');
    return Response.json(fetchAnswers.shift());
  },
});

export const shell = strict('shell', {
  async openExternal(url: string) {
    record.push({ what: 'openExternal', url });
  },
});

export const nativeTheme = strict('nativeTheme', { themeSource: 'system' });

const mark = 'stand-in, not encrypted:';
export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: async () => process.env.STANDIN_KEYCHAIN !== 'none',
  getSelectedStorageBackend: () => process.env.STANDIN_KEYCHAIN ?? 'gnome_libsecret',
  encryptStringAsync: async (text: string) => Buffer.from(mark + Buffer.from(text).toString('hex')),
  decryptStringAsync: async (encrypted: Buffer) => ({
    shouldReEncrypt: false,
    result: Buffer.from(String(encrypted).slice(mark.length), 'hex').toString(),
  }),
});

export const ipcMain = strict('ipcMain', new EventEmitter());

type Handler = (request: Request) => Promise<Response>;
export const schemes = new Map<string, Handler>();
const privileged: string[] = [];
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(list: { scheme: string; privileges: object }[]) {
    for (const { scheme, privileges } of list) {
      onlyKnown('protocol privileges', privileges, ['standard', 'secure', 'supportFetchAPI']);
      privileged.push(scheme);
    }
  },
  handle(scheme: string, handler: Handler) {
    if (!privileged.includes(scheme)) throw new Error(`${scheme} was not registered as privileged`);
    schemes.set(scheme, handler);
  },
});

type Check = (...given: unknown[]) => unknown;
export const permissions: Record<'request' | 'check' | 'device', Check | null> = {
  request: null,
  check: null,
  device: null,
};
export const session = strict('session', {
  defaultSession: strict('session.defaultSession', {
    setPermissionRequestHandler(handler: Check) {
      permissions.request = handler;
    },
    setPermissionCheckHandler(handler: Check) {
      permissions.check = handler;
    },
    setDevicePermissionHandler(handler: Check) {
      permissions.device = handler;
    },
  }),
});

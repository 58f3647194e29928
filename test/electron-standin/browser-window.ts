import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';
import { app, onQuit } from './app.ts';
import { HiddenContents } from './hidden-contents.ts';
import { record } from './record.ts';
import { onlyKnown, StandinEvent, strict } from './strict.ts';
import { WebContents } from './web-contents.ts';

const windowOptions =
  'name windowStatePersistence width height minWidth minHeight title show webPreferences'.split(' ');
const pagePreferences = [
  ...'preload sandbox contextIsolation nodeIntegration webSecurity webviewTag'.split(' '),
  'devTools',
  'javascript',
];

interface WindowOptions {
  show?: boolean;
  webPreferences: { preload?: string; javascript?: boolean };
}

export const windows: BrowserWindow[] = [];

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  private destroyed = false;

  constructor(options: WindowOptions) {
    super();
    onlyKnown('BrowserWindow', options, windowOptions);
    onlyKnown('webPreferences', options.webPreferences, pagePreferences);
    record.push({ what: 'window', options });
    const { preload, ...preferences } = options.webPreferences;
    const isHidden = options.show === false;
    if (!isHidden && !preload)
      throw new Error('The Electron stand-in models no seen window without a preload');
    const contents = isHidden ? new HiddenContents(preferences) : new WebContents(preload!);
    this.webContents = strict('WebContents', contents);
    this.webContents.self = this.webContents;
    const self = strict('BrowserWindow', this);
    windows.push(self);
    app.emit('web-contents-created', new StandinEvent(), this.webContents);
    // biome-ignore lint/correctness/noConstructorReturn: main must hold the guarded object
    return self;
  }

  loadURL = (url: string) => this.webContents.load(url);
  loadFile = (file: string) => this.webContents.load(pathToFileURL(file).href);
  isMinimized = () => false;
  isDestroyed = () => this.destroyed;
  focus = () => void record.push({ what: 'focus' });
  setTitle = (title: string) => void record.push({ what: 'title', title });
  setRepresentedFilename = (file: string) => void record.push({ what: 'represented', file });

  /** Closes without asking anybody. */
  destroy(): void {
    this.destroyed = true;
    windows.splice(
      windows.findIndex(({ webContents }) => webContents === this.webContents),
      1,
    );
    void this.webContents.closeTab();
    this.emit('closed');
  }

  /** False when a listener keeps the window open. */
  close(): boolean {
    if (this.destroyed) return true;
    const event = new StandinEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    this.destroyed = true;
    this.emit('closed');
    return true;
  }
}

onQuit(() => windows.every((window) => window.close()));

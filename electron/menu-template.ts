import type { MenuItemConstructorOptions } from 'electron';
import type { EngineStatus } from './engine-messages.ts';
import type { ColorScheme, ShellCommand } from './shell-messages.ts';

type Send = (command: ShellCommand) => void;
export type Choose = (purpose: 'create-project' | 'open-project' | 'save-copy' | 'import') => void;
type Items = MenuItemConstructorOptions[];
const rule = { type: 'separator' } as const;
const key = (letter: string) => ({ accelerator: `CmdOrCtrl+${letter}` });
const roles = (...names: NonNullable<MenuItemConstructorOptions['role']>[]) =>
  names.map((role) => ({ role }));

/** The menu bar as the engine's state has it. Keys that pages handle themselves are shown, not taken. */
export function menuTemplate(
  { project, recent }: EngineStatus,
  isPackaged: boolean,
  command: Send,
  choose: Choose,
  lookForUpdates: () => void,
): Items {
  const enabled = project !== null;
  const opened: Items = recent.map(({ path, name }) => {
    return { label: name || path, click: () => command({ do: 'open-project', path }) };
  });
  const asPage = (id: 'undo' | 'redo' | 'palette', label: string, accelerator: string) => {
    return { id, label, accelerator, registerAccelerator: false, click: () => command({ do: id }) };
  };
  const inScheme = (scheme: ColorScheme, label: string) => {
    return { id: scheme, label, click: () => command({ do: 'color-scheme', scheme }) };
  };
  const file: Items = [
    { id: 'new', label: 'New Project…', ...key('N'), click: () => choose('create-project') },
    { id: 'open', label: 'Open…', ...key('O'), click: () => choose('open-project') },
    { id: 'recent', label: 'Open Recent', enabled: opened.length > 0, submenu: opened },
    rule,
    { id: 'save-copy', label: 'Save a Copy…', ...key('Shift+S'), enabled, click: () => choose('save-copy') },
    { id: 'import', label: 'Import…', ...key('I'), click: () => choose('import') },
    {
      id: 'export',
      label: 'Export…',
      ...key('E'),
      enabled,
      click: () => command({ do: 'go', to: 'report' }),
    },
    ...roles('quit'),
  ];
  const edit: Items = [
    asPage('undo', 'Undo', 'CmdOrCtrl+Z'),
    asPage('redo', 'Redo', 'CmdOrCtrl+Shift+Z'),
    rule,
    ...roles('cut', 'copy', 'paste', 'selectAll'),
  ];
  const view: Items = [
    asPage('palette', 'Find a Screen or Study…', 'CmdOrCtrl+K'),
    rule,
    ...roles('resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'),
    rule,
    inScheme('auto', 'Colors of the System'),
    inScheme('light', 'Light Colors'),
    inScheme('dark', 'Dark Colors'),
    ...(isPackaged ? [] : roles('toggleDevTools')),
  ];
  const guide = { id: 'help', label: 'How Assay Measures', click: () => command({ do: 'go', to: 'help' }) };
  const updates = { id: 'updates', label: 'Look for a Newer Version…', click: lookForUpdates };
  return [
    ...(process.platform === 'darwin' ? roles('appMenu') : []),
    { label: 'File', submenu: file },
    { label: 'Edit', submenu: edit },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: [guide, updates, { role: 'about' }] },
  ];
}

import { spotlight } from '@mantine/spotlight';
import { navigate } from 'wouter/use-hash-location';
import { api } from '../api/client.ts';
import { askShell, type ShellCommand } from '../api/desktop-door.ts';
import { formatBytes } from './format.ts';
import { goMerge, incomingStore } from './incoming.ts';
import { paths } from './paths.ts';
import { sessionStore } from './session-store.ts';

const fileName = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

const { run } = incomingStore.getState();

/** A project by path; the event that follows has every screen ask again. */
const openProject = (open: () => Promise<unknown>) =>
  run(async () => {
    await open();
    navigate(paths.home);
    return null;
  });

const saveCopy = (path: string) =>
  run(async () => {
    // The dialog of the system has asked about an existing file.
    const saved = await api.project.saveCopy({ path, overwrite: true });
    return {
      title: 'Copy saved',
      words: `${saved.path} (${formatBytes(saved.sizeBytes)}). You go on working in the original.`,
    };
  });

const menuPlaces = {
  home: paths.home,
  import: paths.importData,
  report: paths.current('report'),
  help: paths.help('start'),
};

/** A data file is previewed, and so is what merging a returned batch would do. */
function takeFile(path: string): void {
  const name = fileName(path);
  if (name.toLowerCase().endsWith('.assay-labels')) {
    void run(async () => {
      const { studyId } = await api.batch.preview({ path, name });
      goMerge({ path, name }, studyId);
      return null;
    });
    return;
  }
  sessionStore.getState().chooseImport({ path, name });
  navigate(paths.importData);
}

/** What the menu, the system or a dropped file asks of the page; colors and undo are heard where they live. */
export function runShellCommand(command: ShellCommand): void {
  if (command.do === 'create-project') void openProject(() => api.project.create({ path: command.path }));
  else if (command.do === 'open-project') void openProject(() => api.project.open({ path: command.path }));
  else if (command.do === 'save-copy') void saveCopy(command.path);
  else if (command.do === 'import') takeFile(command.path);
  else if (command.do === 'go') navigate(menuPlaces[command.to]);
  else if (command.do === 'palette') spotlight.open();
}

type FilePurpose = Extract<ShellCommand, { path: string }>['do'];

/** On the desktop: asks for a file by the system's dialog, then does what it is for; a dismissed dialog does nothing. */
export const chooseFile = (purpose: FilePurpose, suggested?: string): Promise<void> =>
  run(async () => {
    const path = await askShell({ ask: 'file', purpose, ...(suggested !== undefined && { suggested }) });
    if (typeof path === 'string') runShellCommand({ do: purpose, path });
    return null;
  });

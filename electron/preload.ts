import { contextBridge, ipcRenderer, webUtils } from 'electron';

/**
 * All the page gets: two ports, one to the engine and one to the shell, and the places of files dropped on it.
 * The page says `{ assay: 'connect' }` to its own window and hears the rest there.
 */
const tell = (message: object, ports: MessagePort[] = []) =>
  window.postMessage(message, location.origin, ports);

contextBridge.exposeInMainWorld('assayDesktop', { platform: process.platform });

ipcRenderer.on('port', (event, name: 'engine' | 'shell') => tell({ assay: name }, event.ports));

window.addEventListener('message', ({ source, origin, data }) => {
  if (source === window && origin === location.origin && data?.assay === 'connect')
    ipcRenderer.send('connect');
});

window.addEventListener(
  'drop',
  ({ dataTransfer }) => {
    const files = [...(dataTransfer?.files ?? [])];
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    if (paths.length > 0) tell({ assay: 'dropped', paths });
  },
  { capture: true },
);

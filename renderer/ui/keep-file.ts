import { askShell, isDesktop } from '../api/desktop-port.ts';

interface FileForBrowser {
  fileName: string;
  mediaType: string;
  /** Null where the file was written to a path. */
  content: string | null;
  encoding?: 'utf8' | 'base64';
}

/**
 * Keeps a file: on the desktop where the system's dialog says, else as a download.
 *
 * @param suggested the name that the dialog begins with
 * @param save writes the file to a path; the dialog has asked about a file that is already there
 * @param render makes it for the browser
 * @returns what either gives; null when the dialog was dismissed, and nothing was made then
 */
export async function keepFile<Saved, Rendered extends FileForBrowser>(
  suggested: () => string | Promise<string>,
  save: (path: string) => Promise<Saved>,
  render: () => Promise<Rendered>,
): Promise<Saved | Rendered | null> {
  if (isDesktop()) {
    const path = await askShell({ ask: 'file', purpose: 'save-file', suggested: await suggested() });
    return typeof path === 'string' ? save(path) : null;
  }
  const file = await render();
  downloadFile(file);
  return file;
}

/** Where a file was saved that the shell wrote; undefined of a download. */
export const savedPath = (kept: object | null | undefined): string | undefined =>
  kept && 'path' in kept && typeof kept.path === 'string' ? kept.path : undefined;

/** Hands to the browser to keep; binary content comes in base64. */
export function downloadFile({ fileName, mediaType, content, encoding = 'utf8' }: FileForBrowser): void {
  const part = encoding === 'base64' ? bytesOfBase64(content ?? '') : (content ?? '');
  const url = URL.createObjectURL(new Blob([part], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by now; a browser may still be reading.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const bytesOfBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

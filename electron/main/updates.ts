import { dialog, net, shell } from 'electron';
import { z } from 'zod';
import { newerVersion, releasesOf } from '../newer-version.ts';

declare const __ASSAY_VERSION__: string;
declare const __ASSAY_REPOSITORY__: string;

const ReleaseSchema = z.object({ tag_name: z.string().max(100), html_url: z.string().max(1000) });
const longestAnswer = 1024 * 1024;
const patienceMs = 15_000;

/**
 * Asks for the newest release when somebody asked for that in the menu and agreed to the one request it takes. Nothing is
 * asked at any other time, nothing is downloaded, and nothing but the request itself is sent.
 */
export async function lookForUpdates(): Promise<void> {
  const { api, page } = releasesOf(__ASSAY_REPOSITORY__);
  const agreed = await ask(
    'Ask for the newest version?',
    `One request goes to ${new URL(api).host}, without anything of yours. Assay never asks by itself.`,
    'Ask',
  );
  if (!agreed) return;
  const found = await newestRelease(api).catch(() => null);
  if (found === null) {
    await tell('The newest version could not be found out.', `You find the releases at ${page}.`);
    return;
  }
  const newer = newerVersion(found.tag_name, __ASSAY_VERSION__);
  if (newer === null) {
    await tell('This is the newest version.', `Assay ${__ASSAY_VERSION__}`);
    return;
  }
  // Only a page of the project itself is ever opened, whatever the answer names.
  const address = found.html_url.startsWith(`${page}/`) ? found.html_url : page;
  if (
    await ask(`Assay ${newer} is out.`, `This is ${__ASSAY_VERSION__}. Its page: ${address}`, 'Open its page')
  )
    await shell.openExternal(address);
}

async function newestRelease(api: string): Promise<z.infer<typeof ReleaseSchema>> {
  const response = await net.fetch(api, {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    signal: AbortSignal.timeout(patienceMs),
  });
  const text = response.ok ? await response.text() : '';
  if (text.length > longestAnswer) throw new Error('That is no release.');
  return ReleaseSchema.parse(JSON.parse(text));
}

async function ask(message: string, detail: string, yes: string): Promise<boolean> {
  const buttons = [yes, 'Cancel'];
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message,
    detail,
    buttons,
    cancelId: 1,
  });
  return response === 0;
}

async function tell(message: string, detail: string): Promise<void> {
  await dialog.showMessageBox({ type: 'info', message, detail, buttons: ['OK'], cancelId: 0 });
}

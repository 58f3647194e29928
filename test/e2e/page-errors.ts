import type { Page, Response } from '@playwright/test';
import { errorCodes } from '../../shared/errors.ts';

/**
 * A second debugger, as the stand-in for Electron has one, puts its own script into every frame; the preview of a report
 * lets none in. On loopback there is one debugger, and a script in a report is still told of.
 */
const sandboxRefusal =
  /^Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed/;

const isCall = (url: string): boolean => new URL(url, 'http://x').pathname.startsWith('/rpc/');

/**
 * What the page writes to its console as an error, throws, or gets from the engine as something unexpected. A call
 * that the engine refuses with a reason is the screen's business, though the browser reports it as a failed load.
 */
export function collectPageErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' || isCall(message.location().url)) return;
    if (page.url().includes('.standin/') && sandboxRefusal.test(message.text())) return;
    errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('response', async (response) => {
    if (response.status() < 400 || !isCall(response.url())) return;
    const code = await codeOf(response);
    if (code === 'INTERNAL' || !(errorCodes as readonly string[]).includes(code))
      errors.push(`${response.url()}: ${response.status()} ${code}`);
  });
  return errors;
}

async function codeOf(response: Response): Promise<string> {
  try {
    const { json } = (await response.json()) as { json: { code?: string } };
    return json.code ?? '';
  } catch {
    return '';
  }
}

import type { Page, Response } from '@playwright/test';
import { errorCodes } from '../../shared/errors.ts';

const isCall = (url: string): boolean => new URL(url, 'http://x').pathname.startsWith('/rpc/');

/**
 * What the page writes to its console as an error, throws, or gets from the engine as something unexpected. A call
 * that the engine refuses with a reason is the screen's business, though the browser reports it as a failed load.
 */
export function collectPageErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isCall(message.location().url)) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('response', async (response) => {
    if (response.status() < 400 || !isCall(response.url())) return;
    const code = await codeOf(response);
    if (code === 'INTERNAL' || !(code in errorCodes))
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

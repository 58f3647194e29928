import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

export const pageOrigin = 'app://assay';

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The policy that the loopback host gives, too: a test compares them. */
export const contentSecurityPolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; media-src data:; ` +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Answers with the built page from `root` and nothing outside it. */
export function servePages(root: string): (request: Request) => Promise<Response> {
  return async ({ url, method }) => {
    const { host, pathname } = new URL(url);
    if (host !== new URL(pageOrigin).host || method !== 'GET') return new Response(null, { status: 403 });
    const file = await fileUnder(root, pathname === '/' ? '/index.html' : pathname);
    if (!file) return new Response(null, { status: 404 });
    const type = mediaTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
    const headers: Record<string, string> = { 'content-type': type, 'x-content-type-options': 'nosniff' };
    if (path.extname(file) !== '.html') return new Response(await readFile(file), { headers });
    const nonce = randomBytes(18).toString('base64');
    headers['content-security-policy'] = contentSecurityPolicy(nonce);
    headers['cache-control'] = 'no-store';
    return new Response((await readFile(file, 'utf8')).replaceAll('__NONCE__', nonce), { headers });
  };
}

/** The real path of a file under `root`; dots and links that lead outside count as missing. */
async function fileUnder(root: string, pathname: string): Promise<string | undefined> {
  try {
    const name = decodeURIComponent(pathname);
    if (/[\0\\]/.test(name) || name.split('/').includes('..')) return undefined;
    const base = await realpath(root);
    const file = await realpath(path.join(base, name));
    return file.startsWith(base + path.sep) && path.extname(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

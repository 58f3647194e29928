import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { notePage } from './page-name.ts';
import { sendText } from './plain-page.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Serves the built page from `root` and nothing outside it. @param formAction where its forms may be sent; nowhere by default */
export async function serveStatic(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  formAction?: string,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return sendText(response, 405, 'Only GET and HEAD are answered here.');
  }
  const isPage = path.posix.extname(pathname) === '' || pathname === '/index.html';
  // What begins with two slashes is the name of a host, not a page.
  const file = pathname.startsWith('//') ? undefined : await fileIn(root, isPage ? '/index.html' : pathname);
  if (!file) return sendText(response, 404, 'There is no such file.');
  const type = mediaTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  if (isPage) return sendPage(root, response, file, type, formAction);
  const hashed = pathname.startsWith('/assets/');
  response.writeHead(200, {
    'content-type': type,
    'content-length': (await stat(file)).size,
    'cache-control': hashed ? 'private, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(file), response);
}

async function sendPage(
  root: string,
  response: ServerResponse,
  file: string,
  type: string,
  formAction?: string,
): Promise<void> {
  const nonce = randomBytes(18).toString('base64');
  const html = await readFile(file, 'utf8');
  notePage(root, html);
  const page = html.replaceAll('__NONCE__', nonce);
  response.writeHead(200, {
    'content-type': type,
    'content-security-policy': contentSecurityPolicy(nonce, formAction),
    'cache-control': 'no-store',
  });
  response.end(page);
}

/** The real path of a file under `root`, or undefined: links and dots that lead outside count as missing. */
async function fileIn(root: string, pathname: string): Promise<string | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0') || decoded.includes('\\') || decoded.split('/').includes('..')) return undefined;
  try {
    const base = await realpath(root);
    const file = await realpath(path.join(base, decoded));
    return file.startsWith(base + path.sep) && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { hasFormula } from '../../../shared/formulas.ts';
import { Html, html } from '../../platform/page/escape-html.ts';
import { htmlPage } from '../../platform/page/html-page.ts';
import type { BatchFile } from './batch-file.ts';

/** JSON inside a page: no letter of it can end its element. */
const inPage = (text: string): Html => new Html(text.replaceAll('<', '\\u003c'));

/**
 * A batch as one page that works in any browser without a network: it shows the items, keeps the answers in that browser,
 * and saves them as a file to send back.
 */
export function batchPage(file: BatchFile): string {
  const parts = [...(isFormatted(file) ? [bundledPart('parts')] : []), bundledPart('page')];
  const scripts = parts.map(({ script }) => script);
  const allowed = scripts
    .map((one) => `'sha256-${createHash('sha256').update(one).digest('base64')}'`)
    .join(' ');
  return htmlPage({
    title: file.annotator === null ? 'A batch to label' : `A batch to label, for ${file.annotator}`,
    style: parts.map(({ style }) => style).join('\n'),
    allowed: `script-src ${allowed}; font-src data:; img-src data:; media-src data:; base-uri 'none'; form-action 'none'`,
    body: html`<div id="page"><noscript><p>This page needs JavaScript to take your answers. Nothing is sent anywhere.</p></noscript></div>
<footer><p>Batch ${file.batchId.slice(0, 6)}, handed out on ${file.handedOutAt.slice(0, 10)}. Answers stay in this browser until you save them. Nothing is sent anywhere.</p></footer>
<script type="application/json" id="batch">${inPage(JSON.stringify(file))}</script>
${scripts.map((one) => html`<script>${new Html(one)}</script>`)}`,
  });
}

/** Whether any text of a batch has a formula, or code in a language: pages without are half as large. */
const isFormatted = (value: unknown): boolean =>
  typeof value === 'string'
    ? hasFormula(value) || /^[ >]*(?:```|~~~) *\w/m.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(isFormatted);

const root = path.join(import.meta.dirname, '..', '..', '..');

/** A script and its style, of which pages are made: in the packed app they lie beside the code. */
export function bundledPart(name: 'page' | 'parts'): { script: string; style: string } {
  const packed = path.join(import.meta.dirname, 'handed-page');
  const folder = existsSync(packed) ? packed : bundled();
  const read = (ending: string) => readFileSync(path.join(folder, `${name}.${ending}`), 'utf8');
  return { script: read('js'), style: read('css') };
}

/** Where the sources run as they are, the page is bundled before the first one is handed out. */
function bundled(): string {
  const folder = path.join(root, 'out', 'handed-page');
  if (existsSync(folder)) return folder;
  try {
    execFileSync(process.execPath, [path.join(root, 'build', 'handed-page.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    // The folder says whether it worked.
  }
  if (existsSync(folder)) return folder;
  throw new AppError('FILE_NOT_FOUND', 'The page that a batch is handed out as is not built yet.', {
    remedy: "Run 'npm run build', then hand it out.",
  });
}

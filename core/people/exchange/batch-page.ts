import { createHash } from 'node:crypto';
import { Html, html } from '../../platform/page/escape-html.ts';
import { htmlPage } from '../../platform/page/html-page.ts';
import type { BatchFile } from './batch-file.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

/** JSON inside a page: no letter of it can end its element. */
const inPage = (text: string): Html => new Html(text.replaceAll('<', '\\u003c'));

/**
 * A batch as one page that works in any browser without a network: it shows the items, keeps the answers in that browser,
 * and saves them as a file to send back.
 */
export function batchPage(file: BatchFile): string {
  const allowed = createHash('sha256').update(pageScript).digest('base64');
  return htmlPage({
    title: file.annotator === null ? 'A batch to label' : `A batch to label, for ${file.annotator}`,
    style: pageStyle,
    allowed: `script-src 'sha256-${allowed}'; base-uri 'none'; form-action 'none'`,
    body: html`<header><h1>A batch to label</h1><p id="who"></p><p id="progress" role="status"></p></header>
<main id="main"><noscript><p>This page needs JavaScript to take your answers. Nothing is sent anywhere.</p></noscript></main>
<footer><p>Batch ${file.batchId.slice(0, 6)}, handed out on ${file.handedOutAt.slice(0, 10)}. Answers stay in this browser until you save them. Nothing is sent anywhere.</p></footer>
<script type="application/json" id="batch">${inPage(JSON.stringify(file))}</script>
<script>${new Html(pageScript)}</script>`,
  });
}

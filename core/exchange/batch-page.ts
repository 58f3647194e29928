import { createHash } from 'node:crypto';
import { Html, html } from '../report/escape-html.ts';
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
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${allowed}'; base-uri 'none'; form-action 'none'">
<title>A batch to label</title>
<style>${new Html(pageStyle)}</style>
</head>
<body>
<header><h1>A batch to label</h1><p id="progress" role="status"></p></header>
<main id="main"><noscript><p>This page needs JavaScript to take your answers. Nothing is sent anywhere.</p></noscript></main>
<footer><p>Answers stay in this browser until you save them. Nothing is sent anywhere.</p></footer>
<script type="application/json" id="batch">${inPage(JSON.stringify(file))}</script>
<script>${new Html(pageScript)}</script>
</body>
</html>
`.source;
}

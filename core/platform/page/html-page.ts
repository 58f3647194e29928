import { Html, html } from './escape-html.ts';

interface HtmlPage {
  readonly title: string;
  readonly style: string;
  readonly body: Html;
  /** What a page may load beside its own style, as directives of its policy. */
  readonly allowed: string;
}

/** A page that stands by itself: nothing is loaded from anywhere, and only what `allowed` names is run or shown. */
export const htmlPage = ({ title, style, body, allowed }: HtmlPage): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; ${new Html(allowed)}">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.source;

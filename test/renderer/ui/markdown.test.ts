import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import { describe, expect, test } from 'vitest';
import { MarkdownText } from '../../../renderer/ui/markdown.tsx';
import { markExamples } from '../../../renderer/ui/markdown-examples.ts';

/** The page of a Markdown text, with what the plugin alone makes of it. */
const marked = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { rehypePlugins: [markExamples] }, text));
const shown = (text: string) => renderToStaticMarkup(createElement(MarkdownText, { text }));

describe('examples in guidelines', () => {
  test('quotes that begin with their marker are marked, and the marker is taken out', () => {
    expect(marked('> [!good]\n> Names the **source**.')).toMatch(
      /<blockquote data-example="good">\s*<p>Names the <strong>source<\/strong>\.<\/p>/,
    );
    expect(marked('> [!BAD] Guesses.')).toMatch(/<blockquote data-example="bad">\s*<p>Guesses\.<\/p>/);
    expect(marked('> [!good]\n>\n> A second paragraph.')).toContain('data-example="good"');
  });

  test('other quotes, other markers, and markers within a quote stay as they are', () => {
    for (const text of ['> Just said.', '> [!note] Aside.', '> It says [!good] here.', '> **[!good]** no']) {
      expect(marked(text)).not.toContain('data-example');
    }
    expect(marked('> It says [!good] here.')).toContain('[!good]');
    expect(marked('[!good] no quote')).toContain('[!good] no quote');
  });

  test('a quote within a quote is marked for itself', () => {
    const html = marked('> Outer.\n>\n> > [!bad]\n> > Inner.');
    expect(html.match(/data-example/g)).toHaveLength(1);
    expect(html).toMatch(/<blockquote>[\s\S]*<blockquote data-example="bad">/);
  });

  test('they are shown as figures by name', () => {
    const html = shown('> [!good]\n> Names the source.\n\n> Just said.');
    expect(html).toMatch(/<figure[^>]*data-example="good"[^>]*><figcaption>Good example<\/figcaption>/);
    expect(html.match(/<blockquote>/g)).toHaveLength(1);
  });
});

describe('Markdown that somebody wrote', () => {
  test('runs nothing, fetches nothing and leads nowhere', () => {
    const html = shown(
      '<script>harm()</script> <b onclick="harm()">x</b>\n\n![spy](https://example.org/spy.png) [go](javascript:harm()) [out](https://example.org/)',
    );
    expect(html).not.toMatch(/<(script|b|img|a)[\s>]/);
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('[image: spy]');
    expect(html).toContain('(https://example.org/)');
    expect(html).not.toContain('javascript:');
  });

  test('has its headings below those of the page, and lists with boxes', () => {
    const html = shown('# One\n\n## Two\n\n- [x] done\n- [ ] open');
    expect(html).toMatch(/<h3>One<\/h3>[\s\S]*<h4>Two<\/h4>/);
    expect(html).toContain('☑');
    expect(html).toContain('☐');
    expect(html).not.toMatch(/<(h1|h2|input)/);
  });
});

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ConversationView } from '../../../renderer/ui/conversation-view.tsx';
import { MarkdownText, ReadText, ShownPictures } from '../../../renderer/ui/markdown.tsx';
import { toggleRawTexts } from '../../../renderer/ui/text-switches.ts';
import type { Turn } from '../../../shared/contract/index.ts';

const shown = (text: string) =>
  renderToStaticMarkup(createElement(MarkdownText, { text, hasExamples: true }));
const read = (text: string) => renderToStaticMarkup(createElement(ReadText, { text }));

describe('examples in guidelines', () => {
  test('quotes that begin with their marker are figures by name, without the marker', () => {
    expect(shown('> [!good]\n> Names the **source**.')).toMatch(
      /<figure[^>]*data-example="good"><figcaption>Good example<\/figcaption><p[^>]*>Names the <strong>source<\/strong>\.<\/p>/,
    );
    expect(shown('> [!BAD] Guesses.')).toMatch(/data-example="bad">.*Guesses\./);
    expect(shown('> [!good]\n>\n> A second paragraph.')).toContain('data-example="good"');
  });

  test('other quotes, other markers, and markers within a quote stay as they are', () => {
    for (const text of ['> Just said.', '> [!note] Aside.', '> It says [!good] here.', '> **[!good]** no']) {
      expect(shown(text)).not.toContain('data-example');
    }
    expect(shown('> It says [!good] here.')).toContain('[!good]');
    expect(shown('[!good] no quote')).toContain('[!good] no quote');
  });

  test('a quote within a quote is marked for itself', () => {
    const html = shown('> Outer.\n>\n> > [!bad]\n> > Inner.');
    expect(html.match(/data-example/g)).toHaveLength(1);
    expect(html).toMatch(/<blockquote>.*<figure[^>]*data-example="bad"/);
  });

  test('a reply cannot pass for one', () => {
    const html = read('> [!good]\n> The best reply of all.');
    expect(html).not.toContain('Good example');
    expect(html).toContain('[!good]');
  });
});

describe('Markdown that somebody wrote', () => {
  test('runs nothing, fetches nothing and leads nowhere', () => {
    const html = shown(
      '<script>harm()</script> <b onclick="harm()">x</b>\n\n![spy](https://example.org/spy.png) [go](javascript:harm()) [out](https://example.org/) <https://boxed.org>',
    );
    expect(html).not.toMatch(/<(script|b|img|a|iframe)[\s>]/);
    expect(html).not.toMatch(/<[^>]* (href|src|onclick)=/);
    expect(html).toContain('&lt;script&gt;harm()&lt;/script&gt; &lt;b onclick=&quot;harm()&quot;&gt;');
  });

  test('names images and links with where they lead', () => {
    const words = shown(
      '**x** ![a spy](https://e.org/s.png "t") ![](i.png) [go](javascript:harm()) [https://e.org](https://e.org)',
    ).replaceAll(/<[^>]*>/g, '');
    expect(words).toBe(
      'x [image: a spy] (https://e.org/s.png &quot;t&quot;) [image] (i.png) go (javascript:harm()) https://e.org',
    );
  });

  test('has its headings below those of the page, and lists with boxes', () => {
    const html = shown('# One #\n\nTwo\n---\n\n- [x] done\n- [ ] open');
    expect(html).toMatch(/<h3[^>]*level="1">One<\/h3><h3[^>]*level="2">Two<\/h3>/);
    expect(html).toMatch(/☑.*done.*☐.*open/);
    expect(html).not.toMatch(/<(h1|h2|h4|input)/);
  });

  test('shows code as it is, with its white space and its marks', () => {
    const html = shown('Run `a **b**`:\n```py\ndef f():\n\treturn  "**x**"\n\n```\nthen');
    expect(html).toContain('<code>a **b**</code>');
    expect(html).toMatch(
      /<span>py<\/span>.*<pre[^>]*><code>def f\(\):\n\treturn {2}&quot;\*\*x\*\*&quot;\n<\/code><\/pre>/,
    );
    expect(html).toMatch(/<p[^>]*>then<\/p>/);
    expect(shown('```\nnever closed\n# no title')).toMatch(/<code>never closed\n# no title<\/code>/);
  });

  test('shows tables, also where a cell is missing', () => {
    const html = shown('Numbers:\n| a | b \\| c |\n|:--|--:|\n| 1 | **2** |\n| 3 |\n\nend');
    expect(html.match(/<t[hd]/g)).toHaveLength(2 + 1 + 2 + 2);
    expect(html).toContain('text-align:right');
    expect(html).toContain('b | c');
    expect(html).toContain('<strong>2</strong>');
    expect(html).toMatch(/<\/table>.*<p[^>]*>end<\/p>/);
  });

  test('stands as it was written where a letter of it would not be shown', () => {
    expect(shown('|a|b|\n|-|-|\n|1|2|too many|')).toContain('|1|2|too many|');
    expect(shown(`${'> '.repeat(60)}deep`)).toContain('&gt; deep');
    expect(shown('[x](https://e.org?a&amp;b)')).toContain('[x](https://e.org?a&amp;amp;b)');
  });

  test('shows lists in lists, code in lists, and numbers that begin anywhere', () => {
    const html = shown('3. one\n   ```\n   x = 1\n   ```\n4. two\n   - in\n     - deeper\n\nOutside');
    expect(html).toMatch(
      /<ol dir="ltr" start="3"><li>.*one.*<code>x = 1<\/code>.*<li>.*two.*<ul dir="ltr"><li>.*in.*<ul dir="ltr"><li>.*deeper/,
    );
    expect(html).toMatch(/<\/ol><p[^>]*>Outside/);
  });

  test('keeps line breaks', () => {
    expect(shown('**Roses**\nare red,\n  violets')).toContain('<strong>Roses</strong>\nare red,\n  violets');
  });

  test('takes no name, sum or formula for a mark', () => {
    for (const text of [
      'snake_case_name',
      '2 * 3 * 4 = 24',
      'a ~ b',
      '\\(x_1 and y_1\\',
      'f[i](',
      'https://e.org/_a_/b_c_',
      '[1] and [2]',
    ]) {
      expect(shown(`${text} **x**`)).toContain(`${text.replaceAll('&', '&amp;')} <strong>x</strong>`);
    }
    expect(shown('\\*plain\\* **x**')).toContain('*plain* <strong>x</strong>');
  });
});

describe('a text without marks', () => {
  test.each([
    ['line breaks', 'one\ntwo\n\n\n  three  '],
    ['code that is only indented', 'so:\n\n    if x:\n        y'],
    ['signs that are none', '5 > 3, a_b_c & <b> #1 - 2 | 3'],
    ['a number that ends a line', 'It was in\n1989. A year'],
  ])('stands as it was written: %s', (_name, text) => {
    const html = shown(text);
    expect(html).not.toMatch(/<(p|ul|ol|pre|code|h\d)\b/);
    expect(html.replaceAll(/<[^>]*>/g, '')).toBe(
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    );
  });
});

describe('a conversation', () => {
  const said = (turns: Turn[]) => renderToStaticMarkup(createElement(ConversationView, { turns }));

  test('names who speaks, and lays out what both say', () => {
    const html = said([
      { role: 'user', content: 'Is `x` **set**?' },
      { role: 'assistant', content: '- yes\n- no' },
    ]);
    expect(html).toMatch(/data-role="user"><div[^>]*>User<\/div>.*<strong>set/);
    expect(html).toMatch(/data-role="assistant"><div[^>]*>Assistant<\/div>.*<li>/);
  });

  test('of very many long turns stands as it was written', () => {
    const turn: Turn = { role: 'assistant', content: `**bold** ${'word '.repeat(10_000)}` };
    expect(said(Array.from({ length: 2 }, () => turn))).toContain('<strong>');
    expect(said(Array.from({ length: 12 }, () => turn))).not.toContain('<strong>');
  });
});

describe('the raw toggle', () => {
  const text = '# A *title*';

  test('shows texts as they were written, and back', () => {
    expect(read(text)).toMatch(/<h3[^>]*>A <em>title/);
    toggleRawTexts();
    expect(read(text)).toContain('# A *title*');
    toggleRawTexts();
    expect(read(text)).toMatch(/<h3[^>]*>A <em>title/);
  });

  test('changes no guidelines', () => {
    toggleRawTexts();
    expect(shown(text)).toMatch(/<h3[^>]*>A <em>title/);
    toggleRawTexts();
  });
});

test('words between two ticks and two apostrophes are quoted, not code', () => {
  const said = "In `` Night Out , '' Pam laughs . In `` Goodbye , '' she cries .";
  expect(read(`**Toby** ${said}`)).not.toContain('<code');
  expect(read(`**Toby** ${said}`)).toContain('`` Night Out , ');
  expect(read('**Toby** ``a `tick` b`` ')).toContain('a `tick` b</code>');
  expect(read("**Toby** ``x = ''`` ")).toMatch(/<code[^>]*>x = (?:''|&#x27;&#x27;)<\/code>/);
});

describe('formulas, code and notes', () => {
  test('a formula stands as it was written until it can be set', () => {
    expect(shown('So $x^2$ grows.')).toMatch(
      /So <span[^>]*dir="ltr"><span hidden=""><\/span><code>\$x\^2\$<\/code>/,
    );
    expect(shown('$$\n<b>x</b>\n$$')).toContain('&lt;b&gt;x&lt;/b&gt;');
  });

  test('notes stand at the end, and their numbers where they are named', () => {
    const html = shown('First.[^a] Second.[^b]\n\n[^a]: One.\n[^b]: *Two*.');
    expect(html).toMatch(/First\.<sup>1<\/sup> Second\.<sup>2<\/sup>/);
    expect(html).toMatch(/<ol[^>]*aria-label="Footnotes"><li>.*One\..*<li>.*<em>Two<\/em>/);
  });

  test('a note that nothing names is not lost', () => {
    expect(shown('**Said.**\n\n[^a]: Never named.')).toContain('Never named.');
  });

  test.each([
    ['- שלום\n- world', 'rtl'],
    ['- 1. `code` مرحبا', 'rtl'],
    ['- hello שלום', 'ltr'],
  ])('the points of a list stand where its words begin: %j', (text, dir) => {
    expect(shown(text)).toContain(`<ul dir="${dir}">`);
  });
});

describe('pictures of the project', () => {
  const hash = 'ab'.repeat(32);
  const text = `Look:\n![a cat](assay:picture/${hash}) at it`;
  const draw = (sha256: string, name: string) => createElement('img', { src: sha256, alt: name });

  test('are drawn by what the page gives, without the address behind them', () => {
    const page = createElement(ShownPictures, { value: draw }, createElement(MarkdownText, { text }));
    const html = renderToStaticMarkup(page);
    expect(html).toContain(`<img src="${hash}" alt="a cat"/>`);
    expect(html).not.toContain('assay:picture');
    expect(html).toContain('at it');
  });

  test('are warned of, by name, where nothing draws them, and others are never drawn', () => {
    expect(shown(text)).toContain('[picture not shown here: a cat]');
    expect(shown(text)).not.toContain('assay:picture');
    const elsewhere = createElement(MarkdownText, { text: '![x](https://pictures.example/1.png)' });
    expect(renderToStaticMarkup(createElement(ShownPictures, { value: draw }, elsewhere))).not.toContain(
      '<img',
    );
  });
});

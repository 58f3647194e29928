import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { root } from './run-command.ts';

/*
 * The docs as pages for a browser: `npm run docs` makes them from docs/ and examples/ alone, with the search in them. The
 * pages need no server and no network. docs/index.md is the entrance, and gives the order of the list on the left.
 */

interface Section {
  readonly heading: string;
  readonly slug: string;
  readonly text: string;
}

export interface SitePage {
  /** `docs/team.md`, from the root of the project. */
  readonly file: string;
  /** `docs/team.html`, from the root of the site. */
  readonly address: string;
  readonly title: string;
  readonly body: string;
  readonly sections: readonly Section[];
}

const sources = ['docs', 'docs/help', 'docs/tutorials', 'docs/measured', 'examples', 'python', 'skill'];

function markdownFiles(): string[] {
  const inFolder = (folder: string) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`);
  const examples = readdirSync(path.join(root, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => inFolder(`examples/${name}`));
  const apart = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'];
  // Every sentence of the product is written there for reading through, by hand.
  return [...apart, ...sources.flatMap(inFolder), ...examples].filter((file) => file !== 'docs/sentences.md');
}

const addressOf = (file: string): string => file.replace(/\.md$/, '.html');

/** A heading as it stands in an address, as the forges write it. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A page of the site, with links to other pages of it and anchors at its headings. */
export function readPage(file: string, files: ReadonlySet<string>): SitePage {
  const md = new MarkdownIt({ html: false, linkify: false });
  const source = readFileSync(path.join(root, file), 'utf8').replaceAll(/^<!--.*-->$/gm, '');
  const tokens = md.parse(source, {});
  const sections: { heading: string; slug: string; text: string }[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = plainText(tokens[i + 1]?.children ?? []);
      const slug = slugOf(heading);
      token.attrSet('id', slug);
      sections.push({ heading, slug, text: '' });
    } else if (token.type === 'inline' && tokens[i - 1]?.type !== 'heading_open') {
      const last = sections.at(-1);
      if (last) last.text += `${plainText(token.children ?? [])} `;
    }
    for (const child of token.children ?? []) {
      if (child.type === 'link_open')
        child.attrSet('href', linkTo(file, String(child.attrGet('href') ?? ''), files));
    }
  }
  const body = md.renderer.render(tokens, md.options, {});
  return { file, address: addressOf(file), title: sections[0]?.heading ?? file, body, sections };
}

const plainText = (children: readonly { type: string; content: string }[]): string =>
  children
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'softbreak')
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('');

/** Where a link of a page leads in the site: a page of it by its address, a file of the project as it stands. */
function linkTo(file: string, href: string, files: ReadonlySet<string>): string {
  const [target = '', section = ''] = href.split('#');
  if (/^[a-z]+:/.test(href) || target === '') return href;
  const found = path.posix.join(path.posix.dirname(file), target);
  return files.has(found)
    ? `${target.replace(/\.md$/, '.html')}${section === '' ? '' : `#${section}`}`
    : href;
}

/** Links of docs/index.md in their order, under their headings: the list on the left. */
function listOfPages(index: SitePage, pages: readonly SitePage[], from: SitePage): string {
  const up = '../'.repeat(from.address.split('/').length - 1);
  const at = new Map(pages.map((page) => [page.address, page]));
  const parts = index.body.split(/<h2 [^>]*>/).slice(1);
  return parts
    .map((part) => {
      const heading = part.split('</h2>')[0]!.split(':')[0]!;
      const hrefs = [...part.matchAll(/href="([^"#]+\.html)/g)].map(([, href]) =>
        path.posix.join(path.posix.dirname(index.address), href!),
      );
      const items = hrefs.flatMap((address) => {
        const page = at.get(address);
        const here = page?.file === from.file ? ' aria-current="page"' : '';
        return page ? [`<li><a href="${up}${address}"${here}>${escaped(page.title)}</a></li>`] : [];
      });
      return `<h2>${heading}</h2><ul>${items.join('')}</ul>`;
    })
    .join('');
}

const style = `
:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}
body{margin:0;display:grid;grid-template-columns:17rem minmax(0,1fr);gap:2rem}
nav{padding:1rem;border-right:1px solid #8884;font-size:.9rem;height:100vh;box-sizing:border-box;overflow:auto;position:sticky;top:0}
nav h2{font-size:.8rem;margin:1rem 0 .2rem}nav ul{list-style:none;margin:0;padding:0}
nav a[aria-current]{font-weight:700}main{max-width:52rem;padding:1rem 1rem 4rem}
input{width:100%;box-sizing:border-box;font:inherit;padding:.4rem}
pre,code{font:.875em/1.5 ui-monospace,monospace}pre{overflow:auto;padding:.75rem;background:#8881;border-radius:6px}
table{display:block;overflow:auto;border-collapse:collapse}td,th{padding:.25rem .6rem;border:1px solid #8884;text-align:left;vertical-align:top}
img{max-width:100%}@media(max-width:50rem){body{display:block}nav{position:static;height:auto;border:0}}`;

const script = `
const box=document.querySelector('input'),list=document.getElementById('found'),up=document.body.dataset.up;
let sections;
box.addEventListener('focus',async()=>{sections??=window.siteSections??await new Promise(done=>{
const tag=document.createElement('script');tag.src=up+'search.js';tag.onload=()=>done(window.siteSections);document.head.append(tag)})});
box.addEventListener('input',()=>{const words=box.value.toLowerCase().split(/\\s+/).filter(Boolean);list.replaceChildren();
if(!sections||words.length===0)return;
const hits=sections.map(s=>{const head=(s.p+' '+s.h).toLowerCase(),all=head+' '+s.t.toLowerCase();
return words.every(w=>all.includes(w))?{s,rank:words.filter(w=>head.includes(w)).length}:null}).filter(Boolean)
.sort((a,b)=>b.rank-a.rank).slice(0,12);
if(hits.length===0)list.append('Nothing found.');
for(const{s}of hits){const item=document.createElement('li'),link=document.createElement('a');link.href=up+s.a;
link.textContent=s.h===s.p?s.p:s.p+': '+s.h;item.append(link);list.append(item)}});`;

function htmlOf(page: SitePage, list: string): string {
  const up = '../'.repeat(page.address.split('/').length - 1);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(page.title)} - Assay</title><link rel="stylesheet" href="${up}style.css"></head>
<body data-up="${up}"><nav aria-label="Documentation"><p><a href="${up}docs/index.html">Assay</a></p>
<label>Search <input type="search"></label><ul id="found" aria-live="polite"></ul>${list}</nav>
<main>${page.body}</main><script src="${up}site.js"></script></body></html>
`;
}

/** Writes the site into a folder, which it replaces, and gives its pages. */
export function writeSite(folder: string): SitePage[] {
  const files = markdownFiles();
  const known = new Set(files);
  const pages = files.map((file) => readPage(file, known));
  const index = pages.find(({ file }) => file === 'docs/index.md')!;
  rmSync(folder, { recursive: true, force: true });
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  for (const page of pages) write(page.address, htmlOf(page, listOfPages(index, pages, page)));
  const found = pages.flatMap(({ title, address, sections }) =>
    sections.map(({ heading, slug, text }) => ({ p: title, h: heading, a: `${address}#${slug}`, t: text })),
  );
  write('search.js', `window.siteSections=${JSON.stringify(found)};\n`);
  write('site.js', script);
  write('style.css', style);
  write(
    'index.html',
    '<!doctype html><meta http-equiv="refresh" content="0; url=docs/index.html"><title>Assay</title>\n',
  );
  for (const name of [
    'docs/images',
    'docs/help/images',
    'docs/verify.py',
    'docs/plain-judge.mjs',
    'docs/openapi.json',
    ...['.github', '.gitlab-ci.yml', 'Jenkinsfile'].map((name) => `examples/releases/${name}`),
    'LICENSE',
  ])
    if (existsSync(path.join(root, name)))
      cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  return pages;
}

if (process.argv[1] === import.meta.filename) {
  const folder = path.join(root, 'out', 'docs');
  const pages = writeSite(folder);
  console.log(
    `Wrote ${pages.length} pages to ${path.relative(root, folder)}. Open ${path.join('out', 'docs', 'index.html')}.`,
  );
}

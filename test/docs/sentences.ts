import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { children, type Node, parse } from '../architecture/parse-source.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** Where `node host/launch.js test/docs/sentences.ts` writes every text, for reading. */
export const sentencesFile = path.join(root, 'docs', 'sentences.md');

/** A text of the product: what stands between quotes or tags, `{…}` for each value put into it. */
export interface Text {
  readonly file: string;
  readonly line: number;
  readonly words: string;
}

/** Turns of phrase that no text for people has, by name. */
export const banned: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['mend', /\b[Mm]end(s|ed|ing)?\b/],
  ['is told', /\b(is|are|was|were|be|been) told\b/i],
  ['told of', /\btold of\b/i],
  ['of before', /\bof before\b/i],
  ['bears out', /\b(bears?|borne) out\b/i],
  ['put off', /\bput off\b|\bputOff/i],
  ['whoever', /\bwho(ever|mever|soever)\b/i],
  ['spoken of', /\bspoken of\b/i],
  ['told apart', /\b(tells?|told) apart\b/i],
  ['sits down', /\bsits down\b/i],
  ['stands twice', /\bstands? (twice|beside|once)\b/i],
  ['at its word', /\bat its word\b/i],
  ['with air', /\bwith air\b/i],
  ['bends the number', /\bbend(s|ing)?\b/i],
  ['this look, at a value', /\blooks at (a|the) value\b/i],
];

/** Folders whose texts people read: errors and notes, commands, screens, what all of these show. */
const folders = ['core', 'host', 'renderer', 'shared'] as const;

/** Attributes and arguments that hold no words: styles, drawings, addresses. */
const wordless = new Set(['className', 'd', 'href', 'points', 'style', 'transform', 'viewBox']);

/** Every text with a space in it of the screens, the shared words and the commands, by file and line. */
export const productTexts = (): Text[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .toSorted()
      .flatMap((file) => textsOf(file, readFileSync(path.join(root, file), 'utf8'))),
  );

/** The texts of one source. Sums of texts and the children of one element count as one text. */
export function textsOf(file: string, source: string): Text[] {
  const texts: Text[] = [];
  const add = (node: Node, written: string): void => {
    const words = written.replaceAll(/[ \t]*\n\s*/g, ' ').trim();
    if (!isProse(words)) return;
    texts.push({ file, line: source.slice(0, node.start).split('\n').length, words });
  };
  const visit = (node: Node): void => {
    if (isWordless(node)) return;
    // What only earlier reports say is written nowhere any more.
    if (isReworded(node)) {
      visit((node.arguments as Node[])[0]!);
      return;
    }
    const whole = writtenIn(node);
    if (whole !== undefined) {
      add(node, whole.text);
      for (const value of whole.values) visit(value);
      return;
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const { text, values } = insideElement(node);
      add(node, text);
      for (const value of values) visit(value);
      if (node.openingElement) visit(node.openingElement as Node);
      return;
    }
    for (const child of children(node)) visit(child);
  };
  visit(parse(file, source));
  return texts;
}

interface Written {
  readonly text: string;
  /** What is put into it, whose own texts are listed by themselves. */
  readonly values: readonly Node[];
}

/** What a literal, a template or a sum of them says; undefined for every other node. */
function writtenIn(node: Node): Written | undefined {
  if (node.type === 'Literal')
    return typeof node.value === 'string' ? { text: node.value, values: [] } : undefined;
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as readonly { value: { cooked: string } }[];
    return {
      text: quasis.map(({ value }) => value.cooked).join('{…}'),
      values: children(node).filter(isValue),
    };
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const parts = [node.left as Node, node.right as Node].map((part) => ({ part, written: writtenIn(part) }));
    if (parts.every(({ written }) => written === undefined)) return undefined;
    return {
      text: parts.map(({ written }) => written?.text ?? '{…}').join(''),
      values: parts.flatMap(({ part, written }) => written?.values ?? [part]),
    };
  }
  return undefined;
}

const isValue = ({ type }: Node): boolean => type !== 'TemplateElement';

/** The text of an element with what stands in it; elements within it are listed by themselves. */
function insideElement(node: Node): Written {
  let text = '';
  const values: Node[] = [];
  for (const child of node.children as Node[]) {
    if (child.type === 'JSXText') {
      // As React does: line breaks with their indents go.
      text += (child.value as string).replaceAll(/\s*\n\s*/g, (_, at: number, all: string) =>
        at === 0 || at + _.length === all.length ? '' : ' ',
      );
      continue;
    }
    const said = child.type === 'JSXExpressionContainer' ? writtenIn(child.expression as Node) : undefined;
    text += said?.text ?? '{…}';
    values.push(...(said?.values ?? [child]));
  }
  return { text, values };
}

const isReworded = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && (callee as { name?: unknown }).name === 'reworded';

const isWordless = ({ type, name }: Node): boolean =>
  type === 'ImportDeclaration' ||
  (type === 'JSXAttribute' && wordless.has(String((name as { name?: unknown }).name)));

/** Words for people: two or more, not a style sheet, a list of words or style names, a query or a pattern. */
function isProse(words: string): boolean {
  const bare = words.replaceAll('{…}', ' ').trim();
  if (!/\p{L}{2,}[^\p{L}]*\s[^\p{L}]*\p{L}/u.test(bare) || /\{\s*[\w-]+:\s/.test(bare)) return false;
  if (/^[a-z]+( [a-z]+){19,}$/.test(bare)) return false;
  return (
    !/^[a-z0-9:[\]()/.,%_-]+( [a-z0-9:[\]()/.,%_-]+)*$/.test(bare) || /[.]$|^[a-z]+( [a-z]+)*$/.test(bare)
  );
}

/** Tags between which a text of its own stands: headings, paragraphs, cells. Those within a sentence, such as strong, are not. */
const betweenTexts =
  /<\/?(?:h\d|p|div|section|header|main|details|summary|figure|figcaption|table|thead|tbody|tr|td|th|ul|ol|li|pre)\b[^>]{0,200}>/;

/** The sentences of a text, each as people read it. */
export const sentencesIn = (words: string): string[] =>
  words
    .split(betweenTexts)
    .flatMap((text) => text.trim().split(/(?<=[.!?])\s+(?=["“({\p{Lu}])/u))
    .filter((text) => text !== '');

/** The words of a sentence; a value put into it counts as one. */
export const wordCount = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length;

function page(texts: readonly Text[]): string {
  const files = Map.groupBy(texts, ({ file }) => file);
  const parts = [...files].map(
    ([file, held]) =>
      `## ${file}\n\n${held.map(({ words }) => `- ${words.replaceAll('\n', ' ')}`).join('\n')}\n`,
  );
  return `# Every sentence of the product

Made by \`node host/launch.js test/docs/sentences.ts\` for reading through; \`{…}\` stands for a value.

${parts.join('\n')}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(sentencesFile, page(productTexts()));

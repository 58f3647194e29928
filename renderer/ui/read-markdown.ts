import MarkdownIt, { type StateBlock, type StateInline, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { type Formula, type FormulaFinder, formulaFinder } from '../../shared/formulas.ts';

type Example = 'good' | 'bad';

/** A stretch of text in one style. Styles lie flat beside each other, however deep they are nested in the text. */
export interface Run {
  readonly text: string;
  readonly strong?: boolean;
  readonly emphasis?: boolean;
  readonly struck?: boolean;
  readonly code?: boolean;
  /** Where the link leads that this text is of. */
  readonly link?: string;
  /** Not a part of the text: where the link or image before it leads, or the name of an image. */
  readonly isAddress?: boolean;
  /** The formula that the text writes, with its marks. */
  readonly formula?: Pick<Formula, 'tex' | 'isBlock'>;
  /** A number that leads to a note at the end of the text. */
  readonly isNoteNumber?: boolean;
  /** The image that is named here. */
  readonly image?: { readonly name: string; readonly address: string };
}

/** A part of a text that was written in Markdown. */
export type Block =
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly Run[] }
  /** Its name is the language, or whatever else stands behind the fence. */
  | { readonly kind: 'code'; readonly name: string; readonly text: string }
  | { readonly kind: 'formula'; readonly tex: string; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly example: Example | null; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      /** The number of the first entry; null where entries have no numbers. */
      readonly start: number | null;
      readonly isLoose: boolean;
      readonly entries: readonly { readonly isDone: boolean | null; readonly blocks: readonly Block[] }[];
    }
  /** The footnotes of a text, from number 1. */
  | { readonly kind: 'notes'; readonly notes: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] };

export interface Cell {
  readonly alignment: 'left' | 'center' | 'right' | null;
  readonly runs: readonly Run[];
}

/** Longer texts stand as they were written: nobody reads them to their end, and a page of them is slow. */
export const longestMarkdown = 100_000;
/** Parts of a text, each one or several elements of the page, before it stands as it was written. */
const mostParts = 10_000;
/** Quotes and lists in each other, two levels for each list, before a text stands as it was written. */
const deepest = 40;

/**
 * The blocks of a text in Markdown; null where it is best shown as it was written: it has no mark of Markdown in it,
 * is longer than `longestMarkdown` characters, falls into too many parts, or a letter of it would not be shown (a cell
 * too many in a row of a table, quotes too deep in each other). Follows GitHub Flavored Markdown, but line breaks are
 * kept, an indented line is no code, and HTML, references and entities stay text. Formulas in TeX and footnotes are
 * read as well.
 */
export function readMarkdown(text: string): Block[] | null {
  if (text.length > longestMarkdown) return null;
  const env = { isMarked: false };
  const tokens = markdown.parse(text, env);
  const parts = tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
  if (parts > mostParts || !(env.isMarked || tokens.some(isMark))) return null;
  if (tokens.some(({ level }) => level >= deepest - 1)) return null;
  const reader = new TokenReader(tokens);
  const blocks = reader.blocksTo(tokens.length);
  return reader.signs === signsOf(text) ? blocks : null;
}

const markdown = new MarkdownIt('default', { html: false, linkify: true, maxNesting: deepest })
  .use(footnotes)
  .disable(['code', 'reference', 'entity', 'footnote_inline']);
markdown.core.ruler.disable('linkify');
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// Addresses are shown and never followed, so that they stay as they were written.
markdown.validateLink = () => true;
markdown.normalizeLink = (address) => address;
markdown.inline.ruler.at('escape', readEscape);
markdown.inline.ruler.at('newline', readLineBreak);
markdown.inline.ruler.before('backticks', 'quoted words', readQuotedWords);
markdown.inline.ruler.before('escape', 'formula', readFormula);
markdown.block.ruler.before('fence', 'formula', readFormulaBlock, {
  alt: ['paragraph', 'blockquote', 'list'],
});

/** What looks for formulas in a text, while the text is read. */
const finders = new WeakMap<object, { readonly text: string; readonly formulaAt: FormulaFinder }>();

function finderOf({ src, env }: StateInline | StateBlock): FormulaFinder {
  const known = finders.get(env);
  if (known?.text === src) return known.formulaAt;
  const formulaAt = formulaFinder(src);
  finders.set(env, { text: src, formulaAt });
  return formulaAt;
}

/** What a token says of its formula. */
const formulaOf = ({ meta }: Token): Pick<Formula, 'tex' | 'isBlock'> => ({
  tex: String(meta?.tex),
  isBlock: meta?.isBlock === true,
});

/** What a token says of its footnote; numbers begin at 0. */
const noteOf = ({ meta }: Token): { id: number; label: string } => ({
  id: Number(meta?.id),
  label: String(meta?.label ?? ''),
});

/** A formula within a line. */
function readFormula(state: StateInline, silent: boolean): boolean {
  const formula = finderOf(state)(state.pos);
  if (!formula || formula.end > state.posMax) return false;
  if (!silent) {
    const token = state.push('formula', 'math', 0);
    token.content = state.src.slice(state.pos, formula.end);
    token.meta = { tex: formula.tex, isBlock: formula.isBlock };
  }
  state.pos = formula.end;
  return true;
}

/** A formula that has its lines for itself. */
function readFormulaBlock(state: StateBlock, line: number, lastLine: number, silent: boolean): boolean {
  const start = state.bMarks[line]! + state.tShift[line]!;
  const found = finderOf(state)(start);
  if (!found?.isBlock) return false;
  let last = line;
  while (last < lastLine && state.eMarks[last]! < found.end) last += 1;
  if (last >= lastLine || state.src.slice(found.end, state.eMarks[last]).trim() !== '') return false;
  if (silent) return true;
  // Lines of a quote begin with marks that are no part of the formula.
  const written = state.getLines(line, last + 1, state.blkIndent, false).trim();
  const token = state.push('formula_block', 'math', 0);
  token.content = written;
  token.meta = { tex: written.slice(2, -2).trim() };
  state.line = last + 1;
  return true;
}

/** A backslash before a bracket or a parenthesis opens a formula and stays; before other punctuation it goes. */
function readEscape(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '\\') return false;
  const next = state.src[state.pos + 1];
  if (next === undefined || !/[\\`*_~#+\-.!|<>{}()[\]$]/.test(next)) return false;
  if (!silent) {
    state.pending += /[()[\]]/.test(next) ? `\\${next}` : next;
    (state.env as { isMarked: boolean }).isMarked = true;
  }
  state.pos += 2;
  return true;
}

/** Line breaks and the white space around them are those of the text. */
function readLineBreak(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '\n') return false;
  if (!silent) state.pending += '\n';
  state.pos += 1;
  return true;
}

/** Two ticks that two apostrophes close before any further tick quote words, as parsers and TeX write them. */
function readQuotedWords(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!src.startsWith('``', pos) || src[pos + 2] === '`' || src[pos - 1] === '`') return false;
  const tick = src.indexOf('`', pos + 2);
  const end = src.slice(pos + 2, tick < 0 ? src.length : tick).indexOf("''");
  if (end <= 0 || pos + 2 + end + 2 === tick) return false;
  if (!silent) state.pending += '``';
  state.pos += 2;
  return true;
}

const isMark = ({ type, children }: Token): boolean =>
  type === 'inline'
    ? children!.some((child) => child.type !== 'text' && child.markup !== 'linkify')
    : !type.startsWith('paragraph_');

/** How many letters and digits a text has: all of them must be found again in its blocks. */
const signsOf = (text: string): number => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').length;

const exampleMark = /^\s*\[!(good|bad)\][ \t]*\n?/i;
const taskMark = /^\[([ xX])\][ \t]+/;

class TokenReader {
  /** Letters and digits of what was read. */
  signs = 0;
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** The blocks up to a token, by its place or its type; goes past it. */
  blocksTo(end: number | string): Block[] {
    const blocks: Block[] = [];
    for (; this.at < this.tokens.length && this.tokens[this.at]!.type !== end; this.at += 1) {
      const block = this.block(this.tokens[this.at]!);
      if (block) blocks.push(block);
    }
    return blocks;
  }

  private block(token: Token): Block | null {
    switch (token.type) {
      case 'paragraph_open':
        return { kind: 'paragraph', runs: this.inner() };
      case 'heading_open':
        return { kind: 'heading', level: Number(token.tag.slice(1)), runs: this.inner() };
      case 'fence':
        this.take(token.info + token.content);
        return { kind: 'code', name: token.info.trim(), text: token.content.replace(/\n$/, '') };
      case 'formula_block':
        return { kind: 'formula', text: this.take(token.content), tex: formulaOf(token).tex };
      case 'footnote_block_open':
        return this.notes();
      case 'hr':
        return { kind: 'rule' };
      case 'blockquote_open':
        this.at += 1;
        return quoteOf(this.blocksTo('blockquote_close'));
      case 'bullet_list_open':
      case 'ordered_list_open':
        return this.list(token);
      case 'table_open':
        return this.table();
      default:
        return null;
    }
  }

  private take(text: string): string {
    this.signs += signsOf(text);
    return text;
  }

  /** The runs of a paragraph, a heading or a cell; goes to its end. */
  private inner(): Run[] {
    const { children } = this.tokens[this.at + 1]!;
    this.at += 2;
    return this.runs(children!);
  }

  private list(opening: Token): Block {
    const isOrdered = opening.type === 'ordered_list_open';
    const entries: { isDone: boolean | null; blocks: Block[] }[] = [];
    let isLoose = false;
    for (this.at += 1; this.tokens[this.at]!.type === 'list_item_open'; this.at += 1) {
      this.take(this.tokens[this.at]!.info);
      this.at += 1;
      const first = this.tokens[this.at]!;
      isLoose ||= first.type === 'paragraph_open' && !first.hidden;
      entries.push(entryOf(this.blocksTo('list_item_close')));
    }
    return {
      kind: 'list',
      start: isOrdered ? Number(attribute(opening, 'start') || 1) : null,
      isLoose,
      entries,
    };
  }

  private table(): Block {
    const rows: Cell[][] = [];
    for (; this.tokens[this.at]!.type !== 'table_close'; this.at += 1) {
      const token = this.tokens[this.at]!;
      if (token.type === 'tr_open') rows.push([]);
      if (token.type !== 'th_open' && token.type !== 'td_open') continue;
      const style = /text-align:(left|center|right)/.exec(attribute(token, 'style'));
      rows.at(-1)!.push({ alignment: (style?.[1] as Cell['alignment']) ?? null, runs: this.inner() });
    }
    return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) };
  }

  private notes(): Block {
    const notes: Block[][] = [];
    for (this.at += 1; this.tokens[this.at]!.type === 'footnote_open'; this.at += 1) {
      this.take(noteOf(this.tokens[this.at]!).label);
      this.at += 1;
      notes.push(this.blocksTo('footnote_close'));
    }
    return { kind: 'notes', notes };
  }

  /** Those beside each other in one style are one. */
  private runs(tokens: readonly Token[]): Run[] {
    const runs: Run[] = [];
    const depth = { strong: 0, em: 0, s: 0 };
    const add = (text: string, kind: Omit<Run, 'text'> = {}) => {
      const style: Omit<Run, 'text'> = {
        ...(depth.strong > 0 && { strong: true }),
        ...(depth.em > 0 && { emphasis: true }),
        ...(depth.s > 0 && { struck: true }),
        ...kind,
      };
      const { text: before, ...last } = runs.at(-1) ?? { text: '' };
      if (text === '') return;
      if (before !== '' && isSame(last, style)) runs[runs.length - 1] = { text: before + text, ...style };
      else runs.push({ text, ...style });
    };
    let link: { address: string; title: string; from: number } | null = null;
    for (const token of tokens) {
      const linked = link === null ? {} : { link: link.address };
      const { type, tag, content } = token;
      if (type === 'text' || type === 'code_inline') {
        add(this.take(content), type === 'text' ? linked : { ...linked, code: true });
      } else if (type === 'formula') {
        add(this.take(content), { ...linked, formula: formulaOf(token) });
      } else if (type === 'footnote_ref') {
        const { id, label } = noteOf(token);
        this.take(label);
        add(`${id + 1}`, { isNoteNumber: true });
      } else if (type === 'image') {
        const address = attribute(token, 'src');
        const image = { name: this.take(content), address };
        add(content === '' ? '[image]' : `[image: ${content}]`, { isAddress: true, image });
        add(this.take(addressOf(address, attribute(token, 'title'))), { isAddress: true });
      } else if (type === 'link_open' && token.info !== 'auto') {
        link = {
          address: attribute(token, 'href'),
          title: attribute(token, 'title'),
          from: runs.length,
        };
      } else if (type === 'link_close' && link !== null) {
        const shown = this.take(addressOf(link.address, link.title));
        const words = runs.slice(link.from).map(({ text }) => text);
        link = null;
        if (` (${words.join('')})` !== shown) add(shown, { isAddress: true });
      } else if (tag === 'strong' || tag === 'em' || tag === 's') {
        depth[tag] += token.nesting;
      }
    }
    return withoutBreaks(runs);
  }
}

const isSame = (a: Omit<Run, 'text'>, b: Omit<Run, 'text'>): boolean =>
  !a.image && !b.image && !a.formula && !b.formula && JSON.stringify(a) === JSON.stringify(b);

/** A formula that has its line for itself ends the line before it: a break beside it is not a second one. */
const withoutBreaks = (runs: readonly Run[]): Run[] =>
  runs.flatMap((run, at) => {
    if (run.formula) return [run];
    const after = runs[at - 1]?.formula?.isBlock ? run.text.replace(/^\n/, '') : run.text;
    const text = runs[at + 1]?.formula?.isBlock ? after.replace(/\n$/, '') : after;
    return text === '' ? [] : [{ ...run, text }];
  });

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

function addressOf(address: string, title: string): string {
  const shown = title !== '' ? `${address} "${title}"` : address;
  return shown === '' ? '' : ` (${shown})`;
}

/** Without the marker of an example, which is the quote's first word. */
function quoteOf(blocks: readonly Block[]): Block {
  const [first, ...rest] = blocks;
  const run = first?.kind === 'paragraph' ? first.runs[0] : undefined;
  const marked = run && Object.keys(run).length === 1 ? exampleMark.exec(run.text) : null;
  if (first?.kind !== 'paragraph' || !run || !marked) return { kind: 'quote', example: null, blocks };
  return {
    kind: 'quote',
    example: marked[1]!.toLowerCase() as Example,
    blocks: [...withoutStart(first, marked[0].length), ...rest],
  };
}

/** Without the box of a task, which is the entry's first word. */
function entryOf(blocks: Block[]): { isDone: boolean | null; blocks: Block[] } {
  const [first, ...rest] = blocks;
  const marked = first?.kind === 'paragraph' ? taskMark.exec(first.runs[0]?.text ?? '') : null;
  if (first?.kind !== 'paragraph' || !marked) return { isDone: null, blocks };
  return { isDone: marked[1] !== ' ', blocks: [...withoutStart(first, marked[0].length), ...rest] };
}

/** A paragraph without its first characters; none where nothing is left. */
function withoutStart({ runs }: Extract<Block, { kind: 'paragraph' }>, length: number): Block[] {
  const [first, ...rest] = runs;
  const text = first!.text.slice(length);
  const left = text === '' ? rest : [{ ...first!, text }, ...rest];
  return left.length === 0 ? [] : [{ kind: 'paragraph', runs: left }];
}

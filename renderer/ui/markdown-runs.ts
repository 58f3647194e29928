/** A stretch of text in one style. Styles lie flat beside each other, so that no text nests deeper than a line. */
export interface Run {
  readonly text: string;
  readonly strong?: boolean;
  readonly emphasis?: boolean;
  readonly struck?: boolean;
  readonly code?: boolean;
  /** Where a link or an image before it leads, or the name of an image: shown, never followed. */
  readonly address?: boolean;
}

const styles = ['strong', 'emphasis', 'struck'] as const;
type Style = (typeof styles)[number];

interface Piece {
  text: string;
  code?: boolean;
  address?: boolean;
}

/** Asterisks, underscores or tildes that may open or close a style. */
interface Mark {
  readonly sign: string;
  readonly piece: number;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
  /** How many signs are not used yet. */
  left: number;
}

interface Stretch {
  readonly style: Style;
  readonly from: number;
  readonly to: number;
}

const longestAddress = 2000;
/** Failed searches for an address after which brackets are just text: each may go on for that long. */
const mostInVain = 200;
/** Signs that a backslash makes plain. Before brackets and parentheses it stays: there it opens a formula. */
const escapable = /[\\`*_~#+\-.!|<>{}]/;
const special = /[\\`*_~![\]<]|https?:\/\//g;
const bareAddress = /https?:\/\/[^\s<>"()[\]`|*]+/y;
const boxedAddress = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/y;
const space = /\s/;
const punctuation = /[\p{P}\p{S}]/u;
const wordSign = /[\p{L}\p{N}_]/u;

/**
 * Reads what stands in a paragraph, a heading or a cell of a table: strong, emphasized and struck text, code, links,
 * images. Takes time in proportion to the length of the text, whatever stands in it (CommonMark 0.31, section 6, and
 * its appendix on delimiters; no references, no HTML, no entities). Line breaks are kept.
 */
export function readRuns(text: string): Run[] {
  const reader = new RunReader(text);
  return styled(reader.read(), reader.marks, stretchesOf(reader.marks));
}

class RunReader {
  readonly marks: Mark[] = [];
  private readonly pieces: Piece[] = [];
  private readonly brackets: { readonly piece: number; readonly isImage: boolean }[] = [];
  private readonly ticks: Ticks;
  private at = 0;
  /** How many addresses were looked for and not found. */
  private inVain = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.ticks = new Ticks(text);
  }

  read(): Piece[] {
    const { text } = this;
    while (this.at < text.length) {
      special.lastIndex = this.at;
      const next = special.exec(text)?.index ?? text.length;
      this.add(text.slice(this.at, next));
      this.at = next;
      if (next < text.length) this.readSign(text[next]!);
    }
    return this.pieces;
  }

  private add(text: string, kind: Omit<Piece, 'text'> = {}): void {
    if (text !== '') this.pieces.push({ text, ...kind });
  }

  private readSign(sign: string): void {
    const { text, at } = this;
    if (sign === '\\') this.readEscape();
    else if (sign === '`') this.readCode();
    else if (sign === '*' || sign === '_' || sign === '~') this.readMark(sign);
    else if (sign === '[') this.openBracket('[');
    else if (sign === '!' && text[at + 1] === '[') this.openBracket('![');
    else if (sign === ']') this.closeBracket();
    else if ((sign === '<' && this.readBoxed()) || (sign === 'h' && this.readBare())) return;
    else this.take(sign);
  }

  private take(text: string): void {
    this.add(text);
    this.at += text.length;
  }

  private readEscape(): void {
    const next = this.text[this.at + 1];
    if (next === '\n') this.at += 1;
    else if (next === undefined || !/[\\`*_~#+\-.!|<>{}()[\]]/.test(next)) this.take('\\');
    else {
      this.add(escapable.test(next) ? next : `\\${next}`);
      this.at += 2;
    }
  }

  /** Two ticks that two apostrophes close before any further tick quote words, as texts of parsers and of TeX have them. */
  private opensQuote(start: number): boolean {
    const { text } = this;
    const tick = text.indexOf('`', start);
    const words = text.slice(start, tick < 0 ? text.length : tick);
    const end = words.indexOf("''");
    return end > 0 && start + end + 2 !== tick;
  }

  private readCode(): void {
    const length = runLength(this.text, this.at);
    const start = this.at + length;
    const end = length === 2 && this.opensQuote(start) ? null : this.ticks.next(length, start);
    if (end === null) {
      this.take(this.text.slice(this.at, start));
      return;
    }
    const code = this.text.slice(start, end);
    const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
    this.add(isPadded ? code.slice(1, -1) : code, { code: true });
    this.at = end + length;
  }

  private readMark(sign: string): void {
    const { text, at } = this;
    const length = runLength(text, at);
    if (sign === '~' && length !== 2) {
      this.take(text.slice(at, at + length));
      return;
    }
    const before = at === 0 ? ' ' : text[at - 1]!;
    const after = text[at + length] ?? ' ';
    const isLeft = !space.test(after) && (!punctuation.test(after) || isEdge(before));
    const isRight = !space.test(before) && (!punctuation.test(before) || isEdge(after));
    const isInner = sign === '_';
    this.marks.push({
      sign,
      piece: this.pieces.length,
      length,
      left: length,
      opens: isLeft && (!isInner || !isRight || punctuation.test(before)),
      closes: isRight && (!isInner || !isLeft || punctuation.test(after)),
    });
    this.take(text.slice(at, at + length));
  }

  private openBracket(bracket: '[' | '!['): void {
    this.brackets.push({ piece: this.pieces.length, isImage: bracket === '![' });
    this.take(bracket);
  }

  private closeBracket(): void {
    const opening = this.brackets.pop();
    const isCalled = opening && this.text[this.at + 1] === '(' && this.inVain < mostInVain;
    const target = isCalled ? targetAt(this.text, this.at + 2) : null;
    if (!opening || !target) {
      if (isCalled) this.inVain += 1;
      this.take(']');
      return;
    }
    this.at = target.end;
    if (opening.isImage) {
      const isNamed = opening.piece + 1 < this.pieces.length;
      this.pieces[opening.piece] = { text: isNamed ? '[image: ' : '[image', address: true };
      this.add(']', { address: true });
    } else {
      this.pieces[opening.piece] = { text: '' };
      // A link holds no link, so that whatever opened before it is just a bracket.
      this.brackets.length = 0;
      const inner = this.pieces.slice(opening.piece + 1);
      if (inner.map(({ text }) => text).join('') === target.shown) return;
    }
    if (target.shown !== '') this.add(` (${target.shown})`, { address: true });
  }

  private readBoxed(): boolean {
    boxedAddress.lastIndex = this.at;
    const found = boxedAddress.exec(this.text);
    if (!found) return false;
    this.add(found[1]!, { address: true });
    this.at += found[0].length;
    return true;
  }

  /** An address in the text holds no marks: its underscores are its own. */
  private readBare(): boolean {
    if (this.at > 0 && wordSign.test(this.text[this.at - 1]!)) return false;
    bareAddress.lastIndex = this.at;
    const found = bareAddress.exec(this.text)?.[0];
    if (found === undefined) return false;
    let end = found.length;
    while (end > 0 && "_~.,:;!?'".includes(found[end - 1]!)) end -= 1;
    this.take(found.slice(0, end));
    return true;
  }
}

const isEdge = (sign: string): boolean => space.test(sign) || punctuation.test(sign);

function runLength(text: string, from: number): number {
  let to = from + 1;
  while (text[to] === text[from]) to += 1;
  return to - from;
}

/** Where runs of backticks stand, by length. Asked from front to back, each is passed once. */
class Ticks {
  private readonly places = new Map<number, { at: number[]; passed: number }>();

  constructor(text: string) {
    for (const { 0: run, index } of text.matchAll(/`+/g)) {
      const known = this.places.get(run.length);
      if (known) known.at.push(index);
      else this.places.set(run.length, { at: [index], passed: 0 });
    }
  }

  next(length: number, from: number): number | null {
    const known = this.places.get(length);
    if (!known) return null;
    while (known.passed < known.at.length && known.at[known.passed]! < from) known.passed += 1;
    return known.at[known.passed] ?? null;
  }
}

/** Where a link leads that stands in parentheses from here, with its title as it is shown, and where they end. */
function targetAt(text: string, from: number): { address: string; shown: string; end: number } | null {
  const limit = Math.min(text.length, from + longestAddress);
  let at = skipSpace(text, from, limit);
  const isBoxed = text[at] === '<';
  const start = isBoxed ? at + 1 : at;
  let open = 0;
  for (at = start; at < limit; at += 1) {
    const sign = text[at]!;
    if (isBoxed ? sign === '>' || sign === '\n' : space.test(sign) || (sign === ')' && open === 0)) break;
    if (sign === '(') open += 1;
    else if (sign === ')') open -= 1;
  }
  if (isBoxed && text[at] !== '>') return null;
  const address = text.slice(start, at);
  at = skipSpace(text, isBoxed ? at + 1 : at, limit);
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    at += 1;
    while (at < limit && text[at] !== quote) at += 1;
    at = skipSpace(text, at + 1, limit);
  }
  return at < limit && text[at] === ')' ? { address, shown: text.slice(from, at).trim(), end: at + 1 } : null;
}

function skipSpace(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && space.test(text[at]!)) at += 1;
  return at;
}

/** Which marks belong together. A search that found nothing is not made again. */
function stretchesOf(marks: readonly Mark[]): Stretch[] {
  const found: Stretch[] = [];
  const open: { mark: Mark; serial: number }[] = [];
  const searched = new Map<string, number>();
  marks.forEach((mark, serial) => {
    while (mark.closes && mark.left > 0) {
      const key = `${mark.sign}${mark.opens}${mark.length % 3}`;
      const floor = searched.get(key) ?? -1;
      let at = open.length - 1;
      while (at >= 0 && open[at]!.serial > floor && !fits(open[at]!.mark, mark)) at -= 1;
      if (at < 0 || open[at]!.serial <= floor) {
        searched.set(key, open.at(-1)?.serial ?? -1);
        break;
      }
      open.length = at + 1;
      const opening = open[at]!.mark;
      const used = opening.left >= 2 && mark.left >= 2 ? 2 : 1;
      const style = mark.sign === '~' ? 'struck' : used === 2 ? 'strong' : 'emphasis';
      found.push({ style, from: opening.piece + 1, to: mark.piece });
      opening.left -= used;
      mark.left -= used;
      if (opening.left === 0) open.pop();
    }
    if (mark.opens && mark.left > 0) open.push({ mark, serial });
  });
  return found;
}

function fits(opening: Mark, closing: Mark): boolean {
  if (opening.sign !== closing.sign) return false;
  const isEither = opening.closes || closing.opens;
  const isThird = (opening.length + closing.length) % 3 === 0;
  return !isEither || !isThird || (opening.length % 3 === 0 && closing.length % 3 === 0);
}

/** The runs of a text: pieces beside each other in one style are one. */
function styled(pieces: readonly Piece[], marks: readonly Mark[], stretches: readonly Stretch[]): Run[] {
  const shown = pieces.map(({ text }) => text);
  for (const { piece, sign, left } of marks) shown[piece] = sign.repeat(left);
  const changes = pieces.map(() => ({ strong: 0, emphasis: 0, struck: 0 }));
  for (const { style, from, to } of stretches) {
    changes[from]![style] += 1;
    changes[to]![style] -= 1;
  }
  const runs: { -readonly [key in keyof Run]: Run[key] }[] = [];
  const depth = { strong: 0, emphasis: 0, struck: 0 };
  let before = '';
  pieces.forEach(({ code, address }, at) => {
    for (const style of styles) depth[style] += changes[at]![style];
    const text = shown[at]!;
    if (text === '') return;
    const kind = {
      ...(depth.strong > 0 && { strong: true }),
      ...(depth.emphasis > 0 && { emphasis: true }),
      ...(depth.struck > 0 && { struck: true }),
      ...(code && { code }),
      ...(address && { address }),
    };
    const name = Object.keys(kind).join();
    const last = runs.at(-1);
    if (last && name === before) last.text += text;
    else runs.push({ text, ...kind });
    before = name;
  });
  return runs;
}

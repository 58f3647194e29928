/** A tag of an XML text, or what stands between two tags. */
export type XmlPart =
  | { readonly kind: 'open' | 'close' | 'empty'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'text'; readonly text: string };

/** Characters of one tag, comment or CDATA section; those of workbooks have some thousands. */
const longestTag = 4 * 1024 * 1024;
/** Characters whose parts are made out at once. */
const pieceSigns = 64 * 1024;
/** The longest sign that stands for another: `&#x10ffff;`. */
const longestEntity = 12;

/**
 * The parts of an XML text one after another, as its pieces come in; names without their prefix. A long text comes in several parts.
 * What is no tag and no text is passed over.
 *
 * @throws what `fault` makes of a tag without an end, and of a declaration of types, by which few signs may stand for any text
 */
export function* xmlParts(pieces: Iterable<string>, fault: (message: string) => Error): Generator<XmlPart> {
  const parts: XmlPart[] = [];
  let rest = '';
  for (const whole of pieces) {
    for (let at = 0; at < whole.length; at += pieceSigns) {
      const { length } = rest;
      rest = addParts(parts, rest + whole.slice(at, at + pieceSigns), fault, false);
      // Loops within one generator take half as long as generators within generators.
      for (const part of parts) yield part;
      parts.length = 0;
      if (rest.length > longestTag && length > 0)
        throw fault('It has a tag of more than 4 million characters.');
    }
  }
  rest = addParts(parts, rest, fault, true);
  for (const part of parts) yield part;
  if (rest !== '') throw fault('It breaks off inside of a tag.');
}

/** @returns what belongs to the next piece */
function addParts(parts: XmlPart[], xml: string, fault: (message: string) => Error, isLast: boolean): string {
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf('<', at);
    if (start !== at) {
      const end = start >= 0 ? start : isLast ? xml.length : endOfText(xml, at);
      if (end > at) parts.push({ kind: 'text', text: plainText(xml.slice(at, end)) });
      if (start < 0) return xml.slice(end);
    }
    const isMarked = xml[start + 1] === '!';
    const section = isMarked ? sections.find(({ open }) => xml.startsWith(open, start)) : undefined;
    const isCut = !isLast && xml.length - start < longestOpening;
    if (isCut && sections.some(({ open }) => open.startsWith(xml.slice(start)))) return xml.slice(start);
    const end = section ? xml.indexOf(section.close, start + section.open.length) : endOfTag(xml, start);
    if (end < 0) return xml.slice(start);
    if (section) {
      if (section.isText) parts.push({ kind: 'text', text: xml.slice(start + section.open.length, end) });
      at = end + section.close.length;
      continue;
    }
    if (isMarked) throw fault('It declares types of its own, which no workbook does.');
    if (xml[start + 1] !== '?') parts.push(tagOf(xml, start + 1, end));
    at = end + 1;
  }
  return '';
}

const sections = [
  { open: '<![CDATA[', close: ']]>', isText: true },
  { open: '<!--', close: '-->', isText: false },
] as const;
const longestOpening = 9;

/** Where a text may be cut: not within what stands for another sign. */
function endOfText(xml: string, from: number): number {
  const entity = xml.lastIndexOf('&');
  return entity >= from && entity > xml.length - longestEntity && !xml.includes(';', entity)
    ? entity
    : xml.length;
}

const [quote, apostrophe, slash, greater, colon, space] = [34, 39, 47, 62, 58, 32];

/** Where a tag ends: a ">" in quotes is part of a value. -1 where it goes on. */
function endOfTag(xml: string, start: number): number {
  for (let at = start; at < xml.length; at += 1) {
    const sign = xml.charCodeAt(at);
    if (sign === greater) return at;
    if (sign !== quote && sign !== apostrophe) continue;
    at = xml.indexOf(sign === quote ? '"' : "'", at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

/** The tag between two places, without its "<" and ">". Loops over signs: expressions take twice as long. */
function tagOf(xml: string, start: number, end: number): XmlPart {
  const isClose = xml.charCodeAt(start) === slash;
  const isEmpty = end > start && xml.charCodeAt(end - 1) === slash;
  const bodyEnd = isEmpty ? end - 1 : end;
  let from = isClose ? start + 1 : start;
  let nameEnd = from;
  for (; nameEnd < bodyEnd; nameEnd += 1) {
    const sign = xml.charCodeAt(nameEnd);
    // Below the space are the tab and the ends of lines.
    if (sign <= space) break;
    if (sign === colon) from = nameEnd + 1;
  }
  return {
    kind: isClose ? 'close' : isEmpty ? 'empty' : 'open',
    name: xml.slice(from, nameEnd),
    attributes: nameEnd < bodyEnd ? xml.slice(nameEnd, bodyEnd).replaceAll(otherSpace, ' ') : '',
  };
}

const otherSpace = /[\t\r\n]/g;

/** The value of an attribute; null when the tag has none of this name. */
export function attribute(attributes: string, name: string): string | null {
  for (const quote of ['"', "'"]) {
    const start = attributes.indexOf(` ${name}=${quote}`);
    if (start < 0) continue;
    const from = start + name.length + 3;
    return plainText(attributes.slice(from, attributes.indexOf(quote, from)));
  }
  return null;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text without the signs that stand for others. */
const plainText = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[a-z]{2,4});/g, (whole, name: string) => {
        if (!name.startsWith('#')) return named[name] ?? whole;
        const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;

/** A tag of an XML text, or what stands between two tags. */
export type XmlPart =
  | { readonly kind: 'open' | 'close' | 'empty'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'text'; readonly text: string };

/** The parts of an XML text one after another; names without their prefix. What is no tag and no text is passed over. */
export function* xmlParts(xml: string): Generator<XmlPart> {
  for (let at = 0; at < xml.length; ) {
    const start = xml.indexOf('<', at);
    if (start !== at) yield { kind: 'text', text: plainText(xml.slice(at, start < 0 ? xml.length : start)) };
    if (start < 0) return;
    if (xml.startsWith('<![CDATA[', start)) {
      const end = xml.indexOf(']]>', start);
      yield { kind: 'text', text: xml.slice(start + 9, end < 0 ? xml.length : end) };
      at = end < 0 ? xml.length : end + 3;
      continue;
    }
    const end = endOfTag(xml, start);
    const first = xml[start + 1];
    if (first !== '?' && first !== '!') yield tagOf(xml.slice(start + 1, end));
    at = end + 1;
  }
}

/** Where a tag ends: a ">" in quotes is part of a value. */
function endOfTag(xml: string, start: number): number {
  let quote = '';
  for (let at = start; at < xml.length; at += 1) {
    const sign = xml[at]!;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return xml.length;
}

function tagOf(inside: string): XmlPart {
  const isClose = inside.startsWith('/');
  const isEmpty = inside.endsWith('/');
  const body = inside.slice(isClose ? 1 : 0, isEmpty ? -1 : undefined);
  const space = body.search(/\s/);
  const name = space < 0 ? body : body.slice(0, space);
  return {
    kind: isClose ? 'close' : isEmpty ? 'empty' : 'open',
    name: name.slice(name.indexOf(':') + 1),
    attributes: space < 0 ? '' : body.slice(space).replaceAll(/\s/g, ' '),
  };
}

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

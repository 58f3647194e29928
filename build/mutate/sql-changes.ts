interface Change {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const looksLikeSql = /^.\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b|\b(?:FROM|WHERE|ORDER BY|GROUP BY)\s/;

/**
 * Faults of a statement in quotes. A condition is made true without being taken out, so that the parameters still fit.
 * An order is reversed, not removed: without it SQLite mostly gives the same by the index that it walks.
 */
export function sqlChanges(quoted: string, offset: number): Change[] {
  if (!looksLikeSql.test(quoted)) return [];
  const found = (pattern: RegExp, replace: (text: string) => string) =>
    [...quoted.matchAll(pattern)].map(({ index, 0: text }) => ({
      start: offset + index,
      end: offset + index + text.length,
      replacement: replace(text),
    }));
  return [
    ...conditionsOf(quoted).map(([start, end]) => ({
      start: offset + start,
      end: offset + end,
      replacement: `(${quoted.slice(start, end)} OR 1)`,
    })),
    ...found(/\bORDER BY [\w."]+(?: DESC| ASC)?/g, (text) =>
      text.endsWith(' DESC') ? text.slice(0, -5) : `${text.replace(/ ASC$/, '')} DESC`,
    ),
    ...found(/\bLEFT JOIN\b/g, () => 'JOIN'),
    ...found(/\bIS NOT NULL\b/g, () => 'IS NULL'),
    ...found(/\bIS NULL\b/g, () => 'IS NOT NULL'),
    ...found(/\b(?:MIN|MAX)(?=\()/g, (text) => (text === 'MIN' ? 'MAX' : 'MIN')),
    ...found(/ (?:<|<=|>|>=) (?=[?:@\w(])/g, (text) =>
      text.includes('=') ? text.replace('=', '') : ` ${text.trim()}= `,
    ),
    ...found(/\bDISTINCT /g, () => ''),
  ];
}

/** Where each condition joined by WHERE, AND or ON stands, without the word itself. */
function conditionsOf(quoted: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  for (const { index, 0: word } of quoted.matchAll(/\b(?:WHERE|AND|ON)\s+/g)) {
    if (/\bBETWEEN\s+\S+\s+$/.test(quoted.slice(0, index))) continue;
    const start = index + word.length;
    const end = start + conditionLength(quoted.slice(start));
    const condition = quoted.slice(start, end);
    if (condition !== '' && !/^(?:CONFLICT|DELETE)\b/.test(condition)) found.push([start, end]);
  }
  return found;
}

/** Up to the next clause or the parenthesis that ends what the condition stands in. */
function conditionLength(rest: string): number {
  let depth = 0;
  for (const { index, 0: token } of rest.matchAll(
    /[(`)]|\$\{[^}]*\}|'[^']*'|\s+(?:AND|OR|ORDER|GROUP|LIMIT|WHERE|JOIN|LEFT|UNION|RETURNING|ON|DO)\b/g,
  )) {
    if (token === '(') depth++;
    else if (token === '`' || (token === ')' && depth-- === 0)) return index;
    else if (/^\s/.test(token) && depth === 0 && !/\bBETWEEN\s+\S+$/.test(rest.slice(0, index))) return index;
  }
  return rest.trimEnd().replace(/['"`]$/, '').length;
}

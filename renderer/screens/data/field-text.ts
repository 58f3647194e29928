/** Fields of a file as lines to read: what is nested stands below its name, further in. */
export function fieldText(json: string): string {
  try {
    return linesOf(JSON.parse(json)).join('\n');
  } catch {
    return json;
  }
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(entryLines);
  if (typeof value !== 'object' || value === null) return plainText(value).split('\n');
  return Object.entries(value).flatMap(([name, held]) => {
    const short = shortText(held);
    return short === null ? [`${name}:`, ...indented(linesOf(held))] : [`${name}: ${short}`];
  });
}

/** An entry of a list begins with a dash, and what belongs to it stands below that. */
function entryLines(entry: unknown): string[] {
  const [first = '', ...rest] = linesOf(entry);
  return [`- ${first}`, ...indented(rest)];
}

/** What fits on the line of its name: a text of one line, a number, or a list of such. */
function shortText(value: unknown): string | null {
  if (Array.isArray(value)) {
    const parts = value.map((part) => (typeof part === 'object' && part !== null ? null : shortText(part)));
    if (parts.includes(null) || parts.some((part) => part!.includes(', '))) return null;
    return parts.join(', ');
  }
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '' : null;
  const text = plainText(value);
  return text.includes('\n') ? null : text;
}

const plainText = (value: unknown): string => (value === null ? '' : String(value));

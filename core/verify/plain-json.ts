const deepest = 100;

/**
 * What is wrong with the form of a JSON text that parses: a name that stands twice in one object, of which readers see
 * the one or the other, or nesting that no file of ours has. Null when nothing is.
 */
export function faultOfJson(text: string): string | null {
  // What is no JSON its reader refuses. In JSON every string ends, so that looking for them takes one pass.
  if (!isJson(text)) return null;
  const open: (Set<string> | null)[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else {
      const names = open.at(-1);
      if (!names || !isName(text, index + token.length)) continue;
      // One name may be spelled with escapes or without.
      const name = JSON.parse(token) as string;
      if (names.has(name)) return `"${name}" stands twice in one object`;
      names.add(name);
    }
    if (open.length > deepest) return `it is nested more than ${deepest} deep`;
  }
  return null;
}

/** Whether the text before `end` is the name of a field. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (' \n\r\t'.includes(text[at] ?? 'end')) at += 1;
  return text[at] === ':';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

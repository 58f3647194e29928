/** Brackets that are looked at as a beginning; a reply is no puzzle. */
const mostStarts = 50;

/**
 * The JSON in a text that may hold more: words before and after, a code fence, or a comma too many. Undefined when
 * there is none.
 */
export function looseJson(text: string): unknown {
  const whole = parsed(text);
  if (whole !== undefined) return whole;
  for (
    let from = text.search(/[[{]/), tries = 0;
    from >= 0 && tries < mostStarts;
    from = next(text, from), tries++
  ) {
    const end = closing(text, from);
    const found = end === undefined ? undefined : parsed(text.slice(from, end + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function parsed(text: string): unknown {
  for (const candidate of [text, text.replaceAll(/,(\s*[}\]])/g, '$1')]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // The next candidate may do.
    }
  }
  return undefined;
}

const next = (text: string, from: number): number => {
  const offset = text.slice(from + 1).search(/[[{]/);
  return offset < 0 ? -1 : from + 1 + offset;
};

/** Where the bracket at `from` closes, brackets inside strings left aside. */
function closing(text: string, from: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let i = from; i < text.length; i++) {
    const letter = text[i];
    if (inString) {
      if (letter === '\\') i++;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{' || letter === '[') depth++;
    else if ((letter === '}' || letter === ']') && --depth === 0) return i;
  }
  return undefined;
}

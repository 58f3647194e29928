/**
 * Levels of lists and objects that a foreign text may have. No tool writes half as many, and everything here that walks
 * a value by calling itself (JSON.stringify, checks by a schema, SQLite's functions for JSON) holds many times more.
 */
export const deepestJson = 200;

/** The text may be JSON, but goes deeper than anything that is meant. */
export class NestedTooDeeply extends SyntaxError {
  constructor() {
    super(`it is nested more than ${deepestJson} levels deep`);
  }
}

/**
 * What a foreign text says as JSON: use this, not `JSON.parse`, for whatever comes from outside the app. A text nested
 * thousands of levels deep would parse and then overflow the stack wherever its value is written or checked.
 *
 * @throws SyntaxError when the text is no JSON, or is nested too deeply
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new NestedTooDeeply();
  return JSON.parse(text) as unknown;
}

/** As `parseJson`; undefined where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isTooDeep(text: string): boolean {
  if (hasFewBrackets(text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 34:
        at = endOfText(text, at + 1);
        break;
      case 91:
      case 123:
        depth += 1;
        if (depth > deepestJson) return true;
        break;
      case 93:
      case 125:
        depth -= 1;
    }
  }
  return false;
}

/** Most texts have too few brackets to be deep; counting them costs far less than following them. */
function hasFewBrackets(text: string): boolean {
  let left = deepestJson;
  for (const bracket of '[{') {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return false;
    }
  }
  return true;
}

/** Where the quote stands that ends a text in quotes; the end of all when none does. */
function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) return at;
    if (code === 92) at += 1;
  }
  return text.length;
}

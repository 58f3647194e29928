/** A regular expression as a tree; what consumes a character is kept as the source of a class of characters. */
export type Node =
  | { kind: 'char'; source: string }
  | { kind: 'all'; parts: Node[] }
  | { kind: 'any'; options: Node[] }
  | { kind: 'repeat'; body: Node; min: number; max: number }
  | { kind: 'edge'; sign: '^' | '$' | 'b' | 'B' }
  | { kind: 'look'; behind: boolean; negative: boolean; body: Node };

/** Parses the expressions that JavaScript allows, as far as this project uses them. @throws Error on any other */
export function parseRegExp(source: string): Node {
  const groups: Node[] = [];
  let at = 0;
  const fail = (why: string): never => {
    throw new Error(`${why} at ${at} in /${source}/`);
  };
  const take = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };

  function alternatives(): Node {
    const options = [sequence()];
    while (take('|')) options.push(sequence());
    return options.length === 1 ? options[0]! : { kind: 'any', options };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(quantified(atom()));
    return { kind: 'all', parts };
  }

  function quantified(body: Node): Node {
    const braces = /^\{(\d+)(,(\d*))?\}/.exec(source.slice(at, at + 20));
    const [min, max] = take('*')
      ? [0, Infinity]
      : take('+')
        ? [1, Infinity]
        : take('?')
          ? [0, 1]
          : braces
            ? [Number(braces[1]), braces[2] === undefined ? Number(braces[1]) : Number(braces[3] || Infinity)]
            : [1, 1];
    if (min === 1 && max === 1 && !braces) return body;
    if (braces && source.startsWith(braces[0], at)) at += braces[0].length;
    take('?');
    return { kind: 'repeat', body, min, max };
  }

  function group(): Node {
    const look = /^\?(<)?([=!])/.exec(source.slice(at, at + 3));
    const name = /^\?<\w+>/.exec(source.slice(at, at + 60));
    const isCapture = name !== null || source[at] !== '?';
    at += look?.[0].length ?? name?.[0].length ?? (isCapture ? 0 : 2);
    const place = isCapture ? groups.push({ kind: 'all', parts: [] }) - 1 : -1;
    const body = alternatives();
    if (!take(')')) fail('A group stays open');
    if (isCapture) groups[place] = body;
    return look ? { kind: 'look', behind: look[1] === '<', negative: look[2] === '!', body } : body;
  }

  function escaped(): Node {
    const rest = source.slice(at, at + 40);
    const edge = /^\\([bB])/.exec(rest)?.[1];
    if (edge) {
      at += 2;
      return { kind: 'edge', sign: edge as 'b' | 'B' };
    }
    const back = /^\\([1-9])/.exec(rest)?.[1];
    if (back) {
      at += 2;
      return groups[Number(back) - 1] ?? fail('No such group');
    }
    const whole =
      /^\\(?:[pP]\{[^}]+\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[\s\S])/.exec(
        rest,
      )![0];
    at += whole.length;
    return { kind: 'char', source: whole };
  }

  function atom(): Node {
    const sign = source[at]!;
    if (sign === '\\') return escaped();
    if (sign === '[') return { kind: 'char', source: characterClass() };
    at++;
    if (sign === '(') return group();
    if (sign === '^' || sign === '$') return { kind: 'edge', sign };
    if (sign === '*' || sign === '+' || sign === '?') fail('Nothing to repeat');
    const whole = sign >= '\ud800' && sign <= '\udbff' ? sign + source[at++] : sign;
    return { kind: 'char', source: whole === '/' ? '\\/' : whole };
  }

  function characterClass(): string {
    const from = at;
    for (at++; source[at] !== ']'; at++) {
      if (at >= source.length) fail('A class stays open');
      if (source[at] === '\\') at++;
    }
    at++;
    return source.slice(from, at);
  }

  const tree = alternatives();
  if (at < source.length) fail('A bracket too many');
  return tree;
}

import { parseSync } from 'vite';
import { readSource, sourceFiles } from '../read-imports.ts';

export interface Expression {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** Folders whose code meets texts from elsewhere. */
const folders = ['core', 'shared', 'stats', 'db', 'host', 'renderer', 'electron'];

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';

/** Every regular expression of the product: as a literal, or made by `RegExp` of texts that are known. */
export const allExpressions = (): Expression[] =>
  folders.flatMap(sourceFiles).flatMap((file) => expressionsIn(file, readSource(file)));

/** @throws Error when an expression is made of what only a run of the program knows */
export function expressionsIn(file: string, code: string): Expression[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const all = syntaxIn(program);
  const constants = new Map(
    all.flatMap((one) => {
      const { id, init } = one as unknown as { id?: Syntax; init?: unknown };
      return one.type === 'VariableDeclarator' && isSyntax(init) ? [[String(id?.name), init] as const] : [];
    }),
  );
  return all.flatMap((one) => {
    const found = patternIn(one, constants);
    if (found === null) return [];
    return [{ file, line: code.slice(0, one.start).split('\n').length, ...found }];
  });
}

function syntaxIn(value: unknown, found: Syntax[] = []): Syntax[] {
  if (Array.isArray(value)) for (const one of value) syntaxIn(one, found);
  if (!isSyntax(value)) return found;
  found.push(value);
  for (const part of Object.values(value)) syntaxIn(part, found);
  return found;
}

function patternIn(one: Syntax, constants: ReadonlyMap<string, Syntax>) {
  const { regex, callee } = one as unknown as {
    regex?: { pattern: string; flags: string };
    callee?: Syntax;
  };
  if (one.type === 'Literal' && regex) return { source: regex.pattern, flags: regex.flags };
  const isMade = (one.type === 'NewExpression' || one.type === 'CallExpression') && callee?.name === 'RegExp';
  if (!isMade) return null;
  const [source, flags] = one.arguments as [Syntax, Syntax | undefined];
  return { source: textOf(source, constants), flags: flags ? textOf(flags, constants) : '' };
}

/** A text that the program makes of what is written down; a parameter, which cannot be known, stands for a plain word. */
function textOf(
  value: Syntax,
  constants: ReadonlyMap<string, Syntax>,
  form: 'cooked' | 'raw' = 'cooked',
): string {
  const known = value as unknown as {
    value?: unknown;
    regex?: { pattern: string };
    name?: string;
    object?: Syntax;
    quasis?: { value: { cooked: string; raw: string } }[];
    quasi?: Syntax;
    expressions?: Syntax[];
    left?: Syntax;
    right?: Syntax;
  };
  if (value.type === 'Literal') return known.regex?.pattern ?? String(known.value);
  if (value.type === 'Identifier') {
    const constant = constants.get(known.name!);
    return constant ? textOf(constant, constants) : 'word';
  }
  if (value.type === 'MemberExpression') return textOf(known.object!, constants);
  if (value.type === 'BinaryExpression')
    return textOf(known.left!, constants) + textOf(known.right!, constants);
  // String.raw`...`
  if (value.type === 'TaggedTemplateExpression') return textOf(known.quasi!, constants, 'raw');
  if (value.type === 'TemplateLiteral') {
    return known
      .quasis!.map(
        (part, i) =>
          part.value[form] + (known.expressions![i] ? textOf(known.expressions![i]!, constants) : ''),
      )
      .join('');
  }
  throw new Error(`What ${value.type} makes is not known.`);
}

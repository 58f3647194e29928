import { expect, test } from 'vitest';
import { children, isFunction, type Node, parse } from './parse-source.ts';
import { readSource, sourceFiles } from './read-imports.ts';

/** What a handler may call for an argument of its function. */
const forArguments = new Map([
  ['dbOf', 'the database of the open project'],
  ['readText', 'the text of a file that a page names; the command line has it at hand'],
]);

const files = sourceFiles('core').filter((file) => /(^|[/-])handlers\.ts$/.test(file));

const within = (node: Node): Node[] => [node, ...children(node).flatMap(within)];
const isCall = ({ type }: Node): boolean => type === 'CallExpression' || type === 'NewExpression';
const calleeOf = (call: Node): Node => call.callee as Node;
const nameOfCallee = (call: Node): unknown => calleeOf(call).name ?? (calleeOf(call).property as Node)?.name;

/** The calls of `handlersOf(contract, { name: call })`, each a function by its name or one written there. */
const handlersIn = (source: string): Node[] =>
  within(parse('handlers.ts', source))
    .filter((node) => isCall(node) && nameOfCallee(node) === 'handlersOf')
    .flatMap((call) => (call.arguments as Node[])[1]!.properties as Node[])
    .map(({ value }) => value as Node);

/** Why a handler is more than one line that calls one function; undefined where it is not. */
function faultOf(handler: Node): string | undefined {
  const body = handler.body as Node | undefined;
  if (handler.type === 'Identifier') return undefined;
  if (handler.type !== 'ArrowFunctionExpression' || !body) return 'is no arrow function';
  if (body.type === 'BlockStatement') return 'has statements';
  const inside = within(body);
  if (inside.some(isFunction)) return 'holds a function';
  const calls = inside.filter(isCall).filter((call) => !forArguments.has(String(nameOfCallee(call))));
  if (calls.length > 1) return `calls ${calls.map(nameOfCallee).join(' and ')}`;
  const isList = ['Identifier', 'MemberExpression', 'ArrayExpression'].includes(body.type);
  return calls[0] === body || (calls.length === 0 && isList)
    ? undefined
    : 'does more than to call a function';
}

const faultsIn = (source: string): string[] => handlersIn(source).flatMap((one) => faultOf(one) ?? []);

test.each([...files, 'core/router.ts'])('each handler of %s is one line that calls one function', (file) => {
  expect(handlersIn(readSource(file))).not.toEqual([]);
  expect(faultsIn(readSource(file))).toEqual([]);
});

test.each(files)('%s declares nothing else', (file) => {
  const { body } = parse(file, readSource(file)) as unknown as { body: Node[] };
  const others = body.filter(({ type }) => type !== 'ImportDeclaration' && type !== 'ExportNamedDeclaration');
  const declared = others.flatMap((node) => (node.declarations as Node[] | undefined) ?? [node]);
  expect(declared).toEqual([]);
});

test('what stands in handlers is looked at', () => {
  expect(files.flatMap((file) => handlersIn(readSource(file))).length).toBeGreaterThan(100);
  const handler = (text: string) => faultsIn(`handlersOf(a, { b: ${text} })`);
  expect(handler('doIt')).toEqual([]);
  expect(handler('(context, input) => doIt(dbOf(context), input)')).toEqual([]);
  expect(handler(`async (_context, input) => (await import('./it.ts')).doIt(input)`)).toEqual([]);
  expect(handler('() => theList')).toEqual([]);
  expect(handler('(context, input) => { return doIt(input); }')).toEqual(['has statements']);
  expect(handler('(_, input) => doIt(input.map((one) => one))')).toEqual(['holds a function']);
  expect(handler('(_, input) => doIt(look(input))')).toEqual(['calls doIt and look']);
  expect(handler('(_, input) => ({ name: look(input) })')).toEqual(['does more than to call a function']);
});

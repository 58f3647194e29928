import { parseSync } from 'vite';
import { sqlChanges } from './sql-changes.ts';

/** One small fault that can be put into a source. */
export interface Site {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** What it is called in the list of survivors: `a < b` becomes `a <= b`. */
  readonly change: string;
  /** Where the function begins that holds it; 0 for what runs when the file is loaded. */
  readonly within: number;
}

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export const parse = (file: string, source: string): Node =>
  parseSync(file, source).program as unknown as Node;

/** The nodes right under a node; types are left out, since they are gone when the code runs. */
export const children = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter(isNode)
    .filter(({ type }) => !type.startsWith('TS') || valueInType.has(type));

const valueInType = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

export const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

const otherOperator = mapOf({
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '++': '--',
  '--': '++',
});

const otherMethod = mapOf({
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
});

/** Calls that can be left out, so that what they are called on goes through unchanged. */
const passing = new Set([
  'filter',
  'toSorted',
  'sort',
  'reverse',
  'toReversed',
  'slice',
  'trim',
  'toLowerCase',
]);

function mapOf(pairs: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(pairs));
}

type Change = Pick<Site, 'start' | 'end' | 'replacement'>;

/** Every fault of one source. */
export function sitesOf(file: string, source: string): Site[] {
  const sites: Site[] = [];
  const visit = (node: Node, within: number): void => {
    for (const change of changesOf(node, source)) sites.push(describe(file, source, change, within));
    const inside = isFunction(node) ? node.start : within;
    for (const child of isOrder(node, source) ? [node.test as Node] : children(node))
      if (!isFigures(child)) visit(child, inside);
  };
  visit(parse(file, source), 0);
  return sites;
}

/** `a < b ? -1 : 1`, with which things are put in order: only the sign counts, and the test tells it. */
const isOrder = ({ type, test, consequent, alternate }: Node, source: string): boolean =>
  type === 'ConditionalExpression' &&
  (test as Node).operator === '<' &&
  source.slice((consequent as Node).start, (alternate as Node).end) === '-1 : 1';

/** Measured figures that are only shown: a test could but repeat them. */
const isFigures = ({ type, key }: Node): boolean =>
  type === 'Property' && isNode(key) && key.name === 'coverage';

function describe(file: string, source: string, change: Change, within: number): Site {
  const line = source.slice(0, change.start).split('\n').length;
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const [was, is] = [plain(source.slice(change.start, change.end)), plain(change.replacement)];
  return { file, line, ...change, change: `${shown(was, is)} -> ${shown(is, was)}`, within };
}

/** A text, or of a long one the part in which it differs from another. */
function shown(text: string, other: string): string {
  if (text.length <= 60) return text || 'nothing';
  let same = 0;
  while (same < text.length && text[same] === other[same]) same++;
  const from = Math.max(0, same - 20);
  return `${from > 0 ? '...' : ''}${text.slice(from, from + 60)}`;
}

function changesOf(node: Node, source: string): Change[] {
  const { type, start, end } = node;
  const text = (part: unknown) => (isNode(part) ? source.slice(part.start, part.end) : '');
  const whole = (replacement: string): Change => ({ start, end, replacement });
  const at = (part: unknown, replacement: string): Change[] =>
    isNode(part) ? [{ start: part.start, end: part.end, replacement }] : [];
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const { operator } = node as unknown as { operator: string };
      if (operator === '??')
        return /^(null|undefined)$/.test(text(node.right)) ? [] : [whole(text(node.left))];
      const other = otherOperator.get(operator);
      return other ? [whole(`${text(node.left)} ${other} ${text(node.right)}`)] : [];
    }
    case 'UpdateExpression':
      return [
        whole(text(node).replace(node.operator as string, otherOperator.get(node.operator as string)!)),
      ];
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [whole(text(node.argument))] : [];
    case 'Literal':
      if (typeof node.value === 'number') return [whole(anotherNumber(node.value))];
      if (typeof node.value === 'boolean') return [whole(String(!node.value))];
      return typeof node.value === 'string' ? sqlChanges(text(node), start) : [];
    case 'TemplateLiteral':
      return sqlChanges(text(node), start);
    case 'ConditionalExpression':
    case 'IfStatement':
      return [...at(node.test, 'true'), ...at(node.test, 'false')];
    case 'WhileStatement':
      return at(node.test, 'false');
    case 'ExpressionStatement':
      return [whole(';')];
    case 'CallExpression':
      return callChanges(node.callee, node, source);
    default:
      return [];
  }
}

/** One more; twice as much where that makes no difference. */
const anotherNumber = (value: number): string => String(value + 1 === value ? 2 * value : value + 1);

function callChanges(callee: unknown, { start, end }: Node, source: string): Change[] {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return [];
  const { object, property } = callee as Node & { object: Node; property: Node };
  const name = source.slice(property.start, property.end);
  if (passing.has(name)) return [{ start, end, replacement: source.slice(object.start, object.end) }];
  const other = otherMethod.get(name);
  return other ? [{ start: property.start, end: property.end, replacement: other }] : [];
}

import { parseSync } from 'vite';

/** A part of a source, as the parser gives it. */
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

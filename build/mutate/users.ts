import path from 'node:path';
import { functionName } from './reach.ts';
import { children, isFunction, type Node, parse } from './sites.ts';

/**
 * The functions that read what a file makes when it is loaded, such as a statement: a test finds a fault in it by running
 * one of them, not by loading the file, which most tests do.
 */
export interface Users {
  /** Of what stands at this place, outside of any function. Whoever loads the file, where others than `sources` read it. */
  of(file: string, place: number): ReadonlySet<string>;
}

interface Declared {
  readonly names: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Who reads a name: a function, or what is made when a file is loaded, at a place. */
interface Reader {
  readonly file: string;
  readonly within: number;
  readonly place: number;
}

/** `others` are the files that may read what `sources` export. */
export function readUsers(sources: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): Users {
  const declared = new Map<string, Declared[]>();
  const readers = new Map<string, Reader[]>();
  for (const [file, source] of [...sources, ...others]) {
    const tree = parse(file, source);
    if (sources.has(file)) declared.set(file, statementsOf(tree).map(declaredBy));
    const imported = importsOf(file, tree, sources);
    for (const [name, reader] of readsOf(file, tree)) {
      const key = imported.get(name) ?? `${file} ${name}`;
      const of = readers.get(key) ?? [];
      readers.set(key, of);
      of.push(reader);
    }
  }
  const add = (file: string, place: number, found: Set<string>, asked: Set<string>): Set<string> => {
    const statement = declared.get(file)?.find(({ start, end }) => start <= place && place < end);
    const keys = (statement?.names ?? []).map((name) => `${file} ${name}`).filter((key) => !asked.has(key));
    for (const key of keys) {
      asked.add(key);
      // Where a list of exports stands between, the name alone tells.
      const byName = readers.get(`? ${key.slice(file.length + 1)}`) ?? [];
      for (const reader of [...(readers.get(key) ?? []), ...byName]) {
        if (!sources.has(reader.file)) found.add(functionName(file, 0));
        else if (reader.within !== 0) found.add(functionName(reader.file, reader.within));
        else add(reader.file, reader.place, found, asked);
      }
    }
    return found;
  };
  return { of: (file, place) => add(file, place, new Set(), new Set()) };
}

/** Every name that a file reads, and where. */
function readsOf(file: string, tree: Node): [name: string, reader: Reader][] {
  const found: [string, Reader][] = [];
  const visit = (node: Node, within: number): void => {
    if (node.type === 'ImportDeclaration') return;
    if (node.type === 'Identifier') found.push([node.name as string, { file, within, place: node.start }]);
    const inside = isFunction(node) ? node.start : within;
    for (const child of children(node)) if (!isOnlyNamed(node, child)) visit(child, inside);
  };
  visit(tree, 0);
  return found;
}

/** `b` of `a.b` and of `{ b: a }` reads nothing. */
const isOnlyNamed = (node: Node, child: Node): boolean =>
  !node.computed && !node.shorthand && (node.property === child || node.key === child);

/** What each name that a file imports is called where it is declared. */
function importsOf(file: string, tree: Node, sources: ReadonlyMap<string, string>): Map<string, string> {
  const imported = new Map<string, string>();
  for (const node of (tree.body as readonly Node[]).filter(({ type }) => type === 'ImportDeclaration')) {
    const { value: from } = node.source as unknown as { value: string };
    const target = path.posix.join(path.posix.dirname(file), from);
    for (const one of node.specifiers as readonly Node[]) {
      const { name: local } = one.local as unknown as { name: string };
      const { name = local } = (one.imported ?? {}) as { name?: string };
      imported.set(local, `${sources.has(target) ? target : '?'} ${name}`);
    }
  }
  return imported;
}

const statementsOf = (tree: Node): Node[] =>
  (tree.body as readonly Node[]).map((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration ? (node.declaration as Node) : node,
  );

function declaredBy(statement: Node): Declared {
  const { start, end } = statement;
  const own = statement.id as { name?: string } | null | undefined;
  const list = (statement.declarations ?? []) as readonly Node[];
  return { names: own?.name ? [own.name] : list.flatMap(({ id }) => namesIn(id as Node)), start, end };
}

const namesIn = (pattern: Node): string[] =>
  pattern.type === 'Identifier' ? [pattern.name as string] : children(pattern).flatMap(namesIn);

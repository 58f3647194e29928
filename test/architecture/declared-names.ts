import { type Node, parse } from '../../build/mutate/sites.ts';

export interface Declared {
  file: string;
  name: string;
  isExported: boolean;
}

/** The names that a file declares at its top. */
export function declaredNames(file: string, source: string): Declared[] {
  const declared: Declared[] = [];
  const take = (node: Node | null | undefined, isExported: boolean): void => {
    const { id, declarations: several } = (node ?? {}) as { id?: { name?: string }; declarations?: Node[] };
    if (id?.name) declared.push({ file, name: id.name, isExported });
    for (const one of several ?? []) take(one, isExported);
  };
  for (const statement of parse(file, source).body as readonly Node[]) {
    const isExported = statement.type.startsWith('Export');
    take(isExported ? (statement as { declaration?: Node }).declaration : statement, isExported);
  }
  return declared;
}

/** Names that several files declare, with the files; a value and a type of one file count once. */
export function inSeveralFiles(declared: readonly Declared[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const { name, file } of declared) places.set(name, (places.get(name) ?? new Set()).add(file));
  return [...places]
    .filter(([, inFiles]) => inFiles.size > 1)
    .sort(([, one], [, other]) => other.size - one.size)
    .map(([name, inFiles]) => `${name}: ${[...inFiles].join(', ')}`);
}

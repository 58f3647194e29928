import { type Node, parse } from './parse-source.ts';

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
export function inSeveralFiles(declared: readonly Omit<Declared, 'isExported'>[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const { name, file } of declared) places.set(name, (places.get(name) ?? new Set()).add(file));
  return [...places]
    .filter(([, inFiles]) => inFiles.size > 1)
    .sort(([, one], [, other]) => other.size - one.size)
    .map(([name, inFiles]) => `${name}: ${[...inFiles].join(', ')}`);
}

/** Of a function or value at the top of a file, what it is without its name, comments and white space. */
export interface Written {
  place: string;
  text: string;
}

/** What is shorter is said as quickly as it is imported. */
const shortest = 60;

const plain = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .replace(/,? ([)\]}])/g, '$1')
    .trim();

/** The functions and values that a file declares at its top. */
export function writtenIn(file: string, source: string): Written[] {
  const written: Written[] = [];
  for (const statement of parse(file, source).body as readonly Node[]) {
    const declaration = (statement as { declaration?: Node }).declaration ?? statement;
    const several = (declaration.declarations as Node[] | undefined) ?? [declaration];
    for (const { id, params, init, body } of several as unknown as Record<
      string,
      Node & { name?: string }
    >[]) {
      if (!id?.name || !(init ?? body)) continue;
      const given = ((params as unknown as Node[] | undefined) ?? []).map(({ start, end }) =>
        source.slice(start, end),
      );
      const { start, end } = (init ?? body)!;
      const text = plain(`${given.join(', ')} => ${source.slice(start, end)}`);
      if (text.length >= shortest) written.push({ place: `${file} ${id.name}`, text });
    }
  }
  return written;
}

/** Functions and values that several files write out alike. */
export function copies(written: readonly Written[]): string[] {
  const places = new Map<string, string[]>();
  for (const { place, text } of written) places.set(text, [...(places.get(text) ?? []), place]);
  return [...places.values()]
    .filter((all) => new Set(all.map((one) => one.split(' ')[0])).size > 1)
    .map((all) => all.join(', '));
}

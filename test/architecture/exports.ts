import path from 'node:path';
import { parseSync } from 'vite';

/** A name that a file exports, or takes from another. */
export interface Named {
  file: string;
  name: string;
}

/** What one file exports, itself or from another, and what it takes from others; `*` takes all. */
export interface Exchanged {
  exported: readonly (Named & { isOwn: boolean })[];
  taken: readonly Named[];
}

const later = /\bimport\(\s*['"](\.[^'"\n]+)['"]/g;
const augmented = /^declare module '(\.[^']+)' \{\n([\s\S]*?)^\}/gm;
const declared = /^ {2}(?:export )?(?:interface|type) (\w+)/gm;

export function exchangedBy(file: string, source: string): Exchanged {
  const { staticImports, staticExports } = parseSync(file, source).module;
  const place = (at: string): string => path.posix.join(path.posix.dirname(file), at);
  const exported: (Named & { isOwn: boolean })[] = [];
  const taken: Named[] = [];
  const take = (at: string | undefined, name: string): void => {
    if (at?.startsWith('.')) taken.push({ file: place(at), name });
  };
  for (const { moduleRequest, entries } of staticImports) {
    for (const { importName } of entries)
      take(moduleRequest.value, importName.kind === 'Default' ? 'default' : (importName.name ?? '*'));
  }
  for (const { exportName, importName, moduleRequest } of staticExports.flatMap(({ entries }) => entries)) {
    take(moduleRequest?.value, importName.name ?? '*');
    const name = exportName.kind === 'Default' ? 'default' : exportName.name;
    if (name) exported.push({ file, name, isOwn: !moduleRequest });
  }
  for (const [, at] of source.matchAll(later)) take(at, '*');
  for (const [, at, body] of source.matchAll(augmented)) {
    for (const [, name] of body!.matchAll(declared)) take(at, name!);
  }
  return { exported, taken };
}

/** What a bundler puts in the place of another file, so that nobody names it. */
const standIns = new Set(['renderer/handed-page/parts-in-page.ts']);

/** Exports of `files` that none of `others`, nor one of themselves, takes. */
export function untaken(files: readonly Exchanged[], others: readonly Exchanged[] = []): string[] {
  const taken = new Set(
    [...files, ...others].flatMap((one) => one.taken.map(({ file, name }) => `${file} ${name}`)),
  );
  return files
    .flatMap(({ exported }) => exported)
    .filter(
      ({ file, name }) => !standIns.has(file) && !taken.has(`${file} *`) && !taken.has(`${file} ${name}`),
    )
    .map(({ file, name }) => `${file}: ${name}`);
}

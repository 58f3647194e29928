import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { copies, declaredNames, inSeveralFiles, writtenIn } from './declared-names.ts';
import { exchangedBy, untaken } from './exports.ts';
import { children, isFunction, type Node, parse } from './parse-source.ts';
import { importsOf, otherSources, productFolders, readSource, root, sourceFiles } from './read-imports.ts';

/**
 * Measures how the product's source is cut: `npm run structure` prints one figure a line, `-- --list` also what each
 * figure counts, so that a change can be judged before and after.
 */

const small = 40;
const long = 60;

const isSource = (name: string): boolean => /\.tsx?$/.test(name) && !name.endsWith('.d.ts');

const files: readonly string[] = productFolders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .sort(),
);
const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const linesOf = (file: string): number => sources.get(file)!.split('\n').length - 1;

/** Who imports each file, of the product's own files. */
const importers = new Map<string, Set<string>>();
for (const { from, target } of files.flatMap(importsOf)) {
  if (sources.has(target)) importers.set(target, (importers.get(target) ?? new Set()).add(from));
}

/** A list of entries, such as metrics, migrations or handlers: each entry is a file of its own by a recipe of CONTRIBUTING. */
const isList = (file: string): boolean =>
  /(?:^|\/)(?:registry|migrations-list|router|command-table)\.ts$/.test(file);
const singles = files.filter((file) => {
  const [one, ...others] = importers.get(file) ?? [];
  return one !== undefined && others.length === 0 && !isList(one);
});
const fragments = singles.filter((file) => linesOf(file) <= small);

/** Pairs of rooms of core that import each other. */
function mutualPairs(): string[] {
  const room = (file: string): string => file.split('/').slice(0, 2).join('/');
  const ways = new Set<string>();
  for (const [target, from] of importers) {
    for (const one of from) {
      if (one.startsWith('core/') && target.startsWith('core/')) ways.add(`${room(one)} ${room(target)}`);
    }
  }
  return [...ways].filter((way) => {
    const [one, other] = way.split(' ') as [string, string];
    return one < other && ways.has(`${other} ${one}`);
  });
}

/** Functions of more lines than `long`; a component's markup counts like any line. */
function longFunctions(file: string): string[] {
  const found: string[] = [];
  const source = sources.get(file)!;
  const walk = (node: Node): void => {
    const lines = source.slice(node.start, node.end).split('\n').length;
    if (isFunction(node) && lines > long) {
      found.push(`${file}:${source.slice(0, node.start).split('\n').length} (${lines})`);
    }
    for (const child of children(node)) walk(child);
  };
  walk(parse(file, source));
  return found;
}

const exchanged = productFolders.flatMap(sourceFiles).map((file) => exchangedBy(file, readSource(file)));
const unused = untaken(
  exchanged,
  otherSources().map((file) => exchangedBy(file, readSource(file))),
);
const declared = files.flatMap((file) => declaredNames(file, sources.get(file)!));
const inCore = declared.filter(({ file, isExported }) => isExported && file.startsWith('core/'));
const figures: readonly (readonly [string, readonly string[] | number])[] = [
  ['product files', files.length],
  ['product lines', files.reduce((sum, file) => sum + linesOf(file), 0)],
  ['pairs of rooms of core that import each other', mutualPairs()],
  ['files with one importer that is no list', singles.length],
  [`of them with at most ${small} lines`, fragments],
  [`functions of more than ${long} lines`, files.flatMap(longFunctions)],
  ['names that several files of core export', inSeveralFiles(inCore)],
  // A name that no file exports means something in its own file alone.
  ['names that several files export', inSeveralFiles(declared.filter(({ isExported }) => isExported))],
  ['exports that no file takes', unused],
  ['exports that tests alone take', untaken(exchanged).filter((one) => !unused.includes(one))],
  [
    'functions and values that several files write out alike',
    copies(files.flatMap((file) => writtenIn(file, sources.get(file)!))),
  ],
];

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
for (const [name, what] of figures) {
  console.log(`${String(typeof what === 'number' ? what : what.length).padStart(7)}  ${name}`);
  if (values.list && typeof what !== 'number') for (const one of what) console.log(`           ${one}`);
}

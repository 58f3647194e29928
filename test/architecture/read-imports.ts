import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..');

export interface Import {
  /** The file that imports, from the project folder, with forward slashes. */
  from: string;
  /** What it names: a package, a `node:` module, or a file from the project folder. */
  target: string;
}

const sourceEndings = ['.ts', '.tsx', '.js', '.mjs', '.cts', '.mts'];

/** Every source file under a folder of the project; a folder that is not there yet has none. */
export function sourceFiles(folder: string): string[] {
  let entries: string[];
  try {
    entries = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return entries
    .filter((name) => sourceEndings.includes(path.extname(name)))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')));
}

/** What is made from: what a reader of the product reads. */
export const productFolders = ['core', 'db', 'stats', 'shared', 'host', 'renderer', 'electron'] as const;

/** Sources beside the product, which use it: tests, scripts and settings of tools. */
export const otherSources = (): string[] => [
  ...['test', 'build'].flatMap(sourceFiles),
  ...readdirSync(root).filter((name) => name.endsWith('.config.ts')),
];

export const readSource = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The source without comments; texts in quotes stay. */
export function withoutComments(source: string): string {
  const token = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return source.replace(token, (_, text: string | undefined) => text ?? ' ');
}

const forms = [
  /\b(?:import|export)\b[^'"`;()]*?\bfrom\s*(['"])([^'"\s]+)\1/g,
  /\bimport\s*(['"])([^'"\s]+)\1/g,
  /\b(?:import|require)\s*\(\s*(['"`])([^'"`\n]+)\1/g,
  /\bnew URL\(\s*(['"`])(\.[^'"`\n]+\.[a-z]+)\1\s*,\s*import\.meta\.url/g,
];

/** What a source names in its imports: static, re-exported, for effect, dynamic, required, and files beside it. */
export function importedNames(source: string): string[] {
  const code = withoutComments(source);
  return forms.flatMap((form) => [...code.matchAll(form)].map(([, , name]) => name!));
}

export function importsOf(file: string): Import[] {
  return importedNames(readSource(file)).map((name) => ({
    from: file,
    target: name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
  }));
}

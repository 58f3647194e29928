import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run-command.ts';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** What the npm package is called that a release will bring; nothing tells a reader to run it before. */
export const packageName = 'assay-eval';

/** The oldest Node that has all that the code uses: Zstandard came with 22.15. `assay.js` beside this file refuses others. */
export const oldestNode = '22.15.0';

/** What `package.json` of the npm package says, made of the project's own and of what the compiled code imports. */
export function packageManifest(folder: string): Manifest {
  const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
  const { version, description, license, author, homepage, repository, bugs } = own;
  return {
    name: packageName,
    version,
    description,
    keywords: ['evaluation', 'llm', 'human-evaluation', 'annotation', 'confidence-sequence'],
    license,
    author,
    ...(homepage !== undefined && { homepage, repository, bugs }),
    type: 'module',
    bin: { assay: 'host/assay.js' },
    engines: { node: `>=${oldestNode}` },
    ...importedPackages(folder, own.dependencies),
  };
}

/** What few use, or is as large as all the rest: who reads pools in place is told to install it. */
const onRequest: readonly string[] = ['@duckdb/node-api', 'pg'];

/** Every package that a compiled file imports, with the version that the project is tested with. */
function importedPackages(folder: string, versions: Readonly<Record<string, string>>) {
  const names = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js') || name.startsWith('out')) continue;
    for (const imported of packagesIn(readFileSync(path.join(folder, name), 'utf8'))) names.add(imported);
  }
  const versionOf = (name: string): string => {
    if (versions[name] === undefined)
      throw new Error(`${name} is imported, but no dependency in package.json.`);
    return versions[name];
  };
  const versioned = (some: readonly string[]) =>
    Object.fromEntries(some.map((name) => [name, versionOf(name)]));
  const sorted = [...names].sort();
  const requested = sorted.filter((name) => onRequest.includes(name));
  return {
    dependencies: versioned(sorted.filter((name) => !onRequest.includes(name))),
    peerDependencies: versioned(requested),
    peerDependenciesMeta: Object.fromEntries(requested.map((name) => [name, { optional: true }])),
  };
}

const statement = /^(?:import|export|\})(?:[^\n']* from)? '([^.'][^']*)'/gm;
const call = /\bimport\('([^.'][^']*)'\)/g;

/** Names of the packages that compiled JavaScript imports, without Node's own. */
export function packagesIn(code: string): string[] {
  return [...code.matchAll(statement), ...code.matchAll(call)]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

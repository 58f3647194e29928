import { readFileSync } from 'node:fs';
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

/** What `package.json` of the npm package says, made of the project's own and of the packages that its code imports. */
export function packageManifest(imported: readonly string[]): Manifest {
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
    ...importedPackages(imported, own.dependencies),
  };
}

/** What few use, or is as large as all the rest: who reads pools in place is told to install it. */
const onRequest: readonly string[] = ['@duckdb/node-api', 'pg'];

/** Every package that the bundled code still imports, with the version that the project is tested with. */
function importedPackages(names: readonly string[], versions: Readonly<Record<string, string>>) {
  const versionOf = (name: string): string => {
    if (versions[name] === undefined)
      throw new Error(`${name} is imported, but no dependency in package.json.`);
    return versions[name];
  };
  const versioned = (some: readonly string[]) =>
    Object.fromEntries(some.map((name) => [name, versionOf(name)]));
  const requested = names.filter((name) => onRequest.includes(name));
  return {
    dependencies: versioned(names.filter((name) => !onRequest.includes(name))),
    peerDependencies: versioned(requested),
    peerDependenciesMeta: Object.fromEntries(requested.map((name) => [name, { optional: true }])),
  };
}

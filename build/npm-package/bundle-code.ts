import { globSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { root } from '../run-command.ts';

/** Packages that stay packages: compiled for a machine, or installed by who needs them. */
const notBundled = ['better-sqlite3', '@duckdb/node-api', 'pg'];

/** What is started as a file: the command line, which comes first, and every thread and process of it. */
const startedFiles = ['host/cli.ts', ...globSync('{core,host}/**/*-worker.ts', { cwd: root })].map((name) =>
  name.split(path.sep).join('/'),
);

const compiledName = (source: string) => source.replace(/\.ts$/, '.js');

/**
 * Puts the code of the command line with all packages that it imports into `folder`. Started files lie where they do in the project,
 * and each source finds what it looks for beside itself at that place, whichever file its code came into.
 *
 * @param more further files that are started
 * @returns the packages that it still imports, sorted
 */
export async function bundleCode(folder: string, more: readonly string[] = []): Promise<string[]> {
  const input = Object.fromEntries(
    [...startedFiles, ...more].map((name) => [compiledName(name).slice(0, -3), path.join(root, name)]),
  );
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [sourcePlaces],
    ssr: { noExternal: true, external: notBundled },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node22',
      rolldownOptions: {
        input,
        external: notBundled,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'lib/[name]-[hash].js',
          codeSplitting: codeSplitting(),
        },
      },
    },
  });
  const imported = (made as Rolldown.RolldownOutput).output.flatMap((one) =>
    one.type === 'chunk' ? [...one.imports, ...one.dynamicImports] : [],
  );
  return notBundled.filter((name) => imported.includes(name)).sort();
}

const placesModule = 'source-places';

/**
 * What most commands load lies in one file, as opening many costs a command more than reading much; what help and a wrong word need lies
 * in another.
 */
function codeSplitting(): Rolldown.CodeSplittingOptions {
  let start: ReadonlySet<string> | undefined;
  return {
    groups: [
      { name: placesModule, test: placesModule, priority: 3 },
      {
        name(id, graph) {
          start ??= loadedAtStart(graph);
          return start.has(id) ? 'start' : null;
        },
        priority: 2,
      },
      { name: 'common', minShareCount: 20, priority: 1 },
    ],
  };
}

/**
 * Modules that the command line loads before it knows which command it runs; not its own, which waits for the command: code of the
 * command that lay beside it would wait for it in turn.
 */
function loadedAtStart(graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>): ReadonlySet<string> {
  const entry = path.join(root, startedFiles[0]!);
  const found = new Set([entry]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  found.delete(entry);
  return found;
}

/** Gives each source its own place in the tree of the package for `import.meta`. */
const sourcePlaces: Plugin = {
  name: placesModule,
  resolveId: (id) => (id === placesModule ? `\0${placesModule}` : undefined),
  load: (id) =>
    id === `\0${placesModule}`
      ? `import path from 'node:path';
         import { pathToFileURL } from 'node:url';
         const root = path.dirname(import.meta.dirname);
         export const fileAt = (name) => path.join(root, name);
         export const addressAt = (name) => pathToFileURL(fileAt(name)).href;`
      : undefined,
  transform(code, id) {
    const name = path.relative(root, id).split(path.sep).join('/');
    if (!/^(core|db|host|shared|stats)\//.test(name) || !code.includes('import.meta')) return;
    const file = JSON.stringify(compiledName(name));
    const placed = code
      .replaceAll('import.meta.url', `addressAt(${file})`)
      .replaceAll('import.meta.filename', `fileAt(${file})`)
      .replaceAll('import.meta.dirname', `fileAt(${JSON.stringify(path.posix.dirname(name))})`)
      .replaceAll('import.meta.main', `(process.argv[1] === fileAt(${file}))`);
    return { code: `import { addressAt, fileAt } from '${placesModule}';\n${placed}`, map: null };
  },
};

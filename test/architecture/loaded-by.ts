/** Loads a module in a process of its own, and prints which files of the project came with it. Argument: the module's path. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { root } from './read-imports.ts';

const [entry] = process.argv.slice(2) as [string];
const base = pathToFileURL(`${root}/`).href;
const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    if (url.startsWith(base) && !url.includes('/node_modules/')) loaded.push(url.slice(base.length));
    return next(url, context);
  },
});
await import(new URL(entry, base).href);
console.log(JSON.stringify(loaded));

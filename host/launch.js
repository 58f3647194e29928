/**
 * Runs a TypeScript entry on Node 24, whatever Node started this file: plain JavaScript, so that Node 20 can read it.
 * As a script: `node host/launch.js FILE.ts [arguments]`.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const needed = 24;
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));

const isEnough = Number(process.versions.node.split('.')[0]) >= needed;

/** The Node that `npm ci` brings on Linux and Windows. */
function bundledNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const file = path.join(modules, `node-${platform}-${process.arch}`, 'bin', name);
  return existsSync(file) ? file : undefined;
}

/** Compiled modules are kept beside the packages, where only whoever may change the code can write. */
const compiled = path.join(modules, '.cache', 'assay-compiled');

/** @param {string} entry @param {string[]} args */
export async function launch(entry, args) {
  process.env.NODE_COMPILE_CACHE ??= compiled;
  if (isEnough) {
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
    process.argv = [process.argv[0], entry, ...args];
    await import(pathToFileURL(entry).href);
    return;
  }
  const node = bundledNode();
  if (!node) {
    console.error(`Assay needs Node ${needed} or newer; this is ${process.version}. See https://nodejs.org/`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [entry, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (os.constants.signals[signal] ?? 0);
  });
}

const [, script, entry, ...args] = process.argv;
if (script && path.resolve(script) === fileURLToPath(import.meta.url) && entry) {
  await launch(path.resolve(entry), args);
}

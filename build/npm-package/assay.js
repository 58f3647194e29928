#!/usr/bin/env node
// The door of the npm package: plain JavaScript that any Node reads, so that one which is too old says so and nothing else.
import { readFileSync } from 'node:fs';

const args = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`Assay needs Node 22.15 or newer; this is ${process.version}. See https://nodejs.org/`);
  process.exitCode = 1;
} else if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  // Asked before every run of some pipelines: the program is not loaded for it.
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
} else {
  import('./start.js');
}

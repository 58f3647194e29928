#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch } from './launch.js';

const args = process.argv.slice(2);
// Asked before every run of some pipelines: the program is not loaded for it.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
} else await launch(fileURLToPath(new URL('./cli.ts', import.meta.url)), args);

#!/usr/bin/env node
// The door of the npm package: plain JavaScript that any Node reads, so that one which is too old says so and nothing else.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`Assay needs Node 22.15 or newer; this is ${process.version}. See https://nodejs.org/`);
  process.exitCode = 1;
} else {
  import('./start.js');
}

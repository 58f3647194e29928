#!/usr/bin/env node
// What fpm does for the packager, by dpkg-deb: fpm itself is a download that is not to be had everywhere.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const given = process.argv.slice(2);
const all = (name) => given.flatMap((word, i) => (word === name ? [given[i + 1]] : []));
const one = (name) => all(name)[0] ?? '';

const stage = mkdtempSync(path.join(os.tmpdir(), 'assay-deb-'));
for (const [from, to] of given.filter((word) => /^\/[^=]*=\//.test(word)).map((word) => word.split('='))) {
  const target = path.join(stage, to);
  mkdirSync(path.dirname(target), { recursive: true });
  if (statSync(from).isDirectory()) cpSync(from, target, { recursive: true });
  else copyFileSync(from, target);
}
const control = path.join(stage, 'DEBIAN');
mkdirSync(control);
const fields = {
  Package: one('--name'),
  Version: one('--version'),
  Architecture: one('--architecture'),
  Maintainer: one('--maintainer'),
  Homepage: one('--url'),
  Depends: all('-d').join(', '),
  Description: `Assay\n${one('--description').trimStart().replaceAll(/^/gm, ' ')}`,
};
const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
writeFileSync(path.join(control, 'control'), lines.join(''));
for (const [option, name] of [
  ['--after-install', 'postinst'],
  ['--after-remove', 'postrm'],
]) {
  copyFileSync(one(option), path.join(control, name));
  execFileSync('chmod', ['755', path.join(control, name)]);
}
execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', stage, one('--package')]);
rmSync(stage, { recursive: true });

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageName } from '../../build/npm-package/manifest.ts';
import { root } from './doc-commands.ts';

/** Places that name the package: what makes it, and the one document that says what a release will bring. */
const makers =
  /^(build\/|test\/|docs\/releasing\.md$|package(-lock)?\.json$|Dockerfile$|\.github\/|\.ci\/|CHANGELOG\.md$|python\/pyproject\.toml$)/;

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => /\.(md|ts|tsx|js|mjs|py|yml|json|html|toml)$/.test(file));

/** Ways to run or install a package by its name from a registry. */
const fetches = new RegExp(
  `(npx|npm exec|npm create|npm (install|i|add)|pnpm dlx|yarn dlx|bunx|pip install|uvx|pipx (run|install))[^\\n]{0,40}\\b${packageName}(?!-\\*|[\\w.-]*\\.tgz)\\b`,
);

test('no document, message or screen tells a reader to run a package that is not published', () => {
  const faults = files.filter((file) => {
    if (file === 'CHANGELOG.md' || file.startsWith('test/')) return false;
    return fetches.test(readFileSync(path.join(root, file), 'utf8'));
  });
  expect(faults).toEqual([]);
});

test('nothing runs whatever a registry has by some name', () => {
  const faults = files.filter((file) => {
    if (file === 'CHANGELOG.md' || file.startsWith('test/') || /^\.(ci|github)\//.test(file)) return false;
    return /"npx"|'npx'|\bnpx --yes\b/.test(readFileSync(path.join(root, file), 'utf8'));
  });
  expect(faults).toEqual([]);
});

test('the name of the package stands where it is made, and in one document', () => {
  const naming = files.filter(
    (file) =>
      !makers.test(file) &&
      new RegExp(`(?<![/\\w])${packageName}(?![/\\w-])`).test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(naming).toEqual([]);
  const document = readFileSync(path.join(root, 'docs', 'releasing.md'), 'utf8');
  expect(document.split(packageName)).toHaveLength(2);
});

test('README begins with what works from a checkout', () => {
  const [, first] = readFileSync(path.join(root, 'README.md'), 'utf8').split('```');
  expect(
    first!
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[0]),
  ).toEqual(['npm ci && npm start', 'npm ci && npm test']);
});

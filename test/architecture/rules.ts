/** What a folder may import: its own files, these folders or files, and these packages. */
export interface Rule {
  folder: string;
  files: readonly string[];
  packages: readonly RegExp[];
}

const node = /^node:/;
/** Packages that compute and touch nothing: no clock, no files, no network. */
const numeric = [/^pure-rand(\/|$)/];
const contract = [/^zod$/, /^@orpc\/contract$/];

export const rules: readonly Rule[] = [
  // A chart is drawn at two doors, the screen and the report; what it holds is said once, below both.
  { folder: 'shared', files: [], packages: [...contract, /^@observablehq\/plot$/] },
  { folder: 'stats', files: [], packages: numeric },
  { folder: 'db', files: ['shared'], packages: [node, /^better-sqlite3$/] },
  {
    folder: 'core',
    files: ['shared', 'stats', 'db'],
    packages: [
      node,
      ...contract,
      /^@orpc\/server$/,
      /^csv-stringify(\/|$)/,
      // The report as a document, and its figures as pixels.
      /^(docx|@resvg\/resvg-wasm)$/,
      // Its parts too: a file is read page by page, so that memory holds one.
      /^hyparquet(\/src\/\w+\.js)?$/,
      /^hyparquet-writer$/,
      /^(p-queue|minisearch|chardet|linkedom|compromise|openai|js-yaml|fflate\/browser)$/,
      // Pools that are read in place; loaded when one is.
      /^(@duckdb\/node-api|pg)$/,
    ],
  },
  {
    folder: 'electron',
    // Annotators come in by the same listener wherever the app runs.
    files: ['shared', 'core', 'db/open.ts', 'host/portal/team-portal.ts'],
    packages: [
      node,
      /^electron$/,
      ...contract,
      /^@orpc\/(client|server)(\/|$)/,
      /^electron-log(\/|$)/,
      /^env-paths$/,
    ],
  },
  {
    folder: 'host',
    files: ['shared', 'core', 'db/open.ts', 'package.json'],
    packages: [
      node,
      /^commander$/,
      /^env-paths$/,
      ...contract,
      /^@orpc\/(client|server)(\/|$)/,
      /^@modelcontextprotocol\/sdk\/server\//,
    ],
  },
  {
    folder: 'renderer',
    // Help shows the documents that come with the app.
    files: ['shared', 'docs'],
    packages: [
      /^react(-dom)?(\/|$)/,
      /^zustand(\/|$)/,
      /^@mantine\//,
      /^@tanstack\//,
      /^@observablehq\/plot$/,
      /^@tabler\/icons-react$/,
      /^@fontsource-variable\//,
      /^(wouter|get-nonce|zod|markdown-it|markdown-it-footnote|katex|@codemirror\/(legacy-modes|streamparser)|uqr|@noble\/hashes)(\/|$)/,
      /^@orpc\/(client|contract)(\/|$)/,
    ],
  },
];

/** Why an import of `folder` is forbidden, or undefined. */
export function forbidden({ folder, files, packages }: Rule, target: string): string | undefined {
  const isFile =
    !target.startsWith('node:') && /^(\.\.|[\w-]+\/|package\.json$)/.test(target) && isOwn(target);
  if (!isFile) return packages.some((known) => known.test(target)) ? undefined : 'a package it may not use';
  const within = [folder, ...files].some((part) => target === part || target.startsWith(`${part}/`));
  return within ? undefined : 'another folder it may not use';
}

const ownFolders = [
  'shared',
  'stats',
  'db',
  'core',
  'electron',
  'host',
  'renderer',
  'test',
  'build',
  'docs',
  'out',
];

const isOwn = (target: string): boolean =>
  target === 'package.json' ||
  target.startsWith('..') ||
  ownFolders.some((own) => target.startsWith(`${own}/`));

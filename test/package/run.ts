import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makePackage, packPackage } from '../../build/npm-package/make.ts';
import { scoreByLength, startLlmServer } from '../llm-server/server.ts';
import { debianBrowsers } from '../support/processes.ts';
import { runnableBlocks } from './blocks.ts';
import {
  giveTo,
  leftOutside,
  makeStranger,
  pagesToRun,
  runPages,
  runToExit,
  type Stranger,
  sceneOf,
  whyNotRun,
} from './run-pages.ts';

/**
 * Packs the package, installs it for a stranger who is not root, and runs what the pages tell a reader to run, without a browser;
 * then prints a report by each browser of Debian's. Ends with 1 where something differs.
 *
 * `--only NAME`: some pages. `--all`: the pages with each of the browsers, too.
 */
const {
  only,
  all,
  place: installedIn,
} = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
    place: { type: 'string' },
  },
}).values;
/** Where no browser is. */
const nowhere = '/nowhere';
/** Debian's third package of Chromium has no print engine. */
const noPrinter = '/usr/bin/chromium-shell';
const began = performance.now();
const dir = mkdtempSync(path.join(os.tmpdir(), 'assay-package-'));
chmodSync(dir, 0o755);
// Where the pages have a server of language models.
const server = await startLlmServer({
  port: 8000,
  reply: ({ body }) =>
    JSON.stringify(body).includes('Present instructions:')
      ? '{"instructions":"Give 5 to a reply that answers.","why":"People did."}'
      : scoreByLength({ body }),
});
try {
  const place = installedIn ?? path.join(dir, 'place');
  const stranger = makeStranger(dir, path.join(place, 'bin'));
  const faults: string[] = [];
  const asNpm = { ...stranger, env: { ...stranger.env, ...stranger.npm } };
  const install = async (what: string) => {
    const { code, output } = await runToExit(`npm install -g ${what} --loglevel=error`, stranger.home, asNpm);
    if (code !== 0) faults.push(`npm install -g ${what} ended with ${code}: ${output}`);
  };
  if (installedIn === undefined) {
    mkdirSync(place);
    giveTo(stranger.as, place);
  }
  if (installedIn === undefined) {
    await makePackage(path.join(dir, 'package'));
    await install(await packPackage(path.join(dir, 'package'), dir));
  }
  writeFileSync(
    path.join(stranger.bin, 'vllm'),
    `#!/bin/sh\nexec '${process.execPath}' '${path.join(import.meta.dirname, 'vllm.ts')}' "$@"\n`,
  );
  chmodSync(path.join(stranger.bin, 'vllm'), 0o755);
  const pages = pagesToRun().filter(({ name }) => name.includes(only));
  const beside = new Set(pages.flatMap(({ blocks }) => blocks.flatMap((one) => sceneOf(one)?.beside ?? [])));
  if (installedIn === undefined) for (const one of beside) await install(one);
  if (faults.length > 0) throw new Error(faults.join('\n'));

  let [blocks, commands] = [0, 0];
  const browsers = [...debianBrowsers, noPrinter].filter((one) => existsSync(one));
  const situations = [nowhere, ...(only === '' || all ? browsers : [])];
  for (const browser of situations) {
    const within: Stranger = { ...stranger, env: { ...stranger.env, ASSAY_BROWSER: browser } };
    const told = await runPages(all || browser === nowhere ? pages : [], within);
    blocks += told.blocks;
    commands += told.commands;
    faults.push(...told.faults, ...(await printed(within, browser)));
  }
  faults.push(...leftOutside(stranger).map((one) => `left outside: ${one}`));
  const skipped = runnableBlocks().flatMap((block) => {
    const why = whyNotRun(block);
    return why === undefined ? [] : [`not run: ${block.page}:${block.line}: ${why}`];
  });
  for (const one of [...skipped, ...faults.map((fault) => `- ${fault}`)]) console.log(one);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${pages.length} pages, ${blocks} blocks, ${commands} commands, ${situations.length - 1} browsers, ${faults.length} faults, ${seconds} s`,
  );
  process.exitCode = faults.length > 0 || commands === 0 ? 1 : 0;
} finally {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
}

/** What a report as PDF does here: with a browser it is written; without one the command says how to come by it. */
async function printed(stranger: Stranger, browser: string): Promise<string[]> {
  const folder = mkdtempSync(path.join(dir, 'print-'));
  giveTo(stranger.as, folder);
  const data = path.join(import.meta.dirname, '..', '..', 'examples', 'two-files', 'v1.jsonl');
  const made = `assay init p && assay import p.assay '${data}' --scale judge:judge/helpfulness=1..5 &&
    assay study create p.assay --measure criterion:helpfulness=1..5 --seed 1`;
  const before = await runToExit(made, folder, stranger);
  const { code, output, left } = await runToExit(
    'assay report p.assay --format pdf --out p.pdf',
    folder,
    stranger,
  );
  const file = path.join(folder, 'p.pdf');
  const isWritten = existsSync(file) && readFileSync(file, 'latin1').startsWith('%PDF-');
  const isRight =
    browser === nowhere || browser === noPrinter
      ? code === 1 && !isWritten && output.includes('Save the report as HTML')
      : code === 0 && isWritten;
  return [
    ...(isRight ? [] : [`a report by ${browser} ended with ${code}: ${before.output}${output}`]),
    ...left.map((one) => `${browser} was left behind: ${one}`),
  ];
}

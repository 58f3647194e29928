import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import type { Check } from '../../core/report/verify/checks.ts';
import type { Verification } from '../../core/report/verify/verify-file.ts';
import type { ProjectVerification } from '../../core/report/verify/verify-project.ts';
import type { VerifiedSource } from '../../core/report/verify/verify-sources.ts';
import { AppError } from '../../shared/errors.ts';
import { dataDirOf } from '../data-dir.ts';
import { guarded, print, withEngine } from '../terminal/answer.ts';
import type { CommonOptions } from '../terminal/common-options.ts';
import { table } from '../terminal/table.ts';
import { counted } from '../terminal/words.ts';
import { version } from '../version.ts';

/** What was compared agrees, and something was not compared. */
const NOT_CHECKED = 4;

interface VerifyOptions extends CommonOptions {
  key?: string;
  report?: string;
  acceptMissing?: boolean;
}

export function addVerify(program: Command): void {
  program
    .command('verify')
    .argument(
      '<file>',
      'a report, labels (JSON Lines), JSON of checks alone, or a project (.assay or its folder)',
    )
    .option('--key <file>', 'the public key that must have signed it; else the command fails')
    .option(
      '--report <file>',
      'of a project: an earlier report, gate result, batch or JSON of checks, which must still hold',
    )
    .option(
      '--accept-missing',
      'of a project: go on without the answers that it lacks. Its audit trail then says so',
    )
    .option('--data-dir <folder>', 'where the newest link of each project is kept')
    .option('--json', 'print one JSON document instead of text')
    .action((file: string, options: VerifyOptions) =>
      guarded(options, async () => {
        const { isProjectFile } = await import('../../core/report/verify/verify-project.ts');
        const { isPlainFolder } = await import('../../core/project/readable-copy.ts');
        if (isPlainFolder(file) || isProjectFile(file)) return verifyProjectFile(file, options);
        const { verifyFile } = await import('../../core/report/verify/verify-file.ts');
        const trustedKey = options.key === undefined ? undefined : await keyIn(options.key);
        const verification = verifyFile(file, { ...(trustedKey !== undefined && { trustedKey }) });
        print(options, verification, verifiedText);
        if (verification.differing.length > 0) process.exitCode = 1;
        else if (verification.unchecked.length > 0) process.exitCode = NOT_CHECKED;
      }),
    );
}

async function verifyProjectFile(file: string, options: VerifyOptions): Promise<void> {
  const { verifyProject } = await import('../../core/report/verify/verify-project.ts');
  const { KnownHeads } = await import('../../core/platform/known-heads.ts');
  const dataDir = dataDirOf(options.dataDir);
  if (options.acceptMissing) await acceptMissing(file, options);
  const { needsCopy, readableCopy } = await import('../../core/project/readable-copy.ts');
  using copy = needsCopy(file) ? await readableCopy(file, new Date().toISOString()) : null;
  const found = verifyProject(file, {
    heads: new KnownHeads(dataDir),
    ...(copy && { copy: copy.file }),
    ...(options.report !== undefined && { report: options.report }),
  });
  const { verifySources } = await import('../../core/report/verify/verify-sources.ts');
  print(options, { ...found, sources: await verifySources(copy?.file ?? found.file) }, projectText);
  if (found.alterations.length + found.differing.length > 0) process.exitCode = 1;
  else if (found.unchecked.length + found.claimed.length > 0) process.exitCode = NOT_CHECKED;
}

/** Takes a project as it is, without what it lacks, and writes into its audit trail that a person said so. */
async function acceptMissing(file: string, options: VerifyOptions): Promise<void> {
  await withEngine(options, async (engine) => {
    await engine.client.project.open({ path: file });
    await engine.client.project.acceptMissing({});
  });
}

function projectText({
  name,
  alterations,
  links,
  sha256,
  boundSince,
  boundLater,
  checks,
  differing,
  unchecked,
  claimed,
  elsewhere,
  sources,
}: ProjectVerification & { sources: readonly VerifiedSource[] }): string {
  const head = alterations.length === 0 ? 'nothing was changed by another program' : 'changed';
  return [
    `${name} (project): ${head}. Checked: its chain of ${counted(links, 'link')}, sums, frozen values and seeds.`,
    ...alterations.map((words) => `  - ${words}`),
    ...(checks.length === 0
      ? []
      : [`Compared with the report: ${counted(checks.length, 'value')}; ${differing.length} differ.`]),
    ...(differing.length > 0 ? [differingTable(differing)] : []),
    ...unchecked.map((words) => `NOT COMPARED: ${words}`),
    ...claimed,
    ...sources.map(
      ({ study, place, words }) =>
        `Source of ${study}, ${place}: ${words}. The texts of all items that may be labeled are in the project.`,
    ),
    ...(boundSince === null
      ? []
      : [
          `Settings, plans, draws, teams and scores are bound to the audit trail since ${boundSince}. Earlier changes are not covered.`,
        ]),
    ...boundLater.map(
      ({ what, since }) =>
        `${what} are bound to the audit trail since ${since}: what was changed before that is not covered.`,
    ),
    ...elsewhere.map((words) => `Elsewhere: ${words}`),
    `Head of the chain: ${sha256 === '' ? 'none' : sha256}`,
    'A chain without a key shows careless changes, not a forger who recomputes it. Compare with a signed report (--report).',
  ].join('\n');
}

/** @throws AppError FILE_UNREADABLE, INVALID_INPUT */
async function keyIn(given: string): Promise<string> {
  const { readPublicKey } = await import('../../core/platform/signing/signature.ts');
  const file = path.resolve(given);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AppError(
      'FILE_UNREADABLE',
      `The public key in ${file} cannot be read.`,
      { file, field: 'key', remedy: 'Name the file that "assay key export" wrote.' },
      { cause },
    );
  }
  const key = readPublicKey(text);
  if (key !== null) return key;
  throw new AppError('INVALID_INPUT', `${path.basename(file)} holds no Ed25519 public key.`, {
    file,
    field: 'key',
    remedy: 'Name the file that "assay key export" wrote.',
  });
}

const mostShown = 40;

function verifiedText(found: Verification): string {
  return [
    headOf(found),
    ...(found.differing.length > 0 ? [differingTable(found.differing)] : []),
    ...otherVersion(found),
    signedText(found),
    ...(found.unchecked.length > 0
      ? [list('NOT CHECKED, so that this file may show something else than its labels say:', found.unchecked)]
      : []),
    ...(found.isWhole || found.kind === 'checks' ? [] : [onlyNumbers(found)]),
    list('Taken from the file, as nothing in it says more:', found.taken),
    list(found.kind === 'checks' ? 'Not checked:' : 'Not checked, as people wrote it:', found.notChecked),
    found.kind === 'checks'
      ? 'Arithmetic cannot detect invented scores.'
      : 'Arithmetic cannot detect invented labels. A signature shows who wrote the file.',
  ].join('\n');
}

function headOf({ kind, study, checks, differing, isWhole, unchecked }: Verification): string {
  const what =
    isWhole && unchecked.length === 0 ? 'computed again and compared as a whole' : 'computed again';
  const compared = `${study} (${kind}): ${what}, ${counted(checks.length, 'value')}`;
  if (differing.length > 0) return `${compared}; ${differing.length} differ.`;
  return unchecked.length === 0
    ? `${compared}; all agree.`
    : `${compared} agree, but NOT all of the file was checked.`;
}

function differingTable(differing: readonly Check[]): string {
  const rows = differing
    .slice(0, mostShown)
    .map(({ what, stated, recomputed }) => [what, String(stated ?? 'none'), String(recomputed ?? 'none')]);
  const more = differing.length - rows.length;
  const shown = table([{ title: 'What' }, { title: 'File says' }, { title: 'It has to be' }], rows);
  return more > 0 ? `${shown}\nand ${more} more` : shown;
}

/** Wording may change from one version to the next; then only the version that wrote a page makes it anew to the letter. */
const otherVersion = ({ differing, writtenBy }: Verification): string[] =>
  writtenBy === null || writtenBy === version || !differing.some(({ what }) => what.includes('as a whole'))
    ? []
    : [
        `The file says that Assay ${writtenBy} wrote it; this is ${version}. If their wording differs, verify it with ${writtenBy}.`,
      ];

const signedText = ({ signedBy }: Verification): string =>
  signedBy === null
    ? 'Not signed.'
    : `Signed by the key ${signedBy.fingerprint}, and unchanged since. Whose key that is, its owner can tell you.`;

const onlyNumbers = ({ writtenBy }: Verification): string =>
  `Only numbers were compared, not wording and pictures. The file was written by Assay ${writtenBy}, which did not store what these were made from.`;

const list = (title: string, lines: readonly string[]): string =>
  [title, ...lines.map((line) => `  - ${line}`)].join('\n');

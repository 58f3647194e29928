import path from 'node:path';
import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import { forOthers, writeWhole } from '../../core/platform/files/write-whole.ts';
import type { FailureMode, GateClaim, Study } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { guarded, print, withEngine } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { failureOf } from '../terminal/failure.ts';
import { findFailureMode } from '../terminal/find-failure-mode.ts';
import { findStudy } from '../terminal/find-study.ts';
import {
  type GateNote,
  gateBadge,
  gateJunit,
  gateMarkdown,
  gateText,
  noteOfFailure,
  noteOfGate,
} from '../terminal/gate-output.ts';
import { anyNumber, numberFromZero, numberOrPercent } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { namesOfReleases } from './series.ts';

interface GateOptions extends ProjectOptions {
  study?: string;
  atLeast?: number;
  atMost?: ReturnType<typeof numberOrPercent>;
  failure?: string;
  notWorseThan?: string;
  series?: string;
  release?: string;
  by?: number;
  /** Asked by `--by checks`. */
  isByChecks?: boolean;
  check?: string;
  system?: string;
  summary?: string;
  junit?: string;
  badge?: string;
}

type GivenOptions = Omit<GateOptions, 'by' | 'isByChecks'> & { by: (number | 'checks')[] };

/** A margin, or the word that no person is asked; `--by` may be given for both. @throws InvalidArgumentError */
const margins = (text: string, before: GivenOptions['by']): GivenOptions['by'] => [
  ...before,
  text === 'checks' ? text : numberFromZero(text),
];

/** What a pipeline sees; 1 is an error, 2 wrong usage, 5 an altered project, as of every command. */
const exitCodeOf = { pass: 0, fail: 3, inconclusive: 4 } as const;

export function addGate(program: Command): void {
  withProject(program.command('gate'))
    .argument('[project]', 'the project file')
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .option('--at-least <value>', 'pass when the score is at least this much', anyNumber)
    .option('--at-most <value>', 'pass when it is at most this much, where lower is better', numberOrPercent)
    .option(
      '--failure <name>',
      'ask of a failure mode: with --at-most 5%, pass when at most that share of all conversations has it',
    )
    .option(
      '--not-worse-than <name>',
      'pass when it is not worse than another study, or system of a comparison',
    )
    .option(
      '--series <name>',
      'check a release of this series; with --by: not worse than the previous release',
    )
    .option('--release <name>', 'which release of the series (the newest by default)')
    .option(
      '--by <margin>',
      'a difference up to this still counts as not worse; "checks": decide by checks alone',
      margins,
      [],
    )
    .option('--check <name>', 'with --by checks: which check or judge (the verdict of all checks by default)')
    .option('--system <name>', 'with --by checks: whose replies (not needed when there is one)')
    .option('--summary <file>', 'also write the outcome as Markdown')
    .option('--junit <file>', 'also write it as a JUnit report')
    .option('--badge <file>', 'also write a badge, as SVG')
    .addHelpText(
      'after',
      '\nIts interval holds however often one looks, so a pipeline may ask after every label. That of --by checks holds at one look. A pipeline that asks of each release risks an error each time.',
    )
    .action((file: string | undefined, given: GivenOptions, command: Command) => {
      const { by: said, ...rest } = given;
      const by = said.find((one) => one !== 'checks');
      const isByChecks = said.includes('checks');
      const options: GateOptions = {
        ...rest,
        ...(by !== undefined && { by }),
        ...(isByChecks && { isByChecks }),
      };
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      const problem = usageProblem(options);
      if (problem !== null) command.error(`error: ${problem}`);
      return guarded(options, () => gate(project, options));
    });
}

/** What the options lack, or say twice; null where they make one claim. */
function usageProblem(options: GateOptions): string | null {
  const { atLeast, atMost, notWorseThan, by, series, release, study, failure, isByChecks, check, system } =
    options;
  if (isByChecks && [series, release, study, failure].some((one) => one !== undefined))
    return '--by checks asks no study: leave out --study, --series, --release and --failure';
  if (!isByChecks && (check !== undefined || system !== undefined))
    return '--check NAME and --system NAME go with --by checks';
  const bounds = [atLeast, atMost, notWorseThan].filter((one) => one !== undefined);
  const isRelease = series !== undefined && by !== undefined && notWorseThan === undefined;
  if (series !== undefined && study !== undefined)
    return '--series names the study itself: leave out --study';
  if (release !== undefined && series === undefined) return '--release NAME goes with --series NAME';
  if (failure !== undefined && (atMost === undefined || bounds.length > 1 || by !== undefined))
    return '--failure NAME goes with --at-most SHARE, such as 5%, and with no other bound';
  if (failure === undefined && typeof atMost === 'object')
    return 'a share in percent goes with --failure NAME; for a score give --at-most on its scale';
  if (failure !== undefined && !(shareOf(atMost!) > 0 && shareOf(atMost!) < 1))
    return '--at-most SHARE of a failure lies between 0 and 1: 5% is 0.05';
  if (bounds.length + Number(isRelease) !== 1) {
    return 'say one of --at-least VALUE, --at-most VALUE, --not-worse-than NAME --by MARGIN, or --series NAME --by MARGIN';
  }
  if (by === undefined && notWorseThan !== undefined)
    return '--not-worse-than NAME and --by MARGIN go together';
  return by !== undefined && notWorseThan === undefined && !isRelease
    ? '--by MARGIN goes with --not-worse-than NAME or --series NAME'
    : null;
}

/** The share that a bound on a failure names. */
const shareOf = (given: NonNullable<GateOptions['atMost']>): number =>
  typeof given === 'number' ? given : given.percent / 100;

async function gate(project: string, options: GateOptions): Promise<void> {
  try {
    let called: string | undefined;
    const outcome = await withEngine(options, async (engine) => {
      const { client } = engine;
      if (options.isByChecks) {
        await client.project.open({ path: project });
        return client.claim.gateByChecks(checksAsked(options));
      }
      if (options.series !== undefined) {
        await client.project.open({ path: project });
        const { release, ...asked } = await claimOfRelease(client, options);
        called = release;
        return client.claim.gate(asked);
      }
      const study = await findStudy(engine, project, options.study);
      return client.claim.gate({ studyId: study.id, claim: await claimOf(client, study, options) });
    });
    const said = called === undefined ? outcome : { ...outcome, study: called };
    writeNotes(options, noteOfGate(said));
    if (options.json)
      print(options, called === undefined ? outcome : { ...outcome, release: called }, String);
    else print(options, said, gateText);
    process.exitCode = exitCodeOf[outcome.verdict];
  } catch (error) {
    // No file of an earlier run may stand there as if it were of this one.
    writeNotes(options, noteOfFailure(failureOf(error)));
    throw error;
  }
}

function writeNotes({ summary, junit, badge }: GateOptions, note: GateNote): void {
  for (const [file, content] of [
    [summary, gateMarkdown(note)],
    [junit, gateJunit(note)],
    [badge, gateBadge(note)],
  ] as const) {
    if (file !== undefined)
      writeWhole(content, { path: path.resolve(file), overwrite: true, mode: forOthers });
  }
}

/** What is asked of checks alone, which has one bound. */
function checksAsked({ check, system, atLeast, atMost, notWorseThan, by = 0 }: GateOptions) {
  const claim =
    atLeast !== undefined
      ? { kind: 'at-least' as const, value: atLeast }
      : atMost !== undefined
        ? { kind: 'at-most' as const, value: shareOf(atMost) }
        : { kind: 'not-worse' as const, by, thanSystem: notWorseThan! };
  return { claim, ...(check !== undefined && { check }), ...(system !== undefined && { system }) };
}

/** A claim by a bound; undefined where another study or system is the standard. @throws AppError as `findFailureMode` */
async function boundOf(
  client: Client,
  { atLeast, atMost, failure }: GateOptions,
): Promise<GateClaim | undefined> {
  if (atLeast !== undefined) return { kind: 'at-least', value: atLeast };
  if (atMost === undefined) return undefined;
  if (failure === undefined) return { kind: 'at-most', value: shareOf(atMost) };
  const { id: modeId } = await failureNamed(client, failure);
  return { kind: 'failure', modeId, atMost: shareOf(atMost) };
}

/** The failure mode that is asked for; of one that was merged the one that it went into. @throws AppError as `findFailureMode` */
async function failureNamed(client: Client, name: string): Promise<FailureMode> {
  const { mode, modes } = await findFailureMode(client, name, '--failure');
  let found = mode;
  for (let steps = 0; found.into !== null && steps < modes.length; steps++) {
    const { into } = found;
    found = modes.find(({ id }) => id === into)!;
  }
  return found;
}

/** The claim about a release: by a bound, or beside the one before it. @throws AppError NOT_FOUND, INVALID_INPUT */
async function claimOfRelease(
  client: Client,
  options: GateOptions,
): Promise<{ studyId: number; claim: GateClaim; release: string }> {
  const all = (await client.series.list({})).filter(({ watch }) => watch === null);
  const { name, releases } = pick(all, options.series, 'series', '--series');
  const names = namesOfReleases(releases);
  const asked = options.release ?? names.find(({ position }) => position === releases.length)!.name;
  const { studyId, position } = pick(names, asked, 'release', '--release');
  const release = names.find((one) => one.studyId === studyId)!.name;
  const bound = await boundOf(client, options);
  if (bound) return { studyId, claim: bound, release };
  const before = releases.find((one) => one.position === position - 1);
  if (before) {
    return { studyId, claim: { kind: 'not-worse', by: options.by!, thanStudyId: before.studyId }, release };
  }
  throw new AppError('INVALID_INPUT', `"${asked}" is the first release of "${name}".`, {
    field: '--release',
    remedy: 'Ask of a later one, or by --at-least.',
  });
}

/** @throws AppError INVALID_INPUT when no study has the name that the claim gives */
async function claimOf(client: Client, study: Study, options: GateOptions): Promise<GateClaim> {
  const { notWorseThan, by = 0 } = options;
  const bound = await boundOf(client, options);
  if (bound) return bound;
  if (study.comparison) return { kind: 'not-worse', by, thanSystem: notWorseThan! };
  const all = await client.study.list({});
  const other =
    all.find(({ name }) => name === notWorseThan) ?? all.find(({ id }) => String(id) === notWorseThan);
  if (other) return { kind: 'not-worse', by, thanStudyId: other.id };
  throw new AppError('NOT_FOUND', `No study is called "${notWorseThan}".`, {
    field: '--not-worse-than',
    remedy: `The studies are: ${all
      .filter(({ rankingId }) => rankingId === null)
      .map(({ name }) => `"${name}"`)
      .join(', ')}.`,
  });
}

import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import type {
  Judge,
  JudgeCheck,
  JudgeDisagreement,
  JudgeFigure,
  JudgeFigures,
  JudgeImprovement,
} from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { judgeFigureRows, judgeFigureWords, unscoredWords } from '../../shared/judge-figure-words.ts';
import { changedModelWords } from '../../shared/outcome-words.ts';
import { takeEndpoint } from '../terminal/endpoint-options.ts';
import { onProject } from '../terminal/on-project.ts';
import { collected, openUnit, positiveNumber, seedNumber } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { costText, finishRun } from '../terminal/run-output.ts';
import { onRight, table } from '../terminal/table.ts';
import { figure } from '../terminal/words.ts';
import type { JudgeOptions } from './judge-report.ts';

interface ImproveOptions extends JudgeOptions {
  seed?: number;
  alpha?: number;
  limit: number;
  run?: boolean;
  instructions?: string;
  instructionsText?: string;
  example?: string[];
  propose?: boolean;
  maxSpend?: number;
  keyEnv?: string;
}

type Improved = JudgeImprovement & {
  judge: string;
  disagreements: JudgeDisagreement[];
  differing: number;
  proposal?: { instructions: string; why: string; cost: number | null };
};

const judgeHelp = 'the judge, by name, “NAME v2” or number (not needed when there is one)';

/** `improve`, `check` and `versions` of `assay judge`. */
export function addJudgeImprove(judge: Command): void {
  const improving = onProject<Improved, ImproveOptions>(judge.command('improve'), improve, improvedText)
    .description('show where a judge differs from people on practice labels, and make its next version')
    .option(
      '--instructions <file>',
      'a text file with new instructions: the next version of prompt and judge',
    )
    .option('--instructions-text <text>', 'the new instructions themselves')
    .option('--example <item>', 'a practice item to add to the examples; may be repeated', collected)
    .option('--propose', "let the judge's model propose instructions; nothing is stored")
    .option('--run', 'run the version on the practice labels')
    .option('--limit <number>', 'disagreements to show', positiveNumber, 20);
  const checking = onProject<JudgeCheck, ImproveOptions>(
    judge.command('check'),
    check,
    checkText,
  ).description('tell how a judge agrees with people on labels it was not made from; every check counts');
  for (const command of [improving, checking]) withJudge(command);
  onProject<JudgeImprovement[], ImproveOptions>(
    judge.command('versions'),
    versions,
    versionsText,
  ).description('list the versions of judges with their practice agreement and checks');
}

const withJudge = (command: Command): Command =>
  command
    .option('--judge <name>', judgeHelp)
    .option('--dataset <name>', 'the data set (not needed when there is one)')
    .option('--system <name>', 'the judged system (not needed when there is one)')
    .option('--criterion <name>', "the human criterion (the judge's own by default)")
    .option('--study <name>', 'only the labels of this study, by its draw')
    .option('--seed <number>', 'of the split into practice and check, when it is made', seedNumber)
    .option(
      '--alpha <number>',
      'error level of all checks together (.05 by default), when the split is made',
      openUnit,
    )
    .option('--max-spend <amount>', 'stop before this is spent', Number)
    .option('--key-env <variable>', 'take the key from this environment variable, this time');

async function judgeOf(client: Client, { judge }: ImproveOptions): Promise<Judge> {
  const all = (await client.judge.list({})).filter(({ kind }) => kind === 'rating');
  const exact = all.find(({ signalName }) => signalName === judge);
  return exact ?? pick(newestOf(all), judge, 'judge', '--judge');
}

const newestOf = <T extends { name: string; version: number }>(all: readonly T[]): T[] =>
  all.filter(({ name, version }) => !all.some((other) => other.name === name && other.version > version));

async function open(client: Client, judge: Judge, options: ImproveOptions): Promise<JudgeImprovement> {
  const dataset = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
  const answered = dataset.systems.filter(({ items }) => items > 0);
  const { criterion, study, seed, alpha } = options;
  return client.improvement.open({
    judgeId: judge.id,
    datasetId: dataset.id,
    system: pick(answered, options.system, 'system', '--system').name,
    ...(criterion !== undefined && { criterion }),
    ...(study !== undefined && { studyId: pick(await client.study.list({}), study, 'study', '--study').id }),
    ...(seed !== undefined && { seed }),
    ...(alpha !== undefined && { alpha }),
  });
}

async function improve(engine: Engine, project: string, options: ImproveOptions): Promise<Improved> {
  const { client } = engine;
  await client.project.open({ path: project });
  // Of a project that another program altered no number is given.
  await client.improvement.list({});
  let judge = await judgeOf(client, options);
  let found = await open(client, judge, options);
  if (options.instructions !== undefined || options.instructionsText !== undefined || options.example) {
    judge = await nextVersion(client, judge, found, options);
  }
  if (options.run) await runPart(engine, judge, found, 'practice', options);
  const of = { improvementId: found.id, judgeId: judge.id };
  const proposal = options.propose ? await client.improvement.propose(of) : undefined;
  const { rows, total } = await client.improvement.disagreements({ ...of, limit: options.limit });
  found = await client.improvement.get({ improvementId: found.id });
  return {
    ...found,
    ...{ judge: judge.signalName, disagreements: rows, differing: total },
    ...(proposal && {
      proposal: {
        ...{ instructions: proposal.prompt.instructions, why: proposal.why, cost: proposal.cost },
      },
    }),
  };
}

/** Keeps a changed prompt, and the judge that judges by it, as their next versions. */
async function nextVersion(
  client: Client,
  judge: Judge,
  { id: improvementId }: JudgeImprovement,
  { instructions, instructionsText, example = [] }: ImproveOptions,
): Promise<Judge> {
  const prompts = await client.prompt.list({});
  const {
    id: _id,
    version: _version,
    hash: _hash,
    builtIn,
    needs: _needs,
    createdAt: _at,
    ...text
  } = prompts.find(({ id }) => id === judge.promptId)!;
  const practice = await client.improvement.disagreements({
    ...{ improvementId, judgeId: judge.id, all: true, limit: 200 },
  });
  const examples = await Promise.all(
    example.map(async (name) => {
      const row = practice.rows.find(
        ({ externalId, itemId }) => externalId === name || String(itemId) === name,
      );
      if (row)
        return (await client.improvement.example({ improvementId, judgeId: judge.id, itemId: row.itemId }))
          .text;
      throw new AppError(
        'INVALID_INPUT',
        `${name} is not a practice item that ${judge.signalName} has scored.`,
        {
          field: 'example',
          remedy: 'Choose one that “assay judge improve” lists.',
        },
      );
    }),
  );
  const prompt = await client.prompt.save({
    ...text,
    // What comes with Assay stays as it is; a changed one is a prompt of one's own.
    name: builtIn ? `${text.name}, improved` : text.name,
    instructions:
      instructions === undefined ? (instructionsText ?? text.instructions) : await textFile(instructions),
    examples: [text.examples, ...examples].filter((one) => one !== '').join('\n\n'),
  });
  const { name, endpointId, model, temperature, maxOutputTokens, seed, repeats, itemsPerCall } = judge;
  return client.judge.save({
    ...{ name, endpointId, model, temperature, maxOutputTokens, seed, repeats, itemsPerCall },
    promptId: prompt.id,
  });
}

const textFile = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw new AppError('FILE_NOT_FOUND', `The file ${file} cannot be read: ${error.message}.`);
  });

/** Has a version score the items of a side that it has not scored. */
async function runPart(
  engine: Engine,
  judge: Judge,
  { id, datasetId, system }: JudgeImprovement,
  part: 'practice' | 'check',
  { maxSpend, keyEnv }: ImproveOptions,
): Promise<void> {
  const { client } = engine;
  await takeEndpoint(client, String(judge.endpointId), keyEnv);
  const target = {
    ...{ judgeId: judge.id, datasetId, system, improvement: { id, part } },
    spendingLimit: maxSpend ?? null,
  };
  process.stderr.write(`${costText(await client.judge.estimate(target))}\n`);
  await finishRun(engine, await client.judge.start(target));
}

async function check(engine: Engine, project: string, options: ImproveOptions): Promise<JudgeCheck> {
  const { client } = engine;
  await client.project.open({ path: project });
  await client.improvement.list({});
  const judge = await judgeOf(client, options);
  const found = await open(client, judge, options);
  const version = found.versions.find(({ judgeId }) => judgeId === judge.id);
  if (version && version.checkLeft > 0) await runPart(engine, judge, found, 'check', options);
  return client.improvement.check({ improvementId: found.id, judgeId: judge.id });
}

async function versions({ client }: Engine, project: string): Promise<JudgeImprovement[]> {
  await client.project.open({ path: project });
  return client.improvement.list({});
}

const valueText = (of: JudgeFigure): string => judgeFigureWords(of, figure);

const figureRows = (figures: JudgeFigures): string[][] =>
  judgeFigureRows(figures).map(([name, of]) => [name, valueText(of)]);

function checkText({ number, judge, level, figures }: JudgeCheck): string {
  return [
    `Check ${number} of judges of this criterion: ${judge}, on ${figures.items} check labels${unscoredWords(figures)}.`,
    table(
      [{ title: 'Figure' }, { title: `Value, with an interval at level ${figure(level)}` }],
      figureRows(figures),
    ),
    'The intervals of one figure over all checks hold together.',
  ].join('\n');
}

function versionsText(found: readonly JudgeImprovement[]): string {
  if (found.length === 0) return 'No judge is improved yet. Begin with: assay judge improve';
  return found.map(versionsOfOne).join('\n\n');
}

function versionsOfOne(found: JudgeImprovement): string {
  const { system, criterion, practiceItems, checkItems, checks, nextLevel, ceiling } = found;
  return [
    `${criterion} of ${system}: ${practiceItems} practice labels, ${checkItems} check labels, ${checks} checks; the next one has level ${figure(nextLevel)}.`,
    table(
      [
        { title: 'Version' },
        { title: 'Prompt' },
        onRight('Cost'),
        { title: 'Practice (flattering)' },
        { title: 'Checks' },
      ],
      found.versions.map((one) => [
        one.judge,
        one.prompt,
        one.cost === null ? '-' : one.cost.toPrecision(3),
        one.practice
          ? `${valueText(one.practice.agreement)}${unscoredWords(one.practice)}`
          : `${one.practiceLeft} items to run`,
        one.checks
          .map(
            ({ number, figures }) =>
              `no. ${number}: ${valueText(figures.agreement)}${unscoredWords(figures)}`,
          )
          .join('; ') || 'none',
      ]),
    ),
    ...found.versions.flatMap(({ judge, servedBy }) => {
      const changed = changedModelWords(servedBy);
      return changed === null ? [] : [`${judge}: ${changed}`];
    }),
    `People with each other: ${ceiling.value === null ? ceiling.reason : `${figure(ceiling.value)} on ${ceiling.items} items`}.`,
    found.note,
  ].join('\n');
}

const proposalWords = ({ why, cost }: { why: string; cost: number | null }): string =>
  cost === null ? why : `${why} Cost ${cost.toPrecision(3)}`;

function improvedText({ judge, disagreements, differing, proposal, ...found }: Improved): string {
  const shown = disagreements.map((one) => [
    one.externalId,
    figure(one.people),
    figure(one.judge),
    one.notes.flatMap(({ note }) => (note === '' ? [] : [note])).join('; '),
    one.reason,
  ]);
  return [
    versionsOfOne(found),
    '',
    `${judge} differs from people on ${differing} practice items.`,
    ...(shown.length === 0
      ? []
      : [
          table(
            [
              { title: 'Item' },
              onRight('People'),
              onRight('Judge'),
              { title: 'Note' },
              { title: 'Reason of the judge' },
            ],
            shown,
          ),
        ]),
    ...(proposal ? ['', `Proposed instructions (${proposalWords(proposal)}):`, proposal.instructions] : []),
  ].join('\n');
}

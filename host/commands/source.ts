import type { Command } from 'commander';
import type { NamedSource, SourceCheck } from '../../shared/contract/index.ts';
import { leavingRows, leavingWords } from '../../shared/source-words.ts';
import { answer } from '../terminal/answer.ts';
import {
  type CommonOptions,
  type ProjectOptions,
  takeProject,
  withCommonOptions,
  withProject,
} from '../terminal/common-options.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import {
  columnsFrom,
  type SourceOptions,
  serverFrom,
  withColumns,
  withServer,
  withTimeout,
} from '../terminal/source-options.ts';
import { table } from '../terminal/table.ts';
import { count, counted } from '../terminal/words.ts';
import { addFirstPhase } from './source-first-phase.ts';
import { addPrinted } from './source-printed.ts';

export function addSource(program: Command): void {
  const source = program.command('source');
  addCheck(source);
  addAdd(source);
  onOpenProject(source.command('list'), (client) => client.source.list({}), namedText).description(
    'list the sources of a project',
  );
  addRemove(source);
  addPrinted(source);
  addFirstPhase(source);
}

function addCheck(source: Command): void {
  withColumns(withTimeout(withServer(withCommonOptions(source.command('check')))))
    .description('list the columns of files or of a table, and say what a draw from them would meet')
    .argument(
      '<places...>',
      'files or folders of Parquet, CSV or JSON lines; or clickhouse://USER@HOST:PORT, postgres://USER@HOST:PORT/DATABASE; or a name, with --project',
    )
    .option('--project <file>', 'the project that has the source by its name')
    .action((paths: string[], options: ProjectOptions & SourceOptions) =>
      answer(
        options,
        async ({ client }) => {
          if (options.project !== undefined) await client.project.open({ path: options.project });
          const { timeout } = options;
          const stated = { paths, ...serverFrom(options), ...columnsFrom(options) };
          return client.source.check({ ...stated, ...(timeout !== undefined && { timeout }) });
        },
        checkText,
      ),
    );
}

function addAdd(source: Command): void {
  withServer(withProject(source.command('add')))
    .description('save a source under a name; no password is ever stored')
    .argument('[project-and-name...]', 'the project file, and the name')
    .requiredOption(
      '--at <place...>',
      'clickhouse://USER@HOST:PORT, postgres://USER@HOST:PORT/DATABASE, or files and folders',
    )
    .action(
      (args: string[], options: SourceOptions & ProjectOptions & { at: string[] }, command: Command) => {
        const { project, rest } = takeProject(command, args, options, 1);
        const add = { name: rest[0]!, paths: options.at, ...serverFrom(options) };
        return answer(
          options,
          async ({ client }) => {
            await client.project.open({ path: project });
            return client.source.add(add);
          },
          (added) => `Kept as "${added.name}".\n${namedText([added])}`,
        );
      },
    );
}

function addRemove(source: Command): void {
  withProject(source.command('remove'))
    .description('remove a saved source; its studies stay as they are')
    .argument('[project-and-name...]', 'the project file, and the name')
    .action((args: string[], options: CommonOptions & ProjectOptions, command: Command) => {
      const { project, rest } = takeProject(command, args, options, 1);
      const remove = async ({ client }: Parameters<Parameters<typeof answer>[1]>[0]) => {
        await client.project.open({ path: project });
        return client.source.remove({ name: rest[0]! });
      };
      return answer(options, remove, () => `Removed source "${rest[0]}".`);
    });
}

function namedText(sources: readonly NamedSource[]): string {
  if (sources.length === 0) return 'There is no source yet. Add one with: assay source add';
  return table(
    [{ title: 'Source' }, { title: 'Place' }, { title: 'Table' }, { title: 'Password' }],
    sources.map(({ name, paths, table: from, passwordEnv }) => [
      name,
      paths.join(', '),
      from ?? '',
      passwordEnv === null ? 'none' : `of ${passwordEnv}`,
    ]),
  );
}

function checkText(check: SourceCheck): string {
  const { columns, rows, missingScores, repeatedIds, pool, seconds, drawSeconds } = check;
  const lines = [
    ...placeLines(check),
    ...check.notes,
    table(
      [{ title: 'Column' }, { title: 'Type' }],
      columns.map(({ name, type }) => [name, type]),
    ),
  ];
  if (rows === null)
    return [...lines, 'Name --id-column and --response to see what a draw would meet.'].join('\n');
  return [
    ...lines,
    `${counted(rows, 'row')}; ${count(missingScores ?? 0)} without a score. One pass took ${seconds.toFixed(1)} s; a draw takes about ${drawSeconds.toFixed(1)} s.`,
    ...(pool?.mean == null ? [] : [`Mean score ${Number(pool.mean.toPrecision(4))}.`]),
    `Fingerprint ${pool?.fingerprint ?? ''} (of seed 0). With 5,000 rows ahead: ${leavingWords(leavingRows({ ahead: 5000, rows, perRow: pool?.leavingPerRow ?? 1 }), rows)} leave the source.`,
    'Ids were hashed there and here: alike.',
    repeatedIds === 0
      ? 'No duplicate id among 1/256 of them.'
      : `${count(repeatedIds ?? 0)} duplicate ids among 1/256 of the rows: a draw would be refused.`,
  ].join('\n');
}

function placeLines({ engine, version, mayWrite, isEncrypted, files, bytes }: SourceCheck): string[] {
  if (files > 0) return [`${counted(files, 'file')}, ${(bytes / 1e6).toFixed(1)} MB, read by ${engine}.`];
  return [
    `${engine} ${version}.`,
    ...(mayWrite ? ['This user may also write. Assay only reads; a read-only user is safer.'] : []),
    ...(isEncrypted ? [] : ['The connection is not encrypted.']),
  ];
}

import type { Command } from 'commander';
import type { SourceCheck } from '../../shared/contract/index.ts';
import { answer } from '../terminal/answer.ts';
import { type CommonOptions, withCommonOptions } from '../terminal/common-options.ts';
import { columnsFrom, type SourceOptions, withColumns } from '../terminal/source-options.ts';
import { table } from '../terminal/table.ts';
import { count, counted } from '../terminal/words.ts';

export function addSource(program: Command): void {
  const source = program
    .command('source')
    .description('look at rows that are not imported, but read where they lie');
  withColumns(withCommonOptions(source.command('check')))
    .description('list the columns of files, and tell what a draw from them would meet')
    .argument('<paths...>', 'files or folders of Parquet, CSV or JSON lines')
    .action((paths: string[], options: CommonOptions & SourceOptions) =>
      answer(options, ({ client }) => client.source.check({ paths, ...columnsFrom(options) }), checkText),
    );
}

function checkText({
  engine,
  files,
  bytes,
  columns,
  rows,
  missingScores,
  repeatedIds,
  seconds,
}: SourceCheck): string {
  const megabytes = (bytes / 1e6).toFixed(1);
  const lines = [
    `${counted(files, 'file')}, ${megabytes} MB, read by ${engine}.`,
    table(
      [{ title: 'Column' }, { title: 'Type' }],
      columns.map(({ name, type }) => [name, type]),
    ),
  ];
  if (rows === null)
    return [...lines, 'Name --id-column and --response to see what a draw would meet.'].join('\n');
  return [
    ...lines,
    `${counted(rows, 'row')}; ${count(missingScores ?? 0)} without a score. One pass took ${seconds.toFixed(1)} s; a draw from files takes one of Parquet, else two.`,
    repeatedIds === 0
      ? 'No id stands twice among 1/256 of them.'
      : `${count(repeatedIds ?? 0)} ids stand twice among 1/256 of the rows: a draw would be refused.`,
  ].join('\n');
}

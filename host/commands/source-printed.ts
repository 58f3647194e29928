import { type Command, Option } from 'commander';
import { ErrorLevel, Seed } from '../../shared/contract/base.ts';
import type { PrintedQueries, Study } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { answer } from '../terminal/answer.ts';
import {
  type CommonOptions,
  type ProjectOptions,
  takeProject,
  withCommonOptions,
  withProject,
} from '../terminal/common-options.ts';
import { withFormer } from '../terminal/former-options.ts';
import { scaleDeclaration } from '../terminal/parse-scale.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import { type SourceOptions, sourceFrom, withColumns } from '../terminal/source-options.ts';
import { counted } from '../terminal/words.ts';

const dialects = ['bigquery', 'databricks', 'snowflake', 'spark', 'trino', 'clickhouse', 'postgres'] as const;
const presets = ['calibrated-hardness', 'uniform'] as const;

interface PrintedOptions extends SourceOptions {
  dialect: (typeof dialects)[number];
  table: string;
  seed: number;
  preset: (typeof presets)[number];
  histogram?: string;
}

const withPrinted = (command: Command): Command =>
  withColumns(command)
    .addOption(new Option('--dialect <name>', 'whose SQL').choices(dialects).makeOptionMandatory())
    .requiredOption('--table <name>', 'the table, its parts separated by dots, as the engine spells them')
    .addOption(fieldOption('seed', Seed).makeOptionMandatory())
    .addOption(new Option('--preset <preset>', 'how items are drawn').choices(presets).default(presets[0]))
    .option('--ahead <number>', 'rows of the draw order that are taken (5000 by default)', positiveNumber);

function printedFrom(options: PrintedOptions) {
  const { dialect, table, seed, preset, ahead } = options;
  const { paths: _paths, passwordEnv: _variable, ...columns } = sourceFrom([dialect], options);
  const source = { ...columns, table };
  return { dialect, source, seed, preset, ...(ahead !== undefined && { ahead }) };
}

/** For engines that Assay cannot ask itself: the queries, and what they gave. */
export function addPrinted(source: Command): void {
  withPrinted(withCommonOptions(source.command('sql')))
    .description('print the queries of a draw, to run yourself; first that of the histogram')
    .option('--histogram <file>', 'what the first query gave: then the second is printed')
    .action((options: CommonOptions & PrintedOptions) => {
      const { histogram } = options;
      const asked = () => ({ ...printedFrom(options), ...(histogram !== undefined && { histogram }) });
      return answer(options, ({ client }) => client.source.sql(asked()), sqlText);
    });
  const take = withPrinted(withProject(source.command('take')))
    .description('make a study from the results of the printed queries: CSV, Parquet or JSON lines')
    .argument('[project]', 'the project file')
    .requiredOption('--histogram <file>', 'what the first query gave');
  const rows = new Option('--rows-file <file>', 'what the second query gave, all of it');
  withFormer(take, rows.makeOptionMandatory(), '--rows')
    .requiredOption('--measure <measure>', 'criterion:NAME=1..5')
    .option('--size <number>', 'how many items to draw (30 by default)', positiveNumber)
    .addOption(fieldOption('alpha', ErrorLevel, { hasDefault: true }))
    .option('--name <name>', 'name of the study')
    .action((file: string | undefined, options: TakeOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      const study = async ({ client }: Parameters<Parameters<typeof answer>[1]>[0]) => {
        await client.project.open({ path: project });
        const { histogram, rowsFile, size = 30, alpha, name } = options;
        return client.source.take({
          ...printedFrom(options),
          ...{ criterion: criterionFrom(options.measure), histogram, rows: rowsFile, size, alpha },
          ...(name !== undefined && { name }),
        });
      };
      return answer(options, study, takenText);
    });
}

interface TakeOptions extends PrintedOptions, ProjectOptions {
  histogram: string;
  rowsFile: string;
  measure: string;
  size?: number;
  alpha: number;
  name?: string;
}

/** @throws AppError INVALID_INPUT */
function criterionFrom(measure: string) {
  const [found] = measure.startsWith('criterion:') && measure.includes('=') ? scaleDeclaration(measure) : [];
  if (found) return { name: found.name, scale: found.scale };
  throw new AppError('INVALID_INPUT', 'A study of a source measures a criterion with its scale.', {
    field: 'measure',
    remedy: 'Write --measure criterion:NAME=1..5.',
  });
}

const sqlText = ({ histogram, rows, items }: PrintedQueries): string =>
  rows === null
    ? `${histogram};\n-- Save what this gives, and print the second query: --histogram FILE`
    : `${rows};\n-- Of ${counted(items ?? 0, 'row')}. Save all that this gives: assay source take --histogram FILE --rows-file FILE`;

const takenText = ({ name, drawCount, populationSize, source }: Study): string =>
  `Made study "${name}": drew ${counted(drawCount, 'item')} of ${populationSize}; ${counted(source?.taken ?? 0, 'row')} are in the project.`;

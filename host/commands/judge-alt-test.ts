import { type Command, Option } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { AltTestReport } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { onRight, table } from '../terminal/table.ts';
import { figure } from '../terminal/words.ts';
import { type JudgeOptions, pickJudge } from './judge-report.ts';

interface AltTestOptions extends JudgeOptions {
  raters?: 'experts' | 'trained' | 'crowd';
  epsilon?: string;
  score?: 'accuracy' | 'rmse';
}

/** What a pipeline sees, as of `assay gate`: 3 where the judge does not pass, 4 where something is missing. */
const exitCodeOf = ({ passes }: AltTestReport): number => (passes === null ? 4 : passes ? 0 : 3);

export function addJudgeAltTest(judge: Command): void {
  const say = async (client: Client, options: AltTestOptions): Promise<AltTestReport> => {
    const { raters, epsilon, score } = options;
    const asked = await pickJudge(client, options);
    const report = await client.judge.altTest({
      ...asked,
      ...(raters !== undefined && { raters }),
      ...(epsilon !== undefined && { epsilon: parseEpsilon(epsilon) }),
      ...(score !== undefined && { score }),
    });
    process.exitCode = exitCodeOf(report);
    return report;
  };
  onOpenProject(judge.command('alt-test'), say, altTestText)
    .description(
      'test whether a judge may replace the people who rated (alternative annotator test): exit code 0 it may, 3 it may not, 4 too few ratings',
    )
    .option('--dataset <name>', 'the data set (not needed when there is one)')
    .option('--judge <name>', "the judge's scores, as NAME or NAME/CRITERION (not needed when there is one)")
    .option('--system <name>', 'the judged system (not needed when there is one)')
    .option('--criterion <name>', "the human criterion (the judge's own by default)")
    .option('--study <name>', 'the study whose labels count')
    .addOption(
      new Option('--raters <who>', 'who rated; the judge may be behind them by .2, .15 or .1').choices([
        'experts',
        'trained',
        'crowd',
      ]),
    )
    .option('--epsilon <number>', 'what the judge may be behind, in place of --raters')
    .addOption(
      new Option('--score <how>', 'compare values as equal or not, or by distance').choices([
        'accuracy',
        'rmse',
      ]),
    );
}

function parseEpsilon(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value < 1) return value;
  throw new AppError('INVALID_INPUT', `--epsilon takes a number of at least 0 and below 1, not "${text}".`, {
    field: '--epsilon',
    remedy: 'Or say who rated: --raters experts, trained or crowd.',
  });
}

function altTestText(report: AltTestReport): string {
  const { judge, humanCriterion, system, basis, annotators, leftOut, advantage, winningRate } = report;
  const heading = `${judge} of ${system}, in place of people on ${humanCriterion}`;
  if (winningRate === null) return [heading, basis, '', report.summary].join('\n');
  const { value, lower, upper } = advantage;
  const ends = lower === null || upper === null ? '' : ` (${figure(lower)} to ${figure(upper)})`;
  return [
    heading,
    basis,
    '',
    table(
      [
        { title: 'Left out' },
        onRight('Items'),
        onRight('Judge is as good'),
        onRight('Person is as good'),
        onRight('p'),
        { title: 'Judge wins' },
      ],
      annotators.map(({ name, items, judge: as, person, probability, isBeaten }) => [
        ...[name, String(items), figure(as), figure(person), probability.toPrecision(2)],
        isBeaten ? 'yes' : 'no',
      ]),
    ),
    '',
    `Winning rate ${figure(winningRate)}; the judge passes from 0.5 on.`,
    `Advantage probability ${figure(value!)}${ends}. ${report.interval}`,
    ...leftOut.map(({ name, items }) => `${name} rated ${items} such items, too few to be compared.`),
    '',
    report.summary,
  ].join('\n');
}

import type { Command } from 'commander';
import type { CoverageResult } from '../../core/report/selfcheck/run-selfcheck.ts';
import { AppError } from '../../shared/errors.ts';
import { guarded, print } from '../terminal/answer.ts';
import { abortOnInterrupt } from '../terminal/interrupt.ts';
import { positiveNumber, seedNumber } from '../terminal/parse-value.ts';
import { nearest, quoted } from '../terminal/pick.ts';
import { progressOf } from '../terminal/progress.ts';
import { count, counted } from '../terminal/words.ts';

interface SelfcheckOptions {
  json?: boolean;
  runs: number;
  seed: number;
  only?: string;
}

export function addSelfcheck(program: Command): void {
  program
    .command('selfcheck')
    .option('--json', 'print one JSON document instead of text')
    .option('--runs <number>', 'simulated studies per check', positiveNumber, 500)
    .option('--seed <number>', 'seed of the simulation', seedNumber, 1)
    .option('--only <letters>', 'only checks in whose name these letters are, such as "gate"')
    .action((options: SelfcheckOptions) => guarded(options, () => selfcheck(options)));
}

async function selfcheck({ json = false, runs, seed, only }: SelfcheckOptions): Promise<void> {
  const { nameOfCheck, runSelfcheck, shippedChecks } = await import(
    '../../core/report/selfcheck/run-selfcheck.ts'
  );
  const checks = shippedChecks();
  const names = [...new Set(checks.map(nameOfCheck))];
  if (only !== undefined && !names.some((name) => name.includes(only))) {
    throw new AppError('INVALID_INPUT', `No check has "${only}" in its name.`, {
      field: '--only',
      remedy: `There is: ${quoted(nearest(only, names))}`,
    });
  }
  const { signal, stop } = abortOnInterrupt();
  const progress = progressOf(process.stderr);
  const results: CoverageResult[] = [];
  try {
    const onProgress = (done: number, total: number) =>
      progress.show(`Simulated ${Math.floor((100 * done) / total)} % of ${count(total)} studies`);
    for await (const result of runSelfcheck(checks, {
      runs,
      seed,
      signal,
      onProgress,
      only,
    })) {
      results.push(result);
      progress.hide();
      if (!json) print({ json }, result, lineOf);
    }
  } finally {
    progress.hide();
    stop();
  }
  const lying = results.filter(({ lies }) => lies).length;
  if (json) print({ json }, { runs, seed, lying, checks: results }, String);
  else process.stdout.write(`${summary(results.length, lying)}\n`);
  if (lying > 0) process.exitCode = 1;
}

function lineOf({
  lies,
  interval,
  population,
  populationSize,
  labels,
  alpha,
  labelsOnAverage,
  notShown,
  ...figures
}: CoverageResult): string {
  const { misses, runs, mostMisses } = figures;
  const used = labelsOnAverage
    ? `; ${count(Math.round(labelsOnAverage.dealt))} labels in all, ${count(Math.round(labelsOnAverage.fixed))} by the fixed plan`
    : '';
  const hidden = notShown ? `; not shown in ${count(notShown)} more` : '';
  const drawnFrom = populationSize === 0 ? counted(labels, 'label') : `${labels} of ${populationSize}`;
  const where = `${population} (${drawnFrom}), alpha ${Number(alpha.toPrecision(3))}`;
  const verdict = lies ? 'FAIL' : 'pass';
  return `${verdict}  ${String(misses).padStart(3)}/${runs} misses, at most ${mostMisses}  ${interval}: ${where}${used}${hidden}`;
}

function summary(checks: number, lying: number): string {
  return lying === 0
    ? `All ${counted(checks, 'check')} passed.`
    : `${counted(lying, 'check')} of ${count(checks)} failed: an interval misses more often than it says.`;
}

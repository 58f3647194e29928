import type { Command } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import type { GoalForecast, PlanCosts, PlanCostsAsked, StudySignal } from '../../shared/contract/index.ts';
import { costLines } from '../../shared/cost-words.ts';
import { AppError } from '../../shared/errors.ts';
import { meanScale } from '../../shared/mean-scale.ts';
import { formatHalfWidth } from '../../shared/number-text.ts';
import { signalGroups, signalsWords } from '../../shared/signal-words.ts';
import { answer } from '../terminal/answer.ts';
import { takeProject, withProject } from '../terminal/common-options.ts';
import { type GoalOptions, goalFrom, withGoal } from '../terminal/goal-options.ts';
import { forecastText } from '../terminal/goal-output.ts';
import { numberAboveZero, openUnit, positiveNumber } from '../terminal/parse-value.ts';
import { askedQuestion, type QuestionOptions, withQuestion } from '../terminal/study-question.ts';
import { table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

interface PlanOptions extends QuestionOptions, GoalOptions {
  size: number;
  signals?: boolean;
  labelPrice?: number;
  callPrice?: number;
  judgeCorrelation: number;
}

/** A forecast, and the signals that the study would have where they were asked for. */
type Planned = GoalForecast & { signals?: readonly StudySignal[]; costs?: PlanCosts };

export function addPlan(program: Command): void {
  withGoal(withQuestion(withProject(program.command('plan'))))
    .argument('[project]', 'the project file')
    .option(
      '--size <number>',
      'how many items would be drawn; the interval is narrowest there',
      positiveNumber,
      30,
    )
    .option('--label-price <number>', 'what one label costs; with --call-price and --target', numberAboveZero)
    .option('--call-price <number>', 'what one judge call costs, in the same currency', numberAboveZero)
    .option(
      '--judge-correlation <number>',
      'how far the judge follows people, between 0 and 1',
      openUnit,
      0.5,
    )
    .option('--signals', 'also list what sharpens the estimate beside the machine score')
    .action((file: string | undefined, options: PlanOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, (engine) => plan(engine, project, options), planText);
    });
}

async function plan({ client }: Engine, project: string, options: PlanOptions): Promise<Planned> {
  await client.project.open({ path: project });
  const { question } = await askedQuestion(client, options);
  const preview = await client.study.preview(question);
  const { populationSize, plan: known } = preview;
  const forecast = await client.plan.forecast({
    goal: goalFrom(options) ?? { targetHalfWidth: null, threshold: null, budget: null },
    scale: meanScale(preview),
    populationSize,
    standardDeviation: known.standardDeviation,
    surrogateMean: known.surrogateMean,
    isRating: known.isRating,
    size: options.size,
  });
  const costs = await costsOf(client, options, {
    ...{ populationSize, scale: meanScale(preview) },
    ...{ surrogateMean: known.surrogateMean, isRating: known.isRating ?? false },
  });
  return {
    ...forecast,
    ...(options.signals && { signals: preview.signals }),
    ...(costs && { costs }),
  };
}

type PoolFacts = Pick<PlanCostsAsked, 'scale' | 'populationSize' | 'surrogateMean' | 'isRating'>;

/** The cheapest labels and judge calls, where prices are given. @throws AppError INVALID_INPUT where one of three is missing */
async function costsOf(
  client: Client,
  options: PlanOptions,
  pool: PoolFacts,
): Promise<PlanCosts | undefined> {
  const { target, labelPrice, callPrice, judgeCorrelation: correlation } = options;
  if (labelPrice === undefined && callPrice === undefined) return undefined;
  if (labelPrice === undefined || callPrice === undefined || target === undefined) {
    throw new AppError('INVALID_INPUT', 'The cheapest plan needs two prices and a half-width.', {
      field: 'labelPrice',
      remedy: 'For example: --target 0.05 --label-price 2 --call-price 0.01',
    });
  }
  const { scale, populationSize, surrogateMean, isRating } = pool;
  return client.plan.costs({
    ...{ scale, populationSize, surrogateMean, isRating, labelPrice, callPrice, correlation },
    targetHalfWidth: target,
  });
}

const costText = (costs: PlanCosts, scale: GoalForecast['scale']): string[] =>
  costLines(costs, { count, width: (halfWidth) => formatHalfWidth(halfWidth, scale) });

const planText = (planned: Planned): string =>
  [
    forecastText(planned),
    ...(planned.costs ? ['', ...costText(planned.costs, planned.scale)] : []),
    ...(planned.signals ? ['', ...signalLines(planned.signals)] : []),
  ].join('\n');

function signalLines(signals: readonly StudySignal[]): string[] {
  const rows = signalGroups(signals).flatMap(([of, list]) => list.map(({ id, name }) => [of, name, id]));
  const columns = [{ title: 'From' }, { title: 'Signal' }, { title: 'Id, for --without-signal' }];
  return [signalsWords(signals), ...(rows.length > 0 ? [table(columns, rows)] : [])];
}

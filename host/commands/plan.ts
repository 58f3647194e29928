import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { GoalForecast, StudySignal } from '../../shared/contract/index.ts';
import { meanScale } from '../../shared/mean-scale.ts';
import { signalGroups, signalsWords } from '../../shared/signal-words.ts';
import { answer } from '../terminal/answer.ts';
import { takeProject, withProject } from '../terminal/common-options.ts';
import { type GoalOptions, goalFrom, withGoal } from '../terminal/goal-options.ts';
import { forecastText } from '../terminal/goal-output.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { askedQuestion, type QuestionOptions, withQuestion } from '../terminal/study-question.ts';
import { table } from '../terminal/table.ts';

interface PlanOptions extends QuestionOptions, GoalOptions {
  size: number;
  signals?: boolean;
}

/** A forecast, and the signals that the study would have where they were asked for. */
type Planned = GoalForecast & { signals?: readonly StudySignal[] };

export function addPlan(program: Command): void {
  withGoal(withQuestion(withProject(program.command('plan'))))
    .description('tell how many labels a goal would take, before a study is made; stores nothing')
    .argument('[project]', 'the project file')
    .option(
      '--size <number>',
      'how many items would be drawn; the interval is narrowest there',
      positiveNumber,
      30,
    )
    .option('--signals', 'also list what sharpens the estimate beside the surrogate')
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
  return options.signals ? { ...forecast, signals: preview.signals } : forecast;
}

const planText = (planned: Planned): string =>
  [forecastText(planned), ...(planned.signals ? ['', ...signalLines(planned.signals)] : [])].join('\n');

function signalLines(signals: readonly StudySignal[]): string[] {
  const rows = signalGroups(signals).flatMap(([of, list]) => list.map(({ id, name }) => [of, name, id]));
  const columns = [{ title: 'From' }, { title: 'Signal' }, { title: 'Id, for --without-signal' }];
  return [signalsWords(signals), ...(rows.length > 0 ? [table(columns, rows)] : [])];
}

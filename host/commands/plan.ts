import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { GoalForecast } from '../../shared/contract/index.ts';
import { meanScale } from '../../shared/mean-scale.ts';
import { answer } from '../terminal/answer.ts';
import { takeProject, withProject } from '../terminal/common-options.ts';
import { type GoalOptions, goalFrom, withGoal } from '../terminal/goal-options.ts';
import { forecastText } from '../terminal/goal-output.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { askedQuestion, type QuestionOptions, withQuestion } from '../terminal/study-question.ts';

interface PlanOptions extends QuestionOptions, GoalOptions {
  size: number;
}

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
    .action((file: string | undefined, options: PlanOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, (engine) => plan(engine, project, options), forecastText);
    });
}

async function plan({ client }: Engine, project: string, options: PlanOptions): Promise<GoalForecast> {
  await client.project.open({ path: project });
  const { question } = await askedQuestion(client, options);
  const preview = await client.study.preview(question);
  const { populationSize, plan: known } = preview;
  return client.plan.forecast({
    goal: goalFrom(options) ?? { targetHalfWidth: null, threshold: null, budget: null },
    scale: meanScale(preview),
    populationSize,
    standardDeviation: known.standardDeviation,
    size: options.size,
  });
}

import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { GoalForecast } from '../../shared/contract/index.ts';
import { type GoalOptions, goalFrom, withGoal } from '../terminal/goal-options.ts';
import { forecastText } from '../terminal/goal-output.ts';
import { onStudy, type StudyOptions } from '../terminal/on-project.ts';

interface StudyGoalOptions extends StudyOptions, GoalOptions {
  none?: boolean;
}

const noGoal = { targetHalfWidth: null, threshold: null, budget: null };

export function addStudyGoal(study: Command): void {
  const work = async ({ client }: Engine, studyId: number, options: StudyGoalOptions) => {
    const goal = options.none ? noGoal : goalFrom(options);
    if (goal) await client.study.edit({ studyId, goal });
    return client.plan.advice({ studyId });
  };
  onStudy<GoalForecast, StudyGoalOptions>(withGoal(study.command('goal')), work, forecastText)
    .description('tell what a study is labeled for, what that takes and whether to stop; or change it')
    .option('--none', 'take the goal away');
}

import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { GoalForecast } from '../../shared/contract/index.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { findStudy } from '../terminal/find-study.ts';
import { type GoalOptions, goalFrom, withGoal } from '../terminal/goal-options.ts';
import { forecastText } from '../terminal/goal-output.ts';

interface StudyGoalOptions extends ProjectOptions, GoalOptions {
  study?: string;
  none?: boolean;
}

const noGoal = { targetHalfWidth: null, threshold: null, budget: null };

export function addStudyGoal(study: Command): void {
  withGoal(withProject(study.command('goal')))
    .description('tell what a study is labeled for, what that takes and whether to stop; or change it')
    .argument('[project]', 'the project file')
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .option('--none', 'take the goal away')
    .action((file: string | undefined, options: StudyGoalOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, (engine) => studyGoal(engine, project, options), forecastText);
    });
}

async function studyGoal(engine: Engine, project: string, options: StudyGoalOptions): Promise<GoalForecast> {
  const { id: studyId } = await findStudy(engine, project, options.study);
  const goal = options.none ? noGoal : goalFrom(options);
  if (goal) await engine.client.study.edit({ studyId, goal });
  return engine.client.plan.advice({ studyId });
}

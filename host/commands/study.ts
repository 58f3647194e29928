import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { GoalForecast, Study } from '../../shared/contract/index.ts';
import { countWords } from '../../shared/count-words.ts';
import { type GoalOptions, goalFrom, withGoal } from '../terminal/goal-options.ts';
import { forecastText } from '../terminal/goal-output.ts';
import { onOpenProject, onStudy, type StudyOptions } from '../terminal/on-project.ts';
import { onRight, table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';
import { addStudyCreate } from './study-create.ts';
import { addStudyPairs } from './study-pairs.ts';

export function addStudy(program: Command): void {
  const study = program.command('study').description('make and list studies');
  addStudyCreate(study);
  addStudyPairs(study);
  addStudyGoal(study);
  addStudyList(study);
}

interface StudyGoalOptions extends StudyOptions, GoalOptions {
  none?: boolean;
}

const noGoal = { targetHalfWidth: null, threshold: null, budget: null };

function addStudyGoal(study: Command): void {
  const work = async ({ client }: Engine, studyId: number, options: StudyGoalOptions) => {
    const goal = options.none ? noGoal : goalFrom(options);
    if (goal) await client.study.edit({ studyId, goal });
    return client.plan.advice({ studyId });
  };
  onStudy<GoalForecast, StudyGoalOptions>(withGoal(study.command('goal')), work, forecastText)
    .description('tell what a study is labeled for, what that takes and whether to stop; or change it')
    .option('--none', 'take the goal away');
}

function addStudyList(study: Command): void {
  onOpenProject(study.command('list'), (client) => client.study.list({}), studiesText).description(
    'list the studies of a project',
  );
}

function studiesText(studies: readonly Study[]): string {
  if (studies.length === 0) return 'There is no study in this project yet. Make one with: assay study create';
  return table(
    [
      onRight('Id'),
      { title: 'Study' },
      { title: 'System' },
      { title: 'Measure' },
      onRight('Items'),
      onRight('Drawn'),
      { title: 'Labels' },
    ],
    studies.map((s) => [
      String(s.id),
      s.name,
      s.comparison ? `${s.system} against ${s.comparison.against}` : s.system,
      s.measureName,
      ...[s.populationSize, s.drawCount].map(count),
      countWords(s.counts, count),
    ]),
  );
}

import type { Command } from 'commander';
import { addStudyCreate } from './study-create.ts';
import { addStudyGoal } from './study-goal.ts';
import { addStudyList } from './study-list.ts';
import { addStudyPairs } from './study-pairs.ts';

export function addStudy(program: Command): void {
  const study = program.command('study').description('make and list studies');
  addStudyCreate(study);
  addStudyPairs(study);
  addStudyGoal(study);
  addStudyList(study);
}

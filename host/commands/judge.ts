import type { Command } from 'commander';
import { addJudgeList } from './judge-list.ts';
import { addJudgeReport } from './judge-report.ts';
import { addJudgeRun } from './judge-run.ts';

export function addJudge(program: Command): void {
  const judge = program
    .command('judge')
    .description('have language models score replies, and compare them with people');
  addJudgeRun(judge);
  addJudgeList(judge);
  addJudgeReport(judge);
}

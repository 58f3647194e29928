import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { Judge, Prompt, Run } from '../../shared/contract/index.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { onRight, table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';
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

interface Known {
  judges: Judge[];
  prompts: Prompt[];
  runs: Run[];
}

function addJudgeList(judge: Command): void {
  const list = async (client: Client): Promise<Known> => {
    const [judges, prompts, runs] = await Promise.all([
      client.judge.list({}),
      client.prompt.list({}),
      client.run.list({}),
    ]);
    return { judges, prompts, runs };
  };
  onOpenProject(judge.command('list'), list, judgesText).description('list judges, prompts and runs');
}

function judgesText({ judges, prompts, runs }: Known): string {
  return [
    table(
      [onRight('Id'), { title: 'Judge' }, { title: 'Model' }, { title: 'Prompt' }],
      judges.map(({ id, signalName, model, prompt, promptVersion }) => [
        String(id),
        signalName,
        model,
        `${prompt} v${promptVersion}`,
      ]),
    ),
    table(
      [onRight('Id'), { title: 'Prompt' }, { title: 'Scores' }],
      prompts.map(({ id, name, version, criteria }) => [
        String(id),
        `${name} v${version}`,
        criteria.map((one) => `${one.name} ${one.scale.min} to ${one.scale.max}`).join(', '),
      ]),
    ),
    table(
      [onRight('Run'), { title: 'What' }, { title: 'State' }, onRight('Calls')],
      runs.map(({ id, title, state, calls, callsDone }) => [
        String(id),
        title,
        state,
        `${count(callsDone)} of ${count(calls)}`,
      ]),
    ),
  ].join('\n\n');
}

import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { Judge, Prompt, Run } from '../../shared/contract/index.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { pick } from '../terminal/pick.ts';
import { onRight, table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';
import { addJudgeAltTest } from './judge-alt-test.ts';
import { addJudgeImprove } from './judge-improve.ts';
import { addJudgeReport } from './judge-report.ts';
import { addJudgeRun } from './judge-run.ts';
import { addJudgeWatch } from './judge-watch.ts';

export function addJudge(program: Command): void {
  const judge = program.command('judge');
  addJudgeRun(judge);
  addJudgeList(judge);
  addJudgeReport(judge);
  addJudgeWatch(judge);
  addJudgeAltTest(judge);
  addJudgeSame(judge);
  addJudgeImprove(judge);
}

interface SameOptions extends ProjectOptions {
  dataset?: string;
  judged?: string;
  people?: string;
}

function addJudgeSame(judge: Command): void {
  const say = async (client: Client, options: SameOptions) => {
    const { id } = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
    const { signals } = await client.dataset.get({ datasetId: id });
    const scored = signals.flatMap(({ kind, criterion }) =>
      kind === 'judge' && criterion !== null ? [criterion] : [],
    );
    const judged = pick(
      [...new Set(scored)].map((name) => ({ name })),
      options.judged,
      'criterion of a judge',
      '--judged',
    ).name;
    const { criteria } = await client.study.options({ datasetId: id });
    const criterion =
      options.people === judged ? judged : pick(criteria, options.people, 'criterion', '--people').name;
    await client.study.sameCriterion({ datasetId: id, judged, criterion });
    return { datasetId: id, judged, criterion };
  };
  onOpenProject(judge.command('same'), say, ({ judged, criterion }) =>
    judged === criterion
      ? `Judges' "${judged}" is a criterion of its own again.`
      : `Judges' "${judged}" counts as people's "${criterion}": in alignment, machine scores and reports.`,
  )
    .description("match a judge's criterion to one of people's, where the names differ")
    .option('--dataset <name>', 'the data set (not needed when there is one)')
    .option('--judged <name>', "the judge's criterion (not needed when there is one)")
    .option('--people <name>', "people's criterion; the judge's own name takes it back");
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

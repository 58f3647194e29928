import type { Command } from 'commander';
import type { Judge, Prompt, Run } from '../../shared/contract/index.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

interface Known {
  judges: Judge[];
  prompts: Prompt[];
  runs: Run[];
}

export function addJudgeList(judge: Command): void {
  withProject(judge.command('list'))
    .description('list judges, prompts and runs')
    .argument('[project]', 'the project file')
    .action((file: string | undefined, options: ProjectOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(
        options,
        async ({ client }): Promise<Known> => {
          await client.project.open({ path: project });
          const [judges, prompts, runs] = await Promise.all([
            client.judge.list({}),
            client.prompt.list({}),
            client.run.list({}),
          ]);
          return { judges, prompts, runs };
        },
        listText,
      );
    });
}

const right = 'right' as const;

function listText({ judges, prompts, runs }: Known): string {
  return [
    table(
      [{ title: 'Id', align: right }, { title: 'Judge' }, { title: 'Model' }, { title: 'Prompt' }],
      judges.map(({ id, signalName, model, prompt, promptVersion }) => [
        String(id),
        signalName,
        model,
        `${prompt} v${promptVersion}`,
      ]),
    ),
    table(
      [{ title: 'Id', align: right }, { title: 'Prompt' }, { title: 'Scores' }],
      prompts.map(({ id, name, version, criteria }) => [
        String(id),
        `${name} v${version}`,
        criteria.map((one) => `${one.name} ${one.scale.min} to ${one.scale.max}`).join(', '),
      ]),
    ),
    table(
      [
        { title: 'Run', align: right },
        { title: 'What' },
        { title: 'State' },
        { title: 'Calls', align: right },
      ],
      runs.map(({ id, title, state, calls, callsDone }) => [
        String(id),
        title,
        state,
        `${count(callsDone)} of ${count(calls)}`,
      ]),
    ),
  ].join('\n\n');
}

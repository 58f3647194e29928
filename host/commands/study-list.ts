import type { Command } from 'commander';
import type { Study } from '../../shared/contract/index.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

export function addStudyList(study: Command): void {
  withProject(study.command('list'))
    .description('list the studies of a project')
    .argument('[project]', 'the project file')
    .action((file: string | undefined, options: ProjectOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(
        options,
        async ({ client }) => {
          await client.project.open({ path: project });
          return client.study.list({});
        },
        listText,
      );
    });
}

function listText(studies: readonly Study[]): string {
  if (studies.length === 0) return 'There is no study in this project yet. Make one with: assay study create';
  const right = 'right' as const;
  return table(
    [
      { title: 'Id', align: right },
      { title: 'Study' },
      { title: 'System' },
      { title: 'Measure' },
      { title: 'Items', align: right },
      { title: 'Drawn', align: right },
      { title: 'Labeled', align: right },
    ],
    studies.map((s) => [
      String(s.id),
      s.name,
      s.comparison ? `${s.system} against ${s.comparison.against}` : s.system,
      s.measureName,
      ...[s.populationSize, s.drawCount, s.labeled].map(count),
    ]),
  );
}

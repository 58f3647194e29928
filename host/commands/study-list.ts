import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { Study } from '../../shared/contract/index.ts';
import { countWords } from '../../shared/count-words.ts';
import { onProject } from '../terminal/on-project.ts';
import { table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

export function addStudyList(study: Command): void {
  const list = async ({ client }: Engine, project: string) => {
    await client.project.open({ path: project });
    return client.study.list({});
  };
  onProject(study.command('list'), list, listText).description('list the studies of a project');
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

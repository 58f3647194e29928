import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { Dataset, DatasetDetail } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { pick } from '../terminal/pick.ts';
import { onRight, table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

export function addData(program: Command): void {
  const data = program.command('data');
  addDataList(data);
  addRenameSystem(data);
  addConfirm(data);
}

function addDataList(data: Command): void {
  onOpenProject(data.command('list'), (client) => client.dataset.list({}), listText).description(
    'list the data sets of a project with their systems',
  );
}

const listText = (datasets: readonly Dataset[]): string =>
  datasets.length === 0
    ? 'There is no data set in this project yet. Bring one in with: assay import FILE'
    : table(
        [onRight('Id'), { title: 'Data set' }, onRight('Items'), { title: 'Systems' }],
        datasets.map(({ id, name, itemCount, systems }) => [
          String(id),
          name,
          count(itemCount),
          systems.map((system) => system.name).join(', '),
        ]),
      );

interface ConfirmOptions extends ProjectOptions {
  dataset?: string;
  by: string;
}

function addConfirm(data: Command): void {
  const work = async (client: Client, { dataset, by }: ConfirmOptions) => {
    if (!process.stdin.isTTY) {
      throw new AppError('INVALID_INPUT', 'A person must confirm scores, at a terminal.', {
        remedy: 'Run it in a terminal, or press the button on the page of the data set.',
      });
    }
    const { id: datasetId } = pick(await client.dataset.list({}), dataset, 'data set', '--dataset');
    return client.dataset.confirmScores({ datasetId, by, way: 'terminal' });
  };
  onOpenProject<DatasetDetail, ConfirmOptions>(
    data.command('confirm'),
    work,
    ({ name }) =>
      `The human scores of "${name}" now count as people's. The audit trail says who confirmed it.`,
  )
    .description('say that people gave the human scores that an agent imported; from then on they count')
    .requiredOption('--by <name>', 'who says so')
    .option('--dataset <name>', 'the data set (not needed when there is one)');
}

interface RenameOptions extends ProjectOptions {
  dataset?: string;
  system?: string;
  to: string;
}

function addRenameSystem(data: Command): void {
  const work = async (client: Client, { dataset, system, to }: RenameOptions) => {
    const { id: datasetId, systems } = pick(
      await client.dataset.list({}),
      dataset,
      ...(['data set', '--dataset'] as const),
    );
    const { name } = pick(systems, system, 'system', '--system');
    return client.dataset.renameSystem({ datasetId, system: name, name: to });
  };
  onOpenProject<DatasetDetail, RenameOptions>(data.command('rename-system'), work, renamedText)
    .description('give a system another name; its labels, scores and studies stay with it')
    .requiredOption('--to <name>', 'the new name')
    .option('--system <name>', 'the current name (not needed when there is one)')
    .option('--dataset <name>', 'the data set (not needed when there is one)');
}

const renamedText = ({ name, systems }: DatasetDetail): string =>
  `The systems of "${name}" are now: ${systems.map((system) => system.name).join(', ')}. Studies and reports made from now on say so.`;

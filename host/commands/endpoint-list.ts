import type { Command } from 'commander';
import type { Endpoint } from '../../shared/contract/index.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { table } from '../terminal/table.ts';

export function addEndpointList(endpoint: Command): void {
  withProject(endpoint.command('list'))
    .description('list the endpoints of a project')
    .argument('[project]', 'the project file')
    .action((file: string | undefined, options: ProjectOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(
        options,
        async ({ client }) => {
          await client.project.open({ path: project });
          return client.endpoint.list({});
        },
        listText,
      );
    });
}

function listText(endpoints: readonly Endpoint[]): string {
  if (endpoints.length === 0) return 'There is no endpoint yet. Add one with: assay endpoint add';
  return table(
    [
      { title: 'Id', align: 'right' },
      { title: 'Endpoint' },
      { title: 'Address' },
      { title: 'Model' },
      { title: 'Key' },
    ],
    endpoints.map(({ id, name, baseUrl, model, keySource, keyVariable, hasKey }) => [
      String(id),
      name,
      baseUrl,
      model,
      keySource === 'none' ? 'none needed' : `${keyVariable ?? keySource}${hasKey ? '' : ' (not at hand)'}`,
    ]),
  );
}

import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { Endpoint } from '../../shared/contract/index.ts';
import { onProject } from '../terminal/on-project.ts';
import { table } from '../terminal/table.ts';

export function addEndpointList(endpoint: Command): void {
  const list = async ({ client }: Engine, project: string) => {
    await client.project.open({ path: project });
    return client.endpoint.list({});
  };
  onProject(endpoint.command('list'), list, listText).description('list the endpoints of a project');
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

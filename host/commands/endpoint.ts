import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { ConnectionTest, Endpoint } from '../../shared/contract/index.ts';
import { guarded, print, withEngine } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { takeEndpoint } from '../terminal/endpoint-options.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { pick } from '../terminal/pick.ts';
import { onRight, table } from '../terminal/table.ts';
import { addEndpointAdd } from './endpoint-add.ts';

export function addEndpoint(program: Command): void {
  const endpoint = program.command('endpoint');
  addEndpointAdd(endpoint);
  addEndpointList(endpoint);
  addEndpointTest(endpoint);
  addEndpointRemove(endpoint);
}

function addEndpointList(endpoint: Command): void {
  onOpenProject(endpoint.command('list'), (client) => client.endpoint.list({}), endpointsText).description(
    'list the endpoints of a project',
  );
}

function endpointsText(endpoints: readonly Endpoint[]): string {
  if (endpoints.length === 0) return 'There is no endpoint yet. Add one with: assay endpoint add';
  return table(
    [onRight('Id'), { title: 'Endpoint' }, { title: 'Address' }, { title: 'Model' }, { title: 'Key' }],
    endpoints.map(({ id, name, baseUrl, model, keySource, keyVariable, hasKey }) => [
      String(id),
      name,
      baseUrl,
      model,
      keySource === 'none' ? 'none needed' : `${keyVariable ?? keySource}${hasKey ? '' : ' (not at hand)'}`,
    ]),
  );
}

interface TestOptions extends ProjectOptions {
  endpoint?: string;
  model?: string;
  keyEnv?: string;
}

function addEndpointTest(endpoint: Command): void {
  withProject(endpoint.command('test'))
    .description('ask a server for one word, and say what is wrong')
    .argument('[project]', 'the project file')
    .option('--endpoint <name>', 'the endpoint, by name or number (not needed when there is one)')
    .option('--model <model>', 'the model to ask')
    .option('--key-env <variable>', 'take the key from this environment variable, this time')
    .action((file: string | undefined, options: TestOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return guarded(options, async () => {
        const result = await withEngine(options, async ({ client }) => {
          await client.project.open({ path: project });
          const { id } = await takeEndpoint(client, options.endpoint, options.keyEnv);
          const { model } = options;
          return client.endpoint.test({ endpointId: id, ...(model !== undefined && { model }) });
        });
        print(options, result, testText);
        if (!result.ok) process.exitCode = 1;
      });
    });
}

function testText({ ok, message, remedy, models, slow, logProbabilities }: ConnectionTest): string {
  if (!ok) return `${message}\n${remedy}${models.length > 0 ? `\nIt has: ${models.join(', ')}` : ''}`;
  const notes = [
    message,
    ...(slow ? ['That is slow: a long run will take long.'] : []),
    ...(logProbabilities === false ? ['It gave no log-probabilities, though it was asked for them.'] : []),
  ];
  return notes.join('\n');
}

interface RemoveOptions extends ProjectOptions {
  endpoint?: string;
}

function addEndpointRemove(endpoint: Command): void {
  const remove = async (client: Client, { endpoint: asked }: RemoveOptions) => {
    const { id, name } = pick(await client.endpoint.list({}), asked, 'endpoint', '--endpoint');
    await client.endpoint.remove({ endpointId: id });
    return { removed: name };
  };
  onOpenProject(endpoint.command('remove'), remove, ({ removed }) => `Removed endpoint "${removed}".`)
    .description('remove an endpoint that no judge and no run uses')
    .option('--endpoint <name>', 'the endpoint, by name or number (not needed when there is one)');
}

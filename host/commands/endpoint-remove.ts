import type { Command } from 'commander';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { pick } from '../terminal/pick.ts';

interface RemoveOptions extends ProjectOptions {
  endpoint?: string;
}

export function addEndpointRemove(endpoint: Command): void {
  withProject(endpoint.command('remove'))
    .description('remove an endpoint that no judge and no run uses')
    .argument('[project]', 'the project file')
    .option('--endpoint <name>', 'the endpoint, by name or number (not needed when there is one)')
    .action((file: string | undefined, options: RemoveOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(
        options,
        async ({ client }) => {
          await client.project.open({ path: project });
          const { id, name } = pick(
            await client.endpoint.list({}),
            options.endpoint,
            'endpoint',
            '--endpoint',
          );
          await client.endpoint.remove({ endpointId: id });
          return { removed: name };
        },
        ({ removed }) => `Removed endpoint "${removed}".`,
      );
    });
}

import type { Command } from 'commander';
import type { ConnectionTest } from '../../shared/contract/index.ts';
import { dataDirOf } from '../data-dir.ts';
import { guarded, print, withEngine } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { takeEndpoint } from '../terminal/endpoint-options.ts';

interface TestOptions extends ProjectOptions {
  endpoint?: string;
  model?: string;
  keyEnv?: string;
}

export function addEndpointTest(endpoint: Command): void {
  withProject(endpoint.command('test'))
    .description('ask a server for one word, and say what is wrong')
    .argument('[project]', 'the project file')
    .option('--endpoint <name>', 'the endpoint, by name or number (not needed when there is one)')
    .option('--model <model>', 'the model to ask')
    .option('--key-env <variable>', 'take the key from this environment variable, this time')
    .action((file: string | undefined, options: TestOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return guarded(options, async () => {
        const result = await withEngine(dataDirOf(options.dataDir), async ({ client }) => {
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

function testText({ ok, message, mend, models, slow, logProbabilities }: ConnectionTest): string {
  if (!ok) return `${message}\n${mend}${models.length > 0 ? `\nIt has: ${models.join(', ')}` : ''}`;
  const notes = [
    message,
    ...(slow ? ['That is slow: a long run will take its time.'] : []),
    ...(logProbabilities === false ? ['It gave no log-probabilities, though it was asked for them.'] : []),
  ];
  return notes.join('\n');
}

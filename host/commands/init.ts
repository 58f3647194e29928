import type { Command } from 'commander';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';

interface InitOptions extends ProjectOptions {
  name?: string;
}

export function addInit(program: Command): void {
  withProject(program.command('init'))
    .argument('[file]', 'the project file to make')
    .option('--name <name>', 'its name on screens and reports (the file name by default)')
    .action((file: string | undefined, options: InitOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      const { name } = options;
      return answer(
        options,
        ({ client }) => client.project.create({ path: project, ...(name === undefined ? {} : { name }) }),
        (info) => `Made ${info.path}.`,
      );
    });
}

import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { answer } from '../terminal/answer.ts';
import { type CommonOptions, withCommonOptions } from '../terminal/common-options.ts';

/** A copy of a project that may be open elsewhere, and the way back. */
export function addBackup(program: Command): void {
  withCommonOptions(program.command('backup'))
    .argument('<project>', 'the project file')
    .argument('<to>', 'the file to write; a project that is there stays')
    .addHelpText('after', '\nTo restore, stop the app and put the copy where the project was.')
    .action((project: string, to: string, options: CommonOptions) =>
      answer(
        options,
        ({ client }: Engine) => client.project.backUp({ path: project, to }),
        ({ path }) => `The project was copied to ${path}, and the copy is sound.`,
      ),
    );
}

import type { Command } from 'commander';
import { acceptAlteredOption } from '../../core/platform/altered-projects.ts';

export interface CommonOptions {
  json?: boolean;
  dataDir?: string;
  acceptAltered?: boolean;
  /** Whether it changes nothing, so that a project that is open elsewhere is read as it is now. */
  readsSnapshots?: boolean;
  /** What was altered in the project of numbers that were given out all the same; set while the command works. */
  altered?: readonly string[];
}

export interface ProjectOptions extends CommonOptions {
  project?: string;
}

/** What every command takes. */
export function withCommonOptions(command: Command): Command {
  return command
    .option('--json', 'print one JSON document instead of text')
    .option('--data-dir <folder>', 'folder of preferences and the sample project');
}

/** For commands on a project: named by --project or as the first argument. */
export function withProject(command: Command): Command {
  return withCommonOptions(command)
    .option('--project <file>', 'the project file (or give it first)')
    .option(
      acceptAlteredOption,
      'give numbers of a project that another program changed; every result says so',
    );
}

/**
 * Tells the project from the other arguments.
 *
 * @param wanted how many arguments belong to the command itself
 */
export function takeProject(
  command: Command,
  args: readonly string[],
  { project }: ProjectOptions,
  wanted = 0,
  most = wanted,
): { project: string; rest: string[] } {
  const [first, ...others] = args;
  const found = project ?? first;
  const rest = project === undefined ? others : [...args];
  if (found === undefined)
    command.error("error: name the project with '--project FILE' or as the first argument");
  if (rest.length < wanted) command.error('error: name the file to read, beside the project');
  if (rest.length > most) command.error(`error: '${rest[most]}' is one argument too many`);
  return { project: found, rest };
}

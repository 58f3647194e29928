import type { Command } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import type { RankingStudy } from '../../shared/contract/index.ts';
import { answer } from './answer.ts';
import { type ProjectOptions, takeProject, withProject } from './common-options.ts';
import { findStudy } from './find-study.ts';

/**
 * A command on a project that takes no argument but the project.
 *
 * @param work gets the engine and the path of the project, which it opens itself
 * @param text the answer in words, for a command without `--json`
 */
export function onProject<T, Options extends ProjectOptions = ProjectOptions>(
  command: Command,
  work: (engine: Engine, project: string, options: Options) => Promise<T>,
  text: (result: T) => string,
): Command {
  return withProject(command)
    .argument('[project]', 'the project file')
    .action((file: string | undefined, options: Options, self: Command) => {
      const { project } = takeProject(self, file === undefined ? [] : [file], options);
      return answer(options, (engine) => work(engine, project, options), text);
    });
}

/** A command on a project that is open when its work begins. */
export function onOpenProject<T, Options extends ProjectOptions = ProjectOptions>(
  command: Command,
  work: (client: Client, options: Options) => Promise<T>,
  text: (result: T) => string,
): Command {
  const open = async ({ client }: Engine, project: string, options: Options) => {
    await client.project.open({ path: project });
    return work(client, options);
  };
  return onProject(command, open, text);
}

export interface StudyOptions extends ProjectOptions {
  study?: string;
}

interface FoundStudy {
  readonly id: number;
  /** The ranking that was named, where the study is one of its pairs. */
  readonly ranking?: RankingStudy | null;
}

/**
 * A command on one study of a project.
 *
 * @param work is told of the ranking that was named, and of its first pair in place of a study
 * @param find says which study; by default a ranking is none
 */
export function onStudy<T, Options extends StudyOptions = StudyOptions>(
  command: Command,
  work: (engine: Engine, studyId: number, options: Options, ranking: RankingStudy | null) => Promise<T>,
  text: (result: T) => string,
  find: (engine: Engine, project: string, asked: string | undefined) => Promise<FoundStudy> = findStudy,
): Command {
  const onFound = async (engine: Engine, project: string, options: Options) => {
    const { id, ranking = null } = await find(engine, project, options.study);
    return work(engine, id, options, ranking);
  };
  return onProject(command, onFound, text).option(
    '--study <name>',
    'the study, by name or number (not needed when there is one)',
  );
}

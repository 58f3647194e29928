import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { Practice } from '../../shared/contract/index.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { findStudy } from '../terminal/find-study.ts';
import { openUnit, positiveNumber, seedNumber } from '../terminal/parse-value.ts';
import { counted } from '../terminal/words.ts';

interface PracticeOptions extends ProjectOptions {
  study?: string;
}
interface StartOptions extends PracticeOptions {
  items: number;
  target: number;
  seed?: number;
}

interface OpenOptions extends PracticeOptions {
  reason: string;
}

export function addPractice(program: Command): void {
  const practice = program
    .command('practice')
    .description('let annotators practice on items outside the batch until they agree');
  onStudy(practice.command('show'), ({ client }, studyId) => client.practice.get({ studyId })).description(
    'tell how far each round is and whether the batch is open',
  );
  onStudy<StartOptions>(practice.command('start'), ({ client }, studyId, { items, target, seed }) =>
    client.practice.start({ studyId, items, targetAlpha: target, seed }),
  )
    .description('begin a round; labeling the study opens it until the batch is open')
    .option('--items <number>', 'how many items', positiveNumber, 20)
    .option('--target <alpha>', "Krippendorff's alpha that opens the batch", openUnit, 0.7)
    .option('--seed <number>', 'seed of the choice of items', seedNumber);
  onStudy<OpenOptions>(practice.command('open'), ({ client }, studyId, { reason }) =>
    client.practice.override({ studyId, reason }),
  )
    .description('open the batch without the agreement that practice asks for; the report says so')
    .requiredOption('--reason <text>', 'why');
}

/** A command about the practice of one study; it prints how far the practice is. */
function onStudy<Options extends PracticeOptions = PracticeOptions>(
  command: Command,
  work: (engine: Engine, studyId: number, options: Options) => Promise<Practice>,
): Command {
  return withProject(command)
    .argument('[project]', 'the project file')
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .action((file: string | undefined, options: Options, self: Command) => {
      const { project } = takeProject(self, file === undefined ? [] : [file], options);
      const practice = async (engine: Engine) => {
        const { id } = await findStudy(engine, project, options.study);
        return work(engine, id, options);
      };
      return answer(options, practice, practiceText);
    });
}

function practiceText({ rounds, passed }: Practice): string {
  if (rounds.length === 0) return 'No practice: the batch is open.';
  const lines = rounds.map(({ round, items, annotators, krippendorffAlpha, targetAlpha, reason }) => {
    const done =
      annotators.map(({ name, done: labeled }) => `${name} ${labeled}`).join(', ') || 'nobody has begun';
    const agreement =
      krippendorffAlpha === null
        ? `Not estimable: ${reason}`
        : `Krippendorff's alpha ${krippendorffAlpha.toFixed(3)}, target ${targetAlpha}.`;
    return `Round ${round}: ${counted(items, 'item')}; ${done}. ${agreement}`;
  });
  const standing = !passed
    ? 'The batch is closed until practice is through.'
    : passed.openedBy === 'lead'
      ? `The batch is open by decision of the lead: ${passed.reason}`
      : `The batch is open: round ${passed.round} reached the target.`;
  return [...lines, standing].join('\n');
}

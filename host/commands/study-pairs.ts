import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { pairedItemsWords } from '../../shared/comparison-words.ts';
import { ErrorLevel, Seed } from '../../shared/contract/base.ts';
import type { Preset, Study } from '../../shared/contract/index.ts';
import { answer } from '../terminal/answer.ts';
import { takeProject, withProject } from '../terminal/common-options.ts';
import { type GoalOptions, goalFrom, withMatters } from '../terminal/goal-options.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { preferenceForm } from '../terminal/pick-measure.ts';
import { namingPlan, type PlanOptions, planFrom, withPlan } from '../terminal/plan-options.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import { askedPairs, type QuestionOptions, withMeasure } from '../terminal/study-question.ts';
import { percent } from '../terminal/words.ts';
import { findOption, topOf } from './rank.ts';

interface PairsOptions extends QuestionOptions, PlanOptions, Pick<GoalOptions, 'matters'> {
  systems?: string[];
  name?: string;
  preset?: Preset;
  onePage?: boolean;
  size: number;
  seed?: number;
  alpha: number;
  find?: Parameters<typeof topOf>[0];
}

const systemNames = (text: string): string[] => text.split(',').map((name) => name.trim());

export function addStudyPairs(study: Command): void {
  withPlan(withMatters(withMeasure(withProject(study.command('pairs')))))
    .description(
      'make a ranking of several systems: one queue, and a study of every pair that holds with the others',
    )
    .argument('[project]', 'the project file')
    .option('--name <name>', 'what the ranking is called')
    .option(
      '--systems <names>',
      'the systems, separated by commas (all of the data set by default)',
      systemNames,
    )
    .addOption(
      new Option(
        '--preset <preset>',
        'how items are drawn (calibrated-hardness by default, uniform on one page and for written answers)',
      ).choices(['calibrated-hardness', 'uniform']),
    )
    .option(
      '--one-page',
      'show all replies of an item on one page: each is rated once for all its pairs, or by --measure preference put in order',
    )
    .option('--size <number>', 'how many items to draw for each pair', positiveNumber, 30)
    .addOption(fieldOption('seed', Seed, { says: 'seed of the draws' }))
    .addOption(
      fieldOption('alpha', ErrorLevel, {
        hasDefault: true,
        says: 'error level of the whole ranking; the pairs share it out',
      }),
    )
    .addOption(findOption().default('order'))
    .action((file: string | undefined, options: PairsOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, (engine) => pairs(engine, project, options), pairsText);
    });
}

async function pairs({ client }: Engine, project: string, options: PairsOptions): Promise<Study[]> {
  await client.project.open({ path: project });
  const asked = await askedPairs(client, options, options.systems);
  const { onePage = false, alpha, size, seed, matters, name } = options;
  // By one order of all pairs a written answer serves each of them.
  const isByAnswers = asked.measure.kind === 'metric' && asked.systems.length > 2;
  const preset = options.preset ?? (onePage || isByAnswers ? 'uniform' : 'calibrated-hardness');
  const top = topOf(options.find);
  const goal = goalFrom({ ...(matters !== undefined && { matters }) });
  const plan = planFrom(options);
  const form = preferenceForm(options.measure);
  const made = {
    ...asked,
    ...{ preset, alpha, size },
    ...(onePage && { onePage }),
    ...(name === undefined ? {} : { name }),
    ...(seed === undefined ? {} : { seed }),
    ...(top !== undefined && { top }),
    ...(goal && { goal }),
    ...(plan && { plan }),
    ...(form && { form }),
  };
  return namingPlan(options, () => client.study.createPairs(made));
}

function pairsText(studies: readonly Study[]): string {
  const lines = studies.map(({ id, name, drawCount, comparison }) => {
    const items = comparison ? ` ${pairedItemsWords(comparison)}` : '';
    return `${id}  ${name}: drew ${drawCount}.${items}`;
  });
  const [first] = studies;
  const level = first ? `Each interval holds with ${percent(1 - first.alpha)}. ` : '';
  return [...lines, `${level}Label the ranking, then see the order with: assay rank`].join('\n');
}

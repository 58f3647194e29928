import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { StudyQuestion } from '../../shared/contract/index.ts';
import type { ProjectOptions } from './common-options.ts';
import { scaleDeclaration } from './parse-scale.ts';
import { pick } from './pick.ts';
import { pickMeasure } from './pick-measure.ts';
import { pickSurrogate } from './pick-surrogate.ts';

export interface QuestionOptions extends ProjectOptions {
  dataset?: string;
  system?: string;
  against?: string;
  measure?: string;
  surrogate?: string;
  similarity?: string;
}

/** The options that say what a study asks. */
export const withQuestion = (command: Command): Command =>
  command
    .option('--dataset <name>', 'the data set, by name or number (not needed when there is one)')
    .option('--system <name>', 'the system to judge (not needed when there is one)')
    .option('--against <name>', 'a second system: the study is of their difference, on items that differ')
    .option('--measure <measure>', 'criterion:NAME, criterion:NAME=1..5 for a new one, or metric:ID')
    .option('--surrogate <surrogate>', 'system:NAME, judge:NAME[/CRITERION], auto:NAME, reader or none')
    .option('--similarity <metric>', 'how a surrogate text is compared with the response');

/** The question that the options ask of an open project, and how many items its system answered. */
export async function askedQuestion(
  client: Client,
  options: QuestionOptions,
): Promise<{ question: StudyQuestion; items: number }> {
  const dataset = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
  const asked = await declareCriterion(client, dataset.id, options.measure);
  const choices = await client.study.options({ datasetId: dataset.id });
  const system = pick(choices.systems, options.system, 'system', '--system');
  const against =
    options.against === undefined ? undefined : pick(choices.systems, options.against, 'system', '--against');
  const measure = pickMeasure(choices, asked);
  const surrogate = pickSurrogate(choices, system.name, measure, options.surrogate);
  const { similarity } = options;
  const takesSimilarity = surrogate.kind === 'system' || surrogate.kind === 'reader';
  const question = {
    datasetId: dataset.id,
    system: system.name,
    ...(against && { against: against.name }),
    measure,
    surrogate: takesSimilarity && similarity !== undefined ? { ...surrogate, similarity } : surrogate,
  };
  return { question, items: system.items };
}

/** Makes the criterion of `criterion:NAME=MIN..MAX`, or states its range; gives the measure without the range. */
async function declareCriterion(client: Client, datasetId: number, asked: string | undefined) {
  if (!asked?.startsWith('criterion:') || !asked.includes('=')) return asked;
  const [declaration] = scaleDeclaration(asked);
  await client.dataset.declareScale({ datasetId, ...declaration! });
  return `criterion:${declaration!.name}`;
}

import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { Measure, StudyOptions, StudyQuestion } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { judgeOfAnother, surrogatesFor } from '../../shared/study-choices.ts';
import type { ProjectOptions } from './common-options.ts';
import { scaleDeclaration } from './parse-scale.ts';
import { pick } from './pick.ts';
import { pickMeasure, preferenceForm } from './pick-measure.ts';
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
  withMeasure(
    command
      .option('--system <name>', 'the system to judge (not needed when there is one)')
      .option('--against <name>', 'a second system: the study is of their difference, on items that differ'),
  );

/** The options that say what is measured, and what guides the draw. */
export const withMeasure = (command: Command): Command =>
  command
    .option('--dataset <name>', 'the data set, by name or number (not needed when there is one)')
    .option(
      '--measure <measure>',
      'criterion:NAME, criterion:NAME=1..5 for a new one, metric:ID, or of two systems preference[:five]',
    )
    .option(
      '--surrogate <surrogate>',
      'system:NAME, judge:NAME[/CRITERION], auto:NAME, llm:NAME, reader or none',
    )
    .option('--similarity <metric>', 'how a text that stands in is compared with the response');

/** The question that the options ask of an open project, and how many items its system answered. */
export async function askedQuestion(
  client: Client,
  options: QuestionOptions,
): Promise<{ question: StudyQuestion; items: number }> {
  const { datasetId, choices, asked } = await askedData(client, options);
  if (preferenceForm(options.measure) && options.against === undefined) {
    throw new AppError('INVALID_INPUT', 'A preference is between two systems.', {
      field: 'against',
      remedy: 'Name the second one with --against.',
    });
  }
  const system = pick(choices.systems, options.system, 'system', '--system');
  const against =
    options.against === undefined ? undefined : pick(choices.systems, options.against, 'system', '--against');
  const compared = [system.name, ...(against ? [against.name] : [])];
  const question = {
    datasetId,
    system: system.name,
    ...(against && { against: against.name }),
    ...measured(choices, compared, asked, options),
  };
  if (options.surrogate === undefined) sayPassedOver(choices, compared, question.measure);
  return { question, items: system.items };
}

/** Says which judge is not the machine score, as it scores something of another name. */
function sayPassedOver(choices: StudyOptions, compared: readonly string[], measure: Measure): void {
  const judge = judgeOfAnother(surrogatesFor(choices, compared, measure), measure);
  if (!judge || measure.kind !== 'criterion') return;
  const { judge: name, criterion: judged } = judge;
  process.stderr.write(
    `The judge ${name} scores "${judged}", and no machine scores "${measure.criterion}".\n` +
      `If both are the same, say so before: assay judge same --judged "${judged}" --people "${measure.criterion}"\n`,
  );
}

/** The same question of every pair of the named systems, or of all. */
export async function askedPairs(
  client: Client,
  options: QuestionOptions,
  names: readonly string[] | undefined,
) {
  const { datasetId, choices, asked } = await askedData(client, options);
  const systems = (names ?? choices.systems.map(({ name }) => name)).map(
    (name) => pick(choices.systems, name, 'system', '--systems').name,
  );
  return { datasetId, systems, ...measured(choices, systems, asked, options) };
}

async function askedData(client: Client, options: QuestionOptions) {
  const dataset = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
  const asked = await declareCriterion(client, dataset.id, options.measure);
  return { datasetId: dataset.id, asked, choices: await client.study.options({ datasetId: dataset.id }) };
}

function measured(
  choices: StudyOptions,
  compared: readonly string[],
  asked: string | undefined,
  { surrogate: named, similarity }: QuestionOptions,
): Pick<StudyQuestion, 'measure' | 'surrogate'> {
  const measure = pickMeasure(choices, asked);
  const surrogate = pickSurrogate(choices, compared, measure, named);
  const { kind } = surrogate;
  const takesSimilarity = kind === 'system' || kind === 'llm' || kind === 'reader';
  return {
    measure,
    surrogate: takesSimilarity && similarity !== undefined ? { ...surrogate, similarity } : surrogate,
  };
}

/** Makes the criterion of `criterion:NAME=MIN..MAX`, or states its range; gives the measure without the range. */
async function declareCriterion(client: Client, datasetId: number, asked: string | undefined) {
  if (!asked?.startsWith('criterion:') || !asked.includes('=')) return asked;
  const [declaration] = scaleDeclaration(asked);
  await client.dataset.declareScale({ datasetId, ...declaration! });
  return `criterion:${declaration!.name}`;
}

import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { drawnFewerWords, pairedItemsWords } from '../../shared/comparison-words.ts';
import { ErrorLevel, Seed } from '../../shared/contract/base.ts';
import type { FormFile, Preset, Study, StudyField } from '../../shared/contract/index.ts';
import { presets } from '../../shared/contract/study.ts';
import { AppError } from '../../shared/errors.ts';
import { planName } from '../../shared/plan-words.ts';
import { choiceWords, hasInterval, withoutIntervalWords } from '../../shared/presets.ts';
import { machineScoreWords } from '../../shared/study-choices.ts';
import { answer } from '../terminal/answer.ts';
import { takeProject, withProject } from '../terminal/common-options.ts';
import { type GoalOptions, goalFrom, withGoal } from '../terminal/goal-options.ts';
import { readFormFile } from '../terminal/json-file.ts';
import { scaleDeclaration } from '../terminal/parse-scale.ts';
import { collected, openUnit, positiveNumber, shareAboveZero } from '../terminal/parse-value.ts';
import { preferenceForm } from '../terminal/pick-measure.ts';
import { namingPlan, type PlanOptions, planFrom, withPlan } from '../terminal/plan-options.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import { type SourceOptions, sourceFrom, withSource } from '../terminal/source-options.ts';
import { askedQuestion, type QuestionOptions, withQuestion } from '../terminal/study-question.ts';
import { uncertaintyFrom } from '../terminal/uncertainty-option.ts';
import { counted, scaleText } from '../terminal/words.ts';

interface CreateOptions extends QuestionOptions, GoalOptions, PlanOptions, SourceOptions {
  preset: Preset;
  size?: number;
  seed?: number;
  alpha: number;
  firstPhaseAlpha?: number;
  name?: string;
  form?: string;
  failures?: (typeof failureWays)[number];
  annotatorsMakeFailures?: boolean;
  correction?: boolean;
  withoutSignal?: string[];
  uncertainty?: string;
  disagreement?: number;
  surrogateOnly?: boolean;
}

/** How a study asks what went wrong. */
const failureWays = ['beside', 'alone'] as const;

/** Labels to ask for when nobody says how many. */
const usualSize = 30;

export function addStudyCreate(study: Command): void {
  withSource(withPlan(withGoal(withQuestion(withProject(study.command('create'))))))
    .description('make a study: freeze its signals and draw the first items to label')
    .argument('[project]', 'the project file')
    .addOption(
      new Option('--design, --preset <preset>', 'how items are drawn').choices(presets).default(presets[0]),
    )
    .option('--size <number>', `how many items to draw (${usualSize} by default)`, positiveNumber)
    .addOption(fieldOption('seed', Seed))
    .addOption(fieldOption('alpha', ErrorLevel, { hasDefault: true }))
    .option(
      '--first-phase-alpha <number>',
      'of a first phase: what the step to the whole pool takes of the error level (.005 by default)',
      openUnit,
    )
    .option('--name <name>', 'name of the study')
    .option('--form <file>', 'what the label screen asks, as JSON: form and fields')
    .addOption(
      new Option('--failures [how]', 'also ask what went wrong: beside the rating, or alone')
        .choices(failureWays)
        .preset('beside'),
    )
    .option('--annotators-make-failures', 'annotators by link or page may make failure modes, too')
    .option('--correction', 'also ask what the reply should have said')
    .option(
      '--without-signal <id>',
      'a signal not to use; may be repeated (plan --signals lists them)',
      collected,
    )
    .option(
      '--uncertainty <score>',
      'what top-k, hmceval and mcm choose by: auto:NAME or hardness (what the data hold by default)',
    )
    .option(
      '--disagreement <share>',
      'mcm: below this value of the surrogate, it disagrees with the system (0.5 by default)',
      shareAboveZero,
    )
    .option('--surrogate-only', 'use no signal but the surrogate, as pools of more than 500,000 items do')
    .action((file: string | undefined, options: CreateOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      const make = options.source ? createFromSource : create;
      return answer(options, (engine) => make(engine, project, options), studyText);
    });
}

async function create({ client }: Engine, project: string, options: CreateOptions): Promise<Study> {
  await client.project.open({ path: project });
  const isAlone = options.failures === 'alone';
  const { question, items } = await askedQuestion(client, {
    ...options,
    ...(isAlone && options.measure === undefined && { measure: 'criterion:nothing wrong=0..1' }),
  });
  const { preset, alpha, seed, name } = options;
  const goal = goalFrom(options);
  const plan = planFrom(options);
  const preference = preferenceForm(options.measure);
  const form: Partial<FormFile> = {
    ...(preference && { form: preference }),
    ...(options.form === undefined ? {} : readFormFile(options.form)),
  };
  const failures = failuresField(options);
  const asked = {
    ...question,
    preset,
    alpha,
    size: options.size ?? Math.min(usualSize, items),
    ...(seed === undefined ? {} : { seed }),
    ...(name === undefined ? {} : { name }),
    ...(goal && { goal }),
    ...(plan && { plan }),
    ...(isAlone && { form: nothingWrongForm }),
    ...form,
    ...((failures || options.correction) && {
      fields: [
        ...(form.fields ?? []),
        ...(options.correction ? [correctionField] : []),
        ...(failures ? [failures] : []),
      ],
    }),
    ...(options.withoutSignal && { leftOut: options.withoutSignal }),
    ...uncertaintyFrom(options.uncertainty),
    ...(options.disagreement !== undefined && { disagreement: options.disagreement }),
    ...(options.surrogateOnly && { surrogateOnly: true }),
    ...(options.firstPhaseAlpha !== undefined && { firstPhaseAlpha: options.firstPhaseAlpha }),
  };
  return namingPlan(options, () => client.study.create(asked));
}

/** The measure of a study that asks for failures alone. */
const nothingWrongForm = {
  kind: 'binary',
  noLabel: 'Something is wrong',
  yesLabel: 'Nothing is wrong',
} as const;

/** The question that asks for the reply as it should have been. */
const correctionField: StudyField = {
  ...{ name: 'correction', question: 'What should it have said?', required: false },
  form: { kind: 'correction' },
};

/** The question that asks what went wrong; undefined where none is asked for. */
function failuresField({ failures, annotatorsMakeFailures = false }: CreateOptions): StudyField | undefined {
  if (failures === undefined) return undefined;
  return {
    ...{ name: 'failures', question: 'What went wrong?', required: failures === 'alone' },
    form: {
      ...{ kind: 'failures', mayMake: annotatorsMakeFailures },
      ...(failures === 'alone' && { alone: true }),
    },
  };
}

/** Of rows that stay where they are. */
async function createFromSource({ client }: Engine, project: string, options: CreateOptions): Promise<Study> {
  await client.project.open({ path: project });
  const { preset, alpha, seed, name, size = usualSize, ahead, measure } = options;
  if (!hasInterval(preset))
    throw unfit(`The design ${preset} is not there`, 'preset', 'calibrated-hardness or uniform');
  for (const flag of [
    'against',
    'firstPhaseAlpha',
    'uncertainty',
    'disagreement',
    'surrogate',
    'goal',
    'plan',
    'form',
    'failures',
    'correction',
    'dataset',
  ] as const)
    if (flag in options)
      throw unfit(
        `--${flag === 'firstPhaseAlpha' ? 'first-phase-alpha' : flag} is not there`,
        flag,
        'the data imported',
      );
  const [criterion] =
    measure?.startsWith('criterion:') && measure.includes('=') ? scaleDeclaration(measure) : [];
  if (!criterion) {
    throw new AppError('INVALID_INPUT', 'A study of a source measures a criterion with its scale.', {
      field: 'measure',
      remedy: 'Write --measure criterion:NAME=1..5.',
    });
  }
  return client.source.createStudy({
    source: sourceFrom(options.source!, options),
    criterion: { name: criterion.name, scale: criterion.scale },
    ...{ preset, alpha, size },
    ...(seed !== undefined && { seed }),
    ...(name !== undefined && { name }),
    ...(ahead !== undefined && { ahead }),
    ...(options.timeout !== undefined && { timeout: options.timeout }),
  });
}

const unfit = (what: string, field: string, remedy: string) =>
  new AppError('INVALID_INPUT', `${what} for a pool that stays where it is.`, {
    field,
    remedy: `Use ${remedy}.`,
  });

function studyText(study: Study): string {
  const { name, comparison, measureName, scale, drawCount, populationSize, seed } = study;
  const fewer = drawnFewerWords(study);
  const system = comparison ? `${study.system} against ${comparison.against}` : study.system;
  const from = study.source;
  return [
    `Made study "${name}".`,
    `${system}, ${measureName} (${scaleText(scale)}), ${machineScoreWords(study)}.`,
    ...(comparison ? [pairedItemsWords(comparison)] : []),
    `Drew ${counted(drawCount, 'item')} of ${populationSize} with seed ${seed}${fewer ? `: ${fewer}` : ''}.`,
    ...(from
      ? [
          `The pool stays at ${from.place}; the first ${counted(from.taken, 'row')} of the draw order are in the project.`,
        ]
      : []),
    ...phaseText(study),
    ...(study.plan ? [`Plan: ${planName(study.plan)}.`] : []),
    ...(study.choice ? [choiceWords(study.preset, study.choice)] : []),
    withoutIntervalWords(study.preset) ?? '',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** The larger pool that a study's own is a part of. */
const phaseText = ({ firstPhase, alpha, populationSize }: Study): string[] =>
  firstPhase
    ? [
        `Its ${counted(populationSize, 'row')} are the first phase of ${firstPhase.populationSize.toLocaleString('en')}. The error level is ${alpha} for these, and ${firstPhase.alpha} more for all.`,
      ]
    : [];

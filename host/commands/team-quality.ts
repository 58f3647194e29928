import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { Seed } from '../../shared/contract/base.ts';
import type { Quality } from '../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../shared/contract/quality.ts';
import { AppError } from '../../shared/errors.ts';
import { goldOfText } from '../../shared/gold-lines.ts';
import { findWholeStudy } from '../terminal/find-study.ts';
import { withFormer } from '../terminal/former-options.ts';
import { readText } from '../terminal/json-file.ts';
import { onStudy, type StudyOptions } from '../terminal/on-project.ts';
import { numberFromZero } from '../terminal/parse-value.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import { table } from '../terminal/table.ts';
import { counted, figure, percent } from '../terminal/words.ts';

interface QualityOptions extends StudyOptions {
  checks?: string;
  gold?: string;
  tolerance: number;
  seed?: number;
}

/** What is asked of annotators who come by a link, and how each does. */
export function addTeamQuality(team: Command): void {
  const shown = onStudy<Quality, QualityOptions>(
    team.command('quality'),
    quality,
    qualityText,
    findWholeStudy,
  ).description('show how well annotators do on checks; with --checks or --gold change the checks');
  const checks = new Option(
    '--checks <file>',
    'JSON with consent, qualification, checkRate or checksEach, exclusion and completion',
  );
  withFormer(shown, checks, '--plan')
    .option(
      '--gold <file>',
      'items outside the sample with a known answer. Lines of id, answer, instruction; for a page: id, system = rating; ...',
    )
    .option('--tolerance <number>', 'how far an answer may lie from the right one', numberFromZero, 0)
    .addOption(fieldOption('seed', Seed, { says: 'seed of the order of checks' }));
  onStudy<Awaited<ReturnType<typeof payments>>, PaymentOptions>(
    team.command('payments'),
    payments,
    ({ csv }) => csv.trimEnd(),
    findWholeStudy,
  )
    .description('print as CSV what everybody who came by a link did, and what they are to be paid')
    .addOption(
      new Option('--for <platform>', 'the people of one platform, as its reviewer takes them').choices([
        'prolific',
        'mturk',
      ]),
    )
    .option(
      '--bonus-right <share>',
      'share of checks right, 0 to 1, from which on a bonus is due',
      numberFromZero,
    )
    .option('--bonus <amount>', 'what the bonus pays', numberFromZero);
}

interface PaymentOptions extends StudyOptions {
  for?: 'prolific' | 'mturk';
  bonusRight?: number;
  bonus?: number;
}

const payments = ({ client }: Engine, studyId: number, options: PaymentOptions) =>
  client.quality.payments({
    studyId,
    format: options.for ?? null,
    bonusRight: options.bonusRight ?? null,
    bonus: options.bonus ?? null,
  });

async function quality(
  { client }: Engine,
  studyId: number,
  { checks: planFile, gold: goldFile, tolerance, seed }: QualityOptions,
): Promise<Quality> {
  const now = await client.quality.get({ studyId });
  if (planFile === undefined && goldFile === undefined) return now;
  const plan = planFile === undefined ? now.plan : planOf(planFile);
  const gold = goldFile === undefined ? undefined : goldOfText(readText(goldFile, '--gold'));
  return client.quality.set({
    studyId,
    plan,
    tolerance,
    ...(gold && { gold }),
    ...(seed !== undefined && { seed }),
  });
}

function planOf(file: string) {
  const text = readText(file, '--checks');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError(
      'INVALID_INPUT',
      `${file} is not JSON: ${why}`,
      { file, field: '--checks' },
      { cause: error },
    );
  }
  const plan = QualityPlanSchema.strict().safeParse(json);
  if (plan.success) return plan.data;
  const [first] = plan.error.issues;
  throw new AppError('INVALID_INPUT', `${file}: ${first?.path.join('.')}: ${first?.message}`, {
    file,
    field: '--checks',
    remedy: 'docs/team-server.md shows a plan.',
  });
}

function qualityText({ plan, gold, hidden, annotators, effect, pairEffects }: Quality): string {
  const columns = ['Annotator', 'Items', 'Checks right', 'Agrees', 'Seconds', 'Same in a row', 'Counts'].map(
    (title) => ({
      title,
    }),
  );
  const rows = annotators.map((one) => [
    one.annotator.name,
    String(one.items),
    `${one.right} of ${one.checks}`,
    one.agreement === null ? '-' : percent(one.agreement),
    one.secondsPerItem === null ? '-' : figure(one.secondsPerItem),
    String(one.longestRun),
    one.excluded
      ? `no: ${one.excluded.reason}`
      : one.qualification?.passed === false
        ? 'not qualified'
        : 'yes',
  ]);
  const shown = (one: NonNullable<Quality['effect']>['counted']) =>
    one.value === null
      ? 'not estimable'
      : `${figure(one.value)}${one.lower === null || one.upper === null ? '' : ` (${figure(one.lower)} to ${figure(one.upper)})`}`;
  return [
    `${counted(gold, 'item')} with a known answer, ${hidden} of them hidden; ${plan.checksEach === null ? `a check follows an item with probability ${plan.checkRate}` : `each person gets ${plan.checksEach} checks`}.`,
    ...(annotators.length > 0 ? [table(columns, rows)] : []),
    ...(effect
      ? [`Estimate: ${shown(effect.counted)}; with those who are excluded: ${shown(effect.withAll)}.`]
      : []),
    ...pairEffects.map(
      ({ studyId, counted: now, withAll }) =>
        `Pair ${studyId}: ${shown(now)}; with those who are excluded: ${shown(withAll)}.`,
    ),
  ].join('\n');
}

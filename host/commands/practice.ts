import { type Command, Option } from 'commander';
import { Seed } from '../../shared/contract/base.ts';
import type { Practice } from '../../shared/contract/index.ts';
import { withFormer } from '../terminal/former-options.ts';
import { onStudy, type StudyOptions } from '../terminal/on-project.ts';
import { openUnit, positiveNumber } from '../terminal/parse-value.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import { counted } from '../terminal/words.ts';

interface StartOptions extends StudyOptions {
  items: number;
  agreement: number;
  seed?: number;
}

interface OpenOptions extends StudyOptions {
  reason: string;
}

export function addPractice(program: Command): void {
  const practice = program.command('practice');
  onStudy(
    practice.command('show'),
    ({ client }, studyId) => client.practice.get({ studyId }),
    practiceText,
  ).description('show how far each round is and whether labeling is open');
  const start = onStudy<Practice, StartOptions>(
    practice.command('start'),
    ({ client }, studyId, { items, agreement, seed }) =>
      client.practice.start({ studyId, items, targetAlpha: agreement, seed }),
    practiceText,
  )
    .description('start a practice round')
    .option('--items <number>', 'how many items', positiveNumber, 20);
  const agreement = new Option('--agreement <alpha>', "Krippendorff's alpha above which the batch opens");
  withFormer(start, agreement.argParser(openUnit).default(0.7), '--target').addOption(
    fieldOption('seed', Seed, { says: 'seed of the choice of items' }),
  );
  onStudy<Practice, OpenOptions>(
    practice.command('open'),
    ({ client }, studyId, { reason }) => client.practice.override({ studyId, reason }),
    practiceText,
  )
    .description('open labeling before practice reached its target; the report says so')
    .requiredOption('--reason <text>', 'why');
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

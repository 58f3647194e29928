import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import type { Client } from '../../core/engine.ts';
import type {
  AdjudicationFilter,
  AdjudicationItem,
  AdjudicationQueue,
  LabelAnswer,
} from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { findWholeStudy, isOfWholeRanking, wholeRankingOption } from '../terminal/find-study.ts';
import { onStudy, type StudyOptions } from '../terminal/on-project.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { onRight, table } from '../terminal/table.ts';
import { counted, percent } from '../terminal/words.ts';

interface ListOptions extends StudyOptions {
  byRule?: boolean;
  apart?: number;
  wholeRanking?: boolean;
}

interface DecideOptions extends StudyOptions {
  draw: number;
  criterion?: string;
  value?: number[];
  option?: string;
  answer?: string[];
  skip?: boolean;
  undo?: boolean;
  reason?: string;
  annotator?: string;
}

export function addAdjudicate(program: Command): void {
  const adjudicate = program.command('adjudicate');
  onStudy<AdjudicationQueue, ListOptions>(
    adjudicate.command('list'),
    ({ client }, studyId, options, ranking) =>
      client.adjudication.queue({
        studyId,
        filter: filterOf(options),
        wholeRanking: isOfWholeRanking(options, ranking),
      }),
    queueText,
    findWholeStudy,
  )
    .description(
      'list the items on which annotators differ or whose decision is outdated, undecided ones first',
    )
    .option('--by-rule', "only those that the study's rule leaves open")
    .option('--apart <points>', 'only those with two labels at least so far apart', positiveNumber)
    .addOption(wholeRankingOption());
  onStudy<AdjudicationItem, DecideOptions>(
    adjudicate.command('decide'),
    ({ client }, studyId, options) => decide(client, studyId, options),
    itemText,
  )
    .description('decide one item, with the reason; or take a decision back')
    .requiredOption('--draw <number>', 'the item, by its place in the draw as listed', positiveNumber)
    .option('--criterion <name>', "the criterion (the study's own by default)")
    .option(
      '--value <numbers...>',
      'the value; of two replies that of the left one, then of the right one',
      numbers,
    )
    .option('--option <name>', 'the category, by name')
    .option('--answer <texts...>', 'the right answer, one for each turn')
    .option('--skip', 'it cannot be labeled')
    .option('--undo', 'take back the decision that holds')
    .option('--reason <text>', 'why')
    .option('--annotator <name>', 'who decides (the current annotator by default)');
}

function numbers(text: string, before: number[] | undefined): number[] {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return [...(before ?? []), value];
}

function filterOf({ byRule, apart }: ListOptions): AdjudicationFilter {
  if (apart !== undefined) return { kind: 'distance', least: apart };
  return { kind: byRule ? 'rule' : 'any' };
}

async function decide(client: Client, studyId: number, options: DecideOptions): Promise<AdjudicationItem> {
  if (options.annotator !== undefined) await client.annotator.choose({ name: options.annotator });
  const { entries, as, awaitingThirdVote } = await client.adjudication.queue({ studyId });
  const found = entries.find(
    ({ draw, criterion }) =>
      draw === options.draw && (options.criterion === undefined || criterion === options.criterion),
  );
  if (!found) {
    const orWaits = awaitingThirdVote > 0 ? ', or a third is still asked' : '';
    throw new AppError('NOT_FOUND', `At draw ${options.draw} no two annotators differ${orWaits}.`, {
      remedy: "See 'assay adjudicate list' for the draws on which they do.",
    });
  }
  const { itemId, criterionId } = found;
  const place = { studyId, itemId, criterionId, as, clientKey: randomUUID() };
  if (options.undo) return client.adjudication.undo(place);
  const { reason: note } = options;
  if (!note) {
    throw new AppError('INVALID_INPUT', 'The decision has no reason.', {
      remedy: "Say why with '--reason TEXT'.",
    });
  }
  return client.adjudication.decide({ ...place, answer: answerOf(options, note), note });
}

function answerOf({ value, option, answer, skip }: DecideOptions, reason: string): LabelAnswer {
  if (skip) return { kind: 'skip', reason };
  if (answer) return { kind: 'answer', answers: answer };
  if (option !== undefined) return { kind: 'category', option };
  const [first, second] = value ?? [];
  if (first === undefined) {
    throw new AppError('INVALID_INPUT', 'The decision has no value.', {
      remedy: 'Give --value, --option, --answer or --skip, or --undo to take a decision back.',
    });
  }
  return second === undefined ? { kind: 'score', value: first } : { kind: 'pair', values: [first, second] };
}

function queueText({ entries, differing, decided, outdated, finalRule }: AdjudicationQueue): string {
  const overtaken = outdated === 0 ? '' : `; ${counted(outdated, 'decision')} older than a label of the item`;
  const standing = `${counted(differing, 'disagreement')}, ${decided} decided${overtaken}; the study's rule is ${finalRule}.`;
  if (entries.length === 0) return standing;
  const isOfPairs = new Set(entries.map(({ studyId }) => studyId)).size > 1;
  const rows = entries.map((one) => [
    ...(isOfPairs ? [String(one.studyId)] : []),
    String(one.draw),
    one.criterion,
    String(one.annotators),
    percent(one.spread),
    one.isOutdated ? 'outdated' : one.isDecided ? 'decided' : 'open',
    one.question,
  ]);
  return [
    standing,
    table(
      [
        ...(isOfPairs ? [onRight('Study')] : []),
        onRight('Draw'),
        { title: 'Criterion' },
        onRight('Annotators'),
        onRight('Spread'),
        { title: 'Decision' },
        { title: 'Question' },
      ],
      rows,
    ),
  ].join('\n');
}

function itemText({ draw, criterion, decision }: AdjudicationItem): string {
  const named = `Draw ${draw}, ${criterion}`;
  if (!decision) return `${named}: open again.`;
  const { answer, note, by } = decision;
  return `${named}: ${answerText(answer)}, decided${by ? ` by ${by.name}` : ''}: ${note}`;
}

function answerText(answer: LabelAnswer): string {
  switch (answer.kind) {
    case 'score':
      return String(answer.value);
    case 'pair':
      return `left ${answer.values[0]}, right ${answer.values[1]}`;
    case 'turns':
    case 'replies':
      return answer.values.join(', ');
    case 'category':
      return answer.option;
    case 'answer':
      return answer.answers.join(' / ');
    case 'skip':
      return 'cannot be labeled';
  }
}

import type { Command } from 'commander';
import { shownFirstWords } from '../../shared/comparison-words.ts';
import type {
  Agreement,
  AgreementFigure,
  CriterionAgreement,
  ShownFirst,
} from '../../shared/contract/index.ts';
import { findWholeStudy, isOfWholeRanking, wholeRankingOption } from '../terminal/find-study.ts';
import { onStudy, type StudyOptions } from '../terminal/on-project.ts';
import { onRight, table } from '../terminal/table.ts';
import { counted, figure, percent } from '../terminal/words.ts';

export function addAgreement(program: Command): void {
  onStudy<WithPosition, AgreementOptions>(
    program.command('agreement'),
    async ({ client }, studyId, options, ranking) => {
      const asked = { studyId, wholeRanking: isOfWholeRanking(options, ranking) };
      return {
        ...(await client.agreement.get(asked)),
        shownFirst: await client.agreement.shownFirst(asked),
      };
    },
    agreementText,
    findWholeStudy,
  ).addOption(wholeRankingOption());
}

/** Position bias stands beside agreement: both are of people. */
type WithPosition = Agreement & { readonly shownFirst: ShownFirst | null };

interface AgreementOptions extends StudyOptions {
  wholeRanking?: boolean;
}

const columns = [{ title: '' }, onRight('Value'), { title: '95 %, approximate' }, onRight('Items')];

function agreementText(agreement: WithPosition): string {
  const { criteria, annotators, basis, interval, shownFirst } = agreement;
  const names = new Map(annotators.map(({ id, name }) => [id, name]));
  const notes = [basis, `Intervals: ${interval}.`];
  const position = shownFirst ? [positionText(shownFirst)] : [];
  return [...criteria.map((one) => criterionText(one, names)), ...notes, ...position].join('\n\n');
}

const positionText = (shownFirst: ShownFirst): string =>
  [
    shownFirstWords(shownFirst),
    table(
      [{ title: '' }, onRight('Share'), { title: '95 %, exact' }, onRight('Decided'), onRight('Ties')],
      shownFirst.people.map(({ name, share, lower, upper, decided, ties }) => [
        name,
        share === null ? '-' : percent(share),
        lower === null || upper === null ? '' : `${percent(lower)} to ${percent(upper)}`,
        String(decided),
        String(ties),
      ]),
    ),
  ].join('\n');

function criterionText(criterion: CriterionAgreement, names: ReadonlyMap<number, string>): string {
  const { figures, skips, pairs, byItem } = criterion;
  const nameOf = (id: number) => names.get(id) ?? String(id);
  const differing = byItem.filter(({ spread }) => spread > 0);
  const isOfPairs = new Set(byItem.map(({ studyId }) => studyId)).size > 1;
  const most = differing
    .slice(0, shownItems)
    .map(({ studyId, draw, spread, said }) => [
      ...(isOfPairs ? [String(studyId)] : []),
      String(draw),
      percent(spread),
      said
        .map(({ annotatorId, words }) => (annotatorId === null ? words : `${nameOf(annotatorId)} ${words}`))
        .join(', '),
    ]);
  return [
    `${criterion.criterion}: ${counted(criterion.items, 'item')} with labels of at least two annotators, ${criterion.completeItems} labeled by everybody; compared by ${criterion.compared}`,
    table(columns, [
      ...figures.map((one) => row(one.name, one)),
      ...skips.figures.map((one) => row(`Skipped or not: ${one.name}`, one)),
      ...pairs.flatMap(({ first, second, figures: ofPair }) =>
        ofPair.map((one) => row(`${nameOf(first)} and ${nameOf(second)}: ${one.name}`, one)),
      ),
    ]),
    ...(most.length === 0
      ? []
      : [
          '',
          table(
            [
              ...(isOfPairs ? [onRight('Study')] : []),
              onRight('Draw'),
              onRight('Spread'),
              { title: 'Answers' },
            ],
            most,
          ),
        ]),
  ].join('\n');
}

const shownItems = 10;

function row(
  name: string,
  { id, value, reason, lower, upper, intervalReason, items }: AgreementFigure,
): string[] {
  const shown = id === 'percent' ? percent : figure;
  if (value === null) return [name, '-', reason ?? '', String(items)];
  const interval =
    lower === null || upper === null ? (intervalReason ?? '') : `${shown(lower)} to ${shown(upper)}`;
  return [name, shown(value), interval, String(items)];
}

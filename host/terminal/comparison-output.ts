import type { ProtocolComparison } from '../../shared/contract/index.ts';
import { ownReason, shownCorrelations } from '../../shared/correlation-words.ts';
import { differenceText, endsText, scoreText } from '../../shared/score-words.ts';
import { type Column, onRight, table } from './table.ts';
import { decimals, shareText } from './words.ts';

/** Runs side by side: what each is, their figures, what people say, and what one setting changes. */
export function protocolComparisonText(comparison: ProtocolComparison): string {
  const { human, rows, scores, intervalKind, contrasts, correlations, pairwise } = comparison;
  return [
    rowsText(rows),
    ...(scores.length > 0 ? [scoresText(scores), `Intervals: ${intervalKind}. ${rankedWithin}`] : []),
    ...(human ? [humanText(human)] : []),
    ...contrasts.flatMap((contrast) => contrastText(contrast, scores)),
    ...(correlations.length > 0 ? correlationsText(correlations) : []),
    ...(pairwise.length > 0 ? [pairwiseText(pairwise)] : []),
  ].join('\n\n');
}

const rankedWithin = 'Places are given within one evaluation alone.';

const rowsText = (rows: ProtocolComparison['rows']): string =>
  table(
    [{ title: 'Runs' }, { title: 'System' }, { title: 'Evaluation' }, onRight('n'), { title: 'Differs in' }],
    rows.map(({ runIds, system, evaluation, conversations, differs, note }) => [
      runIds.join(', '),
      system,
      evaluation,
      String(conversations),
      [...differs.map(({ name, value }) => `${name}: ${value}`), note]
        .filter((text) => text !== '')
        .join('; '),
    ]),
  );

const scoreColumns: Column[] = [
  { title: 'Evaluation' },
  { title: 'Measure' },
  { title: 'System' },
  onRight('n'),
  onRight('Value'),
  { title: '95 % interval' },
  onRight('Place'),
];

const scoresText = (scores: ProtocolComparison['scores']): string =>
  table(
    scoreColumns,
    scores.map((one) => [
      one.evaluation,
      one.measure,
      one.system,
      String(one.conversations),
      scoreText(one.measure, one.value),
      endsText(one.measure, one),
      decimals(one.place, 1),
    ]),
  );

const humanText = ({ criterion, systems }: NonNullable<ProtocolComparison['human']>): string =>
  table(
    [
      { title: `People: ${criterion}` },
      onRight('n'),
      onRight('Mean'),
      onRight('Place'),
      { title: 'Whose word' },
    ],
    systems.map((one) => [
      one.system,
      String(one.items),
      decimals(one.mean, 3),
      decimals(one.place, 1),
      one.basis,
    ]),
  );

/** The differing setting as the row, each measure of each system as a column; then what the setting changes. */
function contrastText(
  { setting, rows, differences }: ProtocolComparison['contrasts'][number],
  scores: ProtocolComparison['scores'],
): string[] {
  const own = scores.filter(({ evaluation }) => rows.some((row) => row.evaluation === evaluation));
  const columns = [...new Set(own.map(({ measure, system }) => `${measure}, ${system}`))];
  const cells = table(
    [{ title: setting }, ...columns.map(onRight)],
    rows.map(({ value, evaluation }) => [
      value,
      ...columns.map((column) => {
        const found = own.find(
          (score) => score.evaluation === evaluation && `${score.measure}, ${score.system}` === column,
        );
        return found ? scoreText(found.measure, found.value) : '-';
      }),
    ]),
  );
  if (differences.length === 0) return [cells];
  const changes = table(
    [
      { title: 'Change' },
      { title: 'System' },
      { title: 'Measure' },
      onRight('Difference'),
      { title: '95 % interval' },
    ],
    differences.map((one) => [
      `${one.from} to ${one.to}`,
      one.system,
      one.measure,
      differenceText(one.measure, one.value),
      endsText(one.measure, one, differenceText),
    ]),
  );
  return [cells, changes];
}

/** The table, then what must be said with it, each once. */
function correlationsText(correlations: ProtocolComparison['correlations']): string[] {
  const { rows, estimable, notes } = shownCorrelations(correlations);
  const columns = [{ title: 'Evaluation' }, { title: 'Measure' }, { title: 'Same order' }];
  const cells = rows.map((row) => [
    row.evaluation,
    row.measure,
    row.sameRanking === null ? '-' : row.sameRanking ? 'yes' : 'no',
    ...(estimable ? [row.coefficients.map((one) => coefficientText(row, one)).join('; ')] : []),
  ]);
  const last = estimable ? [{ title: 'Correlation with people' }] : [];
  return [...(rows.length > 0 ? [table([...columns, ...last], cells)] : []), ...notes];
}

const pairwiseText = (pairwise: ProtocolComparison['pairwise']): string =>
  table(
    [{ title: 'Evaluation' }, { title: 'Pair' }, { title: 'Agrees with people' }],
    pairwise.map((one) => [
      one.evaluation,
      `${one.first} / ${one.second}`,
      one.agreement === null
        ? 'no group on which people prefer one'
        : `${shareText(one.agreement)} of ${one.comparable} groups (95 %, exact: ${shareText(one.lower)} to ${shareText(one.upper)})`,
    ]),
  );

type Correlation = ProtocolComparison['correlations'][number];

function coefficientText(row: Correlation, one: Correlation['coefficients'][number]): string {
  const { name, value, lower, upper, pValue } = one;
  if (value === null) return `${name} ${ownReason(row, one) ?? '-'}`;
  const ends = lower === null || upper === null ? '' : ` (${lower.toFixed(2)} to ${upper.toFixed(2)})`;
  return `${name} ${value.toFixed(2)}${ends}${pValue === null ? '' : `, p ${pValue.toFixed(2)}`}`;
}

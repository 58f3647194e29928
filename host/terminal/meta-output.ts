import type { IqaTable, KnownPersona, MetaEvaluation, PersonaHarm } from '../../shared/contract/index.ts';
import type { countsBySystem, UnanswerableRow } from '../../shared/unanswerable-rows.ts';
import { onRight, table } from './table.ts';
import { shareText } from './words.ts';

type Row = MetaEvaluation['evaluations'][number]['rows'][number];

/** Correlations of judges with people, evaluation by evaluation. */
export function metaEvaluationText({ evaluations, criteria, intervalKind }: MetaEvaluation): string {
  return [
    ...evaluations.map(({ evaluation, unit, clusteredBy, rows }) =>
      [`${evaluation}, by ${unit}; intervals keep together: ${clusteredBy}`, rowsText(rows)].join('\n'),
    ),
    `People: ${criteria.map(({ measure, criterion }) => `${measure} by ${criterion}`).join(', ')}. Overall is of the means over both.`,
    `Intervals: ${intervalKind}.`,
  ].join('\n\n');
}

const rowsText = (rows: readonly Row[]): string =>
  table(
    [
      { title: 'Systems' },
      { title: 'Measure' },
      onRight('Units'),
      onRight('Clusters'),
      { title: 'Pearson' },
      { title: 'Spearman' },
    ],
    rows.map(({ system, measure, units, clusters, pearson, spearman }) => [
      system ?? 'all together',
      measure,
      String(units),
      String(clusters),
      coefficientText(pearson),
      coefficientText(spearman),
    ]),
  );

function coefficientText({ value, lower, upper, reason }: Row['pearson']): string {
  if (value === null) return reason ?? '-';
  const range = lower === null || upper === null ? reason : `${lower.toFixed(2)} to ${upper.toFixed(2)}`;
  return `${value.toFixed(3)} (${range})`;
}

/** A table of the paper with one's own numbers. */
export const iqaTableText = ({ table: number, title, columns, rows, notes }: IqaTable): string =>
  [
    `Table ${number} of IQA-EVAL: ${title}`,
    table(
      [
        { title: '' },
        ...columns.map(({ group, name }) => onRight(name === group ? name : `${group} ${name}`)),
      ],
      rows.map(({ label, cells }) => [label, ...cells.map(cellText)]),
    ),
    notes.join('\n'),
  ].join('\n\n');

function cellText({ value, deviation }: IqaTable['rows'][number]['cells'][number]): string {
  if (value === null) return '-';
  return deviation === null ? value.toFixed(2) : `${value.toFixed(2)} (±${deviation.toFixed(2)})`;
}

/** Answers without offense and without harm, system by system. */
export function personaHarmText({ columns, rows }: PersonaHarm): string {
  if (columns.length === 0) {
    return 'No judge has scored offense and harm here: run one with the prompt "Inoffensive and harmless".';
  }
  return [
    'Table 18 of IQA-EVAL: answers without offense and without harm',
    table(
      [{ title: 'System' }, ...columns.map(({ judge, criterion }) => onRight(`${criterion}, ${judge}`))],
      rows.map(({ system, cells }) => [system, ...cells.map(harmText)]),
    ),
    'In brackets: 95 %, exact, items taken as independent.',
  ].join('\n\n');
}

const harmText = ({ share, items, lower, upper }: PersonaHarm['rows'][number]['cells'][number]): string =>
  share === null ? '-' : `${shareText(share)} of ${items} (${shareText(lower)} to ${shareText(upper)})`;

/** A table of Ditch the Gold Standard: 1 counts, 3 and 4 questions without an answer. */
export interface DitchTable {
  readonly table: '1' | '3' | '4';
  readonly rows: readonly UnanswerableRow[];
  readonly counts: ReturnType<typeof countsBySystem>;
}

export function ditchTableText({ table: number, rows, counts }: DitchTable): string {
  if (rows.length === 0) return 'No replay is done in this project, and no conversation of people validated.';
  if (number === '1') {
    const columns = [
      { title: 'System' },
      { title: 'Led by' },
      onRight('Conversations'),
      onRight('Questions'),
    ];
    return table(
      columns,
      counts.map(({ system, isOfPeople, conversations, questions }) => [
        ...[system, isOfPeople ? 'people' : 'replays of the data'],
        ...[String(conversations), String(questions)],
      ]),
    );
  }
  const columns = [
    ...[{ title: 'Run' }, onRight('Have no answer'), onRight('Refused')],
    ...[onRight('Precision'), onRight('Recall'), onRight('Implied')],
  ];
  return [
    table(
      columns,
      rows.map((row) => [
        row.isOfPeople ? `${row.title}, by people` : row.title,
        ...[row.actualShare, row.predictedShare, row.precision, row.recall, row.impliedShare].map(shareText),
      ]),
    ),
    'Implied: refused x precision / recall, the share without an answer that follows from these three.',
  ].join('\n');
}

/** Table 11: what each persona is in a conversation, and what judges are told that this user expects. */
export const personaTextsText = (personas: readonly KnownPersona[]): string =>
  table(
    [{ title: 'Persona' }, { title: 'Interaction' }, { title: 'Evaluation' }],
    personas.map(({ name, role, expectation }) => [name, role, expectation]),
  );

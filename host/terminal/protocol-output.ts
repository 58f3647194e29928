import type {
  KnownPersona,
  ProtocolComparison,
  ProtocolRun,
  ProtocolScores,
  ProtocolTurn,
} from '../../shared/contract/index.ts';
import { type Column, table } from './table.ts';

const right = 'right' as const;
const percent = (share: number | null): string => (share === null ? '0/0' : `${(100 * share).toFixed(1)} %`);
const number = (value: number | null, digits = 2): string => (value === null ? '-' : value.toFixed(digits));

export function runsText(runs: readonly ProtocolRun[]): string {
  if (runs.length === 0) return 'No protocol has been run in this project yet.';
  const columns: Column[] = [
    { title: 'Run', align: right },
    { title: 'What' },
    { title: 'System' },
    { title: 'State' },
    { title: 'Done', align: right },
    { title: 'Score' },
  ];
  return table(
    columns,
    runs.map((run) => [
      String(run.id),
      run.title,
      run.system,
      run.state,
      `${run.conversationsDone}/${run.conversations}`,
      run.scores === null ? '-' : scoreLines(run.scores)[0]!,
    ]),
  );
}

export function runText(run: ProtocolRun): string {
  const lines = [
    `Run ${run.id}: ${run.title}, ${run.state}, ${run.conversationsDone} of ${run.conversations} conversations`,
    run.message,
    ...(run.scores === null ? [] : scoreLines(run.scores)),
    `${run.calls} replies, ${run.callsReused} of them stored already${run.cost === null ? '' : `; cost ${run.cost.toFixed(4)}`}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

export const personasText = (personas: readonly KnownPersona[]): string =>
  table(
    [{ title: 'Persona' }, { title: 'Version', align: right }, { title: 'Who the user is' }],
    personas.map(({ name, version, role }) => [name, String(version), role]),
  );

/** The figures of a run in words, the main one first. */
function scoreLines(scores: ProtocolScores): string[] {
  switch (scores.protocol) {
    case 'replay':
      return [
        `all ${percent(scores.all)}, answerable ${percent(scores.answerable)}`,
        `${scores.scored} of ${scores.questions} questions scored; ${scores.invalid} no longer fitted, ${scores.changed} were changed`,
        `unanswerable: ${percent(scores.unanswerable.actualShare)} of the questions, ${percent(scores.unanswerable.predictedShare)} refused, precision ${percent(scores.unanswerable.precision)}, recall ${percent(scores.unanswerable.recall)}`,
      ];
    case 'interview':
      return [
        `QPR ${number(scores.questionPromptRate)}, PFR ${percent(scores.promptFailureRate)}, ACR ${percent(scores.answerCorrectionRate)} (word F1 above ${scores.threshold} is right)`,
        `${scores.successes} successes, ${scores.failures} failures, ${scores.generated} generated questions, ${scores.leaks} of them with a gold answer`,
        `successes after 0, 1, ... prompts: ${scores.successesByPrompt.join(', ')}`,
      ];
    case 'iqa-eval':
      return [
        `helpfulness ${number(scores.overall.helpfulness)}, fluency ${number(scores.overall.fluency)}, queries ${number(scores.overall.queries)}, accuracy ${percent(scores.overall.accuracy)}`,
        ...scores.personas.map(
          (one) =>
            `  ${one.persona} (share ${one.share}): helpfulness ${number(one.helpfulness)}, fluency ${number(one.fluency)}`,
        ),
        `${scores.units} units; ${scores.unreadable} replies of judges unreadable; ${scores.unanswered} interactions without an answer`,
        ...(scores.sameFamily.length > 0
          ? [
              `Of the same family as the judged model: ${scores.sameFamily.join(', ')}. Such judges favor their own.`,
            ]
          : []),
      ];
    case 'conversation':
      return [
        `accuracy ${percent(scores.accuracy)}, answerable ${percent(scores.answerable)}; ${scores.marked} of ${scores.questions} answers marked`,
      ];
  }
}

export function transcriptText(turns: readonly ProtocolTurn[]): string {
  return turns
    .map((turn) => {
      const marks = [turn.isInvalid && 'no longer fits', turn.isLeak && 'leak', turn.isRefused && 'refusal'];
      const score = turn.score === null ? '' : ` [${turn.score.toFixed(2)}]`;
      return [
        `${turn.kind}: ${turn.asked}`,
        turn.original === null ? '' : `  was: ${turn.original}`,
        `  answer: ${turn.answer}${score}`,
        turn.goldAnswers.length === 0 ? '' : `  gold: ${turn.goldAnswers.join(' | ')}`,
        [...marks, turn.note]
          .filter(Boolean)
          .join('; ')
          .replace(/^(?=.)/, '  note: '),
      ]
        .filter((line) => line !== '')
        .join('\n');
    })
    .join('\n');
}

export function comparisonText({ human, scores, correlations, pairwise }: ProtocolComparison): string {
  const parts = [
    table(
      [
        { title: 'Evaluation' },
        { title: 'Measure' },
        { title: 'System' },
        { title: 'Value', align: right },
        { title: 'Place', align: right },
      ],
      [
        ...scores.map((one) => [
          one.evaluation,
          one.measure,
          one.system,
          number(one.value, 3),
          number(one.place, 1),
        ]),
        ...(human?.systems ?? []).map((one) => [
          'People',
          human!.criterion,
          one.system,
          number(one.mean, 3),
          number(one.place, 1),
        ]),
      ],
    ),
  ];
  if (correlations.length > 0) {
    parts.push(
      table(
        [
          { title: 'Evaluation' },
          { title: 'Measure' },
          { title: 'Same order' },
          { title: 'Correlation with people' },
        ],
        correlations.map(({ evaluation, measure, sameRanking, coefficients }) => [
          evaluation,
          measure,
          sameRanking === null ? '-' : sameRanking ? 'yes' : 'no',
          coefficients.map(coefficientText).join('; '),
        ]),
      ),
      ...new Set(correlations.map(({ warning }) => warning).filter((warning) => warning !== '')),
    );
  }
  if (pairwise.length > 0) {
    parts.push(
      table(
        [{ title: 'Evaluation' }, { title: 'Pair' }, { title: 'Agrees with people' }],
        pairwise.map((one) => [
          one.evaluation,
          `${one.first} / ${one.second}`,
          one.agreement === null
            ? 'no group on which people prefer one'
            : `${percent(one.agreement)} of ${one.comparable} groups (95 % Wilson: ${percent(one.lower)} to ${percent(one.upper)})`,
        ]),
      ),
    );
  }
  return parts.join('\n\n');
}

type Coefficient = ProtocolComparison['correlations'][number]['coefficients'][number];

function coefficientText({ name, value, lower, upper, pValue, reason }: Coefficient): string {
  if (value === null) return `${name} ${reason}`;
  const range = lower === null || upper === null ? '' : ` (${lower.toFixed(2)} to ${upper.toFixed(2)})`;
  return `${name} ${value.toFixed(2)}${range}${pValue === null ? '' : `, p ${pValue.toFixed(2)}`}`;
}

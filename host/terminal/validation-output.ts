import type {
  ValidatedQuestion,
  ValidationQueue,
  ValidationReport,
  ValidationView,
} from '../../shared/contract/index.ts';
import { type Column, onRight, table } from './table.ts';
import { counted, shareText } from './words.ts';

export function queuesText(queues: readonly ValidationQueue[]): string {
  if (queues.length === 0) return 'No answers are open to validation. Open some with: assay validate open';
  const columns: Column[] = [
    onRight('Run'),
    { title: 'Answers' },
    { title: 'Data set' },
    onRight('Validators'),
    onRight('Complete'),
    onRight('Done by you'),
    onRight('Left for you'),
  ];
  return table(
    columns,
    queues.map((queue) => [
      String(queue.runId),
      queue.evaluation,
      queue.dataset,
      String(queue.validators),
      `${queue.complete}/${queue.conversations}`,
      String(queue.finished),
      String(queue.open),
    ]),
  );
}

const nextSteps: Readonly<Record<ValidationView['phase'], string>> = {
  passage: 'Read the passage, then: --say read',
  question: 'Then: --say ungrammatical, unanswerable or answerable',
  answer: 'Then: --say correct or incorrect',
  span: 'Then: --span "the right answer in the words of the passage", or --say no-span',
  done: 'The conversation is done.',
};

/** What the annotator may see now; the passage only until it is read, and for the selection of a span. */
export function viewText({
  ref,
  title,
  passage,
  phase,
  history,
  current,
  questions,
}: ValidationView): string {
  const showsPassage = phase === 'passage' || phase === 'span';
  return [
    `Conversation ${ref}${title === '' ? '' : `, ${title}`}, ${counted(questions, 'question')}`,
    showsPassage ? `\n${passage}\n` : '',
    ...(phase === 'done' ? [] : history.map(({ question, answer }) => `  ${question}\n    ${answer}`)),
    current ? `Question (turn ${current.turn}): ${current.question}` : '',
    current?.answer == null ? '' : `Answer: ${current.answer}`,
    nextSteps[phase],
  ]
    .filter((line) => line !== '')
    .join('\n');
}

export function validationText(report: ValidationReport, questions: readonly ValidatedQuestion[]): string {
  const { validators, hasMarks, accuracy, answerable, agreement } = report;
  const voices = `${hasMarks ? 'who asked and ' : ''}${counted(validators, 'validator')}`;
  return [
    `${report.title}, on ${report.dataset}: majority of ${voices}`,
    `${report.validated} of ${report.questions} questions validated; ${report.discarded} discarded as ungrammatical, ${report.undecided} undecided`,
    `correct: all ${shareBetween(accuracy, report.accuracyLower, report.accuracyUpper)} of ${report.correct + report.incorrect} decided, answerable ${shareBetween(answerable, report.answerableLower, report.answerableUpper)} of ${report.answerableQuestions} (95 %, approximate, a jackknife over passages)`,
    `unanswerable ${shareText(report.unanswerableShare)}; refused ${shareText(report.refusals.share)}, precision ${shareText(report.refusals.precision)}, recall ${shareText(report.refusals.recall)}`,
    `Fleiss' kappa: ${kappaText(agreement.overall)} over unanswerable, correct, incorrect; ${kappaText(agreement.answerability)} over answerability (Li et al. 2022: 0.598 and 0.679)`,
    '',
    table(
      [
        { title: 'Annotator' },
        onRight('Conversations'),
        onRight('Ungrammatical'),
        onRight('Unanswerable'),
        onRight('Correct'),
        onRight('Incorrect'),
      ],
      report.annotators.map((one) => [
        one.name,
        ...[one.conversations, one.ungrammatical, one.unanswerable, one.correct, one.incorrect].map(String),
      ]),
    ),
    '',
    table(
      [onRight('Conversation'), { title: 'Outcome' }, { title: 'Question' }, { title: 'Answer' }],
      questions.map((one) => [String(one.conversation), one.outcome, one.question, one.answer]),
    ),
  ].join('\n');
}

const tooFewPassages = 'no interval: fewer than five passages of one size';

const shareBetween = (share: number | null, lower: number | null, upper: number | null): string =>
  share === null
    ? '0/0'
    : lower === null
      ? `${shareText(share)} (${tooFewPassages})`
      : `${shareText(share)} (${shareText(lower)} to ${shareText(upper)})`;

const kappaText = ({ kappa, reason, questions }: ValidationReport['agreement']['overall']): string =>
  kappa === null ? `not estimable (${reason})` : `${kappa.toFixed(3)} on ${counted(questions, 'question')}`;

import { accuracyWords, answeredWords, calibratedWords } from '../../shared/accuracy-words.ts';
import { aptitudeFacts, aptitudeHeadline } from '../../shared/aptitude-words.ts';
import type { ProtocolScores, TranscriptBrief } from '../../shared/contract/index.ts';
import { interviewRightWords } from '../../shared/correctness-words.ts';
import { asWrittenWords, nothingChanged } from '../../shared/outcome-words.ts';
import { formatCount, formatFixed, formatPercent, plural } from '../api/format.ts';

/** What a person chooses from; the five replays are one protocol in four modes. */
export const protocolChoices = [
  {
    id: 'gold',
    name: 'Auto-Gold',
    about: "Each question with people's answers as history. The usual benchmark score.",
  },
  {
    id: 'pred',
    name: 'Auto-Pred',
    about: "Each question with the model's own answers as history, whether it still fits or not.",
  },
  {
    id: 'rewrite',
    name: 'Auto-Rewrite',
    about: 'As Auto-Pred, but a question that no longer fits is put in words that do.',
  },
  {
    id: 'replace',
    name: 'Auto-Replace',
    about: 'As Auto-Pred, but a question that no longer fits gives way to its twin that needs no history.',
  },
  {
    id: 'filter',
    name: 'Auto-Filter',
    about: 'As Auto-Pred, but a question that no longer fits is left out and counts nowhere.',
  },
  {
    id: 'interview',
    name: 'Interview',
    about: 'After a wrong answer another model asks up to three helping questions.',
  },
  {
    id: 'iqa-eval',
    name: 'IQA-EVAL',
    about: 'A model plays the user, then models score how helpful and fluent the conversation was.',
  },
  {
    id: 'lost-in-conversation',
    name: 'Lost in conversation',
    about: 'A played user gives an instruction shard by shard, ten times: how good, and how reliable?',
  },
  {
    id: 'conversation',
    name: 'Human conversation',
    about: 'People ask the model 8 to 12 questions without the passage, then mark its answers with it.',
  },
] as const;

export type ProtocolChoice = (typeof protocolChoices)[number]['id'];

/** A quotient of nothing by nothing is said to be one. */
export const shareWords = (share: number | null): string =>
  share === null ? 'undefined (0/0)' : formatPercent(share);

export const numberWords = (value: number | null): string =>
  value === null ? 'not estimable' : formatFixed(value);

/** The main figure of a run, in one line. */
export function runHeadline(scores: ProtocolScores): string {
  switch (scores.protocol) {
    case 'replay':
      return `${shareWords(scores.all)} all, ${shareWords(scores.answerable)} answerable`;
    case 'interview':
      return `QPR ${numberWords(scores.questionPromptRate)} (Equation 8), ${numberWords(scores.questionPromptRateOfSuccesses)} (authors' script), PFR ${shareWords(scores.promptFailureRate)}`;
    case 'iqa-eval':
      return `helpfulness ${numberWords(scores.overall.helpfulness)}, fluency ${numberWords(scores.overall.fluency)}`;
    case 'lost-in-conversation':
      return aptitudeHeadline(scores);
    case 'conversation':
      return `${shareWords(scores.accuracy)} right${scores.validation?.counts ? ', validated' : ''}`;
  }
}

/** How a conversation stands. One that is done may still lack scores: judges whose replies could not be read. */
export function transcriptStateWords(
  { state, flagged }: Pick<TranscriptBrief, 'state' | 'flagged'>,
  isJudged: boolean,
): string {
  const words = { open: 'Not done', finished: 'Done', failed: 'Failed' }[state];
  return state === 'finished' && isJudged && flagged > 0
    ? `${words}, but ${plural(flagged, 'reply', 'replies')} of judges not readable`
    : words;
}

interface RunFact {
  readonly name: string;
  readonly value: string;
}

/** Every figure of a run with its name. */
export function scoreFacts(scores: ProtocolScores): RunFact[] {
  switch (scores.protocol) {
    case 'replay':
      return replayFacts(scores);
    case 'interview':
      return interviewFacts(scores);
    case 'iqa-eval':
      return iqaFacts(scores);
    case 'lost-in-conversation':
      return aptitudeFacts(scores);
    case 'conversation':
      return conversationFacts(scores);
  }
}

const replayFacts = (scores: Extract<ProtocolScores, { protocol: 'replay' }>): RunFact[] => [
  { name: 'Mean score, all questions', value: shareWords(scores.all) },
  { name: 'Mean score, answerable questions', value: shareWords(scores.answerable) },
  {
    name: 'Questions scored',
    value: `${formatCount(scores.scored)} of ${formatCount(scores.questions)}`,
  },
  { name: 'Questions without an answer', value: shareWords(scores.unanswerable.actualShare) },
  { name: 'Questions refused', value: shareWords(scores.unanswerable.predictedShare) },
  { name: 'Precision of refusals', value: shareWords(scores.unanswerable.precision) },
  { name: 'Recall of refusals', value: shareWords(scores.unanswerable.recall) },
  {
    name: 'No longer fitted, changed, removed',
    value: [
      `${formatCount(scores.invalid)}, ${formatCount(scores.changed)}, ${formatCount(scores.removed)}`,
      nothingChanged(scores),
    ]
      .filter(Boolean)
      .join('. '),
  },
  ...(asWrittenWords(scores) === null
    ? []
    : [{ name: 'As published scripts read it', value: asWrittenWords(scores)! }]),
];

/** The figures of the answerable questions alone; nothing where every question is one, as they are those of all then. */
function answerableFacts({
  ofAnswerable: own,
  successes,
  failures,
}: Extract<ProtocolScores, { protocol: 'interview' }>): RunFact[] {
  if (!own || own.questions === successes + failures) return [];
  const rate = numberWords(own.questionPromptRate);
  const ofSuccesses = numberWords(own.questionPromptRateOfSuccesses);
  return [
    {
      name: `Of the ${formatCount(own.questions)} answerable questions`,
      value: `QPR ${rate} (authors' script ${ofSuccesses}), PFR ${shareWords(own.promptFailureRate)}`,
    },
  ];
}

export const interviewFacts = (scores: Extract<ProtocolScores, { protocol: 'interview' }>): RunFact[] => [
  {
    name: 'Questions for a right answer (QPR, Equation 8)',
    value: numberWords(scores.questionPromptRate),
  },
  {
    name: "Questions of successes alone (QPR, authors' script)",
    value: numberWords(scores.questionPromptRateOfSuccesses),
  },
  { name: 'Failed questions (PFR)', value: shareWords(scores.promptFailureRate) },
  ...answerableFacts(scores),
  { name: 'Refusals put right (ACR)', value: shareWords(scores.answerCorrectionRate) },
  {
    name: 'Successes, failures',
    value: `${formatCount(scores.successes)}, ${formatCount(scores.failures)}`,
  },
  { name: 'Questions generated', value: formatCount(scores.generated) },
  { name: 'Generated with a gold answer in them', value: formatCount(scores.leaks) },
  {
    name: 'Right after 0, 1, … hints',
    value: scores.successesByPrompt.map(formatCount).join(', '),
  },
  { name: 'An answer is right', value: interviewRightWords(scores) },
];

const iqaFacts = (scores: IqaScoreFields): RunFact[] => [
  { name: 'Helpfulness, 1 to 5', value: numberWords(scores.overall.helpfulness) },
  { name: 'Fluency, 1 to 5', value: numberWords(scores.overall.fluency) },
  { name: 'Queries', value: numberWords(scores.overall.queries) },
  {
    name: `Accuracy, right is: ${scores.correctness}`,
    value: accuracyWords(scores.overall, scores.unanswered),
  },
  ...(scores.calibrated === null
    ? []
    : [{ name: 'Accuracy by labels of people', value: calibratedWords(scores.calibrated) }]),
  { name: 'Accuracy among those answered', value: answeredWords(scores.overall) },
  { name: 'Sentences in a reply', value: numberWords(scores.overall.sentences) },
  { name: 'Units scored', value: formatCount(scores.units) },
  { name: 'Replies of judges not readable', value: formatCount(scores.unreadable) },
  { name: 'Interactions without an answer', value: formatCount(scores.unanswered) },
  {
    name: 'Deviation between runs (helpfulness, fluency)',
    value: runDeviationWords(scores.runDeviation),
  },
];

const conversationFacts = (scores: ScoresOfConversation): RunFact[] => [
  { name: 'Right answers', value: shareWords(scores.accuracy) },
  { name: 'Right answers, answerable', value: shareWords(scores.answerable) },
  {
    name: 'Answers marked',
    value: `${formatCount(scores.marked)} of ${formatCount(scores.questions)}`,
  },
  { name: 'Conversations', value: formatCount(scores.conversations) },
  ...validationFacts(scores),
];

function runDeviationWords({ helpfulness, fluency }: IqaScoreFields['runDeviation']): string {
  const known = [helpfulness, fluency].flatMap((value) => (value === null ? [] : [value.toFixed(2)]));
  return known.length === 0 ? 'one run' : known.join(', ');
}

type IqaScoreFields = Extract<ProtocolScores, { protocol: 'iqa-eval' }>;
type ScoresOfConversation = Extract<ProtocolScores, { protocol: 'conversation' }>;

/** Whose word the scores are, where the answers are open to validation. */
function validationFacts({ validation }: ScoresOfConversation): RunFact[] {
  if (validation === null) return [];
  const { validators, validated, questions, discarded, undecided, counts } = validation;
  return [
    {
      name: 'Judged by',
      value: counts
        ? `majority with ${formatCount(validators)} validators`
        : 'those who asked, until all is validated',
    },
    { name: 'Questions validated', value: `${formatCount(validated)} of ${formatCount(questions)}` },
    { name: 'Discarded, undecided', value: `${formatCount(discarded)}, ${formatCount(undecided)}` },
  ];
}

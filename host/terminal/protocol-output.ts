import { accuracyWords, answeredWords, calibratedWords } from '../../shared/accuracy-words.ts';
import { aptitudeFacts, aptitudeHeadline } from '../../shared/aptitude-words.ts';
import type {
  KnownPersona,
  KnownProtocolPrompt,
  ProtocolRun,
  ProtocolScores,
  ProtocolTurn,
} from '../../shared/contract/index.ts';
import { interviewRightWords } from '../../shared/correctness-words.ts';
import { modelsInWords } from '../../shared/model-words.ts';
import { asWrittenWords, nothingChanged } from '../../shared/outcome-words.ts';
import { partFacts } from '../../shared/prompt-parts.ts';
import { replyCountWords, replyKindWords, replyPartWords } from '../../shared/reply-words.ts';
import { type Column, onRight, table } from './table.ts';
import { decimals, shareText } from './words.ts';

export function protocolRunsText(runs: readonly ProtocolRun[]): string {
  if (runs.length === 0) return 'No protocol has been run in this project yet.';
  const columns: Column[] = [
    onRight('Run'),
    { title: 'What' },
    { title: 'System' },
    { title: 'State' },
    onRight('Done'),
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

export function protocolRunText(run: ProtocolRun): string {
  const lines = [
    `Run ${run.id}: ${run.title}, ${run.state}, ${run.conversationsDone} of ${run.conversations} conversations`,
    run.message,
    ...(run.scores === null ? [] : scoreLines(run.scores)),
    ...modelsInWords(run.model, run.settings).map(({ part, words }) => `${part}: ${words}`),
    ...run.replies.map((counts) => `${replyPartWords[counts.part]}, replies: ${replyCountWords(counts)}`),
    `${run.calls} replies, ${run.callsReused} of them stored already${run.cost === null ? '' : `; cost ${run.cost.toFixed(4)}`}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

export const personasText = (personas: readonly KnownPersona[]): string =>
  table(
    [{ title: 'Persona' }, onRight('Version'), { title: 'Who the user is' }],
    personas.map(({ name, version, role }) => [name, String(version), role]),
  );

export const promptsText = (prompts: readonly KnownProtocolPrompt[]): string =>
  table(
    [{ title: 'Part' }, { title: 'Text' }, onRight('Version'), { title: 'What the model does' }],
    prompts.map(({ part, name, version, builtIn }) => [
      part,
      builtIn ? `${name} (comes with Assay)` : name,
      String(version),
      partFacts[part].name,
    ]),
  );

/** The figures of a run in words, the main one first. */
function scoreLines(scores: ProtocolScores): string[] {
  switch (scores.protocol) {
    case 'replay':
      return [
        `all ${shareText(scores.all)}, answerable ${shareText(scores.answerable)}`,
        `${scores.scored} of ${scores.questions} questions scored; ${scores.invalid} no longer fitted, ${scores.changed} were changed, ${scores.removed} removed`,
        ...[nothingChanged(scores), asWrittenWords(scores)].filter((words) => words !== null),
        `unanswerable: ${shareText(scores.unanswerable.actualShare)} of the questions, ${shareText(scores.unanswerable.predictedShare)} refused, precision ${shareText(scores.unanswerable.precision)}, recall ${shareText(scores.unanswerable.recall)}`,
      ];
    case 'interview':
      return [
        `QPR ${decimals(scores.questionPromptRate)} (Equation 8) or ${decimals(scores.questionPromptRateOfSuccesses)} (authors' script, successes alone), PFR ${shareText(scores.promptFailureRate)}, ACR ${shareText(scores.answerCorrectionRate)}`,
        `right is: ${interviewRightWords(scores)}`,
        ...(scores.ofAnswerable
          ? [
              `of ${scores.ofAnswerable.questions} answerable questions: QPR ${decimals(scores.ofAnswerable.questionPromptRate)} (Equation 8) or ${decimals(scores.ofAnswerable.questionPromptRateOfSuccesses)} (authors' script), PFR ${shareText(scores.ofAnswerable.promptFailureRate)}`,
            ]
          : []),
        `${scores.successes} successes, ${scores.failures} failures, ${scores.generated} generated questions, ${scores.leaks} of them with a gold answer`,
        `successes after 0, 1, ... prompts: ${scores.successesByPrompt.join(', ')}`,
      ];
    case 'iqa-eval':
      return [
        `helpfulness ${decimals(scores.overall.helpfulness)}, fluency ${decimals(scores.overall.fluency)}, queries ${decimals(scores.overall.queries)}`,
        `accuracy (right is: ${scores.correctness}) ${accuracyWords(scores.overall, scores.unanswered)}; among those answered ${answeredWords(scores.overall)}`,
        ...(scores.calibrated === null ? [] : [calibratedWords(scores.calibrated)]),
        ...(scores.overall.sentences === null
          ? []
          : [`${decimals(scores.overall.sentences)} sentences in a reply of the model`]),
        ...scores.personas.map(
          (one) =>
            `  ${one.persona} (share ${one.share}): helpfulness ${decimals(one.helpfulness)}, fluency ${decimals(one.fluency)}`,
        ),
        `${scores.units} units; ${scores.unreadable} replies of judges unreadable; ${scores.unanswered} interactions without an answer`,
        ...(scores.sameFamily.length > 0
          ? [
              `Of the same family as the judged model: ${scores.sameFamily.join(', ')}. Such judges favor their own.`,
            ]
          : []),
      ];
    case 'lost-in-conversation':
      return [
        aptitudeHeadline(scores),
        ...aptitudeFacts(scores).map(({ name, value }) => `${name}: ${value}`),
      ];
    case 'conversation':
      return [
        `accuracy ${shareText(scores.accuracy)}, answerable ${shareText(scores.answerable)}; ${scores.marked} of ${scores.questions} answers marked`,
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
        turn.kind === 'removed' ? '' : `  answer: ${turn.answer}${score}`,
        turn.reply === undefined ? '' : `  reply: ${replyKindWords[turn.reply]}`,
        ...(turn.reasoning ?? []).map(
          ({ part, text }) => `  reasoning (${replyPartWords[part]}): ${text.replaceAll('\n', '\n    ')}`,
        ),
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

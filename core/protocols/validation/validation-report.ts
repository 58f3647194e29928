import { listAnnotators } from '../../../db/annotators.ts';
import { findDataset } from '../../../db/datasets.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ValidatedQuestion, ValidationReport } from '../../../shared/contract/index.ts';
import { binaryQuality, clusteredMean, shareOf } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type JudgedRun, judgedRun, type ValidatedTurn } from '../outcomes/judged-run.ts';
import { validatedByPassage, validatedCounts } from '../outcomes/validated-scores.ts';
import { requireProtocolRun } from '../run/describe-run.ts';
import { requireValidatedRun } from './queue.ts';
import { validatorAgreement } from './validator-agreement.ts';

/** @throws AppError NOT_FOUND */
const validatedRun = (db: ReadableDb, runId: number): JudgedRun => {
  const validated = requireValidatedRun(db, runId);
  return judgedRun(db, requireProtocolRun(db, runId), validated);
};

/** What the validators of a run found, with how far they agree. Shares of nothing are null. */
export function validationReport(context: CoreContext, runId: number): ValidationReport {
  const db = dbOf(context);
  const judged = validatedRun(db, runId);
  const { run, validators, validated } = judged;
  const counts = validatedCounts(judged);
  const { correct, decided, answerableCorrect, answerableDecided, discarded, undecided } = counts;
  const kept = validated.filter(({ outcome }) => outcome !== 'discarded');
  const settled = kept.filter(({ isAnswerable }) => isAnswerable !== null);
  const refusals = binaryQuality(
    settled.map(({ isRefused, isAnswerable }) => ({ predicted: isRefused, actual: isAnswerable === false })),
  );
  const all = clusteredMean(validatedByPassage(judged));
  const answerable = clusteredMean(validatedByPassage(judged, ({ isAnswerable }) => isAnswerable === true));
  return {
    runId: run.id,
    title: run.title,
    system: run.system,
    dataset: findDataset(db, run.datasetId)?.name ?? '',
    validators,
    hasMarks: judged.hasMarks,
    conversations: judged.conversations,
    questions: judged.questions,
    validated: validated.length,
    discarded,
    undecided,
    correct,
    incorrect: decided - correct,
    accuracy: shareOf(correct, decided) ?? null,
    accuracyLower: all.lower ?? null,
    accuracyUpper: all.upper ?? null,
    answerableCorrect,
    answerableQuestions: answerableDecided,
    answerable: shareOf(answerableCorrect, answerableDecided) ?? null,
    answerableLower: answerable.lower ?? null,
    answerableUpper: answerable.upper ?? null,
    unanswerableShare: refusals.actualShare ?? null,
    answerabilityTies: kept.length - settled.length,
    ungrammaticalShare: shareOf(discarded, validated.length) ?? null,
    refusals: {
      share: refusals.predictedShare ?? null,
      precision: refusals.precision ?? null,
      recall: refusals.recall ?? null,
    },
    agreement: validatorAgreement(
      validated.map(({ verdicts }) => verdicts),
      validators,
    ),
    annotators: annotatorsOf(db, judged),
  };
}

function annotatorsOf(db: ReadableDb, { verdicts }: JudgedRun): ValidationReport['annotators'] {
  const names = new Map(listAnnotators(db).map(({ id, name }) => [id, name]));
  const byAnnotator = Map.groupBy(verdicts, ({ annotatorId }) => annotatorId);
  return [...byAnnotator].map(([id, own]) => {
    const contents = own.map(({ content }) => content);
    const count = (is: (content: (typeof contents)[number]) => boolean) => contents.filter(is).length;
    return {
      name: names.get(id) ?? '',
      conversations: new Set(own.map(({ position }) => position)).size,
      ungrammatical: count(({ answerability }) => answerability === 'ungrammatical'),
      unanswerable: count(({ answerability }) => answerability === 'unanswerable'),
      correct: count(({ isCorrect }) => isCorrect === true),
      incorrect: count(({ isCorrect }) => isCorrect === false),
      spans: count(({ span }) => span?.kind === 'passage'),
      afterAnswer: count(({ answerSeen }) => answerSeen),
    };
  });
}

/** A page of the questions of a run that were validated, or of those that are left undecided. */
export function validatedQuestions(
  context: CoreContext,
  { runId, undecided, offset, limit }: { runId: number; undecided: boolean; offset: number; limit: number },
): { total: number; rows: ValidatedQuestion[] } {
  const { validated } = validatedRun(dbOf(context), runId);
  const rows = validated.filter(({ outcome }) => !undecided || outcome === 'undecided');
  return { total: rows.length, rows: rows.slice(offset, offset + limit).map(describeOutcome) };
}

/** One question as the list of outcomes shows it. */
function describeOutcome(turn: ValidatedTurn): ValidatedQuestion {
  const { row, question, answer, outcome, isAnswerable, votesCorrect, votesIncorrect, verdicts } = turn;
  return {
    conversation: row.position + 1,
    question,
    answer,
    outcome,
    isAnswerable,
    votesCorrect,
    votesIncorrect,
    spans: verdicts.flatMap(({ span }) => (span?.kind === 'passage' ? [span.text] : [])),
  };
}

import type { ProtocolConversationRow } from '../../../db/protocol-conversations.ts';
import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { type StoredValidation, type VerdictContent, validationSteps } from '../../../db/validations.ts';
import type { OwnVerdict, ValidationView } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { phaseOf } from '../outcomes/phase.ts';
import {
  type PassageRead,
  passagesOfTurns,
  type RecordedQuestion,
  recordedQuestions,
} from '../outcomes/recorded-conversation.ts';
import type { Validator } from './queue.ts';

/** A conversation with all that one annotator said of it. */
export interface OwnValidation {
  readonly run: ProtocolRunRow;
  readonly row: ProtocolConversationRow;
  readonly annotatorId: number;
  readonly annotator: string;
  /** What each turn is about. */
  readonly passages: readonly PassageRead[];
  readonly turns: readonly RecordedQuestion[];
  /** How often a passage was read: each is, before the first question about it. */
  readonly readings: number;
  /** What holds of each turn; turns without an entry are open. */
  readonly verdicts: ReadonlyMap<number, VerdictContent>;
  /** Turns whose answer was shown at some time, also where that was taken back. */
  readonly seen: ReadonlySet<number>;
  /** Steps that undo would take back, the next one last. */
  readonly undo: readonly StoredValidation[];
}

/** @throws AppError CONFLICT where the data hold no passage */
export function ownValidation(
  db: ReadableDb,
  { run, row }: { run: ProtocolRunRow; row: ProtocolConversationRow },
  { id: annotatorId, name: annotator }: Validator,
): OwnValidation {
  const turns = recordedQuestions(db, run, row.position);
  const found = passagesOfTurns(
    db,
    row,
    turns.map(({ cell }) => cell),
  );
  const [first] = found.flatMap((one) => one ?? []);
  if (!first) throw new AppError('CONFLICT', 'The data hold no passage for this conversation.');
  const steps = validationSteps(db, { runId: run.id, position: row.position, annotatorId });
  const verdicts = new Map<number, VerdictContent>();
  const seen = new Set<number>();
  const undo: StoredValidation[] = [];
  for (const step of steps) {
    if (step.turn === null) continue;
    if (step.content === null) verdicts.delete(step.turn);
    else {
      verdicts.set(step.turn, step.content);
      seen.add(step.turn);
    }
    if (step.refersTo === null) undo.push(step);
    else undo.pop();
  }
  return {
    run,
    row,
    annotatorId,
    annotator,
    passages: found.map((one) => one ?? first),
    turns,
    readings: steps.filter(({ turn }) => turn === null).length,
    verdicts,
    seen,
    undo,
  };
}

/** Whether the passage of the question at hand was read, and each one before it. */
export function hasRead(own: OwnValidation): boolean {
  const end = turnAtHand(own) ?? own.turns.length - 1;
  const asked = own.passages.slice(0, end + 1).filter((_, i) => own.turns[i]!.isValidated);
  return own.readings >= asked.filter(({ passage }, i) => passage !== asked[i - 1]?.passage).length;
}

/** The first turn that is not done; undefined when all are. */
export function turnAtHand({ turns, verdicts }: OwnValidation): number | undefined {
  const at = turns.findIndex((turn, i) => turn.isValidated && phaseOf(verdicts.get(i)) !== 'done');
  return at === -1 ? undefined : at;
}

const ownVerdict = ({ answerability, isCorrect, span }: VerdictContent): OwnVerdict => ({
  answerability,
  isCorrect,
  span,
});

/**
 * What the annotator may see: the passage alone until it is read; then the question at hand, its answer once
 * answerability is stored, and the turns before it, which are all done.
 */
export function validationView(own: OwnValidation, ref: string): ValidationView {
  const { annotator, passages, turns, verdicts, undo } = own;
  const questions = turns.filter(({ isValidated }) => isValidated).length;
  const at = turnAtHand(own);
  const about = passages[at ?? turns.findLastIndex(({ isValidated }) => isValidated)] ?? passages[0]!;
  const shared = { ref, annotator, ...about, questions, undoable: undo.length > 0 };
  const history = turns.slice(0, at ?? turns.length).flatMap(({ question, historyAnswer, isAsked }, i) => {
    const verdict = verdicts.get(i);
    if (!isAsked) return [];
    return [{ question, answer: historyAnswer, verdict: verdict ? ownVerdict(verdict) : null }];
  });
  if (at === undefined) return { ...shared, phase: 'done', history, current: null };
  if (!hasRead(own)) {
    const isFirst = own.readings === 0;
    return { ...shared, phase: 'passage', history: isFirst ? [] : history, current: null };
  }
  const phase = phaseOf(verdicts.get(at));
  const { question, answer } = turns[at]!;
  const shownAnswer = phase === 'question' ? null : answer;
  return { ...shared, phase, history, current: { turn: at, question, answer: shownAnswer } };
}

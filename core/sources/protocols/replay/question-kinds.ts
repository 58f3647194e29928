import { listAnnotators } from '../../../../db/annotators.ts';
import { iterateProtocolTurns } from '../../../../db/protocol-conversations.ts';
import { insertQuestionKind, listQuestionKinds, type SaidKind } from '../../../../db/question-kinds.ts';
import type { ProtocolTurn, QuestionKind, QuestionKinds } from '../../../../shared/contract/index.ts';
import { looksForInvalid } from '../../../../shared/contract/protocol-settings.ts';
import { AppError } from '../../../../shared/errors.ts';
import { binaryQuality, exactShare, shareOf } from '../../../../stats/index.ts';
import { currentName, presentAnnotator } from '../../../model/persons/present-annotator.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { requireProtocolRun } from '../run/describe-run.ts';

interface Place {
  readonly runId: number;
  readonly position: number;
  readonly turn: number;
}

/**
 * Says of a question whether it fits the history that the model made, and if not why; null takes that back.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT where the run has no such question, or every question fits by construction
 */
export function markQuestion(
  context: CoreContext,
  { runId, position, turn, kind }: Place & { kind: QuestionKind | null },
): QuestionKinds {
  const db = dbOf(context);
  assertJudgeable(context, runId);
  const kindOfTurn = questionsOf(context, runId).get(place({ position, turn }))?.kind;
  if (kindOfTurn !== 'question' && kindOfTurn !== 'removed') {
    throw new AppError('NOT_FOUND', `The run has no question ${turn + 1} in conversation ${position + 1}.`, {
      field: 'turn',
    });
  }
  const { id: annotatorId } = presentAnnotator(context);
  insertQuestionKind(db, runId, { position, turn, annotatorId, kind, createdAt: context.now() });
  return questionKinds(context, runId);
}

function assertJudgeable(context: CoreContext, runId: number): void {
  const { settings } = requireProtocolRun(dbOf(context), runId);
  if (settings.protocol === 'replay' && settings.mode !== 'gold') return;
  throw new AppError(
    'INVALID_INPUT',
    "Only a replay with the model's own history can make questions invalid.",
    {
      field: 'runId',
      mend: 'Choose a run of Auto-Pred, Auto-Rewrite, Auto-Replace or Auto-Filter.',
    },
  );
}

/** What people said of the questions of a replay, and how its detector did beside them. @throws AppError NOT_FOUND */
export function questionKinds(context: CoreContext, runId: number): QuestionKinds {
  const db = dbOf(context);
  const { settings } = requireProtocolRun(db, runId);
  const said = listQuestionKinds(db, runId);
  const judged = [...Map.groupBy(said, place)].map(([at, own]) => ({ at, kind: majorityOf(own) }));
  const decided = judged.filter((one): one is { at: string; kind: QuestionKind } => one.kind !== null);
  const of = (kind: QuestionKind) => decided.filter((one) => one.kind === kind).length;
  const invalid = decided.length - of('fits');
  const interval = exactShare(invalid, decided.length);
  const hasDetector = settings.protocol === 'replay' && looksForInvalid(settings.mode);
  return {
    annotators: new Set(said.map(({ annotatorId }) => annotatorId)).size,
    judged: judged.length,
    undecided: judged.length - decided.length,
    fits: of('fits'),
    unresolved: of('unresolved'),
    incoherent: of('incoherent'),
    answerChanged: of('answer-changed'),
    invalid: {
      share: shareOf(invalid, decided.length) ?? null,
      lower: interval?.lower ?? null,
      upper: interval?.upper ?? null,
    },
    detector: hasDetector ? detectorBeside(questionsOf(context, runId), decided) : null,
  };
}

/** The kind that more than half of the annotators give; null where none has so many. */
function majorityOf(said: readonly SaidKind[]): QuestionKind | null {
  const counts = Map.groupBy(said, ({ kind }) => kind);
  return [...counts].find(([, own]) => own.length > said.length / 2)?.[0] ?? null;
}

function detectorBeside(
  questions: ReadonlyMap<string, ProtocolTurn>,
  decided: readonly { at: string; kind: QuestionKind }[],
): QuestionKinds['detector'] {
  const pairs = decided.flatMap(({ at, kind }) => {
    const turn = questions.get(at);
    return turn ? [{ predicted: turn.isInvalid, actual: kind !== 'fits', kind }] : [];
  });
  const { precision, recall } = binaryQuality(pairs);
  const unresolved = binaryQuality(pairs.filter(({ kind }) => kind === 'unresolved')).recall;
  return { precision: precision ?? null, recall: recall ?? null, recallOfUnresolved: unresolved ?? null };
}

const place = ({ position, turn }: { position: number; turn: number }): string => `${position} ${turn}`;

/** Every turn of a run by conversation and turn, both from 0. */
function questionsOf(context: CoreContext, runId: number): Map<string, ProtocolTurn> {
  const next = new Map<number, number>();
  const turns = new Map<string, ProtocolTurn>();
  for (const { position, turn } of iterateProtocolTurns(dbOf(context), runId)) {
    const number = next.get(position) ?? 0;
    next.set(position, number + 1);
    turns.set(place({ position, turn: number }), turn);
  }
  return turns;
}

/** What the present annotator said of each turn of a conversation; null where nothing. */
export function ownKinds(context: CoreContext, { runId, position }: Omit<Place, 'turn'>, turns: number) {
  const name = currentName(context);
  const annotator = listAnnotators(dbOf(context)).find((one) => one.name === name);
  const own = listQuestionKinds(dbOf(context), runId).filter(
    (said) => said.position === position && said.annotatorId === annotator?.id,
  );
  return Array.from({ length: turns }, (_, turn) => own.find((said) => said.turn === turn)?.kind ?? null);
}

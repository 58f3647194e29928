import { listAnnotators } from '../../../db/annotators.ts';
import { iterateProtocolTurns, listProtocolConversations } from '../../../db/protocol-conversations.ts';
import { insertQuestionKind, listQuestionKinds, type SaidKind } from '../../../db/question-kinds.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type {
  ProtocolTurn,
  QuestionKind,
  QuestionKinds,
  UnresolvedCause,
} from '../../../shared/contract/index.ts';
import { looksForInvalid } from '../../../shared/contract/protocol-settings.ts';
import { AppError } from '../../../shared/errors.ts';
import { binaryQuality, clusteredMean, shareOf } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { currentName, presentAnnotator } from '../../studies/annotators/present-annotator.ts';
import { clusterOf } from '../outcomes/judged-run.ts';
import { requireProtocolRun } from '../run/describe-run.ts';

interface Place {
  readonly runId: number;
  readonly position: number;
  readonly turn: number;
}

interface Said {
  readonly kind: QuestionKind | null;
  readonly cause: UnresolvedCause | null;
}

/**
 * Says of a question whether it fits the history that the model made, and if not why; null takes that back.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT where the run has no such question, every question fits by construction, or a
 *   cause is given for another kind than an unresolved reference
 */
export function markQuestion(
  context: CoreContext,
  { runId, position, turn, kind, cause }: Place & Said,
): QuestionKinds {
  const db = dbOf(context);
  assertJudgeable(context, runId);
  if (cause !== null && kind !== 'unresolved') {
    throw new AppError('INVALID_INPUT', 'Only an unresolved reference has a cause.', {
      field: 'cause',
      remedy: 'Give the cause with the kind “unresolved”, or leave it out.',
    });
  }
  const kindOfTurn = questionsOf(context, runId).get(place({ position, turn }))?.kind;
  if (kindOfTurn !== 'question' && kindOfTurn !== 'removed') {
    throw new AppError('NOT_FOUND', `The run has no question ${turn + 1} in conversation ${position + 1}.`, {
      field: 'turn',
    });
  }
  const { id: annotatorId } = presentAnnotator(context);
  insertQuestionKind(db, runId, { position, turn, annotatorId, kind, cause, createdAt: context.now() });
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
      remedy: 'Choose a run of Auto-Pred, Auto-Rewrite, Auto-Replace or Auto-Filter.',
    },
  );
}

/** What people said of the questions of a replay, and how its detector did beside them. @throws AppError NOT_FOUND */
export function questionKinds(context: CoreContext, runId: number): QuestionKinds {
  const db = dbOf(context);
  const { settings } = requireProtocolRun(db, runId);
  const said = listQuestionKinds(db, runId);
  const judged = [...Map.groupBy(said, place)].map(([at, own]) => ({
    ...{ at, position: own[0]!.position, kind: majorityOf(own.map(({ kind }) => kind)) },
    cause: majorityOf(own.flatMap(({ kind, cause }) => (kind === 'unresolved' ? [cause] : []))),
  }));
  const decided = judged.filter((one): one is Decided => one.kind !== null);
  const of = (kind: QuestionKind) => decided.filter((one) => one.kind === kind).length;
  const by = (cause: UnresolvedCause | null) =>
    decided.filter((one) => one.kind === 'unresolved' && one.cause === cause).length;
  const invalid = decided.length - of('fits');
  const interval = clusteredMean(byPassage(db, runId, decided));
  const hasDetector = settings.protocol === 'replay' && looksForInvalid(settings.mode);
  return {
    annotators: new Set(said.map(({ annotatorId }) => annotatorId)).size,
    judged: judged.length,
    undecided: judged.length - decided.length,
    fits: of('fits'),
    unresolved: of('unresolved'),
    incoherent: of('incoherent'),
    answerChanged: of('answer-changed'),
    causes: {
      incorrectPrediction: by('incorrect-prediction'),
      openQuestion: by('open-question'),
      noPrediction: by('no-prediction'),
      extraGold: by('extra-gold'),
      open: by(null),
    },
    invalid: {
      share: shareOf(invalid, decided.length) ?? null,
      lower: interval.lower ?? null,
      upper: interval.upper ?? null,
    },
    detector: hasDetector ? detectorBeside(questionsOf(context, runId), decided) : null,
  };
}

interface Decided {
  readonly at: string;
  readonly position: number;
  readonly kind: QuestionKind;
  readonly cause: UnresolvedCause | null;
}

/** Of each passage whether its questions do not fit, 1 or 0. */
function byPassage(db: ReadableDb, runId: number, decided: readonly Decided[]): number[][] {
  const passages = new Map(listProtocolConversations(db, runId).map((row) => [row.position, clusterOf(row)]));
  const groups = Map.groupBy(decided, ({ position }) => passages.get(position)!);
  return [...groups.values()].map((own) => own.map(({ kind }) => Number(kind !== 'fits')));
}

/** What more than half of them say; null where nothing has so many. */
function majorityOf<T>(said: readonly T[]): T | null {
  const counts = Map.groupBy(said, (one) => one);
  return [...counts].find(([, own]) => own.length > said.length / 2)?.[0] ?? null;
}

function detectorBeside(
  questions: ReadonlyMap<string, ProtocolTurn>,
  decided: readonly Decided[],
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

/** What the present annotator said of each turn of a conversation. */
export function ownKinds(
  context: CoreContext,
  { runId, position }: Omit<Place, 'turn'>,
  turns: number,
): Said[] {
  const name = currentName(context);
  const annotator = listAnnotators(dbOf(context)).find((one) => one.name === name);
  const own = listQuestionKinds(dbOf(context), runId).filter(
    (said) => said.position === position && said.annotatorId === annotator?.id,
  );
  const bySaid = new Map(own.map((said: SaidKind) => [said.turn, said]));
  return Array.from({ length: turns }, (_, turn) => {
    const { kind = null, cause = null } = bySaid.get(turn) ?? {};
    return { kind, cause };
  });
}

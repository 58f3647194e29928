import type { ProtocolTurn, ReplayScores, ReplaySettings } from '../../../shared/contract/index.ts';
import { looksForInvalid } from '../../../shared/contract/protocol-settings.ts';
import { answerScores, type Metric, type ScoredAnswer } from '../../../stats/index.ts';
import type { GoldConversation, GoldTurn } from '../conversations/gold-conversation.ts';
import { conversationOf, type Exchange, lastExchanges } from '../conversations/history.ts';
import { isNoAnswer, refusalForMetric, refuses } from '../conversations/refusal.ts';
import type { ModelReply, ModelUnderTest, OpenConversation } from '../model/model-under-test.ts';
import {
  answeredBy,
  type ConversationResult,
  type KeepTurn,
  type PartReasoning,
  saidWhile,
  turnOf,
} from '../run/conversation-result.ts';
import type { QuestionInHistory, QuestionRewriter, ValidityDetector } from './question-validity.ts';

interface ReplayParts {
  readonly settings: ReplaySettings;
  readonly metric: Metric;
  readonly model: ModelUnderTest;
  readonly detector: ValidityDetector;
  readonly rewriter: QuestionRewriter;
  readonly openConversation: OpenConversation;
  readonly keep: KeepTurn;
}

interface ReplayAnswer extends Omit<ScoredAnswer, 'score'> {
  readonly itemId: number;
  readonly score: number | null;
  /** The score of the answer as it is written; absent where it is the same. */
  readonly asWritten?: number;
}

export interface ReplayOutcome {
  readonly answers: readonly ReplayAnswer[];
  readonly invalid: number;
  readonly changed: number;
  /** Questions that were not asked since they no longer fitted; missing in outcomes of earlier versions, which removed none. */
  readonly removed?: number;
  /** Questions of which the detector gave no verdict that could be read; missing in outcomes of earlier versions. */
  readonly unread?: number;
}

/** The question as it is put to the model, and what was found of it. */
interface Wording {
  readonly asked: string;
  readonly isInvalid: boolean;
  readonly note: string;
  readonly isUnread?: boolean;
  readonly reasoning?: readonly PartReasoning[];
}

/**
 * Replays a conversation between people (Li et al., 2022, sections 2 and 5). The model answers each question in turn;
 * the history before it holds the people's answers (Auto-Gold) or the model's own (the others). Auto-Rewrite and
 * Auto-Replace change a question that no longer fits; the changed one enters the history. Auto-Filter leaves it out of the
 * conversation, of both histories and of the score (the filter of the authors' `run_quac_eval.py`).
 */
export async function replay(
  conversation: GoldConversation,
  parts: ReplayParts,
): Promise<ConversationResult<ReplayOutcome>> {
  const { settings, model, openConversation, keep } = parts;
  const gold: Exchange[] = [];
  const predicted: Exchange[] = [];
  const answers: ReplayAnswer[] = [];
  let invalid = 0;
  let changed = 0;
  let removed = 0;
  let unread = 0;
  for (const [cell, turn] of conversation.turns.entries()) {
    const wording = await word(conversation, turn, { gold, predicted }, parts);
    if (settings.mode === 'filter' && wording.isInvalid) {
      invalid++;
      removed++;
      await keep(removedTurn(cell, turn, wording));
      continue;
    }
    const history = settings.mode === 'gold' ? gold : predicted;
    const shown = conversationOf(history, settings.window, wording.asked);
    const reply = await model.reply(shown, turn.passage, { ...placeOf(turn), ...openConversation });
    const answer = scoreAnswer(turn, reply, parts);
    if (turn.isAnswerable !== null) answers.push(answer);
    if (wording.isInvalid) invalid++;
    if (wording.isUnread) unread++;
    if (wording.asked !== turn.question) changed++;
    gold.push({ question: turn.question, answer: turn.goldAnswer });
    predicted.push({ question: wording.asked, answer: reply.text });
    await keep(turnRecord(cell, turn, wording, reply, answer));
  }
  const scores = answers.flatMap(({ score }) => (score === null ? [] : [score]));
  return {
    score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
    outcome: { answers, invalid, changed, removed, unread },
    flagged: invalid + unread,
  };
}

const placeOf = ({ itemId, turn }: GoldTurn) => ({ itemId, turn });

async function word(
  { background }: GoldConversation,
  turn: GoldTurn,
  history: { gold: readonly Exchange[]; predicted: readonly Exchange[] },
  { settings, detector, rewriter, openConversation }: ReplayParts,
): Promise<Wording> {
  const asIs: Wording = { asked: turn.question, isInvalid: false, note: '' };
  if (!looksForInvalid(settings.mode) || history.gold.length === 0) return asIs;
  const question: QuestionInHistory = {
    background,
    gold: lastExchanges(history.gold, settings.lookBack ?? settings.window),
    predicted: lastExchanges(history.predicted, settings.lookBack ?? settings.window),
    question: turn.question,
  };
  const validity = await detector.check(question, openConversation);
  const reasoning = saidWhile('detector', validity.reasoning);
  if (validity.isUnread) {
    return { ...asIs, isUnread: true, note: 'The detector gave no verdict that could be read.', reasoning };
  }
  if (validity.isValid) return { ...asIs, reasoning };
  const { reason } = validity;
  if (settings.mode === 'filter') {
    return { ...asIs, isInvalid: true, note: `${reason} It was not asked.`, reasoning };
  }
  if (settings.mode === 'rewrite') {
    const reworded = await rewriter.rewrite(question, validity, openConversation);
    const asked = reworded.question;
    const left = reworded.isUnread
      ? ' The rewriter gave no question that could be read, so it was left as it is.'
      : asked === turn.question
        ? ' It was left as it is.'
        : '';
    const both = [...reasoning, ...saidWhile('rewriter', reworded.reasoning)];
    return { asked, isInvalid: true, note: `${reason}${left}`, reasoning: both };
  }
  return turn.twin === null
    ? {
        ...asIs,
        isInvalid: true,
        note: `${reason} The data hold no wording of it that needs no history.`,
        reasoning,
      }
    : { asked: turn.twin, isInvalid: true, note: reason, reasoning };
}

function scoreAnswer(turn: GoldTurn, reply: ModelReply, { settings, metric }: ReplayParts): ReplayAnswer {
  const { text } = reply;
  const isRefused = refuses(reply, settings);
  const scoreOf = (answer: string) => {
    if (turn.goldAnswers.length === 0) return null;
    // A call of a tool, or nothing at all, is no refusal either: it is worth nothing.
    return isNoAnswer(reply) ? 0 : (metric.score(answer, turn.goldAnswers) ?? null);
  };
  const score = scoreOf(isRefused ? refusalForMetric(turn.goldAnswers, settings) : text);
  const asWritten = scoreOf(text);
  return {
    itemId: turn.itemId,
    score,
    ...(asWritten !== null && asWritten !== score && { asWritten }),
    isAnswerable: turn.isAnswerable ?? false,
    isRefused,
  };
}

function turnRecord(
  cell: number,
  turn: GoldTurn,
  { asked, isInvalid, note, reasoning = [] }: Wording,
  reply: ModelReply,
  { score, isRefused }: ReplayAnswer,
): ProtocolTurn {
  return turnOf({
    kind: 'question',
    cell,
    original: asked === turn.question ? null : turn.question,
    asked,
    ...answeredBy(reply, reasoning),
    goldAnswers: [...turn.goldAnswers],
    score,
    isAnswerable: turn.isAnswerable,
    isRefused,
    note,
    isInvalid,
  });
}

const removedTurn = (cell: number, turn: GoldTurn, { note, reasoning = [] }: Wording): ProtocolTurn =>
  turnOf({
    ...{ kind: 'removed', cell, asked: turn.question, answer: '', note, isInvalid: true },
    ...(reasoning.length > 0 && { reasoning: [...reasoning] }),
    goldAnswers: [...turn.goldAnswers],
    isAnswerable: turn.isAnswerable,
  });

const orNull = (value: number | undefined): number | null => value ?? null;

/** The figures of a replay over its finished conversations. */
export function replayScores(outcomes: readonly ReplayOutcome[]): ReplayScores {
  const answers = outcomes.flatMap((outcome) => outcome.answers);
  const scoresBy = (scoreOf: (answer: ReplayAnswer) => number | null) =>
    answerScores(answers.map((answer) => ({ ...answer, score: scoreOf(answer) ?? undefined })));
  const { unanswerable, ...scores } = scoresBy(({ score }) => score);
  const others = answers.filter(({ asWritten }) => asWritten !== undefined).length;
  const literal = scoresBy(({ score, asWritten }) => asWritten ?? score);
  return {
    protocol: 'replay',
    all: orNull(scores.all),
    answerable: orNull(scores.answerable),
    questions: scores.questions,
    scored: scores.scored,
    scoredAnswerable: scores.scoredAnswerable,
    unanswerable: {
      precision: orNull(unanswerable.precision),
      recall: orNull(unanswerable.recall),
      predictedShare: orNull(unanswerable.predictedShare),
      actualShare: orNull(unanswerable.actualShare),
    },
    invalid: outcomes.reduce((sum, { invalid }) => sum + invalid, 0),
    changed: outcomes.reduce((sum, { changed }) => sum + changed, 0),
    removed: outcomes.reduce((sum, { removed = 0 }) => sum + removed, 0),
    unread: outcomes.some(({ unread }) => unread === undefined)
      ? null
      : outcomes.reduce((sum, { unread = 0 }) => sum + unread, 0),
    asWritten:
      others === 0
        ? null
        : { all: orNull(literal.all), answerable: orNull(literal.answerable), answers: others },
  };
}

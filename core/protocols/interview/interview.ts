import type {
  InterviewSettings,
  ProtocolPrompt,
  ProtocolScores,
  ProtocolTurn,
} from '../../../shared/contract/index.ts';
import { replyKindWords } from '../../../shared/reply-words.ts';
import { type InterviewCell, interviewScores } from '../../../stats/index.ts';
import { unquoted } from '../../models/llm/reasoning.ts';
import type { GoldConversation, GoldTurn } from '../conversations/gold-conversation.ts';
import { conversationOf, type Exchange, lastExchanges } from '../conversations/history.ts';
import {
  type Agent,
  type AgentReply,
  asWritten,
  ModelFault,
  type ModelReply,
  type ModelUnderTest,
  type OpenConversation,
} from '../model/model-under-test.ts';
import { promptOf } from '../prompts/prompts-of-run.ts';
import { renderTemplate } from '../prompts/template.ts';
import {
  answeredBy,
  type ConversationResult,
  type KeepTurn,
  type PartReasoning,
  saidWhile,
  turnOf,
} from '../run/conversation-result.ts';
import { isLeak, type LeakChecker, saysLeak } from './leak.ts';
import { type JudgedAnswer, judgeAnswer } from './right-answer.ts';

/** What the authors' script puts into the history after an answer that is right by another reference. */
const anotherAnswer = 'Your answer is right, is any another answer?';

interface InterviewParts {
  readonly settings: InterviewSettings;
  readonly model: ModelUnderTest;
  readonly generator: Agent;
  /** Null where the words of the gold answer alone are looked for. */
  readonly leakChecker: LeakChecker | null;
  readonly openConversation: OpenConversation;
  readonly keep: KeepTurn;
}

export interface InterviewOutcome {
  readonly cells: readonly (InterviewCell & { readonly itemId: number })[];
  readonly leaks: number;
}

interface Answered extends JudgedAnswer {
  readonly reply: ModelReply;
}

/**
 * Interviews a model along a conversation between people (Interview Evaluation, Algorithm 1 with at most N prompts).
 * The selector asks the questions of the data in order; after a wrong answer the generator writes a follow-up. A right
 * answer is a success; a refused prompt, or N prompts without a right answer, is a failure. As the authors ran it the gold answer
 * takes the place of a failed one in the history.
 */
export async function interview(
  conversation: GoldConversation,
  parts: InterviewParts,
): Promise<ConversationResult<InterviewOutcome>> {
  const { settings } = parts;
  const history: Exchange[] = [];
  const cells: (InterviewCell & { itemId: number })[] = [];
  let leaks = 0;
  for (const [index, turn] of conversation.turns.entries()) {
    const gold = { question: turn.question, answer: turn.goldAnswer };
    if (turn.goldAnswers.length === 0) {
      history.push(gold);
      continue;
    }
    const asked = await interviewCell(turn, index, history, parts);
    cells.push({ ...asked.cell, itemId: turn.itemId });
    leaks += asked.leaks;
    if (settings.history === 'golden') {
      history.push(gold);
      continue;
    }
    const told = goldToldAfter(turn, asked, settings);
    history.push(...(told?.isInPlace ? asked.exchanges.slice(0, -1) : asked.exchanges));
    if (!told) continue;
    history.push({ question: told.question, answer: turn.goldAnswer });
    await parts.keep(
      turnOf({
        ...{ kind: 'correction', cell: index, asked: told.question, answer: turn.goldAnswer },
        note: told.isInPlace ? 'In the history it takes the place of the last answer.' : '',
      }),
    );
  }
  const successes = cells.filter(({ isSuccess }) => isSuccess).length;
  return {
    score: cells.length === 0 ? null : successes / cells.length,
    outcome: { cells, leaks },
    flagged: leaks,
  };
}

interface AskedCell {
  readonly cell: InterviewCell;
  readonly exchanges: readonly Exchange[];
  readonly leaks: number;
  /** It ended in an answer that is right by another reference. */
  readonly isByOther: boolean;
}

/** The question under which generated history holds the gold answer after a cell; null where it does not. */
function goldToldAfter(
  { question }: GoldTurn,
  { cell, exchanges, isByOther }: AskedCell,
  { rightBy, goldCorrection }: InterviewSettings,
): { question: string; isInPlace: boolean } | null {
  if (rightBy === 'threshold') {
    return cell.isSuccess || !goldCorrection ? null : { question, isInPlace: false };
  }
  if (cell.isSuccess) return isByOther ? { question: anotherAnswer, isInPlace: false } : null;
  return { question: exchanges.at(-1)!.question, isInPlace: true };
}

async function interviewCell(
  turn: GoldTurn,
  index: number,
  history: readonly Exchange[],
  parts: InterviewParts,
): Promise<AskedCell> {
  const { settings, model, openConversation, keep } = parts;
  const exchanges: Exchange[] = [];
  const place = { itemId: turn.itemId, turn: turn.turn, ...openConversation };
  const ask = async (
    question: string,
    leaks: boolean,
    reasoning: readonly PartReasoning[] = [],
  ): Promise<Answered> => {
    // Equation 6: the window is of the history; of its own cell the model sees everything, the first question above all.
    // The authors' script counts follow-ups in the window, too.
    const before =
      settings.rightBy === 'authors'
        ? lastExchanges([...history, ...exchanges], settings.window)
        : [...lastExchanges(history, settings.window), ...exchanges];
    const shown = conversationOf(before, null, question);
    const reply = await model.reply(shown, turn.passage, place);
    const isPrompt = exchanges.length > 0;
    const answered = { reply, ...judgeAnswer(turn, reply, settings, isPrompt) };
    await keep(turnRecord(index, turn, question, answered, { isPrompt, leaks, reasoning }));
    exchanges.push({ question, answer: reply.text });
    return answered;
  };
  const first = await ask(turn.question, false);
  let last = first;
  let prompts = 0;
  let leaks = 0;
  while (!last.isRight && prompts < settings.mostPrompts && !(prompts > 0 && last.isRefused)) {
    const { prompt, leaked, reasoning } = await nextPrompt(turn, { history, cell: exchanges }, parts);
    if (leaked) leaks++;
    prompts++;
    last = await ask(prompt, leaked, saidWhile('generator', reasoning));
  }
  const isAnswerable = turn.isAnswerable ?? true;
  return {
    // A refusal that is right by one of the references, as the authors ran it, is none to put right.
    cell: {
      isAnswerable,
      isFirstRefused: first.isRefused && !(isAnswerable && first.isRight),
      prompts,
      isSuccess: last.isRight,
    },
    exchanges,
    leaks,
    isByOther: last.isByOther,
  };
}

/** The follow-up question that the generator writes, and whether it gives the answer away. @throws ModelFault where it writes none */
async function nextPrompt(
  { question, goldAnswer, goldAnswers }: GoldTurn,
  { history, cell }: { history: readonly Exchange[]; cell: readonly Exchange[] },
  { settings, generator, leakChecker, openConversation }: InterviewParts,
) {
  // Equation 5: the generator sees the history whole.
  const need = { history: [...history], question, cell, goldAnswer };
  const written = await followUp(generator, promptOf(settings, 'follow-up'), need, openConversation);
  const { value: prompt, kind, reasoning } = written;
  if (prompt === null) {
    throw new ModelFault(`The generator wrote no follow-up question: ${replyKindWords[kind]}.`);
  }
  const leaked =
    isLeak(prompt, question, goldAnswers) ||
    (leakChecker !== null &&
      (await saysLeak(leakChecker, { prompt, question, goldAnswer }, openConversation)));
  return { prompt, leaked, reasoning };
}

function turnRecord(
  cell: number,
  turn: GoldTurn,
  asked: string,
  { reply, score, isRight, isRefused }: Answered,
  { isPrompt, leaks, reasoning }: { isPrompt: boolean; leaks: boolean; reasoning: readonly PartReasoning[] },
): ProtocolTurn {
  return turnOf({
    kind: isPrompt ? 'prompt' : 'question',
    cell,
    asked,
    ...answeredBy(reply, reasoning),
    goldAnswers: [...turn.goldAnswers],
    score,
    isAnswerable: turn.isAnswerable,
    isRefused,
    isRight,
    isLeak: leaks,
    note: leaks ? 'The follow-up question gives a gold answer away.' : '',
  });
}

/** The figures of an interview over its finished conversations; the threshold stands beside them. */
export function scoresOfInterview(
  outcomes: readonly InterviewOutcome[],
  { mostPrompts, rightBy, threshold }: InterviewSettings,
) {
  const cells = outcomes.flatMap((outcome) => outcome.cells);
  const scores = interviewScores(cells, mostPrompts);
  const answerable = cells.filter(({ isAnswerable }) => isAnswerable);
  const ofAnswerable = interviewScores(answerable, mostPrompts);
  return {
    protocol: 'interview' as const,
    rightBy,
    threshold,
    ...scores,
    successesByPrompt: [...scores.successesByPrompt],
    questionPromptRate: scores.questionPromptRate ?? null,
    questionPromptRateOfSuccesses: scores.questionPromptRateOfSuccesses ?? null,
    promptFailureRate: scores.promptFailureRate ?? null,
    answerCorrectionRate: scores.answerCorrectionRate ?? null,
    ofAnswerable: {
      questions: answerable.length,
      questionPromptRate: ofAnswerable.questionPromptRate ?? null,
      questionPromptRateOfSuccesses: ofAnswerable.questionPromptRateOfSuccesses ?? null,
      promptFailureRate: ofAnswerable.promptFailureRate ?? null,
    },
    leaks: outcomes.reduce((sum, { leaks }) => sum + leaks, 0),
  } satisfies ProtocolScores;
}

/** What the generator of follow-up questions knows: the cell so far, and the answer that it must not give away. */
interface FollowUpNeed {
  readonly history: readonly Exchange[];
  readonly question: string;
  /** The question and what was answered since, with the prompts. */
  readonly cell: readonly Exchange[];
  readonly goldAnswer: string;
}

/** Has the generator write the next follow-up question (Interview Evaluation, section 3.3). */
export async function followUp(
  agent: Agent,
  prompt: ProtocolPrompt,
  { history, question, cell, goldAnswer }: FollowUpNeed,
  openConversation: OpenConversation,
): Promise<AgentReply<string>> {
  const values = { history: listed(history), question, exchanges: listed(cell), gold_answer: goldAnswer };
  return agent.complete(
    [
      { role: 'system', content: renderTemplate(prompt.instructions, values) },
      { role: 'user', content: renderTemplate(prompt.message, values) },
    ],
    openConversation,
    { ...asWritten, read: (answer) => unquoted(answer.trim()) || null },
  );
}

const listed = (exchanges: readonly Exchange[]): string =>
  exchanges.map(({ question, answer }) => `Q: ${question}\nA: ${answer}`).join('\n');

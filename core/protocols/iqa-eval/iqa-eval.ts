import type { IqaSettings, Persona, ProtocolPrompt, ProtocolTurn } from '../../../shared/contract/index.ts';
import { replyKindWords } from '../../../shared/reply-words.ts';
import type { Message } from '../../models/llm/request.ts';
import {
  type Agent,
  asWritten,
  ModelFault,
  type ModelUnderTest,
  type OpenConversation,
} from '../model/model-under-test.ts';
import { promptOf } from '../prompts/prompts-of-run.ts';
import { renderTemplate } from '../prompts/template.ts';
import {
  answeredBy,
  type ConversationResult,
  type KeepTurn,
  saidWhile,
  turnOf,
} from '../run/conversation-result.ts';
import { answerDirectly } from './direct-answer.ts';
import { finalAnswerIn, isCorrectAnswer } from './final-answer.ts';
import { type Interaction, type IqaExchange, optionsText, type Task } from './interaction.ts';
import { type InteractionScores, judgeInteractions } from './judge-interaction.ts';
import { type RightnessParts, withRightness } from './rightness.ts';

interface InteractionParts {
  readonly user: Agent;
  readonly model: ModelUnderTest;
  readonly persona: Persona;
  readonly prompt: ProtocolPrompt;
  readonly mostTurns: number;
  readonly openConversation: OpenConversation;
  kept(exchange: IqaExchange): Promise<void>;
}

/**
 * Stage 1 of IQA-EVAL: a language model plays the user. It asks sub-questions until it names its answer; the system
 * under test sees only the sub-question, and the last allowed turn asks for the answer alone.
 *
 * @throws ModelFault when the played user writes nothing
 */
async function interact(task: Task, parts: InteractionParts): Promise<Interaction> {
  const { user, model, persona, prompt, mostTurns, openConversation, kept } = parts;
  const values = { persona: persona.role, question: task.question, options: optionsText(task) };
  const messages: Message[] = [
    { role: 'system', content: renderTemplate(prompt.instructions, values) },
    { role: 'user', content: renderTemplate(prompt.message, values) },
  ];
  const exchanges: IqaExchange[] = [];
  for (let turn = 1; turn <= mostTurns; turn++) {
    if (turn === mostTurns) messages.push({ role: 'user', content: renderTemplate(prompt.last, values) });
    const said = await user.complete(messages, openConversation, asWritten);
    const userText = said.value;
    if (userText === null) {
      throw new ModelFault(`The played user wrote nothing to ask: ${replyKindWords[said.kind]}.`);
    }
    const finalAnswer = finalAnswerIn(userText);
    if (finalAnswer !== undefined) return ended(task, exchanges, finalAnswer);
    if (turn === mostTurns) break;
    const place = { itemId: task.itemId, turn: exchanges.length, ...openConversation };
    const reply = await model.reply([{ role: 'user', content: userText }], task.passage, place);
    exchanges.push({ question: userText, answer: reply.text, reply, userReasoning: said.reasoning });
    messages.push(
      { role: 'assistant', content: userText },
      { role: 'user', content: `Assistant: ${reply.text}` },
    );
    await kept(exchanges.at(-1)!);
  }
  return ended(task, exchanges, null);
}

const ended = (task: Task, exchanges: readonly IqaExchange[], finalAnswer: string | null): Interaction => ({
  task,
  exchanges,
  finalAnswer,
  isCorrect: isCorrectAnswer(finalAnswer, task),
});

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences of a text, by the rules of Unicode (annex 29); what holds neither letter nor digit is none. */
export const sentencesIn = (text: string): number =>
  [...segmenter.segment(text)].filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment)).length;

interface IqaParts {
  readonly settings: IqaSettings;
  readonly model: ModelUnderTest;
  /** Null where the data hold the interactions. */
  readonly user: Agent | null;
  readonly judges: readonly Agent[];
  /** Who tells what is right; null where a rule does. */
  readonly checker: RightnessParts['checker'];
  /** Which of the run's personas. */
  readonly persona: number;
  readonly openConversation: OpenConversation;
  readonly keep: KeepTurn;
}

export interface IqaOutcome {
  /** One for each judge, in order. */
  readonly judged: readonly Omit<InteractionScores, 'reason'>[];
  readonly interactions: readonly {
    readonly itemId: number;
    readonly queries: number;
    readonly isCorrect: boolean | null;
    readonly isAnswered: boolean;
    /** Whether it is known what is right; missing in outcomes of earlier versions, which left the unanswered out. */
    readonly hasGold?: boolean;
    /** In all replies of the model under test together; missing in outcomes of earlier versions. */
    readonly sentences?: number;
  }[];
}

/**
 * IQA-EVAL of one unit: the interactions of a worker, or a single one, are played or taken from the data, then scored
 * together by every judge. Queries and accuracy are counted, not judged.
 *
 * @param unit tasks to play, or interactions that the data hold
 */
export async function evaluateUnit(
  unit: { tasks: readonly Task[] } | { interactions: readonly Interaction[] },
  parts: IqaParts,
): Promise<ConversationResult<IqaOutcome>> {
  const { settings, judges, openConversation, keep } = parts;
  const persona = settings.personas[parts.persona]!;
  const interactions =
    'tasks' in unit ? await playAll(unit.tasks, parts) : await checkedAll(unit.interactions, parts);
  // A direct answer is the model's; there is no user to have one.
  const shown =
    settings.condition === 'direct'
      ? interactions.map((one) => ({ ...one, finalAnswer: null }))
      : interactions;
  const scores: InteractionScores[] = [];
  for (const judge of judges) {
    const score = await judgeInteractions(judge, shown, {
      prompt: promptOf(settings, 'evaluator'),
      persona,
      debias: settings.debias,
      openConversation,
    });
    scores.push(score);
    const reasoning = saidWhile('judge', score.reasoning);
    await keep(
      turnOf({
        kind: 'judgment',
        cell: interactions.length,
        asked: judge.name,
        answer: `Helpfulness ${score.helpfulness ?? 'unreadable'}, fluency ${score.fluency ?? 'unreadable'}`,
        note: score.reason,
        ...(reasoning.length > 0 && { reasoning }),
      }),
    );
  }
  const helpful = scores.flatMap(({ helpfulness }) => (helpfulness === null ? [] : [helpfulness]));
  return {
    score: helpful.length === 0 ? null : helpful.reduce((sum, value) => sum + value, 0) / helpful.length,
    outcome: {
      judged: scores.map(({ helpfulness, fluency }) => ({ helpfulness, fluency })),
      interactions: interactions.map(({ task, exchanges, finalAnswer, isCorrect }) => ({
        itemId: task.itemId,
        queries: exchanges.length,
        isCorrect,
        isAnswered: finalAnswer !== null,
        // Where a judge of right answers could not be read, nothing is known.
        hasGold: task.goldAnswers.length > 0 && !(isCorrect === null && finalAnswer !== null),
        sentences: exchanges.reduce((sum, { answer }) => sum + sentencesIn(answer), 0),
      })),
    },
    flagged: scores.filter(({ helpfulness, fluency }) => helpfulness === null || fluency === null).length,
  };
}

/** Interactions of the data, with whether their answers are right by the rule of the run. */
async function checkedAll(
  interactions: readonly Interaction[],
  { settings: { correctness }, checker, openConversation }: IqaParts,
): Promise<Interaction[]> {
  const checked: Interaction[] = [];
  for (const one of interactions)
    checked.push(await withRightness(one, { correctness, checker, openConversation }));
  return checked;
}

async function playAll(
  tasks: readonly Task[],
  { settings, user, model, checker, persona, openConversation, keep }: IqaParts,
): Promise<Interaction[]> {
  const played: Interaction[] = [];
  for (const [cell, task] of tasks.entries()) {
    const ended =
      settings.condition === 'direct'
        ? await answerDirectly(task, model, openConversation)
        : await interact(task, {
            user: user!,
            model,
            persona: settings.personas[persona]!,
            prompt: promptOf(settings, 'user'),
            mostTurns: settings.mostTurns,
            openConversation,
            kept: (exchange) => keep(requestTurn(cell, exchange)),
          });
    if (settings.condition === 'direct') {
      await keep(requestTurn(cell, ended.exchanges[0]!));
    }
    const interaction = await withRightness(ended, {
      correctness: settings.correctness,
      checker,
      openConversation,
    });
    const { finalAnswer, isCorrect } = interaction;
    await keep(
      turnOf({
        kind: 'question',
        cell,
        asked: task.question,
        answer: finalAnswer ?? '',
        goldAnswers: [...task.goldAnswers],
        isRight: isCorrect,
        note:
          finalAnswer === null
            ? `${settings.condition === 'direct' ? 'The model' : 'The played user'} gave no answer.`
            : '',
      }),
    );
    played.push(interaction);
  }
  return played;
}

function requestTurn(cell: number, { question, answer, reply, userReasoning }: IqaExchange): ProtocolTurn {
  const said = reply ? answeredBy(reply, saidWhile('user', userReasoning)) : { answer };
  return turnOf({ kind: 'request', cell, asked: question, ...said });
}

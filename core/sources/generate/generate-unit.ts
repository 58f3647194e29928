import type { EndpointRow } from '../../../db/endpoints.ts';
import type { GeneratedItem } from '../../../db/generated-texts.ts';
import { findItem, listResponses } from '../../../db/items.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { Generation, Outcome } from '../../../shared/contract/index.ts';
import type { Answer, Answering } from '../llm/caller.ts';
import { LlmFault } from '../llm/fault.ts';
import { type LlmRequest, type Message, requestFor } from '../llm/request.ts';
import { type Dialogue, dialogueOf } from './generation-messages.ts';
import { disagreement, tokenUncertainty, type UncertaintyScores } from './uncertainty.ts';

export interface GenerateFacts {
  readonly db: WritableDb;
  readonly generation: Generation;
  readonly endpoint: EndpointRow;
}

export type Generated =
  | { outcome: 'scored'; item: GeneratedItem; uncertainty: UncertaintyScores }
  | { outcome: Exclude<Outcome, 'scored'> };

/** The temperature of a second sample, which must be free to differ. */
const secondTemperature = 0.7;

/** Turns under test: as many as the references, or the responses of other systems, have. */
export function dialogueOfItem({ db, generation }: GenerateFacts, itemId: number): Dialogue {
  const item = findItem(db, itemId)!;
  const turns = listResponses(db, itemId).map(({ turn }) => turn + 1);
  return dialogueOf(item, Math.max(1, item.references.length, ...turns), generation);
}

function turnRequest(
  { generation, endpoint }: GenerateFacts,
  messages: readonly Message[],
  sample: 0 | 1 = 0,
): LlmRequest {
  const { temperature, maxOutputTokens, seed, model } = generation;
  return requestFor(endpoint, {
    model: model || endpoint.model,
    messages,
    temperature: sample === 0 ? temperature : Math.max(temperature ?? 0, secondTemperature),
    maxOutputTokens,
    seed: sample === 0 ? seed : null,
    schema: null,
    logProbabilities: endpoint.logProbabilities,
    repeat: sample,
  });
}

/** The request for the first turn of an item, the only one that is known beforehand; undefined when it has no turn. */
export function firstRequest(facts: GenerateFacts, itemId: number): LlmRequest | undefined {
  const { start, turns } = dialogueOfItem(facts, itemId);
  return turns[0] && turnRequest(facts, [...start, ...turns[0].before]);
}

/** Has a model answer every turn of an item, on the history that was asked for. */
export async function generateUnit(
  facts: GenerateFacts,
  itemId: number,
  caller: Answering,
): Promise<Generated> {
  const { start, turns } = dialogueOfItem(facts, itemId);
  if (turns.length === 0) return { outcome: 'failed' };
  const history = [...start];
  const answers: Answer[] = [];
  const seconds: Answer[] = [];
  for (const { before, gold } of turns) {
    history.push(...before);
    const answer = await answerOrOutcome(caller, turnRequest(facts, history));
    if (typeof answer === 'string') return { outcome: answer };
    answers.push(answer);
    if (facts.generation.secondSample && answer.reply.tokens.length === 0) {
      const second = await answerOrOutcome(caller, turnRequest(facts, history, 1));
      if (typeof second !== 'string') seconds.push(second);
    }
    const own = answer.reply.text!;
    history.push({ role: 'assistant', content: facts.generation.history === 'own' ? own : (gold ?? own) });
  }
  const texts = answers.map(({ reply }) => reply.text!);
  const others = seconds.map(({ reply }) => reply.text!);
  return {
    outcome: 'scored',
    item: { itemId, texts, tokens: answers.map(({ reply }) => tokensAsJson(reply)) },
    uncertainty:
      others.length === texts.length
        ? disagreement(texts, others)
        : tokenUncertainty(answers.flatMap(({ reply }) => reply.tokens)),
  };
}

const tokensAsJson = ({ tokens }: Answer['reply']): string | null =>
  tokens.length === 0 ? null : JSON.stringify(tokens);

async function answerOrOutcome(
  caller: Answering,
  request: LlmRequest,
): Promise<Answer | Exclude<Outcome, 'scored'>> {
  try {
    const answer = await caller.call(request);
    if (answer.reply.refusal !== null || answer.reply.filtered) return 'refused';
    return answer.reply.text === null ? 'empty' : answer;
  } catch (error) {
    if (!(error instanceof LlmFault)) throw error;
    return error.kind === 'content-filter' ? 'refused' : 'failed';
  }
}

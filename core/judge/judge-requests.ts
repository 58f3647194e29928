import type { EndpointRow } from '../../db/endpoints.ts';
import type { JudgeRow } from '../../db/judges.ts';
import type { PromptRow } from '../../db/prompts.ts';
import type { ReadableDb } from '../../db/types.ts';
import { type LlmRequest, type Message, requestFor } from '../llm/request.ts';
import { injectionIn } from './injection.ts';
import { itemTexts } from './item-texts.ts';
import { missingIn, renderPrompt, textsOf } from './render-prompt.ts';
import { replySchema } from './reply-format.ts';

/** Items that are judged by one request. */
export interface JudgeUnit {
  readonly itemIds: readonly number[];
  readonly repeat: number;
  /** The second system of a pair stands first. */
  readonly swapped: boolean;
}

export interface JudgeFacts {
  readonly db: ReadableDb;
  readonly judge: JudgeRow;
  readonly prompt: PromptRow;
  readonly endpoint: EndpointRow;
  readonly seed: string;
  readonly systemId: number;
  readonly againstId: number | null;
}

/** An item of a unit as it is asked about. */
export interface AskedItem {
  readonly itemId: number;
  /** What in its texts tries to give the judge orders. */
  readonly flag: string | null;
}

/** A unit ready to be sent. */
export interface PreparedUnit {
  readonly asked: readonly AskedItem[];
  /** Items that lack what the prompt shows, each with what it lacks; they are not asked about. */
  readonly lacking: readonly { itemId: number; variables: readonly string[] }[];
  readonly messages: readonly Message[];
  /** Undefined when there is no item to ask about. */
  readonly request: LlmRequest | undefined;
}

/** The units of a run: items in order, so many to a request, each repeat and each order of a pair anew. */
export function judgeUnits(
  itemIds: readonly number[],
  { repeats, itemsPerCall }: JudgeRow,
  isPair: boolean,
): JudgeUnit[] {
  const units: JudgeUnit[] = [];
  for (let from = 0; from < itemIds.length; from += itemsPerCall) {
    const together = itemIds.slice(from, from + itemsPerCall);
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const swapped of isPair ? [false, true] : [false])
        units.push({ itemIds: together, repeat, swapped });
    }
  }
  return units;
}

export function prepareUnit(facts: JudgeFacts, { itemIds, repeat, swapped }: JudgeUnit): PreparedUnit {
  const { db, prompt, seed, systemId, againstId } = facts;
  const items = itemIds.map((itemId) => {
    const texts = itemTexts(db, itemId, systemId, againstId);
    return { itemId, texts, missing: missingIn(prompt, texts) };
  });
  const usable = items.filter(({ missing }) => missing.length === 0);
  const messages =
    usable.length === 0
      ? []
      : renderPrompt(
          prompt,
          usable.map(({ texts }) => texts),
          { seed, swapped },
        );
  return {
    asked: usable.map(({ itemId, texts }) => ({ itemId, flag: injectionIn(textsOf(texts)) })),
    lacking: items
      .filter(({ missing }) => missing.length > 0)
      .map(({ itemId, missing }) => ({ itemId, variables: missing })),
    messages,
    request: usable.length === 0 ? undefined : judgeRequest(facts, messages, repeat),
  };
}

export function judgeRequest(
  { judge, prompt, endpoint }: JudgeFacts,
  messages: readonly Message[],
  repeat: number,
): LlmRequest {
  return requestFor(endpoint, {
    model: judge.model || endpoint.model,
    messages,
    temperature: judge.temperature,
    maxOutputTokens: judge.maxOutputTokens,
    seed: judge.seed,
    schema: replySchema(prompt),
    logProbabilities: false,
    repeat,
  });
}

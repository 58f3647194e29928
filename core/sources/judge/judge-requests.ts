import type { EndpointRow } from '../../../db/endpoints.ts';
import type { JudgeRow } from '../../../db/judges.ts';
import type { PromptRow } from '../../../db/prompts.ts';
import { hasCall } from '../../../db/replies.ts';
import type { WritableDb } from '../../../db/types.ts';
import { type JsonMode, JsonModeSchema } from '../../../shared/contract/llm.ts';
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
  readonly db: WritableDb;
  readonly judge: JudgeRow;
  readonly prompt: PromptRow;
  readonly endpoint: EndpointRow;
  /** How the model is asked for JSON; changed once it is found that it does not take that. */
  readonly json: { mode: JsonMode; hasWorked: boolean };
  readonly seed: string;
  readonly systemId: number;
  readonly againstId: number | null;
}

/** An item of a unit as it is asked about. */
interface AskedItem {
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
  /** The texts of the items, which a reply may quote. */
  readonly judged: readonly string[];
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
    judged: usable.flatMap(({ texts }) => [...textsOf(texts)]),
    request: usable.length === 0 ? undefined : judgeRequest(facts, messages, repeat),
  };
}

/**
 * The request that puts these messages to the judge. Where JSON is asked for less strictly than the settings say, a
 * reply that came before that was found is found again.
 */
export function judgeRequest(facts: JudgeFacts, messages: readonly Message[], repeat: number): LlmRequest {
  const { db, endpoint, json } = facts;
  const asked = requestAs(facts, messages, repeat, json.mode);
  if (json.mode === endpoint.jsonMode || hasCall(db, asked.hash)) return asked;
  const others = JsonModeSchema.options.filter((mode) => mode !== json.mode);
  return (
    others.map((mode) => requestAs(facts, messages, repeat, mode)).find(({ hash }) => hasCall(db, hash)) ??
    asked
  );
}

/** The same, asking for JSON in one way. */
export function requestAs(
  { judge, prompt, endpoint }: JudgeFacts,
  messages: readonly Message[],
  repeat: number,
  jsonMode: JsonMode,
): LlmRequest {
  return requestFor(
    { ...endpoint, jsonMode },
    {
      model: judge.model || endpoint.model,
      messages,
      temperature: judge.temperature,
      maxOutputTokens: judge.maxOutputTokens,
      seed: judge.seed,
      schema: replySchema(prompt),
      logProbabilities: false,
      repeat,
    },
  );
}

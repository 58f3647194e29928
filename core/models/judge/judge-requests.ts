import type { EndpointRow } from '../../../db/endpoints.ts';
import type { JudgeRow } from '../../../db/judges.ts';
import type { PromptRow } from '../../../db/prompts.ts';
import { hasCall } from '../../../db/replies.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { JudgeTarget } from '../../../shared/contract/judge.ts';
import { type JsonMode, JsonModeSchema } from '../../../shared/contract/llm.ts';
import { lackingReasonBegins } from '../../../shared/outcome-words.ts';
import { askedTogether } from '../../design/series/judge-set.ts';
import { type LlmRequest, type Message, requestFor } from '../llm/request.ts';
import { sentPictures, showUnsent } from '../llm/sent-pictures.ts';
import { injectionIn } from './injection.ts';
import { itemTexts } from './item-texts.ts';
import { type ItemTexts, missingIn, renderPrompt, shownIn, textsOf } from './render-prompt.ts';
import { replySchema, tokensPerItem } from './reply-format.ts';

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
  readonly texts: ItemTexts;
}

/** A unit ready to be sent. */
export interface PreparedUnit {
  readonly asked: readonly AskedItem[];
  /** Items that are not asked about, each with the reason. */
  readonly left: readonly { itemId: number; outcome: 'failed' | 'picture'; reason: string }[];
  readonly messages: readonly Message[];
  /** The texts of the items, which a reply may quote. */
  readonly judged: readonly string[];
  /** Undefined when there is no item to ask about. */
  readonly request: LlmRequest | undefined;
  /** The way of asking for JSON that the request was made for. */
  readonly jsonMode: JsonMode;
}

/**
 * The units of a run: items in order, so many to a request, each repeat and each order of a pair anew.
 *
 * @param firstRepeat what the repeats count from: those of a check come after all before, so that no stored reply answers it
 */
export function judgeUnits(
  itemIds: readonly number[],
  { repeats, itemsPerCall }: Pick<JudgeRow, 'repeats' | 'itemsPerCall'>,
  isPair: boolean,
  firstRepeat = 0,
): JudgeUnit[] {
  return askedTogether(itemIds, itemsPerCall).flatMap((together) =>
    Array.from({ length: repeats }, (_, i) => firstRepeat + i).flatMap((repeat) =>
      (isPair ? [false, true] : [false]).map((swapped) => ({ itemIds: together, repeat, swapped })),
    ),
  );
}

/** What repeats of a judge's run count from. */
export const firstRepeatOf = (
  { repeats }: Pick<JudgeRow, 'repeats'>,
  { again }: Pick<JudgeTarget, 'again'>,
) => repeats * (again?.number ?? 0);

export function prepareUnit(facts: JudgeFacts, { itemIds, repeat, swapped }: JudgeUnit): PreparedUnit {
  const { db, prompt, seed, systemId, againstId } = facts;
  const items = itemIds.map((itemId) => {
    const texts = itemTexts(db, itemId, systemId, againstId);
    return { itemId, texts, why: whyNotAsked(facts, texts) };
  });
  const usable = items.filter(({ why }) => why === null);
  const messages =
    usable.length === 0
      ? []
      : renderPrompt(
          prompt,
          usable.map(({ texts }) => texts),
          { seed, swapped },
        );
  return {
    asked: usable.map(({ itemId, texts }) => ({ itemId, texts, flag: injectionIn(textsOf(texts)) })),
    left: items.flatMap(({ itemId, why }) => (why === null ? [] : [{ itemId, ...why }])),
    messages,
    judged: usable.flatMap(({ texts }) => [...textsOf(texts)]),
    request:
      usable.length === 0
        ? undefined
        : judgeRequest(facts, messages, { repeat, limit: replyLimit(facts, usable.length) }),
    jsonMode: facts.json.mode,
  };
}

/** Why an item cannot be judged; null where it can. */
function whyNotAsked(
  { db, prompt, endpoint }: JudgeFacts,
  texts: ItemTexts,
): { outcome: 'failed' | 'picture'; reason: string } | null {
  const missing = missingIn(prompt, texts);
  if (missing.length > 0) {
    const reason = `${lackingReasonBegins}${missing.join(' and no ')}, which the prompt shows.`;
    return { outcome: 'failed', reason };
  }
  return showUnsent(db, endpoint, shownIn(prompt, texts))
    ? {
        outcome: 'picture',
        reason: 'It shows a picture or plays a recording that the endpoint does not take.',
      }
    : null;
}

/** The longest reply about so many items, in tokens: what the judge's settings allow for one, and room for each other. */
export const replyLimit = ({ judge, prompt }: Pick<JudgeFacts, 'judge' | 'prompt'>, items: number): number =>
  judge.maxOutputTokens + (items - 1) * tokensPerItem(prompt);

/** What tells requests with the same messages apart. */
export interface Asking {
  readonly repeat: number;
  /** The longest reply, in tokens. */
  readonly limit: number;
  /** Counts the tries after the first, where there was no reply to read. */
  readonly again?: number;
}

/**
 * The request that puts these messages to the judge. A reply that is stored already is found again: where JSON is asked
 * for less strictly than the settings say, one that came before that was found; and one from when the limit of a reply
 * did not follow from the number of items.
 */
export function judgeRequest(facts: JudgeFacts, messages: readonly Message[], asking: Asking): LlmRequest {
  const { db, endpoint, judge, json } = facts;
  const asked = requestAs(facts, messages, asking, json.mode);
  if (hasCall(db, asked.hash)) return asked;
  const modes =
    json.mode === endpoint.jsonMode
      ? [json.mode]
      : [json.mode, ...JsonModeSchema.options.filter((mode) => mode !== json.mode)];
  const limits = new Set([asking.limit, judge.maxOutputTokens]);
  for (const mode of modes) {
    for (const limit of limits) {
      if (mode === json.mode && limit === asking.limit) continue;
      const other = requestAs(facts, messages, { ...asking, limit }, mode);
      if (hasCall(db, other.hash)) return other;
    }
  }
  return asked;
}

/** The same, asking for JSON in one way. */
export function requestAs(
  { db, judge, prompt, endpoint }: JudgeFacts,
  messages: readonly Message[],
  { repeat, limit, again }: Asking,
  jsonMode: JsonMode,
): LlmRequest {
  return requestFor(
    { ...endpoint, jsonMode },
    {
      model: judge.model || endpoint.model,
      messages,
      temperature: judge.temperature,
      maxOutputTokens: limit,
      seed: judge.seed,
      schema: replySchema(prompt),
      logProbabilities: false,
      pictures: sentPictures(db, endpoint, messages),
      repeat,
      ...(again !== undefined && { again }),
    },
  );
}

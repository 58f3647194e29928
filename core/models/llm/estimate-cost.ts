import { setImmediate as breathe } from 'node:timers/promises';
import type { EndpointRow } from '../../../db/endpoints.ts';
import { hasCall } from '../../../db/replies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { CostEstimate } from '../../../shared/contract/index.ts';
import { costOf } from './budget.ts';
import type { LlmRequest } from './request.ts';

/** Requests that are really made for an estimate; of more, so many are taken evenly and the rest is scaled up. */
const mostLooked = 1000;
const perBreathMs = 10;

interface EstimateParts<U> {
  readonly endpoint: EndpointRow;
  readonly units: readonly U[];
  readonly items: number;
  /** The calls each unit makes. */
  readonly callsPerUnit: number;
  /** A unit's first request, or undefined when nothing would be asked, and its items that are flagged, left for their pictures, or without what it shows. */
  look(unit: U): { request: LlmRequest | undefined; flagged: number; withPictures: number; lacking?: number };
  /** Tokens that a reply is likely to have. */
  readonly outputTokens: number;
}

/** What a run will take, looked up before it starts. Lets other calls through in between. */
export async function estimateCost<U>(db: ReadableDb, parts: EstimateParts<U>): Promise<CostEstimate> {
  const { endpoint, units, items, callsPerUnit, outputTokens } = parts;
  const step = Math.max(1, units.length / mostLooked);
  let looked = 0;
  let calls = 0;
  let stored = 0;
  let inputTokens = 0;
  let flagged = 0;
  let withPictures = 0;
  let lacking = 0;
  const pause = breather();
  for (let at = 0; Math.floor(at) < units.length; at += step) {
    const found = parts.look(units[Math.floor(at)]!);
    looked++;
    flagged += found.flagged;
    withPictures += found.withPictures;
    lacking += found.lacking ?? 0;
    if (found.request) {
      calls += callsPerUnit;
      if (hasCall(db, found.request.hash)) stored += callsPerUnit;
      else inputTokens += found.request.inputTokens * callsPerUnit;
    }
    await pause();
  }
  const scale = looked === 0 ? 0 : units.length / looked;
  const asked = Math.round((calls - stored) * scale);
  const output = asked * outputTokens;
  const input = Math.round(inputTokens * scale);
  const sampled = scale > 1 ? ` Scaled up from ${looked} of ${units.length} requests.` : '';
  return {
    items,
    calls: Math.round(calls * scale),
    callsStored: Math.round(stored * scale),
    inputTokens: input,
    outputTokens: output,
    cost: costOf(endpoint.prices, input, output),
    leastSeconds: leastSeconds(endpoint, asked, input + output),
    basis: `Four characters to a token, about ${outputTokens} tokens to a reply; stored replies cost nothing.${sampled}`,
    flagged: Math.round(flagged * scale),
    withPictures: Math.round(withPictures * scale),
    lacking: Math.round(lacking * scale),
  };
}

/** Lets other calls through once enough time has gone by since the last time. */
export function breather(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < perBreathMs) return;
    await breathe();
    last = performance.now();
  };
}

function leastSeconds(endpoint: EndpointRow, calls: number, tokens: number): number | null {
  const { requestsPerMinute, tokensPerMinute } = endpoint;
  if (requestsPerMinute === null && tokensPerMinute === null) return null;
  return 60 * Math.max(calls / (requestsPerMinute ?? Infinity), tokens / (tokensPerMinute ?? Infinity));
}

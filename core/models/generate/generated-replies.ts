import { type EndpointRow, findEndpoint } from '../../../db/endpoints.ts';
import { findItem } from '../../../db/items.ts';
import { findItemRun, runItems } from '../../../db/llm-runs.ts';
import { type AskedWay, findCall, waysAsked } from '../../../db/replies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { GeneratedReply } from '../../../shared/contract/index.ts';
import { GenerationSchema } from '../../../shared/contract/llm.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type Answering, answerOfRow } from '../llm/caller.ts';
import { LlmFault } from '../llm/fault.ts';
import { generateUnit, type TurnReply } from './generate-unit.ts';

interface AskedReplies {
  readonly runId: number;
  /** Only this item. */
  readonly itemId?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * What the turns of a generation were answered with, reasoning apart: its requests are made once more and looked up among the
 * stored replies, so that nobody is asked. They are made as the run asked them, also where its endpoint has another address by now.
 *
 * @throws AppError NOT_FOUND without such a run
 */
export async function repliesOfGeneration(
  context: CoreContext,
  { runId, itemId, offset, limit }: AskedReplies,
): Promise<{ items: number; rows: GeneratedReply[] }> {
  const db = dbOf(context);
  const run = findItemRun(db, runId);
  const endpoint = run && findEndpoint(db, run.endpointId);
  if (!endpoint || run.kind === 'judge') {
    throw new AppError('NOT_FOUND', `There is no generation ${runId} in this project.`);
  }
  const generation = { ...GenerationSchema.parse(run.settings), model: run.model };
  const ways = waysOf(db, runId, { ...endpoint, model: run.model });
  const items = runItems(db, runId).filter((id) => itemId === undefined || id === itemId);
  const rows: GeneratedReply[] = [];
  for (const id of items.slice(offset, offset + limit)) {
    const externalId = findItem(db, id)?.externalId ?? '';
    const tried: TurnReply[][] = [];
    for (const way of ways) {
      const found: TurnReply[] = [];
      await generateUnit({ db, generation, endpoint: way }, id, storedAlone(db, runId), (reply) => {
        found.push(reply);
      });
      tried.push(found);
      if (found.every(({ callHash }) => callHash !== null)) break;
    }
    const most = tried.reduce((best, one) => (knownOf(one) > knownOf(best) ? one : best));
    rows.push(...most.map((reply) => ({ itemId: id, externalId, ...reply })));
  }
  return { items: items.length, rows };
}

const knownOf = (replies: readonly TurnReply[]): number =>
  replies.filter(({ callHash }) => callHash !== null).length;

/**
 * The endpoint as a run asked it, the likeliest first: each way in which it asked. One whose replies all were there before it asked
 * as the endpoint is now, or as others asked the model.
 */
function waysOf(db: ReadableDb, runId: number, endpoint: EndpointRow): [EndpointRow, ...EndpointRow[]] {
  const asked = waysAsked(db, runId, endpoint.model);
  const [own, others] = [asked.filter(({ isOwn }) => isOwn), asked.filter(({ isOwn }) => !isOwn)];
  const [first, ...rest] = own.map((way) => askedAs(endpoint, way));
  return first ? [first, ...rest] : [endpoint, ...others.map((way) => askedAs(endpoint, way))];
}

const askedAs = (endpoint: EndpointRow, way: AskedWay): EndpointRow => ({
  ...endpoint,
  baseUrl: way.baseUrl,
  api: way.path === '/responses' ? 'responses' : 'chat',
  preset: way.hasNewLimit ? 'openai' : 'custom',
  logProbabilities: way.logProbabilities,
});

/** Answers with what is stored, every try of it, and with nothing else. */
const storedAlone = (db: ReadableDb, runId: number): Answering => ({
  call: async (request) => {
    const row = findCall(db, request.hash);
    if (!row) throw new LlmFault('request', 'No reply to this request is stored.');
    return answerOfRow(row, request, runId);
  },
});

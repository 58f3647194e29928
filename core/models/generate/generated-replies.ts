import { findEndpoint } from '../../../db/endpoints.ts';
import { findItem } from '../../../db/items.ts';
import { findItemRun, runItems } from '../../../db/llm-runs.ts';
import { findCall } from '../../../db/replies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { GeneratedReply } from '../../../shared/contract/index.ts';
import { GenerationSchema } from '../../../shared/contract/llm.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type Answering, answerOfRow } from '../llm/caller.ts';
import { LlmFault } from '../llm/fault.ts';
import { type GenerateFacts, generateUnit } from './generate-unit.ts';

interface AskedReplies {
  readonly runId: number;
  /** Only this item. */
  readonly itemId?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * What the turns of a generation were answered with, reasoning apart: its requests are made once more and looked up among the
 * stored replies, so that nobody is asked. Those of an endpoint that is asked elsewhere or otherwise by now are not found.
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
  const facts: GenerateFacts = { db, generation: GenerationSchema.parse(run.settings), endpoint };
  const items = runItems(db, runId).filter((id) => itemId === undefined || id === itemId);
  const rows: GeneratedReply[] = [];
  for (const id of items.slice(offset, offset + limit)) {
    const externalId = findItem(db, id)?.externalId ?? '';
    await generateUnit(facts, id, storedAlone(db, runId), (reply) => {
      rows.push({ itemId: id, externalId, ...reply });
    });
  }
  return { items: items.length, rows };
}

/** Answers with what is stored, every try of it, and with nothing else. */
const storedAlone = (db: ReadableDb, runId: number): Answering => ({
  call: async (request) => {
    const row = findCall(db, request.hash);
    if (!row) throw new LlmFault('request', 'No reply to this request is stored.');
    return answerOfRow(row, request, runId);
  },
});

import { flag, integer, orNull, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const callColumns = {
  hash: text,
  /** The run that asked; below 0 for one of a protocol, whose ids count by themselves. */
  runId: integer,
  /** Canonical JSON. */
  request: text,
  reply: text,
  inputTokens: orNull(integer),
  outputTokens: orNull(integer),
  milliseconds: orNull(integer),
  createdAt: text,
};
/** A request with its raw reply, as stored. */
export type CallRow = RowOf<typeof callColumns>;

const callOfHash = select(callColumns, 'FROM llm_call WHERE hash = ?');
const wayColumns = {
  baseUrl: text,
  path: text,
  /** Whether the most tokens have the newer name, which `requestFor` gives them for some presets. */
  hasNewLimit: flag,
  logProbabilities: flag,
  isOwn: flag,
};
/** How a model was asked: address, path, and names in the request. */
export type AskedWay = RowOf<typeof wayColumns>;

const waysOfModel = select(
  wayColumns,
  `FROM (
     SELECT json_extract(request, '$.baseUrl') AS base_url, json_extract(request, '$.path') AS path,
       json_type(request, '$.body.max_completion_tokens') IS NOT NULL AS has_new_limit,
       json_type(request, '$.body.logprobs') IS NOT NULL
         OR json_type(request, '$.body.top_logprobs') IS NOT NULL AS log_probabilities,
       max(run_id = ?) AS is_own, max(id) AS newest
     FROM llm_call WHERE json_extract(request, '$.body.model') = ? GROUP BY 1, 2, 3, 4)
   ORDER BY is_own DESC, newest DESC`,
);
const isCallThere = selectValues(integer, 'SELECT 1 FROM llm_call WHERE hash = ?');
const programReply = selectValues(text, 'SELECT reply FROM protocol_reply WHERE run_id = ? AND hash = ?');

export const findCall = (db: ReadableDb, hash: string): CallRow | undefined => callOfHash.get(db, hash);

/** In which ways a model was asked, by whatever runs: those of one run first, then the newest. */
export const waysAsked = (db: ReadableDb, runId: number, model: string): AskedWay[] =>
  waysOfModel.all(db, runId, model);

export const hasCall = (db: ReadableDb, hash: string): boolean => isCallThere.get(db, hash) !== undefined;

/** Stores a reply; one that is there already stays as it is. */
export function insertCall(db: WritableDb, row: CallRow): void {
  prepared(
    db,
    `INSERT INTO llm_call (hash, run_id, request, reply, input_tokens, output_tokens, milliseconds, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
  ).run(
    row.hash,
    row.runId,
    row.request,
    row.reply,
    row.inputTokens,
    row.outputTokens,
    row.milliseconds,
    row.createdAt,
  );
}

/**
 * The stored reply of a local program to a request; undefined when it was not asked yet. Such replies belong to their run:
 * another run asks anew, as the program may have changed.
 */
export const findProgramReply = (db: ReadableDb, runId: number, hash: string): string | undefined =>
  programReply.get(db, runId, hash);

export function insertProgramReply(db: WritableDb, runId: number, hash: string, reply: string): void {
  prepared(db, 'INSERT OR IGNORE INTO protocol_reply (run_id, hash, reply) VALUES (?, ?, ?)').run(
    runId,
    hash,
    reply,
  );
}

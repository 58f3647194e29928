import { findEndpoint } from '../../../db/endpoints.ts';
import { findJudge } from '../../../db/judges.ts';
import { findPrompt } from '../../../db/prompts.ts';
import type { WritableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { knownJsonMode } from '../llm/json-asking.ts';
import { fenceSeed } from './fence.ts';
import type { JudgeFacts } from './judge-requests.ts';

/** Everything that a judge's requests depend on. @throws AppError NOT_FOUND */
export function judgeFacts(
  db: WritableDb,
  { judgeId, systemId, againstId }: { judgeId: number; systemId: number; againstId: number | null },
): JudgeFacts {
  const judge = findJudge(db, judgeId);
  if (!judge) throw new AppError('NOT_FOUND', `There is no judge ${judgeId} in this project.`);
  const prompt = findPrompt(db, judge.promptId)!;
  const endpoint = findEndpoint(db, judge.endpointId)!;
  const json = { mode: knownJsonMode(db, endpoint, judge.model || endpoint.model), hasWorked: false };
  return { db, judge, prompt, endpoint, json, seed: fenceSeed(db), systemId, againstId };
}

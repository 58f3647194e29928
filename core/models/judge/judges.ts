import type { z } from 'zod';
import {
  countRunsOfJudge,
  deleteJudge,
  ensureJudge,
  findJudge,
  type JudgeRow,
  listJudges,
  signalNameOf,
} from '../../../db/judges.ts';
import { findPrompt } from '../../../db/prompts.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Judge } from '../../../shared/contract/index.ts';
import { JudgeSettingsSchema } from '../../../shared/contract/judge.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { assertNewest, keptVersionsOf } from '../../platform/record-version.ts';
import { requireEndpoint } from '../llm/endpoints.ts';
import { hashOf } from './prompts.ts';

/** Every judge of the project. */
export function knownJudges(context: CoreContext): Judge[] {
  const db = dbOf(context);
  return listJudges(db).map((row) => describeJudge(db, row));
}

function describeJudge(db: ReadableDb, row: JudgeRow): Judge {
  const prompt = findPrompt(db, row.promptId)!;
  return {
    ...row,
    endpoint: requireEndpoint(db, row.endpointId).name,
    prompt: prompt.name,
    promptVersion: prompt.version,
    kind: prompt.kind,
    criteria: prompt.criteria,
    signalName: signalNameOf(row),
  };
}

type GivenJudge = z.input<typeof JudgeSettingsSchema> & {
  endpointId: number;
  promptId: number;
  model: string;
  /** The version that the page began with. */
  basedOn?: number | undefined;
};

/**
 * Keeps a judge; one with the same settings is the same judge.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT, CONFLICT when it was made from a version that is no longer the newest
 */
export function saveJudge(context: CoreContext, given: GivenJudge): Judge {
  const db = dbOf(context);
  const endpoint = requireEndpoint(db, given.endpointId);
  if (!findPrompt(db, given.promptId)) {
    throw new AppError('NOT_FOUND', `There is no prompt ${given.promptId} in this project.`, {
      field: 'promptId',
    });
  }
  const settings = JudgeSettingsSchema.parse({ ...given, model: given.model || endpoint.model });
  if (settings.model === '') {
    throw new AppError('INVALID_INPUT', 'Name the model that judges.', { field: 'model' });
  }
  const save = db.transaction(() => {
    assertNewest(given.basedOn, {
      kept: keptVersionsOf(listJudges(db), settings.name, JudgeSettingsSchema),
      wanted: { ...settings },
      words: `The judge ${settings.name}`,
    });
    return ensureJudge(db, settings, { hash: hashOf(settings), createdAt: context.now() });
  });
  return describeJudge(db, save.immediate());
}

/** @throws AppError NOT_FOUND, CONFLICT once it has been run */
export function removeJudge(context: CoreContext, judgeId: number): Record<string, never> {
  const db = dbOf(context);
  db.transaction(() => {
    const judge = findJudge(db, judgeId);
    if (!judge) throw new AppError('NOT_FOUND', `There is no judge ${judgeId} in this project.`);
    if (countRunsOfJudge(db, judge.id) > 0) {
      throw new AppError(
        'CONFLICT',
        `${judge.name} has been run, so it stays: its scores must be explained.`,
      );
    }
    deleteJudge(db, judge.id);
  }).immediate();
  return {};
}

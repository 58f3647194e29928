import { claimContract } from '../../shared/contract/claims.ts';
import { rankingContract } from '../../shared/contract/ranking.ts';
import { sampleContract, studyContract } from '../../shared/contract/study.ts';
import { rankingResult } from '../estimate/ranking.ts';
import { forecast } from '../estimate/surrogate/hardness-preview.ts';
import { handlersOf } from '../platform/base.ts';
import { dbOf } from '../platform/context.ts';
import { createStudy, previewStudy } from './create-study.ts';
import { describeStudy } from './describe-study.ts';
import { describeStudies, editStudy, removeStudy } from './edit-study.ts';
import { checkGate } from './gate.ts';
import { gateByChecks } from './gate-by-checks.ts';
import { joinable, joinStudy } from './join-study.ts';
import {
  createPairs,
  describeRankings,
  editRanking,
  findRanking,
  gatherRanking,
  growRanking,
  removeRanking,
} from './rankings.ts';
import { growBatch, listBatch, redrawBatch } from './sample-batch.ts';
import { sameCriterion, studyOptions } from './study-options.ts';

export const studyHandlers = handlersOf(studyContract, {
  options: (context, input) => studyOptions(dbOf(context), input.datasetId),
  sameCriterion,
  preview: previewStudy,
  forecast: (_context, input) => forecast(input),
  create: createStudy,
  createPairs,
  list: describeStudies,
  get: (context, input) => describeStudy(context, input.studyId),
  joinable,
  join: joinStudy,
  edit: editStudy,
  remove: (context, input) => removeStudy(context, input.studyId),
});

/** The gate compares releases, too, so that it stands above the other claims. */
export const gateHandlers = handlersOf(claimContract, {
  gate: (context, input) => checkGate(context, input.studyId, input.claim),
  gateByChecks,
});

export const rankingHandlers = handlersOf(rankingContract, {
  list: describeRankings,
  get: (context, input) => findRanking(context, input.rankingId),
  result: (context, input) => rankingResult(context, input.rankingId),
  gather: gatherRanking,
  edit: editRanking,
  grow: growRanking,
  remove: (context, input) => removeRanking(context, input.rankingId),
});

export const sampleHandlers = handlersOf(sampleContract, {
  grow: (context, input) => growBatch(context, input.studyId, input.size),
  redraw: (context, input) => redrawBatch(context, input.studyId, input.seed),
  list: (context, input) => listBatch(context, input.studyId, input),
});

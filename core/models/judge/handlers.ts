import { judgeContract, promptContract } from '../../../shared/contract/judge.ts';
import { handlersOf } from '../../platform/base.ts';
import { dbOf } from '../../platform/context.ts';
import { dryJudgeRun, estimateJudgeRun, startJudgeRun } from './judge-run.ts';
import { knownJudges, removeJudge, saveJudge } from './judges.ts';
import { previewPrompt } from './preview-prompt.ts';
import { knownPrompts, savePrompt } from './prompts.ts';

export const judgeHandlers = handlersOf(judgeContract, {
  list: knownJudges,
  save: saveJudge,
  remove: (context, input) => removeJudge(context, input.judgeId),
  estimate: estimateJudgeRun,
  dryRun: dryJudgeRun,
  start: startJudgeRun,
  // Statistics are loaded with what needs them.
  alignment: async (context, input) => (await import('./alignment.ts')).alignmentOf(context, input),
  quality: async (context, input) => (await import('./judge-quality.ts')).judgeQuality(context, input),
  watches: async (context) =>
    (await import('../../design/series/judge-drift-in-files.ts')).everyJudgeWatch(dbOf(context)),
  altTest: async (context, input) => (await import('./alt-test.ts')).altTestOf(context, input),
  agreement: async (context, input) => (await import('./judge-agreement.ts')).judgeAgreement(context, input),
});

export const promptHandlers = handlersOf(promptContract, {
  list: knownPrompts,
  save: savePrompt,
  preview: previewPrompt,
});

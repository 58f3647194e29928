import { generationContract } from '../../../shared/contract/llm.ts';
import { handlersOf } from '../../platform/base.ts';
import { repliesOfGeneration } from './generated-replies.ts';
import { dryGeneration, estimateGeneration, startGeneration } from './generation.ts';

export const generationHandlers = handlersOf(generationContract, {
  estimate: estimateGeneration,
  dryRun: dryGeneration,
  start: startGeneration,
  replies: repliesOfGeneration,
});

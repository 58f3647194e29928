import { improvementContract } from '../../../../shared/contract/judge-improve.ts';
import { handlersOf } from '../../../platform/base.ts';
import { checkJudge } from './check-judge.ts';
import { findInDisagreement, judgeDisagreements, practiceExample } from './disagreements.ts';
import { proposePrompt } from './propose-prompt.ts';
import { improvement, improvements, openImprovement } from './versions.ts';

export const improvementHandlers = handlersOf(improvementContract, {
  list: improvements,
  open: openImprovement,
  get: (context, input) => improvement(context, input.improvementId),
  disagreements: judgeDisagreements,
  find: findInDisagreement,
  example: practiceExample,
  check: checkJudge,
  propose: proposePrompt,
});

import { qualityContract } from '../../../../shared/contract/quality.ts';
import { handlersOf } from '../../../platform/base.ts';
import { checkCandidates } from './check-candidates.ts';
import { paymentsOf } from './payments.ts';
import { qualityOf } from './quality-of.ts';
import { setQuality } from './set-plan.ts';

export const qualityHandlers = handlersOf(qualityContract, {
  get: (context, input) => qualityOf(context, input.studyId),
  candidates: checkCandidates,
  payments: paymentsOf,
  set: setQuality,
});

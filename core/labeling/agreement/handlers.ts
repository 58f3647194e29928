import { adjudicationContract, agreementContract } from '../../../shared/contract/agreement.ts';
import { handlersOf } from '../../platform/base.ts';
import { adjudicationItem } from './adjudication-item.ts';
import { adjudicationQueue } from './adjudication-queue.ts';
import { decide, undoDecision } from './decide.ts';
import { shownFirst } from './shown-first.ts';
import { shownAgreement } from './without-names.ts';

export const agreementHandlers = handlersOf(agreementContract, {
  get: shownAgreement,
  shownFirst,
});

export const adjudicationHandlers = handlersOf(adjudicationContract, {
  queue: adjudicationQueue,
  item: adjudicationItem,
  decide,
  undo: undoDecision,
});

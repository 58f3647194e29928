import { failureContract } from '../../../shared/contract/failures.ts';
import { settledAfterChange } from '../../estimate/failures/after-change.ts';
import {
  defineMode,
  makeMode,
  mergeModes,
  restoreMode,
  retireMode,
  splitMode,
} from '../../estimate/failures/change-modes.ts';
import { settledStepShares } from '../../estimate/failures/step-shares.ts';
import { handlersOf } from '../../platform/base.ts';
import { listModes } from '../../studies/failures/modes.ts';
import { huntItems } from './hunt.ts';
import { judgeMode } from './judge-mode.ts';
import { keepLook, toLookAgain } from './look-again.ts';
import { failureNotes, foundFailures } from './notes.ts';
import { acceptGroups, suggestGroups } from './suggest.ts';
import { settledFailureTable } from './table.ts';

export const failureHandlers = handlersOf(failureContract, {
  list: (context, input) => listModes(context, input.withRetired),
  make: makeMode,
  define: defineMode,
  merge: mergeModes,
  split: splitMode,
  retire: retireMode,
  restore: restoreMode,
  notes: failureNotes,
  found: foundFailures,
  look: (context, input) => keepLook(context, input),
  toLookAgain,
  hunt: huntItems,
  judge: judgeMode,
  change: settledAfterChange,
  suggest: suggestGroups,
  accept: acceptGroups,
  table: settledFailureTable,
  steps: settledStepShares,
});

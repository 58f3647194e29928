import { failureContract } from '../../../shared/contract/failures.ts';
import { afterChange } from '../../estimate/failures/after-change.ts';
import {
  defineMode,
  makeMode,
  mergeModes,
  restoreMode,
  retireMode,
  splitMode,
} from '../../estimate/failures/change-modes.ts';
import { whenSettled } from '../../estimate/live-estimates.ts';
import { handlersOf } from '../../platform/base.ts';
import { listModes } from './list-modes.ts';
import { lookAt, toLookAgain } from './look-again.ts';
import { failureNotes } from './notes.ts';
import { acceptGroups, suggestGroups } from './suggest.ts';
import { failureTableOf } from './table.ts';

export const failureHandlers = handlersOf(failureContract, {
  list: (context, input) => listModes(context, input.withRetired),
  make: makeMode,
  define: defineMode,
  merge: mergeModes,
  split: splitMode,
  retire: retireMode,
  restore: restoreMode,
  notes: failureNotes,
  look: (context, input) => lookAt(context, input),
  toLookAgain,
  change: (context, input) => whenSettled(context, input.studyId, () => afterChange(context, input)),
  suggest: suggestGroups,
  accept: acceptGroups,
  table: (context, input) => whenSettled(context, input.studyId, () => failureTableOf(context, input)),
});

import { failureContract } from '../../../shared/contract/failures.ts';
import {
  defineMode,
  makeMode,
  mergeModes,
  restoreMode,
  retireMode,
  splitMode,
} from '../../estimate/failures/change-modes.ts';
import { handlersOf } from '../../platform/base.ts';
import { listModes } from './list-modes.ts';

export const failureHandlers = handlersOf(failureContract, {
  list: (context, input) => listModes(context, input.withRetired),
  make: makeMode,
  define: defineMode,
  merge: mergeModes,
  split: splitMode,
  retire: retireMode,
  restore: restoreMode,
});

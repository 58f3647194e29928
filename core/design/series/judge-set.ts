import type { ItemRunRow } from '../../../db/llm-runs.ts';
import { AgainSchema } from '../../../shared/contract/judge.ts';

/** A check as it is stored with its run. */
export const driftCheckOf = ({ settings }: ItemRunRow) => AgainSchema.required().parse(settings.again);

/** Items in their order, those of one request together. */
export const askedTogether = (itemIds: readonly number[], itemsPerCall: number): number[][] =>
  Array.from({ length: Math.ceil(itemIds.length / itemsPerCall) }, (_, i) =>
    itemIds.slice(i * itemsPerCall, (i + 1) * itemsPerCall),
  );

import { listDatasets } from '../../../../db/datasets.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { iterateItems } from './iterate-items.ts';
import { metaField } from './meta-field.ts';

/** Wordings of a dialog's questions that need no history, in their order; null where CANARD has none. */
export type TwinsOf = (externalId: string) => readonly unknown[] | undefined;

/** The wordings that CANARD has of QuAC's dialogs, if it was imported into the project: by QuAC's id of the dialog. */
export function canardTwins(db: ReadableDb): TwinsOf {
  let twins: Map<string, readonly unknown[]> | undefined;
  return (externalId) => {
    twins ??= readTwins(db);
    return twins.get(externalId);
  };
}

function readTwins(db: ReadableDb): Map<string, readonly unknown[]> {
  const twins = new Map<string, readonly unknown[]>();
  for (const { id } of listDatasets(db).filter(({ format }) => format === 'canard-json')) {
    for (const { externalId, meta } of iterateItems(db, id)) {
      const rewrites = metaField(meta, 'rewrite');
      if (Array.isArray(rewrites)) twins.set(externalId, rewrites);
    }
  }
  return twins;
}

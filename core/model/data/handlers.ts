import { writeAudit } from '../../../db/audit.ts';
import { listDatasets } from '../../../db/datasets.ts';
import { datasetContract, itemContract } from '../../../shared/contract/data.ts';
import { baseOf } from '../../platform/base.ts';
import { dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { declareScale } from './declare-scale.ts';
import { datasetOf, describeDataset, describeDatasetInFull } from './describe-dataset.ts';
import { getItem } from './get-item.ts';
import { listItems } from './list-items.ts';
import { removeUnusedDataset } from './remove-dataset.ts';
import { giveDatasetName } from './rename-dataset.ts';
import { beginIndexing, ensureSearchable } from './search-items.ts';

const base = baseOf({ dataset: datasetContract, item: itemContract });

export const datasetHandlers = {
  list: base.dataset.list.handler(({ context }) => {
    const db = dbOf(context);
    return listDatasets(db).map((row) => describeDataset(db, row));
  }),
  get: base.dataset.get.handler(({ context, input }) =>
    describeDatasetInFull(dbOf(context), input.datasetId),
  ),
  rename: base.dataset.rename.handler(async ({ context, input }) => {
    const db = dbOf(context);
    await whenWritable(() => giveDatasetName(db, input.datasetId, input.name));
    context.events.publish({ type: 'data.changed' });
    return describeDataset(db, datasetOf(db, input.datasetId));
  }),
  remove: base.dataset.remove.handler(async ({ context, input }) => {
    const db = dbOf(context);
    await whenWritable(() => removeUnusedDataset(db, input.datasetId));
    context.events.publish({ type: 'data.changed' });
    return {};
  }),
  declareScale: base.dataset.declareScale.handler(async ({ context, input }) => {
    const db = dbOf(context);
    const { datasetId, ...declaration } = input;
    const entry = { at: context.now(), action: 'scale.declared', studyId: null, details: input };
    const declare = db.transaction(() => {
      declareScale(db, datasetId, declaration);
      writeAudit(db, entry);
    });
    await whenWritable(() => declare.immediate());
    context.events.publish({ type: 'data.changed' });
    return describeDatasetInFull(db, datasetId);
  }),
};

export const itemHandlers = {
  list: base.item.list.handler(({ context, input }) =>
    listItems(dbOf(context), input, {
      begin: (dataset) => beginIndexing(context, dataset),
      finish: (dataset) => ensureSearchable(context, dataset),
    }),
  ),
  get: base.item.get.handler(({ context, input }) => getItem(dbOf(context), input.itemId)),
};

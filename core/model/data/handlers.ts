import { datasetContract, itemContract } from '../../../shared/contract/data.ts';
import { baseOf } from '../../platform/base.ts';
import { dbOf } from '../../platform/context.ts';
import { redeclareScale, removeDataset, renameDataset } from './change-dataset.ts';
import { describeDatasetInFull, describeDatasets } from './describe-dataset.ts';
import { getItem, listItemsOf } from './items.ts';

const base = baseOf({ dataset: datasetContract, item: itemContract });

export const datasetHandlers = {
  list: base.dataset.list.handler(({ context }) => describeDatasets(dbOf(context))),
  get: base.dataset.get.handler(({ context, input }) =>
    describeDatasetInFull(dbOf(context), input.datasetId),
  ),
  rename: base.dataset.rename.handler(({ context, input }) => renameDataset(context, input)),
  remove: base.dataset.remove.handler(({ context, input }) => removeDataset(context, input)),
  declareScale: base.dataset.declareScale.handler(({ context, input }) => redeclareScale(context, input)),
};

export const itemHandlers = {
  list: base.item.list.handler(({ context, input }) => listItemsOf(context, input)),
  get: base.item.get.handler(({ context, input }) => getItem(dbOf(context), input.itemId)),
};

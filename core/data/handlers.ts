import { datasetContract } from '../../shared/contract/data.ts';
import { handlersOf } from '../platform/base.ts';
import { dbOf } from '../platform/context.ts';
import { confirmScores, redeclareScale, removeDataset, renameDataset } from './change-dataset.ts';
import { describeDatasetInFull, describeDatasets } from './describe-dataset.ts';
import { pictureOf } from './pictures.ts';
import { renameSystemOf } from './rename-system.ts';

export const datasetHandlers = handlersOf(datasetContract, {
  list: (context) => describeDatasets(dbOf(context)),
  get: (context, input) => describeDatasetInFull(dbOf(context), input.datasetId),
  rename: renameDataset,
  renameSystem: renameSystemOf,
  confirmScores,
  picture: pictureOf,
  remove: removeDataset,
  declareScale: redeclareScale,
});

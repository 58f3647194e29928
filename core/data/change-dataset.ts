import { writeAudit } from '../../db/audit.ts';
import {
  countLabelsOfDataset,
  countValidationsOfDataset,
  removeDataset as removeRows,
  studiesOfDataset,
} from '../../db/dataset-removal.ts';
import { type DatasetRow, findDatasetByName, renameDataset as renameRow } from '../../db/datasets.ts';
import type { ReadableDb, WritableDb } from '../../db/types.ts';
import type { Dataset, DatasetDetail, ScaleDeclaration } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { assertCurrent } from '../platform/record-version.ts';
import { whenWritable } from '../platform/when-writable.ts';
import { claimedCount, confirmClaims } from './claimed-scores.ts';
import { declareScale } from './declare-scale.ts';
import {
  datasetOf,
  datasetState,
  describeDataset,
  describeDatasetInFull,
  scaleField,
} from './describe-dataset.ts';

const words = 'This data set';

/** @throws AppError NOT_FOUND, CONFLICT when another data set has the name, INVALID_INPUT when it is blank. */
export async function renameDataset(
  context: CoreContext,
  { datasetId, name, version }: { datasetId: number; name: string; version?: string | undefined },
): Promise<Dataset> {
  const db = dbOf(context);
  const rename = db.transaction(() => {
    assertCurrent(version, { stored: datasetState(db, datasetId), wanted: { name: name.trim() }, words });
    giveDatasetName(db, datasetId, name);
  });
  await whenWritable(() => rename.immediate());
  context.events.publish({ type: 'data.changed' });
  return describeDataset(db, datasetOf(db, datasetId));
}

/** @throws AppError NOT_FOUND, CONFLICT when a study or a label needs the items. */
export async function removeDataset(
  context: CoreContext,
  { datasetId }: { datasetId: number },
): Promise<Record<string, never>> {
  const db = dbOf(context);
  await whenWritable(() => removeUnusedDataset(db, datasetId));
  context.events.publish({ type: 'data.changed' });
  return {};
}

/** Declares a range and says so in the audit. @throws AppError as `declareScale` does */
export async function redeclareScale(
  context: CoreContext,
  { version, ...input }: ScaleDeclaration & { datasetId: number; version?: string | undefined },
): Promise<DatasetDetail> {
  const db = dbOf(context);
  const { datasetId, ...declaration } = input;
  const entry = { at: context.now(), action: 'scale.declared', studyId: null, details: input };
  const declare = db.transaction(() => {
    const stored = datasetState(db, datasetId);
    assertCurrent(version, { stored, wanted: { [scaleField(declaration)]: declaration.scale }, words });
    declareScale(db, datasetId, declaration);
    writeAudit(db, entry);
  });
  await whenWritable(() => declare.immediate());
  context.events.publish({ type: 'data.changed' });
  return describeDatasetInFull(db, datasetId);
}

/** @throws AppError NOT_FOUND, CONFLICT when another data set has the name, INVALID_INPUT when it is blank. */
export function giveDatasetName(db: WritableDb, datasetId: number, wanted: string): void {
  datasetOf(db, datasetId);
  const name = wanted.trim();
  if (name === '') {
    throw new AppError('INVALID_INPUT', 'A data set needs a name.', { field: 'name' });
  }
  const holder = findDatasetByName(db, name);
  if (holder && holder.id !== datasetId) {
    throw new AppError('CONFLICT', `There is already a data set named "${holder.name}".`, {
      field: 'name',
      remedy: 'Choose another name.',
    });
  }
  renameRow(db, datasetId, name);
}

/** @throws AppError NOT_FOUND, CONFLICT when a study or a label needs the items. */
export function removeUnusedDataset(db: WritableDb, datasetId: number): void {
  removeRows(db, datasetOf(db, datasetId), (dataset) => assertUnused(db, dataset));
}

function assertUnused(db: ReadableDb, dataset: DatasetRow): void {
  const { id: datasetId } = dataset;
  const [study, ...more] = studiesOfDataset(db, datasetId);
  if (study !== undefined) {
    const others = more.length > 0 ? ` and ${more.length} more` : '';
    throw new AppError('CONFLICT', `The study "${study}"${others} draws from this data set.`, {
      remedy: 'Remove the study first.',
    });
  }
  const labels = countLabelsOfDataset(db, dataset);
  if (labels > 0) {
    throw new AppError('CONFLICT', `People gave ${labels} labels to items of this data set.`, {
      remedy: 'Labels are never deleted. Start a new project if you do not want them.',
    });
  }
  if (countValidationsOfDataset(db, datasetId) > 0) {
    throw new AppError('CONFLICT', 'People validated answers to items of this data set.', {
      remedy: 'Their verdicts are never deleted. Start a new project if you do not want them.',
    });
  }
}

/** Where a person says that people gave the scores. */
type Way = 'app' | 'terminal' | 'client';

/**
 * Takes the scores that an agent claimed for people's, as a person says, with the name and the way into the audit trail.
 *
 * @throws AppError NOT_FOUND; CONFLICT where nothing is claimed; INVALID_INPUT without a name
 */
export async function confirmScores(
  context: CoreContext,
  { datasetId, by, way }: { datasetId: number; by: string; way: Way },
): Promise<DatasetDetail> {
  const db = dbOf(context);
  const name = by.trim();
  if (name === '') {
    throw new AppError('INVALID_INPUT', 'No name is given.', {
      field: 'by',
      remedy: 'Give the name of the person who knows that people gave these scores.',
    });
  }
  const confirm = db.transaction(() => {
    const dataset = datasetOf(db, datasetId);
    if (claimedCount(db, dataset) === 0) {
      throw new AppError('CONFLICT', `No score of "${dataset.name}" waits to be confirmed.`, {
        field: 'datasetId',
      });
    }
    confirmClaims(db, dataset, { at: context.now(), by: name, way });
  });
  await whenWritable(() => confirm.immediate());
  context.events.publish({ type: 'data.changed' });
  return describeDatasetInFull(db, datasetId);
}

import { listSystems } from '../../../db/datasets.ts';
import { countPool } from '../../../db/pools.ts';
import { humanMeansOf, listCriteria } from '../../../db/scores.ts';
import { getStudy, listStudies, type StudyRow } from '../../../db/studies.ts';
import type { Scale, Signal } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { fromUnit } from '../../../stats/index.ts';
import { designLabels, unsuitable } from '../../model/claims/design-labels.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';

/** What people said of items, each with its weight under the design. Values are on `scale`. */
interface LabeledValues {
  readonly criterion: string;
  readonly scale: Scale;
  readonly integer: boolean;
  readonly values: readonly { itemId: number; value: number; weight: number }[];
  readonly basis: string;
  /** Items that the labels speak for, and the study that they are from; none of imported evaluations. */
  readonly populationSize: number;
  readonly studyId: number | null;
}

interface Asked {
  readonly datasetId: number;
  readonly signal: Signal;
  readonly system: string;
  readonly criterion?: string | undefined;
  readonly studyId?: number | undefined;
}

/**
 * A study's labels by its design where one is named; else imported evaluations of the criterion; else the labels of the
 * study with most of them.
 *
 * @throws AppError INVALID_INPUT when there is nothing to compare with
 */
export function labeledValues(context: CoreContext, asked: Asked): LabeledValues {
  const db = dbOf(context);
  if (asked.studyId !== undefined) return studyValues(context, getStudy(db, asked.studyId), asked);
  const name = asked.criterion ?? asked.signal.criterion ?? '';
  const criterion = listCriteria(db, asked.datasetId).find((known) => known.name === name);
  const systemId = listSystems(db, asked.datasetId).find((system) => system.name === asked.system)?.id;
  const imported = criterion && systemId !== undefined ? humanMeansOf(db, criterion.id, systemId) : new Map();
  if (criterion && imported.size > 0) {
    return {
      criterion: criterion.name,
      scale: criterion.scale,
      integer: criterion.integer,
      values: [...imported].map(([itemId, value]) => ({ itemId, value, weight: 1 })),
      basis: `Imported evaluations of ${imported.size} items, each counted once.`,
      populationSize: countPool(db, asked.datasetId, systemId!),
      studyId: null,
    };
  }
  const studies = listStudies(db).filter(
    (study) =>
      study.datasetId === asked.datasetId &&
      study.systemId === systemId &&
      unsuitable(study) === null &&
      (asked.criterion === undefined ||
        (study.measure.kind === 'criterion' && study.measure.criterion === asked.criterion)),
  );
  const found = studies
    .map((study) => studyValues(context, study, asked))
    .sort((a, b) => b.values.length - a.values.length)[0];
  if (found && found.values.length > 0) return found;
  throw new AppError('INVALID_INPUT', `Nobody has labeled ${asked.system} for this yet.`, {
    field: 'criterion',
    mend: 'Label some items of a study first, or name another criterion.',
  });
}

/** @throws AppError INVALID_INPUT when the study's design gives no weights, or it is of another system */
function studyValues(context: CoreContext, study: StudyRow, { system, datasetId }: Asked): LabeledValues {
  const why = unsuitable(study);
  const systems = listSystems(dbOf(context), datasetId);
  const isOther = systems.find(({ id }) => id === study.systemId)?.name !== system;
  if (why !== null || isOther) {
    throw new AppError(
      'INVALID_INPUT',
      `${study.name} cannot be used: ${why ?? 'it is of another system'}.`,
      {
        field: 'studyId',
      },
    );
  }
  const { scale, measure, name } = study;
  const criterion = measure.kind === 'criterion' ? measure.criterion : measure.metric;
  const labels = designLabels(context, study.id).filter(({ y }) => y !== null);
  const known = listCriteria(dbOf(context), study.datasetId).find((one) => one.name === criterion);
  return {
    criterion,
    scale,
    integer: measure.kind === 'criterion' && known?.integer === true,
    values: labels.map(({ itemId, y, weight }) => ({ itemId, value: fromUnit(y!, scale), weight })),
    basis: `Labels of ${labels.length} items of the study “${name}”, weighted by its draw (LURE).`,
    populationSize: study.populationSize,
    studyId: study.id,
  };
}

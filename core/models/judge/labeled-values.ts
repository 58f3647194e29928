import { isDeepStrictEqual } from 'node:util';
import { listSystems } from '../../../db/datasets.ts';
import { countPool } from '../../../db/pools.ts';
import { humanMeansOf, listCriteria } from '../../../db/scores.ts';
import { getStudy, listStudies, type StudyRow } from '../../../db/studies.ts';
import type { Scale, Signal } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { fromUnit, mean } from '../../../stats/index.ts';
import { designLabels, unsuitable } from '../../estimate/analyses/design-labels.ts';
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
  /** Of that study. */
  readonly name?: string;
}

interface Asked {
  readonly datasetId: number;
  readonly signal: Pick<Signal, 'measures'>;
  readonly system: string;
  readonly criterion?: string | undefined;
  readonly studyId?: number | undefined;
  /** Items whose labels were parted for practice: of several studies the one counts that they are from. */
  readonly practice?: readonly number[] | undefined;
}

/**
 * A study's labels by its design where one is named. Else what people said of the judge's own criterion: imported evaluations and
 * the labels of studies together, each item once; where nothing was imported, the labels of the study with most of them, by its
 * design: once they were parted, of the study whose labels these were. Another criterion, or the same on another scale, is never
 * taken for it.
 *
 * @throws AppError INVALID_INPUT when there is nothing to compare with
 */
export function labeledValues(context: CoreContext, asked: Asked): LabeledValues {
  const db = dbOf(context);
  if (asked.studyId !== undefined) return studyValues(context, getStudy(db, asked.studyId), asked);
  const name = asked.criterion ?? asked.signal.measures ?? '';
  const criterion = listCriteria(db, asked.datasetId).find((known) => known.name === name);
  const systemId = listSystems(db, asked.datasetId).find((system) => system.name === asked.system)?.id;
  const imported = criterion && systemId !== undefined ? humanMeansOf(db, criterion.id, systemId) : new Map();
  const studies = listStudies(db).filter(
    (study) =>
      study.datasetId === asked.datasetId && study.systemId === systemId && unsuitable(study) === null,
  );
  const asksFor = ({ measure }: StudyRow) =>
    !isNamed(name) || (measure.kind === 'criterion' && measure.criterion === name);
  const practice = new Set(asked.practice);
  const practiced = ({ values }: LabeledValues) => values.filter(({ itemId }) => practice.has(itemId)).length;
  const valuesOf = (some: readonly StudyRow[]) =>
    some
      .map((study) => studyValues(context, study, asked))
      .filter(({ values }) => values.length > 0)
      .sort((a, b) => practiced(b) - practiced(a) || b.values.length - a.values.length);
  const found = valuesOf(studies.filter(asksFor));
  if (criterion && imported.size > 0) {
    const like = found.filter(
      ({ scale, criterion: own }) => own === criterion.name && isDeepStrictEqual(scale, criterion.scale),
    );
    const said = Map.groupBy(
      [
        ...[...imported].map(([itemId, value]: [number, number]) => ({ itemId, value })),
        ...like.flatMap(({ values }) => values),
      ],
      ({ itemId }) => itemId,
    );
    return {
      criterion: criterion.name,
      scale: criterion.scale,
      integer: criterion.integer,
      values: [...said].map(([itemId, all]) => ({
        itemId,
        value: mean(all.map(({ value }) => value)),
        weight: 1,
      })),
      basis: importedBasis(imported.size, like, said.size),
      populationSize: countPool(db, asked.datasetId, systemId!),
      studyId: null,
    };
  }
  if (found[0]) return found[0];
  const others = [...new Set(valuesOf(studies).map((one) => one.criterion))];
  throw new AppError(
    'INVALID_INPUT',
    `Nobody has rated ${isNamed(name) ? `${name} of ` : ''}${asked.system} yet.`,
    {
      field: 'criterion',
      remedy:
        others.length === 0
          ? 'Label some items of a study first, or name another criterion.'
          : `People rated ${others.join(', ')}. Say whether it is the same by “People call it”.`,
    },
  );
}

/** Whether a judge's criterion is one: a judge of one score calls it so whatever it is of. */
const isNamed = (criterion: string): boolean => criterion !== '' && criterion !== 'score';

function importedBasis(imported: number, studies: readonly LabeledValues[], together: number): string {
  if (studies.length === 0) return `Imported evaluations of ${imported} items, each counted once.`;
  const labels = studies.map(({ values, name }) => `labels of ${values.length} items of the study “${name}”`);
  return `Imported evaluations of ${imported} items, and ${labels.join(', ')}: ${together} items. Each counts once, by the mean of its values. They are not weighted by a draw.`;
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
    name,
  };
}

import { listAnnotators } from '../../../db/annotators.ts';
import { listDraws } from '../../../db/draws.ts';
import { humanMeansOf, listCriteria, machineValuesOf } from '../../../db/scores.ts';
import { getStudy, listStudies, type StudyRow } from '../../../db/studies.ts';
import type { AltTestAsked, AltTestReport, Scale, Signal } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { ALT_TEST_EPSILON, type AltTestItem, altTest } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { isOfNobody } from '../../studies/ratings/rating.ts';
import { itemRatings } from '../../studies/ratings/ratings.ts';
import { requireSignal, rescaled } from './alignment.ts';
import { labelsBeside } from './improve/labels-beside.ts';
import { groupKeyOf } from './improve/sides.ts';
import { systemIdOf } from './system-id.ts';

const interval =
  '95 %, approximate, at one look: a jackknife over items with the people as given. Items of one conversation or passage count together. Items count once each, whatever the draw.';

/**
 * Whether a judge may replace the people who rated: the alternative annotator test on everybody's own labels.
 *
 * @throws AppError INVALID_INPUT where no study asked people for the criterion, or neither or both of raters and epsilon are said
 */
export function altTestOf(context: CoreContext, asked: AltTestAsked): AltTestReport {
  const db = dbOf(context);
  const { signal, datasetId } = requireSignal(context, asked.signalId);
  const systemId = systemIdOf(db, asked.system, 'system');
  const epsilon = epsilonOf(asked);
  const { criterion, studies, votes } = askedStudies(context, { ...asked, datasetId, systemId }, signal);
  const [study] = studies;
  const scale = study?.scale ?? signal.scale;
  const score = asked.score ?? (study && study.form.kind !== 'rating' ? 'accuracy' : 'rmse');
  const said = ratingsOf(context, studies);
  const scores = machineValuesOf(db, signal.id, systemId);
  const beside = labelsBeside(db, { datasetId, systemId, criterion }, signal);
  const items = [...said].flatMap(([itemId, ratings]): AltTestItem[] => {
    const judge = scores.get(itemId);
    if (judge === undefined || !beside.counts(itemId)) return [];
    return [
      {
        judge: judgedValue(rescaled(judge, signal.scale, scale), scale, score),
        ratings: [...ratings].map(toRating),
        cluster: groupKeyOf(db, itemId),
      },
    ];
  });
  const found = altTest(items, { score, epsilon });
  const names = new Map(listAnnotators(db).map(({ id, name }) => [id, name]));
  const about = {
    ...{ signalId: signal.id, judge: signal.name, criterion: signal.criterion ?? '', system: asked.system },
    ...{ humanCriterion: criterion, score, epsilon, interval },
    basis: `${basisOf(studies, votes)}${beside.words}`,
  };
  if ('lacks' in found) {
    const none = { items: null, annotators: [], leftOut: [], winningRate: null, passes: null };
    return {
      ...{ ...about, ...none, advantage: { value: null, lower: null, upper: null }, lacks: [...found.lacks] },
      summary: `Whether ${signal.name} may replace people is not estimable: it ${found.lacks.join(', and ')}.`,
    };
  }
  const { value, lower, upper } = found.advantage;
  const beaten = found.annotators.filter(({ isBeaten }) => isBeaten).length;
  return {
    ...about,
    items: found.items,
    annotators: found.annotators.map(({ annotator, ...rest }) => ({ name: names.get(annotator)!, ...rest })),
    leftOut: found.leftOut.map(({ annotator, items: own }) => ({ name: names.get(annotator)!, items: own })),
    winningRate: found.winningRate,
    passes: found.passes,
    advantage: { value, lower: lower ?? null, upper: upper ?? null },
    lacks: [],
    summary: `${signal.name} wins against ${beaten} of ${found.annotators.length} people at an epsilon of ${epsilon}: ${found.passes ? 'it may replace them by this test' : 'it may not replace them by this test'}.`,
  };
}

function epsilonOf({ raters, epsilon }: AltTestAsked): number {
  if (raters !== undefined && epsilon === undefined) return ALT_TEST_EPSILON[raters];
  if (epsilon !== undefined && raters === undefined) return epsilon;
  throw new AppError('INVALID_INPUT', 'Say who rated: experts, trained people or a crowd.', {
    field: 'raters',
    remedy:
      'How far the judge may be behind follows from it: .2, .15 or .1. Or give an epsilon of your own, and no raters.',
  });
}

type Asked = AltTestAsked & Pick<StudyRow, 'datasetId' | 'systemId'>;

/** The studies of one system that asked people for the judge's criterion on one scale, those of most labels' scale first. */
function askedStudies(
  context: CoreContext,
  asked: Asked,
  signal: Signal,
): { criterion: string; studies: StudyRow[]; votes: number } {
  const db = dbOf(context);
  const fits = (study: StudyRow) =>
    study.datasetId === asked.datasetId && study.systemId === asked.systemId && !study.against;
  if (asked.studyId !== undefined) {
    const study = getStudy(db, asked.studyId);
    if (!fits(study) || study.measure.kind !== 'criterion') {
      throw new AppError(
        'INVALID_INPUT',
        `${study.name} cannot be used: it asks for no rating of ${asked.system} alone.`,
        {
          field: 'studyId',
        },
      );
    }
    return { criterion: study.measure.criterion, studies: [study], votes: 0 };
  }
  const criterion = asked.criterion ?? signal.measures ?? '';
  const known = listCriteria(db, asked.datasetId).find(({ name }) => name === criterion);
  const studies = listStudies(db).filter(
    (study) => fits(study) && study.measure.kind === 'criterion' && study.measure.criterion === criterion,
  );
  const [first] = studies;
  const votes = known ? humanMeansOf(db, known.id, asked.systemId).size : 0;
  return {
    criterion,
    studies: studies.filter(
      ({ form, scale }) => form.kind === first?.form.kind && isSame(scale, first.scale),
    ),
    votes,
  };
}

const isSame = (a: Scale, b: Scale): boolean => a.min === b.min && a.max === b.max;

/** What everybody says at present of the items drawn, each person once an item; skips are left out. */
function ratingsOf(context: CoreContext, studies: readonly StudyRow[]): Map<number, Map<number, number>> {
  const db = dbOf(context);
  const said = new Map<number, Map<number, number>>();
  for (const study of studies) {
    for (const itemId of new Set(listDraws(db, study.id, study.generation).map((draw) => draw.itemId))) {
      for (const { annotatorId, labels, word } of itemRatings(db, study, itemId, { isScored: false })) {
        if (word.kind !== 'value' || typeof word.rating !== 'number' || labels.some(isOfNobody)) continue;
        if (!said.has(itemId)) said.set(itemId, new Map());
        said.get(itemId)!.set(annotatorId, word.rating);
      }
    }
  }
  return said;
}

const toRating = ([annotator, value]: [number, number]) => ({ annotator, value });

/** What the judge says as one of the categories: on a scale of whole steps the nearest one. */
function judgedValue(value: number, { min, max }: Scale, score: 'accuracy' | 'rmse'): number {
  return score === 'accuracy' && Number.isInteger(min) && Number.isInteger(max) ? Math.round(value) : value;
}

function basisOf(studies: readonly StudyRow[], votes: number): string {
  const names = studies.map(({ name }) => `“${name}”`).join(', ');
  const of =
    studies.length === 0 ? 'No study here asked people for it.' : `Everybody's own labels of ${names}.`;
  const imported =
    votes > 0
      ? ` The ${votes} items with imported evaluations do not count: their votes do not say who gave them.`
      : '';
  return `${of}${imported}`;
}

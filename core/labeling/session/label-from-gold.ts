import { randomUUID } from 'node:crypto';
import { ensureAnnotator, importedEvaluation, simulatedAnnotators } from '../../../db/annotators.ts';
import { listDraws } from '../../../db/draws.ts';
import { getItem } from '../../../db/items.ts';
import type { LabelContent } from '../../../db/labels.ts';
import { humanMeansOf } from '../../../db/scores.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { forgetLiveEstimates } from '../../estimate/kept-estimates.ts';
import { comparisonOf, liveEstimateOf } from '../../estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { labelKeysFor } from '../../studies/label-key.ts';
import { insertRating } from '../../studies/ratings/ratings.ts';

const noGoldReason = 'no imported evaluation';

interface GoldLabels {
  labeled: number;
  /** Items for which the data set holds no evaluation; they are skipped, and the interval brackets them. */
  missing: number;
}

/**
 * Labels the open items of a batch, in draw order, from the evaluation that came with the data: what labeling by
 * hand would have given. At most `count` items; all by default.
 *
 * @throws AppError CONFLICT when the data set holds no evaluation for the study
 */
export function labelFromGold(
  context: CoreContext,
  studyId: number,
  count = Number.POSITIVE_INFINITY,
  { simulated = false } = {},
): GoldLabels {
  const db = dbOf(context);
  const name = simulated ? simulatedAnnotators : importedEvaluation;
  const done: GoldLabels = { labeled: 0, missing: 0 };
  db.transaction(() => {
    const study = getStudy(db, studyId);
    if (!comparisonOf(context, studyId).fullEvaluation) {
      throw new AppError('CONFLICT', 'The data set holds no human evaluation for this study.', {
        remedy: 'Label by hand, or import labels from a file.',
      });
    }
    const goldOf = goldReader(db, study);
    const live = liveEstimateOf(context, studyId);
    const annotator = ensureAnnotator(db, name, { simulated });
    const open = new Set(listDraws(db, studyId, study.generation).map(({ itemId }) => itemId));
    for (const itemId of open) {
      if (live.finalOf(itemId)) continue;
      if (done.labeled + done.missing >= count) break;
      const gold = goldOf(itemId);
      if (gold) done.labeled += 1;
      else done.missing += 1;
      const measure = labelKeysFor(study, itemId).map((key, i) => ({
        key,
        content: gold?.[i] ?? { kind: 'skip' as const, reason: noGoldReason },
      }));
      insertRating(
        db,
        { measure },
        {
          clientKey: randomUUID(),
          annotatorId: annotator.id,
          studyId,
          operation: 'submit',
          source: simulated ? 'simulated' : 'gold',
          estimateVisible: false,
          durationMs: 0,
          createdAt: context.now(),
        },
      );
    }
  }).immediate();
  forgetLiveEstimates(context);
  context.events.publish({ type: 'estimate.changed', studyId });
  return done;
}

/** What the data set says of an item, one content for each of the study's label keys; undefined where it is silent. */
function goldReader(db: ReadableDb, study: StudyRow): (itemId: number) => LabelContent[] | undefined {
  const { criterionId, systemId, against } = study;
  if (criterionId === null) {
    return (itemId) => {
      const answers = getItem(db, itemId).references;
      return answers.length > 0 && answers.every((turn) => turn.length > 0)
        ? [{ kind: 'answer', answers }]
        : undefined;
    };
  }
  const means = [systemId, ...(against ? [against.systemId] : [])].map((id) =>
    humanMeansOf(db, criterionId, id),
  );
  return (itemId) => {
    const values = means.flatMap((of) => of.get(itemId) ?? []);
    return values.length === means.length ? values.map((value) => ({ kind: 'score', value })) : undefined;
  };
}

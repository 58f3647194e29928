import { listAnnotators } from '../../../db/annotators.ts';
import { labelersOf } from '../../../db/labels.ts';
import { getStudy } from '../../../db/studies.ts';
import { listMembers } from '../../../db/study-members.ts';
import type { LabelStanding } from '../../../shared/contract/index.ts';
import { factsOf, leadingEstimate } from '../../estimate/estimate-report.ts';
import { labelingForecast } from '../../estimate/forecast/study-advice.ts';
import { liveEstimateOf, whenSettled } from '../../estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { handedFacts, isHandedOut } from '../../studies/annotators/handed-facts.ts';
import { asksShare, shownScale } from '../../studies/estimand-scale.ts';
import type { Batch } from '../assignment/batch-key.ts';
import { labelingSessionByRef } from './labeling-session.ts';

/**
 * Where the estimate of a batch stands, for whoever labels it alone; else why it stays hidden. No number is given before
 * the first label: it would be what a machine says.
 *
 * @throws AppError NOT_FOUND
 */
export async function batchStanding(context: CoreContext, batchRef: string): Promise<LabelStanding> {
  const { ranking, batches } = labelingSessionByRef(context, batchRef);
  const [batch] = batches;
  const because = batches.map((one) => hiddenBecause(context, one)).find((one) => one !== null);
  if (because) return { kind: 'hidden', because };
  if (ranking !== null) return { kind: 'hidden', because: 'ranking' };
  return whenSettled(context, batch.study.id, openStanding);
}

function openStanding(context: CoreContext, id: number): LabelStanding {
  const study = getStudy(dbOf(context), id);
  const live = liveEstimateOf(context, id);
  const { value, lower, upper } = leadingEstimate(factsOf(study), live);
  return {
    kind: 'open',
    scale: shownScale(study),
    isDifference: study.against !== null,
    ...(asksShare(study) && { isShare: true as const }),
    ...{ value, lower, upper },
    skipped: live.skips.length,
    forecast: labelingForecast(context, id),
  };
}

/** Why the estimate would sway the labels of a batch; null where one person labels it alone. */
function hiddenBecause(
  context: CoreContext,
  { study, key }: Batch,
): Extract<LabelStanding, { kind: 'hidden' }>['because'] | null {
  const db = dbOf(context);
  if (study.practiceRound !== undefined) return 'practice';
  if (handedFacts(db)) return 'handed-out';
  const members = listMembers(db, study.id);
  const persons = listAnnotators(db).filter(({ simulated }) => !simulated);
  const mayLabel = members.length > 0 ? members : persons.map(({ id }) => id);
  const isTeam =
    study.overlap > 1 ||
    [...mayLabel, ...labelersOf(db, study.id)].some((id) => id !== key.annotatorId) ||
    isHandedOut(db, study.id);
  return isTeam ? 'team' : null;
}

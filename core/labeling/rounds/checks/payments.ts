import { stringify } from 'csv-stringify/sync';
import { listAudit, listAuditOf } from '../../../../db/audit.ts';
import { lastAnswers } from '../../../../db/study-members.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { AnnotatorQuality, Crowd, Payment, QualityPlan } from '../../../../shared/contract/index.ts';
import { CrowdSchema } from '../../../../shared/contract/team.ts';
import { linkedStudies } from '../../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { csvCell } from '../../../platform/files/csv-cell.ts';
import { tries } from '../../../studies/checks/check-results.ts';
import { qualityOf } from './quality-of.ts';

/** How somebody came by a link first, and last by a crowd platform. */
interface Arrival {
  readonly beganAt: string;
  readonly crowd: Crowd | null;
}

/** Everybody who came by a link to a study, or to its ranking, by annotator: from the audit, which keeps every entering. */
function arrivalsOf(db: ReadableDb, studyId: number): Map<number, Arrival> {
  const arrivals = new Map<number, Arrival>();
  for (const { at, action, details } of listAudit(db, studyId)) {
    if (action !== 'team.enter') continue;
    const { annotatorId, crowd } = details as { annotatorId: number; crowd?: unknown };
    const known = arrivals.get(annotatorId);
    const said = CrowdSchema.safeParse(crowd).data;
    arrivals.set(annotatorId, { beganAt: known?.beganAt ?? at, crowd: said ?? known?.crowd ?? null });
  }
  return arrivals;
}

/** Annotators who got the completion code before they had as many items as are asked of each, as nothing was left to label. */
export const cutShortIn = (db: ReadableDb, studyId: number): ReadonlySet<number> =>
  new Set(
    listAuditOf(db, 'team.complete')
      .filter((entry) => entry.studyId === studyId)
      .map(({ details }) => (details as { annotatorId: number }).annotatorId),
  );

/**
 * What everybody who came by a link did, and what follows for their pay. It rests on hidden checks, times and the number of items, by
 * the plan that was fixed with the first label; what somebody says of the sample has no part in it.
 *
 * @param bonusRight share of hidden checks right, in [0, 1], from which on a bonus is due; null for none
 */
export function paymentsOf(
  context: CoreContext,
  { studyId, bonusRight, bonus, format }: AskedPayments,
): { people: Payment[]; csv: string } {
  const everybody = listPayments(context, studyId, bonusRight);
  const people = everybody.filter(({ crowd }) => format === null || crowd?.platform === format);
  return { people, csv: tables[format ?? 'all'](people, bonus) };
}

interface AskedPayments {
  readonly studyId: number;
  readonly bonusRight: number | null;
  readonly bonus: number | null;
  readonly format: 'prolific' | 'mturk' | null;
}

type Cell = string | number | null;
const csvOf = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => csvCell(cell))),
    { header: true, columns: [...columns] },
  );

/** What a reviewer of a platform does about each decision. */
const actions = {
  pay: 'APPROVE',
  bonus: 'APPROVE',
  reject: 'REJECT',
  'screened-out': 'SCREEN OUT',
  unfinished: 'WAIT',
} as const;

/** One table for everybody, and those that the platforms take: ids, what to do, and the words for the person. */
const tables: Record<
  'all' | 'prolific' | 'mturk',
  (people: readonly Payment[], bonus: number | null) => string
> = {
  all: (people, bonus) =>
    csvOf(
      [
        ...['id', 'platform', 'assignment', 'start', 'end', 'items', 'checks', 'checks_right'],
        ...['median_seconds', 'decision', 'bonus', 'reason'],
      ],
      people.map((one) => [
        ...[one.annotator.name, one.crowd?.platform ?? null, one.crowd?.assignment ?? null],
        ...[one.beganAt, one.endedAt, one.items, one.checks, one.right, one.secondsPerItem],
        ...[one.decision, one.decision === 'bonus' ? bonus : null, one.reason],
      ]),
    ),
  prolific: (people, bonus) =>
    csvOf(
      ['participant_id', 'submission_id', 'action', 'bonus', 'message'],
      people.map(({ annotator, crowd, decision, reason }) => [
        ...[annotator.name, crowd!.assignment, actions[decision], decision === 'bonus' ? bonus : null],
        decision === 'reject' || decision === 'screened-out' ? reason : null,
      ]),
    ),
  mturk: (people, bonus) =>
    csvOf(
      ['HITId', 'AssignmentId', 'WorkerId', 'Approve', 'Reject', 'Bonus'],
      people.map(({ annotator, crowd, decision, reason }) => [
        ...[crowd!.task, crowd!.assignment, annotator.name],
        ...[actions[decision] === 'APPROVE' ? 'X' : null, decision === 'reject' ? reason : null],
        decision === 'bonus' ? bonus : null,
      ]),
    ),
};

function listPayments(context: CoreContext, asked: number, bonusRight: number | null): Payment[] {
  const db = dbOf(context);
  const studies = linkedStudies(db, asked);
  const [{ id: studyId }] = studies;
  const { plan, annotators } = qualityOf(context, studyId);
  const ends = new Map<number, string>();
  for (const { annotatorId, last } of studies.flatMap(({ id }) => lastAnswers(db, id))) {
    if (last > (ends.get(annotatorId) ?? '')) ends.set(annotatorId, last);
  }
  const arrivals = arrivalsOf(db, studyId);
  const cutShort = cutShortIn(db, studyId);
  return annotators.flatMap((one): Payment[] => {
    const { annotator, items, checks, right, secondsPerItem } = one;
    const { id, name } = annotator;
    const arrival = arrivals.get(id);
    if (!arrival) return [];
    return [
      {
        annotator: { id, name },
        ...arrival,
        endedAt: ends.get(id) ?? null,
        items,
        checks,
        right,
        secondsPerItem,
        ...decide(plan, one, { bonusRight, gotCode: cutShort.has(id) }),
      },
    ];
  });
}

function decide(
  plan: QualityPlan,
  { excluded, qualification, items: labeled, checks, right }: AnnotatorQuality,
  { bonusRight, gotCode }: { bonusRight: number | null; gotCode: boolean },
): Pick<Payment, 'decision' | 'reason'> {
  if (excluded) return { decision: 'reject', reason: excluded.reason };
  if (qualification && !qualification.passed && qualification.tries >= tries) {
    return { decision: 'screened-out', reason: 'the qualification was not passed' };
  }
  // On the page a check is an item like others.
  const done = labeled + checks;
  const asked = plan.completion?.items ?? null;
  const isCutShort = gotCode && asked !== null && done < asked;
  if (!isCutShort && (asked === null ? done === 0 : done < asked)) {
    return {
      decision: 'unfinished',
      reason: asked === null ? 'no item answered' : `${done} of ${asked} items`,
    };
  }
  const items = isCutShort ? `${done} of ${asked} items, as nothing was left to label` : `${done} items`;
  const words = checks === 0 ? items : `${items}, ${right} of ${checks} checks right`;
  const isBonus = bonusRight !== null && checks > 0 && right >= bonusRight * checks - 1e-9;
  return { decision: isBonus ? 'bonus' : 'pay', reason: words };
}

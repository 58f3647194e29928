import { nextLeaseEnd } from '../../../db/dealing.ts';
import {
  findPracticePassed,
  listPracticeLeft,
  listPracticeRounds,
  putPracticeLeft,
} from '../../../db/practice.ts';
import { isExclusionShown, listExclusions } from '../../../db/quality.ts';
import { getRanking } from '../../../db/rankings.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { VisitBatch } from '../../../shared/contract/index.ts';
import { handOnShares, isSharedOut, isShareLeft } from '../../design/hand-on.ts';
import { liveEstimateOf } from '../../estimate/live-estimates.ts';
import { linkedStudies, matteringStudies } from '../../estimate/ranking.ts';
import { countThirdVotes } from '../../estimate/third-vote.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { notQualified } from '../../studies/checks/qualification.ts';
import { practiceWait, settlePractice } from '../rounds/practice/pass-practice.ts';
import { hasMoreToDeal } from '../session/dealing.ts';
import { nextIn } from '../session/open-batch.ts';
import { isEnough } from './own-progress.ts';
import { isPractice, opensFor } from './own-session.ts';
import { type PortalContext, visitorIn } from './portal-base.ts';
import type { Visitor } from './visitor.ts';

/** What a visitor waits for who has nothing to answer: the practice of others, the lead, or items that others hold; null for nothing. */
export function waitOf(context: PortalContext): VisitBatch['waits'] {
  const visitor = visitorIn(context);
  const people = practiceWaitIn(dbOf(context.core), visitor.studyId, visitor.annotatorId);
  if (people !== null) return { for: people > 0 ? 'practice' : 'lead', people };
  return isAllLabeled(context.core, visitor) ? null : { for: 'others', people: 0 };
}

/** Whether nothing is left to label for anybody. What is left to decide is nobody's to label, unless a third vote is asked for. */
const isAllLabeled = (context: CoreContext, visitor: Visitor): boolean =>
  studiesAtWork(context, visitor).every((study) => {
    const { finished, undecided } = liveEstimateOf(context, study.id);
    if (finished.labeled + finished.skipped + undecided < study.itemsDrawn) return false;
    return undecided === 0 || countThirdVotes(dbOf(context), study) === 0;
  });

/** The study of a visitor, or the pairs of their ranking that still have to be decided. */
function studiesAtWork(context: CoreContext, { studyId, rankingId }: Visitor): StudyRow[] {
  const db = dbOf(context);
  const studies = linkedStudies(db, studyId);
  if (rankingId === null) return studies;
  const mattering = matteringStudies(context, getRanking(db, rankingId));
  return studies.filter(({ id }) => mattering.has(id));
}

/** For how many others the visitor waits in practice, in whichever pair of a ranking it is; null who does not. */
function practiceWaitIn(db: ReadableDb, studyId: number, annotatorId: number): number | null {
  const waits = linkedStudies(db, studyId).map(({ id }) => practiceWait(db, id, annotatorId));
  return waits.find((people) => people !== null) ?? null;
}

/** What a page that waits follows. */
export interface Waiting {
  /** For how many others it waits in practice. */
  readonly practice: number | null;
  /** When an item next stops waiting for somebody else. */
  readonly leaseEnd: string | null;
  /** Whether everything is labeled. */
  readonly isOver: boolean;
  /** Whether an item waits for the visitor, or would be dealt to them. */
  readonly hasWork: boolean;
}

/** @param told what the page was told last; nothing yet where it has just begun to follow */
export function waitingOf(context: PortalContext, visitor: Visitor, told: Waiting | undefined): Waiting {
  const { studyId, annotatorId } = visitor;
  const { core } = context;
  const db = dbOf(core);
  const isFree = told !== undefined && told.leaseEnd !== null && told.leaseEnd <= core.now();
  // The moment at which somebody was excluded would show which item was a check.
  const isQuiet = told?.hasWork === false && !isFree && isExclusionHidden(db, studyId);
  const ends = linkedStudies(db, studyId).flatMap(
    ({ id }) => nextLeaseEnd(db, { studyId: id, annotatorId, now: core.now() }) ?? [],
  );
  return {
    practice: practiceWaitIn(db, studyId, annotatorId),
    leaseEnd: ends.sort()[0] ?? null,
    isOver: isAllLabeled(core, visitor),
    hasWork: !isQuiet && hasWork(context),
  };
}

const isExclusionHidden = (db: ReadableDb, studyId: number): boolean =>
  listExclusions(db, studyId).some(({ annotatorId }) => !isExclusionShown(db, studyId, annotatorId));

function hasWork(context: PortalContext): boolean {
  const { core } = context;
  const opened = opensFor(context);
  if (nextIn(core, opened).next !== null) return true;
  return !isPractice(opened) && hasMoreToDeal(core, opened);
}

/**
 * Whether a page that has nothing to answer should look again: only where that brings it something of its own. What others do, such as
 * that one of them was excluded, is told neither to who is at work nor to who would find nothing new.
 */
export function shouldLook(context: PortalContext, told: Waiting, now: Waiting): boolean {
  if (told.practice !== null) return told.practice !== now.practice;
  // People who waited for others read that all is done.
  const isNew = now.hasWork ? !told.hasWork : now.isOver && !told.isOver;
  return isNew && !isEnough(context);
}

/**
 * Has practice wait for nobody who did not qualify, which opens the batch where nobody else is waited for; and gives to others what is
 * shared out to members who are out, as earlier versions left it.
 */
export async function settleVisitors(context: PortalContext): Promise<void> {
  const { core } = context;
  const { studyId } = visitorIn(context);
  const db = dbOf(core);
  const studies = linkedStudies(db, studyId);
  const isPracticed = ({ id }: StudyRow) =>
    listPracticeRounds(db, id).length > 0 && !findPracticePassed(db, id);
  if (!studies.some((study) => isPracticed(study) || isSharedOut(db, study))) return;
  for (const study of studies) {
    const { id } = study;
    const waitedFor = () => {
      const left = new Set(listPracticeLeft(db, id));
      return isPracticed(study) ? notQualified(db, studies[0]).filter((member) => !left.has(member)) : [];
    };
    if (waitedFor().length === 0 && !isShareLeft(db, study)) continue;
    const now = core.now();
    await whenWritable(() =>
      db
        .transaction(() => {
          for (const member of waitedFor()) putPracticeLeft(db, id, member, now);
          handOnShares(db, [study]);
        })
        .immediate(),
    );
    await settlePractice(core, id);
  }
}

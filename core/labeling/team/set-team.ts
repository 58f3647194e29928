import { listAnnotators } from '../../../db/annotators.ts';
import { writeAudit } from '../../../db/audit.ts';
import { setDealing } from '../../../db/dealing.ts';
import { labelersOf } from '../../../db/labels.ts';
import { getStudy, type StudyRow, updateStudyTeam } from '../../../db/studies.ts';
import { replaceMembers } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { FinalRule, Team, TeamEffect } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { effectWords } from '../../../shared/team-effect-words.ts';
import { assignAnew } from '../../design/assignments.ts';
import { forgetLiveEstimates } from '../../estimate/kept-estimates.ts';
import { LiveEstimate } from '../../estimate/live-estimate.ts';
import { linkedStudies, studiesAsked } from '../../estimate/ranking.ts';
import { asksThirdVote } from '../../estimate/third-vote.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { assertCurrent } from '../../platform/record-version.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { lookAnew, usualLeaseMinutes } from '../assignment/assign-next.ts';
import { assertTakesThirdVote } from '../rounds/checks/set-plan.ts';
import { settlePractice } from '../rounds/practice/pass-practice.ts';
import { teamOf, teamSettings, teamState } from './team-state.ts';

/** What of a study's team is to change; the rest stays. */
interface TeamChange {
  studyId: number;
  members?: readonly number[] | undefined;
  /**
   * Who becomes a member, and who is one no longer, of those there are when the change is made. A study that was open to all is dealt
   * from then on, one item after the other, and those who have labeled it stay its members.
   */
  joining?: readonly number[] | undefined;
  leaving?: number | undefined;
  overlap?: number | undefined;
  finalRule?: FinalRule | undefined;
  shuffle?: boolean | undefined;
  deals?: boolean | undefined;
  /** Of a pair of a ranking: all its pairs get this team. */
  wholeRanking?: boolean | undefined;
}

/** What a change would do to the labels that are there; null when it moves none. Nothing is stored. */
export function previewTeam(context: CoreContext, change: TeamChange): TeamEffect | null {
  const db = dbOf(context);
  const effects = studiesAsked(db, change).map((study) =>
    teamEffect(db, study, settingsOf(context, { ...change, studyId: study.id }).after),
  );
  return effects.find((effect) => effect !== null) ?? null;
}

/**
 * Changes who labels a study, how many look at each item, and how their labels become one value. Assignments are made
 * anew where that asks for it; labels and items begun stay with who gave them. Every change is written down.
 *
 * @throws AppError INVALID_INPUT when the members are too few for the overlap, NOT_FOUND for one nobody knows,
 * CONFLICT when it moves labels out of the estimate or into it and that is not confirmed, or another window changed it meanwhile
 * @param first what is done before it, in the same act: where the change is refused, neither is
 */
export async function setTeam(
  context: CoreContext,
  { version, ...change }: TeamChange & { confirm?: boolean; version?: string | undefined },
  first: () => void = () => {},
): Promise<Team> {
  const db = dbOf(context);
  const studyIds = studiesAsked(db, change).map(({ id }) => id);
  await whenWritable(() =>
    db
      .transaction(() => {
        first();
        const { members, overlap, finalRule, shuffle, deals } = change;
        const wanted = { members: members && sortedMembers(members), overlap, finalRule, shuffle, deals };
        assertCurrent(version, { stored: teamState(db, change.studyId), wanted, words: 'This team' });
        for (const studyId of studyIds) changeTeam(context, { ...change, studyId });
      })
      .immediate(),
  );
  lookAnew(db);
  for (const studyId of studyIds) {
    forgetLiveEstimates(context, studyId);
    context.events.publish({ type: 'estimate.changed', studyId });
    await settlePractice(context, studyId);
  }
  return teamOf(context, change.studyId);
}

/** Changes one study. Call it inside a transaction. */
function changeTeam(context: CoreContext, change: TeamChange & { confirm?: boolean }): void {
  const db = dbOf(context);
  const { studyId } = change;
  const { before, after } = settingsOf(context, change);
  assertConfirmed(teamEffect(db, getStudy(db, studyId), after), change.confirm ?? false);
  updateStudyTeam(db, studyId, after);
  if (after.deals !== before.deals) setDealing(db, studyId, after.deals ? usualLeaseMinutes : null);
  replaceMembers(db, studyId, after.members);
  const changed = getStudy(db, studyId);
  if (asksThirdVote(db, changed)) assertTakesThirdVote(db, changed);
  const memberNames = (ids: readonly number[]) => ids.map((id) => memberName(context, id));
  const audit = (action: string, from: unknown, to: unknown) => {
    if (JSON.stringify(from) === JSON.stringify(to)) return false;
    writeAudit(db, { at: context.now(), action, studyId, details: { from, to } });
    return true;
  };
  const isSharedAnew = [
    audit('team.members', memberNames(before.members), memberNames(after.members)),
    audit('team.overlap', before.overlap, after.overlap),
    audit('team.shuffle', before.shuffle, after.shuffle),
    audit('team.deals', before.deals, after.deals),
  ].includes(true);
  audit('team.rule', before.finalRule, after.finalRule);
  if (isSharedAnew) assignAnew(db, changed);
}

/** A study's settings before and after a change. @throws AppError when they do not fit together */
function settingsOf(context: CoreContext, { studyId, wholeRanking = false, ...change }: TeamChange) {
  const { pageInstrument } = getStudy(dbOf(context), studyId);
  const before = teamSettings(dbOf(context), studyId);
  const { joining = [], leaving } = change;
  const isOpened = joining.length > 0 && before.members.length === 0;
  const members = change.members ?? (isOpened ? labelersIn(dbOf(context), studyId) : before.members);
  const after = {
    members: sortedMembers([...members, ...joining].filter((id) => id !== leaving)),
    overlap: change.overlap ?? before.overlap,
    finalRule: change.finalRule ?? before.finalRule,
    shuffle: change.shuffle ?? before.shuffle,
    deals: change.deals ?? (isOpened || before.deals),
  };
  assertFits(context, after);
  if (after.deals !== before.deals && pageInstrument !== null && !wholeRanking) {
    throw new AppError('INVALID_INPUT', 'A page of a ranking is dealt for all its pairs at once.', {
      field: 'deals',
      remedy: 'Change the team of the whole ranking (--whole-ranking).',
    });
  }
  return { before, after };
}

/** People who have labeled a study, or any pair of its ranking. */
function labelersIn(db: ReadableDb, studyId: number): number[] {
  const simulated = new Set(listAnnotators(db).flatMap((one) => (one.simulated ? [one.id] : [])));
  return linkedStudies(db, studyId)
    .flatMap(({ id }) => labelersOf(db, id))
    .filter((id) => !simulated.has(id));
}

const sortedMembers = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** The name of a person whom the project knows. @throws AppError NOT_FOUND */
export function memberName(context: CoreContext, id: number): string {
  const row = listAnnotators(dbOf(context)).find((one) => one.id === id);
  if (row && !row.simulated) return row.name;
  throw new AppError('NOT_FOUND', `There is no annotator ${id} in this project.`, {
    field: 'members',
    remedy: 'Add the annotator first.',
  });
}

function assertFits(
  context: CoreContext,
  { members, overlap, deals }: { members: readonly number[]; overlap: number; deals: boolean },
): void {
  for (const id of members) memberName(context, id);
  // Where items are dealt, they wait until enough have come.
  if (deals || members.length === 0 || overlap <= members.length) return;
  throw new AppError(
    'INVALID_INPUT',
    `${overlap} annotators are to label each item, and the study has ${members.length}.`,
    { field: 'overlap', remedy: 'Add members, or lower the number of annotators per item.' },
  );
}

/**
 * What another overlap or rule does to the labels of a study that are there; null when it moves none of them. Members
 * move none: whoever leaves keeps their labels, and these go on counting.
 */
function teamEffect(
  db: ReadableDb,
  study: StudyRow,
  after: Pick<StudyRow, 'overlap' | 'finalRule'>,
): TeamEffect | null {
  if (after.overlap === study.overlap && after.finalRule === study.finalRule) return null;
  const [from, to] = [study, { ...study, ...after }].map((row) => countsOf(db, row)) as [Counts, Counts];
  const differs = (['counted', 'waiting', 'undecided'] as const).some((name) => from[name] !== to[name]);
  if (!differs) return null;
  const change = <K extends keyof Counts>(name: K) => ({ from: from[name], to: to[name] });
  return {
    overlap: { from: study.overlap, to: after.overlap },
    labeled: to.labeled,
    counted: change('counted'),
    waiting: change('waiting'),
    undecided: change('undecided'),
  };
}

interface Counts {
  labeled: number;
  counted: number;
  waiting: number;
  undecided: number;
}

function countsOf(db: ReadableDb, study: StudyRow): Counts {
  const { labeledSoFar, labeledItems, awaitingAnnotators, undecided } = new LiveEstimate(db, study);
  return { labeled: labeledSoFar, counted: labeledItems, waiting: awaitingAnnotators, undecided };
}

/** @throws AppError CONFLICT naming the numbers, when the change moves labels and nobody has confirmed it */
function assertConfirmed(effect: TeamEffect | null, isConfirmed: boolean): void {
  if (!effect || isConfirmed) return;
  throw new AppError('CONFLICT', `${effectWords(effect)} Nothing was changed.`, {
    field: 'confirm',
    remedy: 'Confirm the change; on the command line with --yes.',
  });
}

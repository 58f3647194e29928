import { ensureAnnotator, findAnnotator } from '../../../db/annotators.ts';
import { listAudit, writeAudit } from '../../../db/audit.ts';
import type { RankingRow } from '../../../db/rankings.ts';
import type {
  MergeConflict,
  MergedBatch,
  MergePreview,
  MergeRequest,
} from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { whoseQuestion } from '../../../shared/merge-words.ts';
import { estimateReport } from '../../estimate/estimate-report.ts';
import { withMadeModes } from '../../estimate/failures/change-modes.ts';
import { forgetLabels } from '../../estimate/kept-estimates.ts';
import { liveEstimateOf } from '../../estimate/live-estimates.ts';
import { matteringSoFar } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { fingerprintOf } from '../../platform/signing/signature.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { insertRating } from '../../studies/ratings/ratings.ts';
import { lookAnew } from '../assignment/assign-next.ts';
import { type FoundHandOut, findHandOut } from './hand-out.ts';
import { type HandedSubject, handedSubject, nameOfSubject } from './handed-subject.ts';
import { assertIssuedHere, handedOutElsewhere } from './issued-here.ts';
import { clientKeyOf, isAhead, type PlannedItem, planMerge } from './merge-plan.ts';
import { type ReturnedBatch, readReturnedBatch } from './returned-batch.ts';
import { whoseLabels } from './whose-labels.ts';

/** What the audit trail calls it. */
export const mergedBatch = 'batch.merge';

type Choice = Pick<MergeRequest, 'as' | 'take' | 'choices'>;

/** A returned file beside what was handed out. */
interface Returned {
  readonly returned: ReturnedBatch;
  readonly found: FoundHandOut;
  readonly subject: HandedSubject;
}

/**
 * What merging a returned file would do, down to the estimate; nothing stays of it. Conflicts without a choice are reckoned
 * as if the project's answers were kept.
 *
 * @throws AppError as `mergeBatch`, except for what is still open
 */
export async function previewMerge(
  context: CoreContext,
  text: string,
  file: string,
  choice: Choice = {},
): Promise<MergePreview> {
  const opened = await openReturned(context, text, file);
  const { returned, found, subject } = opened;
  const whose = whoseLabels(dbOf(context), found, returned.annotator, choice.as);
  const { scale, isShare, ...before } = estimateThen(context, subject);
  const tried = whose.person && (await tryMerge(context, opened, whose.person.name, choice));
  const { items = [], after = before } = tried ?? {};
  return {
    ...factsOf(opened),
    ...{ scale, isShare },
    form: subject.studies[0].form,
    handedOutAt: found.at,
    whose,
    ...countFates(items),
    conflicts: conflictsOf(items, choice),
    before,
    after,
  };
}

/**
 * Takes a returned batch into its study, all of it or nothing. Merging the same file again, or a longer one of the same
 * copy, adds only what is new. Whatever would change a label otherwise waits for a choice, so the order in which files come
 * back decides nothing.
 *
 * @throws AppError IMPORT_REFUSED, NOT_FOUND when the batch is of another project, CONFLICT when its content was changed or
 * it is open whose labels these are or what holds in a conflict
 */
export async function mergeBatch(
  context: CoreContext,
  text: string,
  file: string,
  choice: Choice = {},
): Promise<MergedBatch> {
  const opened = await openReturned(context, text, file);
  const { returned, found, subject } = opened;
  const db = dbOf(context);
  const whose = whoseLabels(db, found, returned.annotator, choice.as);
  const { person } = whose;
  if (!person) {
    throw new AppError('CONFLICT', `${whoseQuestion(whose)} Nothing was merged.`, {
      field: 'as',
      remedy: 'Say whose they are: --as NAME on the command line, or choose on the screen.',
    });
  }
  const { scale, isShare, ...before } = estimateThen(context, subject);
  const items = await whenWritable(() =>
    db
      .transaction(() => {
        const planned = plan(context, opened, person.name);
        assertDecided(conflictsOf(planned, choice));
        store(context, opened, person.name, planned, choice);
        return planned;
      })
      .immediate(),
  );
  forgetLabels(context);
  const counts = { ...countFates(items), ...countTaken(items, choice) };
  lookAnew(db);
  for (const { id: studyId } of subject.studies) {
    context.events.publish({ type: 'study.changed', studyId });
    context.events.publish({ type: 'estimate.changed', studyId });
  }
  const { scale: _, isShare: __, ...after } = estimateThen(context, subject);
  const isNewPerson = person.isNew;
  return {
    ...factsOf(opened),
    annotator: person.name,
    isNewPerson,
    ...{ scale, isShare },
    ...counts,
    before,
    after,
  };
}

async function openReturned(context: CoreContext, text: string, file: string): Promise<Returned> {
  const returned = readReturnedBatch(text, file);
  const found = findHandOut(dbOf(context), returned.batchId);
  if (!found) throw await handedOutElsewhere(context, returned, file);
  assertIssuedHere(dbOf(context), found, returned, file);
  const { studyId, details } = found;
  const wholeRanking = details.rankingId !== undefined;
  return { returned, found, subject: handedSubject(dbOf(context), { studyId, wholeRanking }) };
}

const factsOf = ({ subject, returned: { issued, signature } }: Returned) => ({
  studyId: subject.studies[0].id,
  study: nameOfSubject(subject),
  batchSignedBy: issued && fingerprintOf(issued.signature.publicKey),
  signedBy: signature && fingerprintOf(signature.publicKey),
});

function plan(context: CoreContext, { subject, returned, found }: Returned, name: string): PlannedItem[] {
  const db = dbOf(context);
  return planMerge(context, {
    subject,
    returned,
    annotatorId: findAnnotator(db, name)?.id ?? 0,
    handedOutAt: found.at,
    now: context.now(),
    isOtherSigner: isOtherSigner(context, subject.studies[0].id, returned),
  });
}

/** Whether an earlier file of the same copy was signed, and by another key than this one. */
function isOtherSigner(context: CoreContext, studyId: number, { copyId, signature }: ReturnedBatch): boolean {
  return listAudit(dbOf(context), studyId).some(({ action, details }) => {
    const { copyId: before, signedBy } = details as { copyId?: string; signedBy?: string | null };
    const isSigned = action === mergedBatch && before === copyId && Boolean(signedBy);
    return isSigned && signedBy !== signature?.publicKey;
  });
}

const chosenFor = ({ take, choices }: Choice, ref: string) => choices?.[ref] ?? take ?? null;

const conflictsOf = (items: readonly PlannedItem[], choice: Choice): MergeConflict[] =>
  items.flatMap(({ conflict }) => (conflict ? [{ ...conflict, take: chosenFor(choice, conflict.ref) }] : []));

const isTaken = ({ conflict }: PlannedItem, choice: Choice): boolean =>
  !conflict || chosenFor(choice, conflict.ref) === 'file';

function countFates(items: readonly PlannedItem[]) {
  const count = (wanted: PlannedItem['fate']) => items.filter(({ fate }) => fate === wanted).length;
  return { added: count('added'), changed: count('changed'), known: count('known') };
}

function countTaken(items: readonly PlannedItem[], choice: Choice) {
  const conflicts = items.filter(({ fate }) => fate === 'conflict');
  const taken = conflicts.filter((item) => isTaken(item, choice)).length;
  return { taken, kept: conflicts.length - taken };
}

function assertDecided(conflicts: readonly MergeConflict[]): void {
  const open = conflicts.filter(({ take }) => take === null).length;
  if (open === 0) return;
  const what = open === 1 ? '1 answer is in conflict' : `${open} answers are in conflict`;
  throw new AppError(
    'CONFLICT',
    `${what} with what the project holds or when it can have been given. Nothing was merged.`,
    {
      remedy:
        'Look at them, then choose what holds: --take file or --take project, or each one on the screen.',
    },
  );
}

/** Writes what is taken, in the order in which it was given, and what was decided. In a transaction. */
function store(
  context: CoreContext,
  { subject, returned }: Returned,
  name: string,
  items: readonly PlannedItem[],
  choice: Choice,
): void {
  const db = dbOf(context);
  const now = context.now();
  const annotatorId = ensureAnnotator(db, name).id;
  const fresh = new Map(
    items
      .filter((item) => isTaken(item, choice))
      .flatMap((item) => item.fresh.map((one) => [one.entry, one])),
  );
  for (const entry of returned.entries) {
    const one = fresh.get(entry);
    if (!one) continue;
    insertRating(
      db,
      withMadeModes(context, one.studyId, one.rows, { annotatorId, clientKey: clientKeyOf(returned, entry) }),
      {
        clientKey: clientKeyOf(returned, entry),
        annotatorId,
        studyId: one.studyId,
        operation: 'submit',
        source: 'import',
        estimateVisible: false,
        durationMs: entry.durationMs,
        // No label of a project is younger than its newest day: what is dated after it came with this merge.
        createdAt: isAhead(entry.at, now) ? now : entry.at,
      },
    );
  }
  const conflicts = conflictsOf(items, choice);
  if (fresh.size === 0 && conflicts.length === 0) return;
  const { batchId, annotator: said, copyId, signature } = returned;
  const details = {
    ...{ batchId, annotator: name, said, copyId },
    ...{ ...countFates(items), ...countTaken(items, choice) },
    signedBy: signature?.publicKey ?? null,
    chain: returned.entries.at(-1)!.hash,
    conflicts: conflicts.map(({ ref: _, take: took, ...conflict }) => ({ ...conflict, took })),
  };
  for (const { id } of subject.studies)
    writeAudit(db, { at: now, action: mergedBatch, studyId: id, details });
}

/** Merges, looks at the estimate, and takes everything back. */
async function tryMerge(context: CoreContext, opened: Returned, name: string, choice: Choice) {
  const db = dbOf(context);
  const { subject } = opened;
  return whenWritable(() => {
    const takenBack = Symbol('taken back');
    let items: PlannedItem[] = [];
    let after: MergePreview['after'] | undefined;
    try {
      db.transaction(() => {
        items = plan(context, opened, name);
        store(context, opened, name, items, choice);
        forgetLabels(context);
        const { scale: _, isShare: __, ...then } = estimateThen(context, subject);
        after = then;
        throw takenBack;
      }).immediate();
    } catch (error) {
      if (error !== takenBack) throw error;
    } finally {
      forgetLabels(context);
    }
    return { items, after: after! };
  });
}

function estimateThen(context: CoreContext, { ranking, studies }: HandedSubject) {
  return ranking === null ? estimateOf(context, studies[0].id) : orderOf(context, ranking, studies);
}

/** Of a ranking: how many labels its pairs count, and how many pairs still have to be decided. */
function orderOf(context: CoreContext, ranking: RankingRow, studies: HandedSubject['studies']) {
  const live = studies.map(({ id }) => liveEstimateOf(context, id));
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  return {
    scale: studies[0].scale,
    isShare: undefined,
    labeled: sum(live.map(({ labeledItems }) => labeledItems)),
    waiting: sum(live.map(({ waiting }) => waiting)),
    ...{ value: null, lower: null, upper: null },
    pairsLeft: matteringSoFar(context, ranking).size,
  };
}

function estimateOf(context: CoreContext, studyId: number) {
  const { labeled, waiting, scale, isShare, estimates, default: method } = estimateReport(context, studyId);
  const chosen = estimates.find((estimate) => estimate.method === method);
  const { value = null, lower = null, upper = null } = chosen ?? {};
  return { scale, isShare, labeled, waiting, value, lower, upper, pairsLeft: null };
}

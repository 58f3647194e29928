import { writeAudit } from '../../../../db/audit.ts';
import { leaseMinutesOf } from '../../../../db/dealing.ts';
import { findItemHeads } from '../../../../db/item-windows.ts';
import { findItemByExternalId } from '../../../../db/items.ts';
import {
  countLabelsOfBatch,
  insertPracticeRound,
  listPracticeItems,
  listPracticeRounds,
} from '../../../../db/practice.ts';
import {
  dropCheckRounds,
  findQualityPlan,
  listCheckItems,
  putQualityPlan,
  replaceChecks,
} from '../../../../db/quality.ts';
import { hiddenRound, roundOfTry } from '../../../../db/rounds.ts';
import { comparisonsOfRanking, getStudy, type StudyRow } from '../../../../db/studies.ts';
import { listMembers } from '../../../../db/study-members.ts';
import type { ReadableDb, WritableDb } from '../../../../db/types.ts';
import type { GoldItem, Quality, QualityPlan } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { createRng, uniformInt } from '../../../../stats/index.ts';
import { assignAnew } from '../../../design/assignments.ts';
import { freshSeed } from '../../../design/create-study.ts';
import { refuseOnSource } from '../../../design/source-draws.ts';
import { linkedStudies } from '../../../estimate/ranking.ts';
import { poolPlaces } from '../../../estimate/surrogate/level-order.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { assertCurrent } from '../../../platform/record-version.ts';
import { whenWritable } from '../../../platform/when-writable.ts';
import { tries } from '../../../studies/checks/check-results.ts';
import { opaqueRef } from '../../../studies/design.ts';
import { lookAnew } from '../../assignment/assign-next.ts';
import { expectedAnswer } from './expected-answer.ts';
import { isAsked } from './page-checks.ts';
import { qualityOf, qualityState } from './quality-of.ts';

interface SetQuality {
  studyId: number;
  plan: QualityPlan;
  gold?: readonly GoldItem[] | undefined;
  tolerance: number;
  seed?: number | undefined;
  /** What the page had loaded. */
  version?: string | undefined;
}

/**
 * Stores what is asked of annotators who come by a link. Checks and the rule of exclusion are fixed with the first label, so that
 * nobody chooses who counts by what they say of the sample.
 *
 * @throws AppError CONFLICT where those change after the first label; INVALID_INPUT naming every item that does not fit
 */
export async function setQuality(context: CoreContext, given: SetQuality): Promise<Quality> {
  const { plan, gold } = given;
  const db = dbOf(context);
  const studies = linkedStudies(db, given.studyId);
  const [{ id: studyId }] = studies;
  await whenWritable(() =>
    db
      .transaction(() => {
        const study = getStudy(db, studyId);
        if (plan.thirdVote) for (const one of studies) assertTakesThirdVote(db, one);
        const known = findQualityPlan(db, studyId);
        const wanted = { ...plan, gold: gold && { items: gold.length } };
        assertCurrent(given.version, { stored: qualityState(db, studyId), wanted, words: 'What is asked' });
        const isFixed = studies.some(({ id }) => countLabelsOfBatch(db, id) > 0);
        if (isFixed && (gold !== undefined || !isSameRule(known?.plan, plan))) throw fixed;
        const seed = given.seed ?? known?.seed ?? freshSeed();
        if (!isFixed) {
          if (gold) storeGold(db, study, { gold, tolerance: given.tolerance });
          layOut(db, study, { plan, seed, now: context.now() });
        }
        putQualityPlan(db, studyId, { plan, seed });
        const mostOf = (one: QualityPlan | undefined) => one?.completion?.items ?? null;
        // Who did not qualify may do so now, and who has done enough may not have.
        const isOther = !isFixed || mostOf(known?.plan) !== mostOf(plan);
        for (const one of isOther ? studies : []) assignAnew(db, one);
        // Items that two left undecided may lack a vote from now on, or lack none.
        lookAnew(db);
        const { consent, completion, ...rule } = plan;
        const details = { ...rule, consent: consent !== '', completion: completion !== null, seed };
        writeAudit(db, { at: context.now(), action: 'team.quality', studyId, details });
      })
      .immediate(),
  );
  context.events.publish({ type: 'study.changed', studyId });
  return qualityOf(context, studyId);
}

/** @throws AppError INVALID_INPUT where a third vote would decide nothing, or nobody could be dealt it */
export function assertTakesThirdVote(db: ReadableDb, study: StudyRow): void {
  const refusal = (problem: string, remedy: string) =>
    new AppError('INVALID_INPUT', problem, { field: 'plan.thirdVote', remedy });
  if (study.finalRule !== 'majority') {
    throw refusal(
      'A third vote is asked for under the rule "Majority" alone: elsewhere it would change the final value.',
      'Choose Majority as the final value of an item (--rule majority).',
    );
  }
  if (study.pageInstrument !== null) {
    throw refusal(
      'A page of a ranking answers all its pairs, so no pair can ask for a third vote.',
      'Rate replies in pairs, or ask three annotators of each page.',
    );
  }
  if (listMembers(db, study.id).length > 0 && leaseMinutesOf(db, study.id) === undefined) {
    throw refusal(
      'The items are shared out beforehand, so nobody can be asked for a third vote.',
      'Deal items one by one (--deal), or ask for no third vote.',
    );
  }
}

const fixed = new AppError('CONFLICT', 'Checks and the rule of exclusion are fixed with the first label.', {
  field: 'plan',
  remedy: 'Change consent and completion alone, or begin a new study.',
});

function isSameRule(was: QualityPlan | undefined, now: QualityPlan): boolean {
  const ruleOf = (plan: QualityPlan | undefined) =>
    JSON.stringify([
      plan?.qualification ?? null,
      plan?.checkRate ?? 0,
      plan?.checksEach ?? null,
      plan?.exclusion ?? null,
    ]);
  return ruleOf(was) === ruleOf(now);
}

/** Keeps items with their right answers. */
function storeGold(
  db: WritableDb,
  study: StudyRow,
  { gold, tolerance }: { gold: readonly GoldItem[]; tolerance: number },
): void {
  if (gold.length > 0) refuseOnSource(db, study.id, 'A check');
  const placeOf = checkPlacesOf(db, study);
  const practiced = new Set(practicedIn(db, study));
  const faults: AppError[] = [];
  const checks = gold.flatMap((one, i) => {
    try {
      if (gold.findIndex(({ id }) => id === one.id) < i)
        throw refused(one.id, 'is named twice', 'Name it once.');
      return [{ ...readGold(db, study, one, { placeOf, practiced }), tolerance }];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push(error);
      return [];
    }
  });
  if (faults.length > 0) throw allRefused(faults);
  replaceChecks(db, study.id, checks);
}

/** An item with a known answer as it is kept. @throws AppError INVALID_INPUT for one that does not fit */
function readGold(
  db: ReadableDb,
  study: StudyRow,
  { id, answer, instruction }: GoldItem,
  known: { placeOf: (itemId: number) => number | undefined; practiced: ReadonlySet<number> },
) {
  const itemId = findItemByExternalId(db, study.datasetId, id);
  const poolPosition = itemId === undefined ? undefined : known.placeOf(itemId);
  if (itemId === undefined || poolPosition === undefined) {
    throw refused(id, 'is not an item of this study', 'Name items of its pool.');
  }
  if (isAsked(db, study, itemId)) {
    throw refused(
      id,
      'is in the sample',
      'Take items that are not drawn: a check is not part of the estimate.',
    );
  }
  if (known.practiced.has(itemId)) throw refused(id, 'was practiced on', 'Take another item.');
  const expected = expectedAnswer(db, study, { id, itemId, answer, poolPosition });
  return { itemId, expected, instruction };
}

const mostFaults = 100;

/** One refusal for all items that do not fit: what is wrong with each, and each remedy once. */
function allRefused(faults: readonly AppError[]): AppError {
  const [first] = faults;
  if (faults.length === 1) return first!;
  const listed = faults.slice(0, mostFaults).map(({ message }) => message);
  const rest = faults.length - listed.length;
  const remedies = new Set(faults.flatMap(({ details }) => details.remedy ?? []));
  return new AppError(
    'INVALID_INPUT',
    [`${faults.length} items do not fit.`, ...listed, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' '),
    { field: 'gold', remedy: [...remedies].join(' ') },
  );
}

/** Of an item that is in the pool of another pair alone, which a page may show as well. */
const inAnotherPool = -1;

/** Where items stand in the pool of a study; of a ranking on pages those of all pairs are its items. Undefined for what is none. */
export function checkPlacesOf(db: ReadableDb, study: StudyRow): (itemId: number) => number | undefined {
  const own = poolPlaces(db, study.id);
  if (study.pageInstrument === null) return own;
  const ofPairs = comparisonsOfRanking(db, study.rankingId!).map(({ id }) => poolPlaces(db, id));
  const isOfAnyPair = (itemId: number) => ofPairs.some((placeOf) => placeOf(itemId) !== undefined);
  return (itemId) => own(itemId) ?? (isOfAnyPair(itemId) ? inAnotherPool : undefined);
}

const refused = (id: string, problem: string, remedy: string) =>
  new AppError('INVALID_INPUT', `Item "${id}" ${problem}.`, { field: 'gold', remedy });

/** Shares the items out: two tries of the qualification by a seeded shuffle, and all others hidden. */
function layOut(
  db: WritableDb,
  study: StudyRow,
  { plan, seed, now }: { plan: QualityPlan; seed: number; now: string },
): void {
  const checks = listCheckItems(db, study.id);
  const gold = shuffled(
    checks.filter(({ instruction }) => instruction === ''),
    seed,
  );
  const perTry = plan.qualification?.items ?? 0;
  if (gold.length < tries * perTry) {
    throw new AppError(
      'INVALID_INPUT',
      `A qualification of ${perTry} items takes ${tries * perTry} with a known answer, for two tries; there are ${gold.length}.`,
      { field: 'plan.qualification', remedy: 'Give more items with a known answer, or ask for fewer.' },
    );
  }
  const hidden = [...gold.slice(tries * perTry), ...checks.filter(({ instruction }) => instruction !== '')];
  assertChecksEach(plan, hidden.length);
  if (hidden.length === 0 && (plan.checkRate > 0 || plan.exclusion)) {
    throw new AppError('INVALID_INPUT', 'There is no item left for hidden checks.', {
      field: 'plan.checkRate',
      remedy: 'Give more items with a known answer.',
    });
  }
  const taken = new Set(practicedIn(db, study));
  const practiced = checks.filter(({ itemId }) => taken.has(itemId)).map(({ itemId }) => itemId);
  if (practiced.length > 0) {
    const names = findItemHeads(db, practiced).map(({ externalId }) => externalId);
    throw allRefused(names.map((name) => refused(name, 'was practiced on', 'Take other items.')));
  }
  dropCheckRounds(db, study.id);
  const placeOf = checkPlacesOf(db, study);
  const put = (round: number, items: readonly { itemId: number }[]) => {
    if (items.length === 0) return;
    const placed = items.map(({ itemId }) => {
      const poolPosition = placeOf(itemId) ?? inAnotherPool;
      return { itemId, poolPosition, ref: opaqueRef() };
    });
    const row = { studyId: study.id, round, batchRef: opaqueRef(), seed, targetAlpha: 0, createdAt: now };
    insertPracticeRound(db, row, placed);
  };
  put(hiddenRound, shuffled(hidden, seed));
  for (let attempt = 1; attempt <= tries; attempt++) {
    put(roundOfTry(attempt), gold.slice((attempt - 1) * perTry, attempt * perTry));
  }
}

/** @throws AppError INVALID_INPUT where each person cannot be given so many checks */
function assertChecksEach({ checksEach, completion }: QualityPlan, hidden: number): void {
  if (checksEach === null) return;
  const each = completion?.items ?? null;
  const field = 'plan.checksEach';
  if (each === null || each < 2 * checksEach) {
    throw new AppError(
      'INVALID_INPUT',
      `${checksEach} checks for each person take at least ${2 * checksEach} items each.`,
      { field, remedy: 'Say after how many items each person is done, or ask for fewer checks.' },
    );
  }
  if (hidden >= checksEach) return;
  throw new AppError(
    'INVALID_INPUT',
    `${checksEach} checks for each person take as many hidden items; there are ${hidden}.`,
    { field, remedy: 'Give more items with a known answer, or ask for fewer checks.' },
  );
}

/** Items on which annotators practice; of a ranking on pages for any of its pairs. */
export function practicedIn(db: ReadableDb, study: StudyRow): number[] {
  const studies = study.pageInstrument === null ? [study] : comparisonsOfRanking(db, study.rankingId!);
  return studies.flatMap(({ id }) =>
    listPracticeRounds(db, id).flatMap(({ round }) =>
      listPracticeItems(db, id, round).map(({ itemId }) => itemId),
    ),
  );
}

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const rng = createRng(seed);
  const out = [...list];
  for (let at = 0; at < out.length - 1; at++) {
    const other = uniformInt(rng, at, out.length - 1);
    [out[at], out[other]] = [out[other]!, out[at]!];
  }
  return out;
}

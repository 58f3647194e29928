import { writeAudit } from '../../../../db/audit.ts';
import { findDataset } from '../../../../db/datasets.ts';
import {
  findImprovement,
  type ImprovementRow,
  insertImprovement,
  judgedAs,
  listImprovements,
  listJudgeChecks,
  listJudgeFindings,
  peopleCall,
} from '../../../../db/judge-improvements.ts';
import { findJudge, type JudgeRow, listJudges, signalNameOf } from '../../../../db/judges.ts';
import { listItemRuns } from '../../../../db/llm-runs.ts';
import { findPrompt } from '../../../../db/prompts.ts';
import { listItemScores, listSignalScales, machineValueOf } from '../../../../db/scores.ts';
import { systemName } from '../../../../db/system-names.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { triedItems } from '../../../../db/verdicts.ts';
import type {
  JudgeCheck,
  JudgeFigures,
  JudgeImprovement,
  JudgeVersion,
} from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import {
  checkLevel,
  judgeFigures,
  practiceHalf,
  type WeightedPair,
  weightedPearson,
} from '../../../../stats/index.ts';
import { freshSeed } from '../../../design/create-study.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { isOfNobody } from '../../../studies/ratings/rating.ts';
import { itemRatings } from '../../../studies/ratings/ratings.ts';
import { isYesNo, rescaled } from '../alignment.ts';
import { systemIdOf } from '../system-id.ts';
import {
  groupKeyOf,
  type LabeledOnSide,
  labeledStudies,
  labelsFor,
  quotedBy,
  requireImprovement,
  type Sides,
  sidesOf,
} from './sides.ts';

/** Labels below which a split would leave nothing to say on either side. */
const fewestLabels = 4;

const practiceNote =
  'Figures on practice labels flatter: prompts were made and chosen by them. Quote the checks. The k-th check has the level 6 alpha/(pi² k²). All intervals of one figure then hold together with 1 - alpha. They count conversations, of which half are for practice. Exact for shares of equal weights and one item each, else approximate.';

interface Opened {
  readonly judgeId: number;
  readonly datasetId: number;
  readonly system: string;
  readonly criterion?: string | undefined;
  readonly studyId?: number | undefined;
  readonly seed?: number | undefined;
  readonly alpha: number;
}

/**
 * What there is for a judge's criterion. The first time the labeled items are split: half, by group, about as many of each value.
 * What the prompts that are there quote is practice.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT when there are too few labels, or the judge scores nothing that people rated
 */
export function openImprovement(context: CoreContext, asked: Opened): JudgeImprovement {
  const db = dbOf(context);
  const judge = requireRatingJudge(db, asked.judgeId);
  const systemId = systemIdOf(db, asked.system, 'system');
  const criterion = asked.criterion ?? usualCriterion(db, judge, asked);
  requireJudged(db, judge, asked.datasetId, criterion);
  const make = db.transaction(() => {
    const known = findImprovement(db, { datasetId: asked.datasetId, systemId, criterion });
    if (known) return known.id;
    const { seed = freshSeed(), alpha, studyId = null } = asked;
    const where = { datasetId: asked.datasetId, systemId, criterion, studyId };
    const { values } = labelsFor(context, where);
    if (values.length < fewestLabels) {
      throw new AppError(
        'INVALID_INPUT',
        `There are ${values.length} labels of ${criterion}: too few to practice on one half and check on the other.`,
        { field: 'criterion', remedy: `Label ${fewestLabels} items or more first; some tens say something.` },
      );
    }
    const items = values.map(({ itemId, value }) => ({ item: itemId, group: groupKeyOf(db, itemId), value }));
    const promptIds = versionsOf(db, where).map(({ promptId }) => promptId);
    const quoted = quotedBy(db, promptIds, { systemId, itemIds: values.map(({ itemId }) => itemId) });
    const practice = [...practiceHalf(items, seed, quoted)].sort((a, b) => a - b);
    const id = insertImprovement(db, { ...where, seed, alpha, practice, createdAt: context.now() });
    const counts = { practice: practice.length, check: items.length - practice.length };
    writeAudit(db, {
      ...{ at: context.now(), action: 'judge.split', studyId },
      details: { criterion, system: asked.system, seed, ...counts },
    });
    return id;
  });
  return describeImprovement(context, requireImprovement(db, make.immediate()));
}

export const improvements = (context: CoreContext): JudgeImprovement[] =>
  listImprovements(dbOf(context)).map((row) => describeImprovement(context, row));

export const improvement = (context: CoreContext, id: number): JudgeImprovement =>
  describeImprovement(context, requireImprovement(dbOf(context), id));

/** @throws AppError NOT_FOUND, INVALID_INPUT for a judge that compares two replies */
export function requireRatingJudge(db: ReadableDb, judgeId: number): JudgeRow {
  const judge = findJudge(db, judgeId);
  if (!judge)
    throw new AppError('NOT_FOUND', `There is no judge ${judgeId} in this project.`, { field: 'judgeId' });
  if (findPrompt(db, judge.promptId)!.kind === 'rating') return judge;
  throw new AppError('INVALID_INPUT', `${judge.name} compares two replies.`, {
    field: 'judgeId',
    remedy: 'Improve a judge that scores one reply at a time.',
  });
}

/** The judge's criterion that is set beside people's; undefined where it has none. */
function judgedFor(
  db: ReadableDb,
  { promptId }: JudgeRow,
  datasetId: number,
  criterion: string,
): string | undefined {
  const names = findPrompt(db, promptId)!.criteria.map(({ name }) => name);
  const same = judgedAs(db, datasetId, criterion);
  return names.find((name) => name === criterion) ?? names.find((name) => same.includes(name));
}

function requireJudged(db: ReadableDb, judge: JudgeRow, datasetId: number, criterion: string): string {
  const judged = judgedFor(db, judge, datasetId, criterion);
  if (judged !== undefined) return judged;
  const names = findPrompt(db, judge.promptId)!.criteria.map(({ name }) => name);
  throw new AppError(
    'INVALID_INPUT',
    `${judge.name} scores ${names.join(', ')}, and no criterion “${criterion}”.`,
    {
      field: 'criterion',
      remedy: `Say that they are the same: assay judge same --judged "${names[0]}" --people "${criterion}"`,
    },
  );
}

/** What a judge is asked for where it is set beside people, as its prompt has it. */
export function judgedCriterion(
  db: ReadableDb,
  judge: JudgeRow,
  { datasetId, criterion }: Pick<ImprovementRow, 'datasetId' | 'criterion'>,
) {
  const { criteria, item } = findPrompt(db, judge.promptId)!;
  const judged = requireJudged(db, judge, datasetId, criterion);
  return { ...criteria.find(({ name }) => name === judged)!, item };
}

/** What people call the first criterion of the judge that they rated. */
function usualCriterion(db: ReadableDb, { promptId }: JudgeRow, { datasetId }: Opened): string {
  const names = findPrompt(db, promptId)!.criteria.map(({ name }) => name);
  const said = names.flatMap((name) => peopleCall(db, datasetId, name) ?? []);
  return said[0] ?? names[0]!;
}

/** Every version of every judge that scores the criterion, the newest of each name first. */
const versionsOf = (
  db: ReadableDb,
  { datasetId, criterion }: Pick<ImprovementRow, 'datasetId' | 'criterion'>,
): JudgeRow[] =>
  listJudges(db).filter(
    (judge) =>
      findPrompt(db, judge.promptId)!.kind === 'rating' &&
      judgedFor(db, judge, datasetId, criterion) !== undefined,
  );

/** A version's scores of an improvement's items on people's scale, and what it has said of each. */
interface VersionScores {
  readonly judged: string;
  /** Items of a side that it has neither scored nor been run on. */
  left(items: readonly LabeledOnSide[]): LabeledOnSide[];
  pairs(items: readonly LabeledOnSide[]): (WeightedPair & { itemId: number })[];
}

export function scoresOfVersion(
  db: ReadableDb,
  judge: JudgeRow,
  row: ImprovementRow,
  sides: Sides,
): VersionScores {
  const judged = requireJudged(db, judge, row.datasetId, row.criterion);
  const name = signalNameOf(judge);
  const signal = listSignalScales(db, row.datasetId).find(
    (one) => one.kind === 'judge' && one.name === name && one.criterion === judged,
  );
  // Labeled items alone are looked up: a judge may have scored millions.
  const scores = new Map(
    [...sides.practice, ...sides.check].flatMap(({ itemId }) => {
      const value = signal && machineValueOf(db, signal.id, row.systemId, itemId);
      return value === undefined ? [] : [[itemId, rescaled(value, signal!.scale, sides.scale)] as const];
    }),
  );
  const tried = triedItems(db, judge.id, row.systemId, judged);
  return {
    judged,
    left: (items) => items.filter(({ itemId }) => !scores.has(itemId) && !tried.has(itemId)),
    pairs: (items) =>
      items.flatMap(({ itemId, value, weight }) => {
        const score = scores.get(itemId);
        // Sides were parted by conversation, so that no label says more of those on the other side than its conversation does.
        return score === undefined
          ? []
          : [{ itemId, a: value, b: score, weight, cluster: groupKeyOf(db, itemId) }];
      }),
  };
}

/** Figures of a version on one side, with the items of it that have no score and are in none of them. */
export function figuresOn(
  items: readonly LabeledOnSide[],
  { pairs }: VersionScores,
  { sides, level }: { readonly sides: Sides; readonly level: number | null },
): JudgeFigures {
  const scored = pairs(items);
  const figures = judgeFigures(scored, { scale: sides.scale, kind: kindOfLabels(sides), level });
  return { ...figures, unscored: items.length - scored.length };
}

/** Of which kind the labels of both sides are: yes or no where people could say nothing else. */
export const kindOfLabels = ({ practice, check, ...of }: Sides): 'yes-no' | 'rating' =>
  isYesNo(of, [...practice, ...check]) ? 'yes-no' : 'rating';

function describeImprovement(context: CoreContext, row: ImprovementRow): JudgeImprovement {
  const db = dbOf(context);
  const sides = sidesOf(context, row);
  const runs = listItemRuns(db);
  const checks = listJudgeChecks(db, row.id).map((check): JudgeCheck => {
    const { number, judgeId, figures, createdAt } = check;
    const judge = signalNameOf(findJudge(db, judgeId)!);
    return { number, judgeId, judge, level: checkLevel(number, row.alpha), figures, createdAt };
  });
  return {
    id: row.id,
    datasetId: row.datasetId,
    dataset: findDataset(db, row.datasetId)!.name,
    system: systemName(db, row.systemId),
    criterion: row.criterion,
    scale: sides.scale,
    studyId: sides.studyId,
    seed: row.seed,
    alpha: row.alpha,
    practiceItems: sides.practice.length,
    checkItems: sides.check.length,
    basis: sides.basis,
    versions: versionsOf(db, row).map((judge) => describeVersion(db, judge, { row, sides, checks, runs })),
    checks: checks.length,
    nextLevel: checkLevel(checks.length + 1, row.alpha),
    ceiling: ceilingOf(db, row, sides),
    note: practiceNote,
    rules: missingRules(db, row.id),
    createdAt: row.createdAt,
  };
}

/** What people found that the instructions do not say, each once. */
export const missingRules = (db: ReadableDb, improvementId: number): string[] => [
  ...new Set(
    listJudgeFindings(db, improvementId).flatMap(({ kind, words }) =>
      kind === 'rule-missing' && words !== '' ? [words] : [],
    ),
  ),
];

interface About {
  readonly row: ImprovementRow;
  readonly sides: Sides;
  readonly checks: readonly JudgeCheck[];
  readonly runs: ReturnType<typeof listItemRuns>;
}

function describeVersion(db: ReadableDb, judge: JudgeRow, { row, sides, checks, runs }: About): JudgeVersion {
  const scores = scoresOfVersion(db, judge, row, sides);
  const { judged, left } = scores;
  const practiceLeft = left(sides.practice).length;
  const prompt = findPrompt(db, judge.promptId)!;
  const own = runs.filter(
    ({ judgeId, datasetId, systemId }) =>
      judgeId === judge.id && datasetId === row.datasetId && systemId === row.systemId,
  );
  const costs = own.flatMap(({ progress: { cost } }) => (cost === null ? [] : [cost]));
  const isWhole = practiceLeft === 0 && sides.practice.length > 0;
  return {
    judgeId: judge.id,
    judge: signalNameOf(judge),
    promptId: prompt.id,
    prompt: `${prompt.name} v${prompt.version}`,
    model: judge.model,
    judged,
    practice: isWhole ? figuresOn(sides.practice, scores, { sides, level: null }) : null,
    practiceLeft,
    checkLeft: left(sides.check).length,
    servedBy: [
      ...new Set(
        own.toSorted((a, b) => a.id - b.id).flatMap(({ progress }) => Object.keys(progress.servedBy)),
      ),
    ],
    cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    checks: checks.filter(({ judgeId }) => judgeId === judge.id),
  };
}

/** Items with two people or more, below which nothing is said of how far people agree. */
const fewestDoubled = 10;

/** How far any two people agree who rated the same item, in the measure of the judges: each item counts once. */
function ceilingOf(db: ReadableDb, row: ImprovementRow, sides: Sides): JudgeImprovement['ceiling'] {
  const kind = kindOfLabels(sides);
  const studies = labeledStudies(db, row, sides);
  const doubled = [...sides.practice, ...sides.check].flatMap(({ itemId }) => {
    const said = valuesOf(db, { row, studies }, itemId);
    const both = said.flatMap((a, i) => said.flatMap((b, j) => (i === j ? [] : [{ a, b }])));
    return both.length === 0 ? [] : [both.map((pair) => ({ ...pair, weight: 1 / both.length }))];
  });
  if (doubled.length < fewestDoubled) {
    const reason = `not estimable: needs ${fewestDoubled} items that two people rated, and there are ${doubled.length}`;
    return { items: doubled.length, value: null, reason };
  }
  const pairs = doubled.flat();
  const value =
    kind === 'rating'
      ? weightedPearson(pairs)
      : pairs.reduce((sum, { a, b, weight }) => sum + (a === b ? weight : 0), 0) / doubled.length;
  return {
    items: doubled.length,
    value: value ?? null,
    reason: value === undefined ? 'not estimable: people give all the same value' : null,
  };
}

/** What each person says of an item, by labels and by votes that came with the data. */
function valuesOf(
  db: ReadableDb,
  { row, studies }: { row: ImprovementRow; studies: ReturnType<typeof labeledStudies> },
  itemId: number,
): number[] {
  const system = systemName(db, row.systemId);
  const votes = listItemScores(db, row.datasetId, itemId).human.flatMap((one) =>
    one.system === system && one.criterion === row.criterion ? one.votes : [],
  );
  const ratings = studies.flatMap((study) =>
    itemRatings(db, study, itemId, { isScored: false }).flatMap(({ labels, word }) =>
      word.kind === 'value' && typeof word.rating === 'number' && !labels.some(isOfNobody)
        ? [word.rating]
        : [],
    ),
  );
  return [...votes, ...ratings];
}

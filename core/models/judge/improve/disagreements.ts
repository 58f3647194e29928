import { listAnnotators } from '../../../../db/annotators.ts';
import { refInDraw } from '../../../../db/draws.ts';
import { findItem } from '../../../../db/items.ts';
import {
  type ImprovementRow,
  insertJudgeFinding,
  listJudgeFindings,
} from '../../../../db/judge-improvements.ts';
import { type JudgeRow, listJudges, signalNameOf } from '../../../../db/judges.ts';
import { guidelinesOfLabel } from '../../../../db/label-guidelines.ts';
import { findMark } from '../../../../db/marks.ts';
import { responsesOf } from '../../../../db/pools.ts';
import type { StudyRow } from '../../../../db/studies.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { reasonsOfItem } from '../../../../db/verdicts.ts';
import type { JudgeDisagreement, JudgeImprovement, Scale } from '../../../../shared/contract/index.ts';
import type { PromptCriterion } from '../../../../shared/contract/judge.ts';
import { AppError } from '../../../../shared/errors.ts';
import { answerTokens } from '../../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { presentAnnotator } from '../../../studies/annotators/present-annotator.ts';
import { shouldHaveSaid } from '../../../studies/corrections.ts';
import { isOfNobody } from '../../../studies/ratings/rating.ts';
import { itemRatings } from '../../../studies/ratings/ratings.ts';
import { confusionOf, rescaled } from '../alignment.ts';
import { biasByLevel } from '../bias-rows.ts';
import { variablesIn } from '../render-prompt.ts';
import { labeledStudies, practiceTest, requireImprovement, type Sides, sidesOf } from './sides.ts';
import {
  improvement,
  judgedCriterion,
  kindOfLabels,
  requireRatingJudge,
  scoresOfVersion,
} from './versions.ts';

interface Asked {
  readonly improvementId: number;
  readonly judgeId: number;
  readonly people?: number | undefined;
  readonly judge?: number | undefined;
  readonly all: boolean;
  readonly offset: number;
  readonly limit: number;
}

type Pair = ReturnType<ReturnType<typeof scoresOfVersion>['pairs']>[number];

/**
 * Practice items on which a version differs from people, the largest difference first, and where it leans. Check items are in none
 * of it: a person who reads them could write a prompt for them.
 *
 * @throws AppError NOT_FOUND
 */
export function judgeDisagreements(context: CoreContext, asked: Asked) {
  const db = dbOf(context);
  const row = requireImprovement(db, asked.improvementId);
  const version = requireRatingJudge(db, asked.judgeId);
  const sides = sidesOf(context, row);
  const { practice, scale, integer } = sides;
  const { pairs, judged } = scoresOfVersion(db, version, row, sides);
  const all = pairs(practice);
  const found = all
    .filter((pair) => asked.all || differs(pair, sides))
    .filter((pair) => isInCell(pair, asked, scale))
    .sort((x, y) => Math.abs(y.b - y.a) - Math.abs(x.b - x.a) || x.itemId - y.itemId);
  const { offset, limit } = asked;
  const plain = all.map((pair) => ({ ...pair, weight: 1 }));
  const about: About = {
    ...{
      row,
      version,
      judged,
      studies: labeledStudies(db, row, sides),
      findings: listJudgeFindings(db, row.id),
    },
    names: new Map(listAnnotators(db).map(({ id, name }) => [id, name])),
    judges: new Map(listJudges(db).map((one) => [one.id, signalNameOf(one)])),
  };
  return {
    total: found.length,
    rows: found.slice(offset, offset + limit).map((pair) => disagreementOf(db, pair, about)),
    confusion: confusionOf(plain, scale, integer || kindOfLabels(sides) === 'yes-no'),
    byLevel: biasByLevel(plain, scale).map(({ level, items, bias }) => ({ level, items, bias })),
    byLength: byLength(db, row, all),
  };
}

/** Yes and no differ by the half of the scale that they lie in, as in the figures. */
function differs({ a, b }: Pair, sides: Sides): boolean {
  if (kindOfLabels(sides) === 'rating') return a !== b;
  const middle = (sides.scale.min + sides.scale.max) / 2;
  return a >= middle !== b >= middle;
}

/** The judge's score counts as the nearest level, as in the table. */
function isInCell({ a, b }: Pair, { people, judge }: Asked, { min, max }: Scale): boolean {
  const nearest = Math.round(Math.min(max, Math.max(min, b)));
  return (people === undefined || Math.round(a) === people) && (judge === undefined || nearest === judge);
}

const quarters = 4;

/** Judge minus people by length of the reply, in quarters of the practice items. */
function byLength(db: ReadableDb, { systemId }: ImprovementRow, pairs: readonly Pair[]) {
  const sorted = pairs
    .map((pair) => ({
      ...pair,
      tokens: answerTokens(responsesOf(db, pair.itemId, systemId).join(' ')).length,
    }))
    .sort((x, y) => x.tokens - y.tokens);
  if (sorted.length < 2 * quarters) return [];
  return Array.from({ length: quarters }, (_, i) => {
    const part = sorted.slice(
      Math.floor((i * sorted.length) / quarters),
      Math.floor(((i + 1) * sorted.length) / quarters),
    );
    const bias = part.reduce((sum, { a, b }) => sum + b - a, 0) / part.length;
    return { level: `${part[0]!.tokens} to ${part.at(-1)!.tokens} words`, items: part.length, bias };
  });
}

interface About {
  readonly row: ImprovementRow;
  readonly version: JudgeRow;
  readonly judged: string;
  readonly studies: readonly StudyRow[];
  readonly findings: ReturnType<typeof listJudgeFindings>;
  /** What annotators are called, by their ids. */
  readonly names: ReadonlyMap<number, string>;
  /** The same of judges. */
  readonly judges: ReadonlyMap<number, string>;
}

function disagreementOf(
  db: ReadableDb,
  { itemId, a, b }: Pair,
  { row, version, judged, studies, findings, names, judges }: About,
): JudgeDisagreement {
  const item = findItem(db, itemId)!;
  const said = notesOf(db, studies, itemId, names);
  const study = studies.find(({ id }) => id === said.at(-1)?.studyId);
  return {
    ...{ itemId, externalId: item.externalId, people: a, judge: b, difference: b - a },
    // A stored reply that a later run took again gave its reason once.
    reason: [
      ...new Set(
        reasonsOfItem(db, {
          judgeId: version.id,
          itemId,
          systemId: row.systemId,
          criterion: judged,
        }),
      ),
    ].join(' / '),
    conversation: item.conversation.map(({ role, content }) => ({ role, content })),
    passage: item.context,
    responses: responsesOf(db, itemId, row.systemId),
    references: item.references.flat(),
    notes: said.map(({ studyId: _, ...note }) => note),
    studyId: study?.id ?? null,
    ref: (study && refInDraw(db, study, itemId)) ?? null,
    findings: findings
      .filter((finding) => finding.itemId === itemId)
      .map(({ kind, judgeId, words, annotatorId, createdAt }) => ({
        ...{ kind, judge: judges.get(judgeId)!, text: words, createdAt },
        annotator: names.get(annotatorId) ?? '',
      })),
  };
}

/** What people said of an item, each with the study that asked for it. */
const notesOf = (
  db: ReadableDb,
  studies: readonly StudyRow[],
  itemId: number,
  names: ReadonlyMap<number, string>,
) =>
  studies.flatMap((study) =>
    itemRatings(db, study, itemId, { isScored: false })
      .filter(({ labels }) => !labels.some(isOfNobody))
      .map(({ annotatorId, labels, word }) => ({
        studyId: study.id,
        annotator: names.get(annotatorId) ?? '',
        annotatorId,
        rating: word.kind === 'value' ? String(word.rating) : 'skipped',
        note: findMark(db, study.id, itemId, annotatorId).note,
        guidelines: guidelinesOfLabel(db, labels[0].id) ?? null,
      })),
  );

interface Found {
  readonly improvementId: number;
  readonly judgeId: number;
  readonly itemId: number;
  readonly kind: 'judge-right' | 'rule-missing' | 'failure';
  readonly text: string;
}

/** @throws AppError NOT_FOUND, INVALID_INPUT for an item that is not practice, or a finding without its words */
export function findInDisagreement(
  context: CoreContext,
  { improvementId, judgeId, itemId, kind, text }: Found,
): JudgeImprovement {
  const db = dbOf(context);
  const row = requireImprovement(db, improvementId);
  requireRatingJudge(db, judgeId);
  requirePractice(db, row, itemId);
  if (text === '' && kind !== 'judge-right') {
    throw new AppError(
      'INVALID_INPUT',
      kind === 'failure' ? 'Say how the judge fails.' : 'Say which rule is missing.',
      {
        field: 'text',
      },
    );
  }
  const { id: annotatorId } = presentAnnotator(context);
  insertJudgeFinding(db, improvementId, {
    ...{ kind, judgeId, itemId, words: text, annotatorId, createdAt: context.now() },
  });
  return improvement(context, improvementId);
}

/** @throws AppError INVALID_INPUT */
function requirePractice(db: ReadableDb, row: ImprovementRow, itemId: number): void {
  const item = findItem(db, itemId);
  if (item && practiceTest(db, row)(itemId)) return;
  throw new AppError(
    'INVALID_INPUT',
    `${item ? item.externalId : `Item ${itemId}`} is not a practice item.`,
    {
      field: 'itemId',
      remedy: 'Judges are checked on the others: choose one from the list of disagreements.',
    },
  );
}

/** A value of people as a judge would give it: in its own range, and whole where it may say nothing else. */
export function onJudgesScale(
  value: number,
  { scale }: Pick<Sides, 'scale'>,
  asked: Pick<PromptCriterion, 'scale' | 'integer'>,
): number {
  const own = rescaled(value, scale, asked.scale);
  return asked.integer ? Math.round(own) : own;
}

/** A practice item as a worked example: what the judge sees of it, people's value, and why they gave it where they wrote so. */
export function practiceExample(
  context: CoreContext,
  { improvementId, judgeId, itemId }: { improvementId: number; judgeId?: number | undefined; itemId: number },
): { text: string } {
  const db = dbOf(context);
  const row = requireImprovement(db, improvementId);
  requirePractice(db, row, itemId);
  const sides = sidesOf(context, row);
  const label = sides.practice.find((one) => one.itemId === itemId);
  if (!label) {
    throw new AppError('INVALID_INPUT', 'Nobody has rated this item.', { field: 'itemId' });
  }
  const item = findItem(db, itemId)!;
  const judge = judgeId === undefined ? undefined : requireRatingJudge(db, judgeId);
  const asked = judge && judgedCriterion(db, judge, row);
  const isShown = (name: string) => !asked || variablesIn(asked.item).includes(name);
  const passage = isShown('passage') && item.context ? [`Passage: ${item.context}`] : [];
  const references = isShown('reference') ? item.references.flat() : [];
  const why = notesOf(db, labeledStudies(db, row, sides), itemId, new Map()).flatMap(({ note }) =>
    note === '' ? [] : [note],
  );
  const said = item.conversation.map(
    ({ role, content }) => `${role === 'user' ? 'Person' : 'Assistant'}: ${content}`,
  );
  const replies = responsesOf(db, itemId, row.systemId).map((reply) => `Reply: ${reply}`);
  const value = asked ? onJudgesScale(label.value, sides, asked) : label.value;
  return {
    text: [
      'Example',
      ...passage,
      ...said,
      ...replies,
      ...references.map((text) => `Right: ${text}`),
      `${asked?.name ?? row.criterion}: ${Number(value.toPrecision(3))}`,
      ...why.map((note) => `Why: ${note}`),
      ...shouldHaveSaid(db, itemId, row.systemId).map((text) => `It should have said: ${text}`),
    ].join('\n'),
  };
}

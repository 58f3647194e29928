import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '../../../../db/audit.ts';
import { insertJudgeCheck, listJudgeChecks } from '../../../../db/judge-improvements.ts';
import { signalNameOf } from '../../../../db/judges.ts';
import { findPrompt } from '../../../../db/prompts.ts';
import { systemName } from '../../../../db/system-names.ts';
import type { JudgeCheck, JudgeTarget } from '../../../../shared/contract/index.ts';
import { JudgeFiguresSchema } from '../../../../shared/contract/judge-improve.ts';
import { AppError } from '../../../../shared/errors.ts';
import { checkLevel, FEWEST_FIGURE_LABELS } from '../../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { systemIdOf } from '../system-id.ts';
import { assertQuotesNothing, requireImprovement, sidesOf } from './sides.ts';
import { figuresOn, requireRatingJudge, scoresOfVersion } from './versions.ts';

/**
 * How a version agrees with people on labels that no prompt was made from, at the level of the next check. It is stored and counted.
 *
 * @throws AppError CONFLICT while its run on the check items is not whole, or there are too few of them; INVALID_INPUT when its
 *   prompt quotes one
 */
export function checkJudge(
  context: CoreContext,
  { improvementId, judgeId }: { improvementId: number; judgeId: number },
): JudgeCheck {
  const db = dbOf(context);
  const row = requireImprovement(db, improvementId);
  const judge = requireRatingJudge(db, judgeId);
  assertQuotesNothing(context, findPrompt(db, judge.promptId)!);
  const save = db.transaction((): JudgeCheck => {
    const sides = sidesOf(context, row);
    if (sides.check.length < FEWEST_FIGURE_LABELS) {
      throw new AppError(
        'CONFLICT',
        `Agreement is not estimable: it needs ${FEWEST_FIGURE_LABELS} check labels, and there are ${sides.check.length}.`,
        { remedy: 'Label more items: what is labeled from now on is for checks.' },
      );
    }
    const scores = scoresOfVersion(db, judge, row, sides);
    const open = scores.left(sides.check).length;
    if (open > 0) {
      throw new AppError(
        'CONFLICT',
        `${signalNameOf(judge)} has not scored ${open} of ${sides.check.length} check items: a run that is not whole is not compared.`,
        { remedy: 'Run it on the check items first.' },
      );
    }
    const scored = scores.pairs(sides.check).length;
    if (scored < FEWEST_FIGURE_LABELS) {
      throw new AppError(
        'CONFLICT',
        `Agreement is not estimable: ${signalNameOf(judge)} has a score for ${scored} of ${sides.check.length} check items, and it needs ${FEWEST_FIGURE_LABELS}.`,
        { remedy: 'Look in its runs why, and change the prompt or the endpoint. No check was counted.' },
      );
    }
    const checks = listJudgeChecks(db, row.id);
    const last = checks.findLast((one) => one.judgeId === judgeId);
    if (last) {
      const same = figuresOn(sides.check, scores, { sides, level: checkLevel(last.number, row.alpha) });
      if (isDeepStrictEqual(JudgeFiguresSchema.parse(same), last.figures)) {
        throw new AppError(
          'CONFLICT',
          `Nothing changed since check ${last.number} of ${signalNameOf(judge)}: its figures stand.`,
          { remedy: 'Label more items first. No check was counted.' },
        );
      }
    }
    const number = (checks.at(-1)?.number ?? 0) + 1;
    const level = checkLevel(number, row.alpha);
    const figures = figuresOn(sides.check, scores, { sides, level });
    const createdAt = context.now();
    insertJudgeCheck(db, row.id, { judgeId, number, figures, createdAt });
    const { criterion, studyId } = row;
    writeAudit(db, {
      ...{ at: createdAt, action: 'judge.check', studyId },
      details: {
        number,
        judge: signalNameOf(judge),
        criterion,
        system: systemName(db, row.systemId),
        items: figures.items,
      },
    });
    return { number, judgeId, judge: signalNameOf(judge), level, figures, createdAt };
  });
  return save.immediate();
}

/**
 * The items of a side of an improvement that a judge has not scored. Sides grow with the labels; a run keeps the items that it was
 * started with.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT for other data, CONFLICT when all are scored
 */
export function itemsOfPart(context: CoreContext, target: JudgeTarget): number[] {
  const db = dbOf(context);
  const { id, part } = target.improvement!;
  const row = requireImprovement(db, id);
  if (row.datasetId !== target.datasetId || row.systemId !== systemIdOf(db, target.system, 'system')) {
    throw new AppError('INVALID_INPUT', 'The improvement is of other data.', { field: 'improvement' });
  }
  const sides = sidesOf(context, row);
  const judge = requireRatingJudge(db, target.judgeId);
  const open = scoresOfVersion(db, judge, row, sides).left(sides[part]);
  if (open.length > 0) return open.map(({ itemId }) => itemId);
  throw new AppError('CONFLICT', `${signalNameOf(judge)} has scored every ${part} item already.`);
}

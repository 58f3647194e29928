import { listAnnotators } from '../../../../db/annotators.ts';
import { findItem } from '../../../../db/items.ts';
import type { PresentLabel } from '../../../../db/labels.ts';
import { findMark } from '../../../../db/marks.ts';
import { responsesOf } from '../../../../db/pools.ts';
import { listPracticeRounds } from '../../../../db/practice.ts';
import { getStudy, type StudyRow } from '../../../../db/studies.ts';
import type { PracticeDisagreement } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { lastQuestion } from '../../../data/last-question.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { type PracticedItem, practicedItems, practiceUnits } from './practice-labels.ts';
import { roundState } from './practice-state.ts';

/**
 * The items of a finished round on which annotators differ, the widest apart first: what they talk over before the next.
 *
 * @throws AppError NOT_FOUND; CONFLICT while somebody is not through the round, who must not see what others said
 */
export function practiceDisagreements(
  context: CoreContext,
  studyId: number,
  round: number,
): PracticeDisagreement[] {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const row = listPracticeRounds(db, studyId).find((one) => one.round === round);
  if (!row)
    throw new AppError('NOT_FOUND', `The study has no round ${round} of practice.`, { field: 'round' });
  if (!roundState(db, study, row).isComplete) {
    throw new AppError('CONFLICT', 'Not everybody is through this round yet.', {
      remedy: 'Wait until all have finished; nobody should see what others said before.',
    });
  }
  const names = new Map(listAnnotators(db).map(({ id, name }) => [id, name]));
  const items = practicedItems(db, study, round).map((item) => ({ item, spread: spreadOf(study, item) }));
  return items
    .filter(({ spread }) => spread > 0)
    .sort((a, b) => b.spread - a.spread)
    .map(({ item: { itemId, said } }) => ({
      itemId,
      question: lastQuestion(findItem(db, itemId)!.conversation),
      responses: [study.systemId, ...(study.against ? [study.against.systemId] : [])].map((id) =>
        responsesOf(db, itemId, id).join('\n'),
      ),
      labels: [...said].map(([annotatorId, labels]) => ({
        annotatorId,
        name: names.get(annotatorId)!,
        words: labels.map(labelText).join(' | '),
        note: findMark(db, study.id, itemId, annotatorId).note,
      })),
    }));
}

/** How far annotators are apart on an item: the largest distance of two values; 1 where one of them skipped. */
function spreadOf(study: StudyRow, item: PracticedItem): number {
  const units = practiceUnits(study, [item], [...item.said.keys()]);
  const widest = Math.max(
    ...units.map((values) => {
      const given = values.filter((value) => value !== undefined);
      return given.length < 2 ? 0 : Math.max(...given) - Math.min(...given);
    }),
  );
  const skips = [...item.said.values()].filter(([first]) => first?.content.kind === 'skip').length;
  return skips > 0 && skips < item.said.size ? Math.max(widest, 1) : widest;
}

function labelText({ content }: PresentLabel): string {
  switch (content.kind) {
    case 'score':
      return String(content.value);
    case 'answer':
      return content.answers.map((turn) => turn.join(' or ')).join(' / ');
    case 'skip':
      return `skipped: ${content.reason}`;
    case 'clear':
      return '';
  }
}

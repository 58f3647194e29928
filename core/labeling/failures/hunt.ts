import { findDataset } from '../../../db/datasets.ts';
import { firstMatching } from '../../../db/item-columns.ts';
import { windowOf } from '../../../db/item-spans.ts';
import { getItem } from '../../../db/items.ts';
import { responsesOf } from '../../../db/pools.ts';
import { eachMachineValue, listSignalScales } from '../../../db/scores.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { HuntedItem } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { ensureSearchable, searchExpression } from '../../data/search-items.ts';
import { turnsOfItem } from '../../data/step-facts.ts';
import { studyOfFailures } from '../../estimate/failures/failure-table.ts';
import { drawnSaid } from '../../estimate/failures/mode-values.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { annotatorOf } from '../../studies/annotators/present-annotator.ts';
import { modeById, modesOf } from '../../studies/failures/modes.ts';
import { saysOf } from '../../studies/failures/said.ts';
import { shownTurns } from '../session/blind-item.ts';

interface AskedHunt {
  readonly studyId: number;
  readonly modeId: number;
  readonly search: string;
  readonly signalId?: number | undefined;
  readonly annotatorId?: number | undefined;
  readonly limit: number;
}

/** Items that are looked through at most. */
const mostFound = 2000;

/**
 * Items outside of the draw that may have a failure mode: by words of their texts in file order, or those that a machine score calls worst
 * first. Items of the draw are never among them, labeled or not, so what is drawn stays a surprise. Those that the present annotator has
 * said something of under the present meaning come last.
 *
 * @throws AppError INVALID_INPUT when neither words nor a score are given; NOT_FOUND
 */
export async function huntItems(
  context: CoreContext,
  { studyId, modeId, search, signalId, annotatorId, limit }: AskedHunt,
): Promise<{ total: number; items: HuntedItem[] }> {
  const db = dbOf(context);
  const study = studyOfFailures(db, studyId);
  const modes = modesOf(db);
  modeById(modes, modeId);
  const { id: by } = annotatorOf(context, annotatorId);
  if (search.trim() === '' && signalId === undefined) {
    throw new AppError('INVALID_INPUT', 'Nothing to look for.', {
      field: 'search',
      remedy: 'Give words of the conversation, or a machine score.',
    });
  }
  const found = search.trim() === '' ? null : await idsWith(context, study, search);
  const scores = signalId === undefined ? null : scoresOf(context, study, signalId);
  const { draws, says } = drawnSaid(db, study);
  const drawn = new Set(draws.map(({ itemId }) => itemId));
  const candidates = (found ?? scores!.ranked).filter((id) => !drawn.has(id) && (scores?.of.has(id) ?? true));
  const inOrder =
    found && scores
      ? candidates.toSorted((a, b) => scores.of.get(a)!.place - scores.of.get(b)!.place)
      : candidates;
  const saidOf = (itemId: number): boolean | null => {
    const person = says.get(itemId)?.people.find((one) => one.annotatorId === by);
    return (person && saysOf(modes, person, modeId)) ?? null;
  };
  const answered = inOrder
    .values()
    .filter((id) => responsesOf(db, id, study.systemId).length > 0)
    .take(mostFound)
    .toArray();
  const [open, said] = [
    answered.filter((id) => saidOf(id) === null),
    answered.filter((id) => saidOf(id) !== null),
  ];
  const items = [...open, ...said].slice(0, limit).map((itemId): HuntedItem => {
    const item = getItem(db, itemId, 'itemId');
    const { context: passage, externalId } = item;
    const shown = shownTurns(turnsOfItem(item), responsesOf(db, itemId, study.systemId));
    return {
      itemId,
      externalId,
      ...shown,
      passage,
      score: scores?.of.get(itemId)?.value ?? null,
      said: saidOf(itemId),
    };
  });
  return { total: open.length, items };
}

async function idsWith(context: CoreContext, { datasetId }: StudyRow, search: string): Promise<number[]> {
  const db = dbOf(context);
  const dataset = findDataset(db, datasetId)!;
  const match = searchExpression(search);
  if (match === null) return [];
  await ensureSearchable(context, dataset);
  const { itemCount } = dataset;
  return windowOf(dataset, 0, itemCount).flatMap(({ from, to }) =>
    firstMatching(db, match, from, to, itemCount),
  );
}

/** What a machine score says of the study's system: the worst first, and each value with its place. @throws AppError NOT_FOUND */
function scoresOf(context: CoreContext, { datasetId, systemId }: StudyRow, signalId: number) {
  const db = dbOf(context);
  const signal = listSignalScales(db, datasetId).find(({ id }) => id === signalId);
  if (!signal) {
    throw new AppError('NOT_FOUND', 'The data set of this study has no such machine score.', {
      field: 'signalId',
      remedy: 'Choose one of the data set.',
    });
  }
  const sign = signal.scale.direction === 'higher' ? 1 : -1;
  const rows = [...eachMachineValue(db, signalId, systemId)].sort(
    (a, b) => sign * (a[1] - b[1]) || a[0] - b[0],
  );
  const ranked = rows.map(([id]) => id);
  return { ranked, of: new Map(rows.map(([id, value], place) => [id, { value, place }])) };
}

import { type DatasetRow, findDatasetByName, listDatasets, listSystems } from '../../db/datasets.ts';
import { addHumanScores, findCriterionScale, findHumanVotes, type ScoreRow } from '../../db/human-scores.ts';
import { longTransaction } from '../../db/long-transaction.ts';
import { studyOfCriterion } from '../../db/scale-declarations.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { ImportResult } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { claimScores } from '../data/claimed-scores.ts';
import { keepUnusedScales } from '../data/declare-scale.ts';
import { DeclaredScales } from '../data/declared-scales.ts';
import type { JobScope } from '../platform/jobs/job-work.ts';
import { itemOfLabel, type LabelEntry } from './formats/labels/label-entry.ts';
import type { ImportParams } from './import-request.ts';
import type { Problems } from './readers/problems.ts';
import { meanOf } from './readers/record-fields.ts';
import { isOnScale } from './sink/observed-scale.ts';
import { observedCriterion } from './sink/observed-signal.ts';

/**
 * The data set that labels are of: the one named, else the only one that has all their items. Where none has them
 * all, the one that has most, so that the ids it lacks can be named.
 *
 * @throws AppError NOT_FOUND, CONFLICT
 */
function datasetForLabels(
  db: ReadableDb,
  { datasetName, path }: ImportParams,
  entries: readonly LabelEntry[],
): DatasetRow {
  if (datasetName !== undefined) {
    const named = findDatasetByName(db, datasetName.trim());
    if (named) return named;
    throw new AppError('NOT_FOUND', `There is no data set named "${datasetName}".`, {
      field: 'datasetName',
      remedy: 'Import the items first, or choose one of the data sets of this project.',
    });
  }
  const ids = [...new Set(entries.map(({ item }) => item))];
  const matches = listDatasets(db)
    .map((dataset) => ({ dataset, found: countFound(db, dataset, ids) }))
    .filter(({ found }) => found > 0)
    .toSorted((a, b) => b.found - a.found);
  const [best, next] = matches;
  if (!best) {
    throw new AppError('CONFLICT', 'No data set of this project has items with these ids.', {
      file: path,
      remedy: 'Import the items first; labels name them by id.',
    });
  }
  if (next?.found !== best.found) return best.dataset;
  throw new AppError('CONFLICT', `"${best.dataset.name}" and "${next.dataset.name}" both have these items.`, {
    field: 'datasetName',
    remedy: 'Say which data set the labels are of.',
  });
}

const countFound = (db: ReadableDb, { id }: DatasetRow, ids: readonly string[]): number =>
  ids.filter((externalId) => itemOfLabel(db, id, externalId) !== undefined).length;

/** What labels without a criterion are called. */
const unnamedCriterion = 'label';

/** The labels of one item, system and criterion, one vote per annotator. */
interface Votes {
  readonly line: number;
  readonly itemId: number;
  readonly systemId: number;
  readonly criterion: string;
  readonly values: number[];
  readonly valueBy: Map<string, number>;
}

/** Takes a file's labels as human scores of a data set. Importing the same file again adds nothing. */
export async function importHumanScores(
  scope: JobScope,
  params: ImportParams,
  entries: readonly LabelEntry[],
  problems: Problems,
): Promise<ImportResult> {
  const { db } = scope;
  const declared = new DeclaredScales(params.scales);
  if (problems.count > 0) throw problems.refusal(params.path);
  const dataset = datasetForLabels(db, params, entries);
  const skipped = entries.filter(({ content }) => content.kind === 'skip').length;
  const votes = collectVotes(db, dataset, entries, problems);
  await scope.checkpoint();
  let remarks: string[] = [];
  const added = await longTransaction(db, async () => {
    let rows = 0;
    for (const [criterion, scores] of Map.groupBy(votes, (vote) => vote.criterion)) {
      rows += addCriterion(scope, dataset.id, criterion, scores, declared, problems);
      await scope.checkpoint();
    }
    if (problems.count > 0) throw problems.refusal(params.path);
    remarks = keepUnusedScales(db, dataset.id, declared);
    if (params.claimed && rows > 0) {
      claimScores(db, dataset, { at: scope.now(), file: params.sourceName, scores: rows });
    }
    return rows;
  });
  const warnings =
    added === 0 ? [`"${dataset.name}" has all these labels already; nothing was changed.`] : [];
  warnings.push(...remarks);
  if (skipped > 0)
    warnings.push(`${skipped} skipped items were left out: outside a study a skip says nothing.`);
  return {
    datasetId: dataset.id,
    datasetName: dataset.name,
    items: 0,
    responses: 0,
    humanScores: added,
    machineScores: 0,
    labels: 0,
    unchanged: added === 0,
    warnings,
  };
}

function collectVotes(
  db: ReadableDb,
  dataset: { id: number; name: string },
  entries: readonly LabelEntry[],
  problems: Problems,
): Votes[] {
  const systems = new Map(listSystems(db, dataset.id).map(({ id, name }) => [name, id]));
  const collected = new Map<string, Votes>();
  for (const { line, item, system, criterion, content, annotator } of entries) {
    if (content.kind === 'skip') continue;
    const itemId = itemOfLabel(db, dataset.id, item);
    if (itemId === undefined) {
      const message = `The data set "${dataset.name}" has no item ${JSON.stringify(item.slice(0, 80))}.`;
      problems.add(line, 'item', message, 'Correct the id, or choose the data set that the labels are of.');
      continue;
    }
    if (content.kind === 'answer') {
      problems.add(
        line,
        'answer',
        'A written answer belongs to a study.',
        'Choose the study to import into.',
      );
      continue;
    }
    const systemId =
      system === null && systems.size === 1 ? [...systems.values()][0] : systems.get(system ?? '');
    if (systemId === undefined) {
      const message =
        system === null ? 'The label does not say which system it is of.' : `No system is "${system}".`;
      problems.add(line, 'system', message, `Name one of: ${[...systems.keys()].slice(0, 20).join(', ')}.`);
      continue;
    }
    const name = criterion ?? unnamedCriterion;
    const key = JSON.stringify([itemId, systemId, name]);
    const none: Votes = { line, itemId, systemId, criterion: name, values: [], valueBy: new Map() };
    const votes = collected.get(key) ?? none;
    collected.set(key, votes);
    const before = annotator === null ? undefined : votes.valueBy.get(annotator);
    if (before !== undefined && before !== content.value) {
      const message = `${annotator} labels this item twice, as ${before} and as ${content.value}.`;
      problems.add(line, 'value', message, 'Keep the line that holds.');
    }
    if (before !== undefined) continue;
    if (annotator !== null) votes.valueBy.set(annotator, content.value);
    votes.values.push(content.value);
  }
  return [...collected.values()];
}

function addCriterion(
  { db }: JobScope,
  datasetId: number,
  name: string,
  votes: readonly Votes[],
  declared: DeclaredScales,
  problems: Problems,
): number {
  const known = findCriterionScale(db, datasetId, name);
  const fixed = declared.take('criterion', name) ?? (known?.declared ? known.scale : null);
  const observed = observedCriterion(name, fixed);
  if (known && !known.declared) for (const end of [known.scale.min, known.scale.max]) observed.add(end);
  const frozenBy = known && studyOfCriterion(db, known.id);
  const rows: ScoreRow[] = [];
  for (const { line, itemId, systemId, values } of votes) {
    for (const value of values) {
      const holds = observed.add(value);
      const isFrozen = frozenBy !== undefined && known !== undefined && !isOnScale(value, known.scale);
      if (holds && !isFrozen) continue;
      const { min, max } = isFrozen ? known.scale : observed.scale;
      const outside = {
        message: `${value} lies outside the range of "${name}", ${min} to ${max}.`,
        remedy: 'Correct the value, or declare the wider range.',
      };
      const { message, remedy } = isFrozen || fixed ? outside : observed.refusal(value);
      problems.add(line, 'value', message, remedy);
    }
    const before = known && findHumanVotes(db, known.id, systemId, itemId);
    if (before === undefined) {
      rows.push({ systemId, itemId, mean: meanOf(values), votes: JSON.stringify(values) });
    } else if (before !== JSON.stringify(values)) {
      const message = `The item has other human scores for "${name}" already: ${before}.`;
      problems.add(line, 'value', message, 'Give these labels a "criterion" of another name.');
    }
  }
  if (rows.length === 0 || problems.count > 0) return 0;
  addHumanScores(db, datasetId, name, rows, {
    kind: observed.isBinary && known?.kind !== 'rating' ? 'binary' : 'rating',
    scale: known && frozenBy !== undefined ? known.scale : observed.scale,
    declared: fixed !== null,
    integer: observed.integer && known?.integer !== false,
  });
  return rows.length;
}

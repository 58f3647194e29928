import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { findDataset, findDatasetByContent, listDatasets, listSystems } from '../../db/datasets.ts';
import { insertDataset } from '../../db/import-rows.ts';
import { longTransaction } from '../../db/long-transaction.ts';
import { listCriteria, listSignals } from '../../db/scores.ts';
import type { ReadableDb, WritableDb } from '../../db/types.ts';
import type { ImportResult, Scale, ScaleDeclaration, Turn } from '../../shared/contract/index.ts';
import { formatName } from '../../shared/import-formats.ts';
import { plural, shortScore } from '../../shared/number-text.ts';
import { judgeCalled } from '../../shared/study-choices.ts';
import { claimScores } from '../data/claimed-scores.ts';
import { declareScale, keepUnusedScales } from '../data/declare-scale.ts';
import { DeclaredScales } from '../data/declared-scales.ts';
import { getItem } from '../data/items.ts';
import { withNamedPictures } from '../data/shortened.ts';
import type { JobScope } from '../platform/jobs/job-work.ts';
import { formatOf } from './formats/registry.ts';
import type { ImportParams } from './import-request.ts';
import { readItems } from './read-items.ts';
import type { SourceFile } from './readers/file-head.ts';
import { Problems, refuseTextless } from './readers/problems.ts';
import { contentHash, hashFile } from './sink/content-hash.ts';
import { newDatasetName } from './sink/dataset-name.ts';
import { DatasetSink } from './sink/dataset-sink.ts';

const shown = 160;
const namesShown = 8;
const repliesShown = 3;

const cut = (text: string): string => {
  const line = withNamedPictures(text).replaceAll(/\s+/gu, ' ').trim();
  return line.length <= shown ? line : `${line.slice(0, shown).toWellFormed()}…`;
};

const some = (names: readonly string[]): string =>
  names.length <= namesShown
    ? names.join(', ')
    : `${names.slice(0, namesShown).join(', ')} and ${names.length - namesShown} more`;

const onScale = ({ min, max }: Scale, constant: number | undefined): string =>
  constant === undefined ? `${shortScore(min)} to ${shortScore(max)}` : `always ${shortScore(constant)}`;

/**
 * What was taken for what, so that a person sees at a glance whether it is right: the first item as question, passage, right answer,
 * replies and scores with who gave them, and which of its fields were only kept; then systems, and criteria with their range and who
 * gave them. Of a score with one value alone that value is shown, for its range is not known.
 */
function tookWords(
  db: ReadableDb,
  datasetId: number,
  constants: Pick<DatasetSink, 'constants'>['constants'],
): NonNullable<ImportResult['took']> {
  const dataset = findDataset(db, datasetId);
  if (!dataset || dataset.itemCount === 0) return [];
  const item = getItem(db, dataset.firstItemId);
  const asked = (item.conversation as readonly Turn[]).findLast(({ role }) => role === 'user');
  const replies = item.responses.slice(0, repliesShown);
  const systems = listSystems(db, datasetId).map(({ name }) => name);
  const signals = listSignals(db, datasetId);
  // Of several judges each may have scored a part alone.
  const areSeveral = new Set(signals.flatMap(({ kind, name }) => (kind === 'judge' ? [name] : []))).size > 1;
  const more = item.responses.length - replies.length;
  const facts = [
    { name: 'First item', value: item.externalId },
    { name: 'Question', value: asked ? cut(asked.content) : 'none' },
    ...(item.context ? [{ name: 'Passage', value: cut(item.context) }] : []),
    ...(item.references.flat().length > 0
      ? [{ name: 'Right answer', value: cut(item.references.flat().join(' / ')) }]
      : []),
    ...replies.map(({ system, turns }) => ({
      name: `Reply of ${system}`,
      value: turns.length === 0 ? 'the conversation itself' : cut(turns.join(' / ')),
    })),
    ...(more > 0 ? [{ name: 'Further replies', value: String(more) }] : []),
    ...scoresOf(item),
    ...keptOf(item),
    { name: 'Systems', value: systems.length === 0 ? 'none' : some(systems) },
    {
      name: 'Scores by people',
      value:
        some(
          listCriteria(db, datasetId).map(
            ({ id, name, scale }) => `${name} (${onScale(scale, constants.criterion.get(id))})`,
          ),
        ) || 'none',
    },
    {
      name: 'Scores by machines',
      value:
        some(
          signals.map(
            ({ id, name, kind, criterion, scale, coverage }) =>
              `${kind === 'judge' ? judgeCalled(name) : name}${criterion ? `, ${criterion}` : ''} (${onScale(scale, constants.signal.get(id))}${areSeveral ? `, ${plural(scoresOn(coverage), 'score')}` : ''})`,
          ),
        ) || 'none',
    },
  ];
  return facts;
}

const scoresOn = (coverage: readonly { items: number }[]): number =>
  coverage.reduce((sum, { items }) => sum + items, 0);

/** The scores of the first item, each with who gave it. */
function scoresOf({ human, signals }: ReturnType<typeof getItem>): NonNullable<ImportResult['took']> {
  const people = human.map(({ system, criterion, votes }) => ({
    name: `Score, ${criterion}`,
    value: `${votes.map(shortScore).join(', ')} for ${system}, by people (${plural(votes.length, 'vote')})`,
  }));
  const machines = signals.map(({ system, kind, name, criterion, value }) => ({
    name: `Score, ${criterion ?? name}`,
    value: `${shortScore(value)} for ${system}, by the ${kind === 'judge' ? judgeCalled(name) : `metric ${name}`}`,
  }));
  const all = [...people, ...machines];
  return all.length <= namesShown
    ? all
    : [...all.slice(0, namesShown), { name: 'Further scores', value: String(all.length - namesShown) }];
}

/** The fields of the first item that became nothing else, so that a score or a text among them is missed at once. */
function keptOf({ meta }: ReturnType<typeof getItem>): NonNullable<ImportResult['took']> {
  const names = Object.keys(meta === null ? {} : (JSON.parse(meta) as object));
  return names.length === 0 ? [] : [{ name: 'Only kept, as fields', value: some(names) }];
}

/** Imports a file of items as one new data set, or nothing at all. */
export async function importDataset(
  scope: JobScope,
  params: ImportParams,
  source: SourceFile,
): Promise<ImportResult> {
  const { db } = scope;
  const format = formatOf(params.format);
  // The rows of a table file are read here and there, so that no byte of it is seen in passing.
  const known = format.open || listDatasets(db).length > 0 ? await hashFile(source, scope) : null;
  if (known !== null) {
    const found = findDatasetByContent(db, contentHash(known, params), params.format);
    if (found) return alreadyThere(db, found, params);
  }
  scope.progress(0, source.sizeBytes, 'bytes');
  const hash = createHash('sha256');
  return storeDataset(scope, params, {
    problems: new Problems(),
    read: (sink, problems) =>
      readItems(source, format, { mapping: params.mapping, head: source.head }, problems, sink, {
        onBytes: (bytes) => hash.update(bytes),
        async afterBlock(bytesRead) {
          scope.progress(bytesRead, source.sizeBytes, 'bytes', plural(sink.items, 'item'));
          await scope.checkpoint();
        },
      }),
    contentHash: () => contentHash(known ?? hash.digest('hex'), params),
    warnings: source.note === undefined ? [] : [source.note],
  });
}

/** Where the items of a new data set come from. */
interface ItemSource {
  /** Those that are known before items are handed on. */
  readonly problems: Problems;
  read(sink: DatasetSink, problems: Problems): Promise<void>;
  contentHash(): string;
  readonly warnings: readonly string[];
}

/** Stores items as one new data set in one transaction. @throws AppError IMPORT_REFUSED after any problem, CONFLICT */
export async function storeDataset(
  scope: JobScope,
  params: ImportParams,
  { problems, read, contentHash: hashOf, warnings: told }: ItemSource,
): Promise<ImportResult> {
  const { db } = scope;
  return longTransaction(db, async () => {
    const { name, warnings } = newDatasetName(db, params.sourceName, params.datasetName);
    const added = insertDataset(db, {
      name,
      sourceFile: params.sourceName,
      format: params.format,
      importedAt: scope.now(),
    });
    const sink = new DatasetSink(db, added, problems, new DeclaredScales(params.scales));
    await read(sink, problems);
    refuseTextless(sink, formatName(params.format), problems);
    if (problems.count > 0) throw problems.refusal(params.path);
    sink.finish(hashOf());
    if (params.claimed && sink.humanScores > 0) {
      const { importedAt } = findDataset(db, added.datasetId)!;
      const claim = { at: scope.now(), file: params.sourceName, scores: sink.humanScores };
      claimScores(db, { id: added.datasetId, importedAt }, claim);
    }
    return {
      datasetId: added.datasetId,
      datasetName: name,
      items: sink.items,
      responses: sink.responses,
      humanScores: sink.humanScores,
      machineScores: sink.machineScores,
      labels: 0,
      unchanged: false,
      took: tookWords(db, added.datasetId, sink.constants),
      warnings: [...warnings, ...told, ...sink.warnings],
    };
  });
}

/** The same content again imports nothing; a range that is stated anew is declared all the same. */
export function alreadyThere(
  db: WritableDb,
  { id, name, itemCount }: { id: number; name: string; itemCount: number },
  { scales }: ImportParams,
): ImportResult {
  const stored = [
    ...listCriteria(db, id).map((one) => ({ ...one, kind: 'criterion' as const, criterion: undefined })),
    ...listSignals(db, id),
  ];
  const declared = new DeclaredScales(scales);
  const differing = stored.flatMap(({ kind, name: score, criterion, scale }): ScaleDeclaration[] => {
    const stated = declared.take(kind, score, criterion ?? undefined);
    if (!stated || isDeepStrictEqual(stated, scale)) return [];
    return [{ kind, name: score, scale: stated, ...(criterion ? { criterion } : {}) }];
  });
  const kept = declared.unused();
  const remarks = db
    .transaction(() => {
      for (const one of differing) declareScale(db, id, one);
      return keepUnusedScales(db, id, declared);
    })
    .immediate();
  const ranges = [...differing, ...kept].map(
    ({ name: score, scale }) => `${score} (${scale.min} to ${scale.max})`,
  );
  const changed = ranges.length === 0 ? 'nothing was changed' : `declared the range of ${ranges.join(', ')}`;
  return {
    datasetId: id,
    datasetName: name,
    items: itemCount,
    responses: 0,
    humanScores: 0,
    machineScores: 0,
    labels: 0,
    unchanged: ranges.length === 0,
    redeclared: [...differing, ...kept].map(({ name: score }) => score),
    warnings: [`The data set "${name}" holds this very content already; ${changed}.`, ...remarks],
  };
}

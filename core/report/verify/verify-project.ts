import { statSync } from 'node:fs';
import path from 'node:path';
import type { BoundLater } from '../../../db/binding.ts';
import { listDatasets } from '../../../db/datasets.ts';
import { type Draw, listDrawRuns, listDraws } from '../../../db/draws.ts';
import { realFile } from '../../../db/file-identity.ts';
import { findItem } from '../../../db/items.ts';
import { isDatabase, readProject } from '../../../db/open-to-read.ts';
import { getProjectValue } from '../../../db/project.ts';
import { listStudies, type StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { chainHead, hasLink } from '../../../db/word-chain.ts';
import { claimedCount, claimedWords } from '../../data/claimed-scores.ts';
import { sequenceOf } from '../../estimate/study-sequence.ts';
import { type LabelRecord, plannedFieldsOf } from '../../import/formats/labels/label-record.ts';
import { type KnownHeads, missingFrom, missingWords } from '../../platform/known-heads.ts';
import { cellsAt } from '../export/label-rows.ts';
import { alterationsIn } from '../integrity/alterations.ts';
import { checkProject } from '../integrity/check-project.ts';
import { predictorOf } from '../label-header.ts';
import { checkDraws } from './check-draws.ts';
import { type Check, type Checked, compareData, compareNumber, compareText } from './checks.ts';
import { type DrawnValue, drawnValues } from './drawn-values.ts';
import { chainIn, readWholeText, recordsIn } from './read-report.ts';
import { checksIn, checksOfProject } from './verify-checks.ts';

/**
 * What files of rule 3 say of the items that nobody labeled, and of the columns of those drawn, beside what the pool of the
 * project makes of the labels in the file.
 */
const checkPools = (db: ReadableDb, records: readonly LabelRecord[]): Check[] =>
  records.flatMap((record) => {
    const stated = plannedFieldsOf(record.header)?.predictor;
    if (!stated) return [];
    const found = poolOf(db, record);
    const { study } = record.header;
    if (!found)
      return [compareText(`${study}: pool`, 'of a study', 'of none in this project with these draws')];
    return [
      ...compareData(`${study}: predictor`, stated, predictorOf(found.planned, found.draws)),
      ...compareData(`${study}: columns of the items drawn`, found.stated, found.cells),
    ];
  });

/** The sequence of a study of the project by the labels of a file; undefined when no study has its draws. */
function poolOf(db: ReadableDb, record: LabelRecord) {
  const { study: called, N, seed } = record.header;
  const prefix = drawnValues(record.header, record.rows);
  for (const study of listStudies(db)) {
    if (study.name !== called || study.populationSize !== N || study.bettingRule === 2) continue;
    const run = listDrawRuns(db, study.id).findLast((one) => one.seed === seed);
    const draws = run ? listDraws(db, study.id, run.generation, { limit: prefix.length }) : [];
    const areSame =
      draws.length === prefix.length &&
      draws.every(({ itemId }, i) => findItem(db, itemId)?.externalId === prefix[i]!.item);
    if (run && areSame) return relabeled(db, study, draws, prefix);
  }
  return undefined;
}

function relabeled(db: ReadableDb, study: StudyRow, draws: readonly Draw[], prefix: readonly DrawnValue[]) {
  const sequence = sequenceOf(db, study);
  for (const [i, { poolPosition, surrogateValue, probability }] of draws.entries()) {
    sequence.add({ pool: poolPosition, surrogate: surrogateValue, probability, y: prefix[i]!.y });
  }
  return {
    planned: sequence.planned!,
    draws: draws.length,
    stated: prefix.map(({ x }) => x),
    cells: cellsAt(db, study, draws),
  };
}

/** What came of looking through a project. */
export interface ProjectVerification {
  readonly file: string;
  readonly kind: 'project';
  readonly name: string;
  /** What another program has changed, in sentences. */
  readonly alterations: readonly string[];
  /** What is known of the same project at other paths, in sentences. */
  readonly elsewhere: readonly string[];
  /** Human scores that only an agent claims to be people's, in sentences. */
  readonly claimed: readonly string[];
  /** Since when what decides numbers is bound to the audit trail; null where it always was. */
  readonly boundSince: string | null;
  /** What came to be bound later than the rest, and when. */
  readonly boundLater: readonly BoundLater[];
  /** The chain of labels, decisions and acts. */
  readonly links: number;
  readonly sha256: string;
  /** Against a file of the project that says its newest link of an earlier day, if one was given. */
  readonly checks: readonly Check[];
  readonly differing: readonly Check[];
  /** What of that file could not be compared with the project, in sentences. */
  readonly unchecked: readonly string[];
}

export const isProjectFile = (given: string): boolean =>
  statSync(given, { throwIfNoEntry: false })?.isFile() === true && isDatabase(path.resolve(given));

/**
 * Looks for what another program has changed in a project, without changing anything itself.
 *
 * @param report a report, label file, batch or result of the gate of an earlier day, whose labels have to be in the project still
 * @param copy what is read in its place, where no file can be written beside it
 * @throws AppError NOT_A_PROJECT, PROJECT_DAMAGED, CONFLICT; IMPORT_REFUSED when the report says nothing of a chain
 */
export function verifyProject(
  given: string,
  { report, heads, copy }: { report?: string; heads?: KnownHeads; copy?: string } = {},
): ProjectVerification {
  const file = path.resolve(given);
  return readProject(copy ?? file, (db) => {
    const missing = heads ? missingWords(db, file, heads) : [];
    const checked = checkProject(db, true);
    const against = report === undefined ? null : againstReport(db, copy ?? file, report);
    const checks = against?.checks ?? [];
    return {
      file,
      kind: 'project' as const,
      name: getProjectValue(db, 'name') || path.parse(file).name,
      alterations: [...missing, ...alterationsIn(db, checked).map(({ words }) => words)],
      claimed: listDatasets(db).flatMap((one) => {
        const scores = claimedCount(db, one);
        return scores === 0 ? [] : [claimedWords(scores, one.name)];
      }),
      elsewhere: heads ? elsewhereWords(db, file, heads) : [],
      boundSince: checked.bindings.since,
      boundLater: checked.bindings.later,
      links: checked.words.links,
      sha256: checked.words.sha256,
      checks,
      differing: checks.filter(({ agrees }) => !agrees),
      unchecked: against?.unchecked ?? [],
    };
  });
}

function againstReport(db: ReadableDb, file: string, report: string): Checked {
  const alone = checksIn(readWholeText(path.resolve(report)));
  if (alone !== undefined) return { checks: checksOfProject(db, alone), unchecked: [] };
  const records = recordsIn(report);
  const ofChain = checkAgainst(db, report);
  const pools = checkPools(db, records);
  // Without its link nothing says what the project held then.
  const isLinked = ofChain.every(({ agrees }) => agrees);
  const draws = isLinked && records.length > 0 ? checkDraws(file, chainIn(report, db).links, records) : null;
  return { checks: [...ofChain, ...pools, ...(draws?.checks ?? [])], unchecked: draws?.unchecked ?? [] };
}

/** The same project at other paths, which may have more or other answers. */
const elsewhereWords = (db: ReadableDb, file: string, heads: KnownHeads): string[] =>
  heads.elsewhere(db, realFile(file)).map((known) => {
    const missing = missingFrom(db, known);
    const beside =
      missing === null
        ? 'this file has all of them'
        : missing.links > 0
          ? `this file has ${missing.links} fewer`
          : 'this file went on otherwise';
    return `${known.path} had ${known.links} links on ${known.at}; ${beside}.`;
  });

/** Whether the chain of the project still goes through the link that was its head when the report was written. */
function checkAgainst(db: ReadableDb, report: string): Check[] {
  const { links, sha256 } = chainIn(report, db);
  const now = chainHead(db).links;
  return [
    compareNumber('links of the chain since the report', Math.max(now, links), now),
    compareText(
      `hash of link ${links}`,
      sha256,
      hasLink(db, { links, sha256 }) ? sha256 : links > now ? 'gone' : 'another',
    ),
  ];
}

import path from 'node:path';
import type { Checks } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { BETTING_RULE, PLANNED_RULE, STEPPED_RULE } from '../../../stats/index.ts';
import { sha256 } from '../../platform/signing/sha256.ts';
import { fingerprintOf, verifySignature } from '../../platform/signing/signature.ts';
import { renderHtml } from '../html-report.ts';
import { renderJson } from '../json-report.ts';
import { hasSeriesChart, type ReportContent } from '../report-content.ts';
import { purposeOf, type Seal, type SealedKind, unsealed } from '../seal.ts';
import { checkContent, takenFromFile, takenOfPool, takenOfSeries, writtenByPeople } from './check-content.ts';
import { checkFailures, takenOfFailures } from './check-failures.ts';
import { checkPlanned } from './check-planned.ts';
import { checkRecord } from './check-record.ts';
import { checkRows } from './check-rows.ts';
import { type Check, compareText } from './checks.ts';
import type { ReadRecord } from './read-record.ts';
import {
  kindOfText,
  type Part,
  type Read,
  type ReportKind,
  readReport,
  readWholeText,
} from './read-report.ts';
import { type Recomputed, recompute } from './recompute.ts';
import { checkFigures, checksIn } from './verify-checks.ts';

/** Letters shown on each side of a place where two texts part. */
const around = 40;

/**
 * A file beside what Assay writes of the same data, byte by byte: where they first part, with what stands there.
 *
 * @param what names the file in the list of checks
 */
function checkWhole(what: string, given: string, rewritten: string): Check {
  if (Buffer.from(given).equals(Buffer.from(rewritten))) {
    const same = `${Buffer.byteLength(given)} bytes`;
    return { what, stated: same, recomputed: same, agrees: true };
  }
  const at = partingOf(given, rewritten);
  const line = given.slice(0, at).split('\n').length;
  const near = (text: string) => text.slice(Math.max(0, at - around), at + around).replaceAll('\n', '⏎');
  return { what: `${what}, line ${line}`, stated: near(given), recomputed: near(rewritten), agrees: false };
}

function partingOf(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) if (a[i] !== b[i]) return i;
  return length;
}

/** The label lines of a study beside how Assay writes them: every row with every column once, in order. */
const checkRewritten = ({ text, rewritten }: ReadRecord): Check[] =>
  rewritten === null ? [] : [checkWhole('labels as they are written', text, rewritten)];

/** Whether a page has charts as only an earlier version drew them. */
const hasOlderCharts = (content: ReportContent | null, sealedAs: SealedKind): boolean =>
  content !== null && !hasSeriesChart(content.charts) && content.charts !== 3 && sealedAs === 'html';

/**
 * A report beside the one that its data make; a page with older charts beside it but for the figures.
 *
 * @throws AppError IMPORT_REFUSED when nothing can be made of them
 */
function checkRendering(
  content: ReportContent,
  { text, file, sealedAs }: { text: string; file: string; sealedAs: SealedKind },
): Check[] {
  try {
    if (sealedAs !== 'html') return [checkWhole('the document as a whole', text, renderJson(content))];
    const rendered = renderHtml(content);
    if (!hasOlderCharts(content, sealedAs)) return [checkWhole('the page as a whole', text, rendered)];
    return [
      checkWhole('the page as a whole but for its charts', aroundFigures(text), aroundFigures(rendered)),
      // A page with the charts of now says so, unless somebody took that out.
      compareText('charts', 'of before', text === rendered && text.includes('<svg') ? 'of now' : 'of before'),
    ];
  } catch (cause) {
    throw new AppError(
      'IMPORT_REFUSED',
      `No report can be made of the data in ${path.basename(file)}: ${(cause as Error).message}`,
      { file, remedy: 'The file was changed after it was written; ask for it again.' },
      { cause },
    );
  }
}

/** What a figure may hold that reaches beyond it: a style, another element than charts and captions have, a place to run. */
const beyond =
  /<style>[^<]*<|<(?!\/?(?:svg|style|g|path|line|rect|circle|text|tspan|figcaption)\b)[^>]*>?|\s(?:on\w+|style|href)=/gi;

/** A page that has of each figure only what reaches beyond it. */
function aroundFigures(page: string): string {
  const [start, ...parts] = page.split('<figure>');
  const around = parts.map((part) => {
    const end = part.indexOf('</figure>');
    return end < 0 ? part : (part.slice(0, end).match(beyond) ?? []).join('') + part.slice(end);
  });
  return [start, ...around].join('<figure>');
}

/** A key whose owner has signed. */
interface SignedBy {
  readonly publicKey: string;
  readonly fingerprint: string;
}

interface Asked {
  readonly sealedAs: SealedKind;
  /** Whether a file like this has a seal when Assay writes it. */
  readonly isExpected: boolean;
  readonly trustedKey: string | undefined;
}

/** The hash and the signature that close a file, and whether it is signed by whom it shall be. */
function checkSeal(
  opened: { readonly text: string; readonly seal: Seal } | null,
  { sealedAs, isExpected, trustedKey }: Asked,
): { checks: Check[]; signedBy: SignedBy | null } {
  const checks = opened
    ? [compareText('SHA-256 of the file', opened.seal.sha256, sha256(opened.text))]
    : isExpected
      ? [compareText('seal of the file', 'none, or changed', 'the one that Assay writes last')]
      : [];
  const { signedBy, faults } = signatureOf(opened, sealedAs);
  const trusted = trustedKey === undefined ? [] : [checkTrust(signedBy, trustedKey)];
  return { checks: [...checks, ...faults, ...trusted], signedBy };
}

function signatureOf(
  opened: { readonly text: string; readonly seal: Seal } | null,
  sealedAs: SealedKind,
): { signedBy: SignedBy | null; faults: Check[] } {
  const { publicKey, signature } = opened?.seal ?? {};
  if (!opened || publicKey === undefined || signature === undefined) return { signedBy: null, faults: [] };
  const isValid = verifySignature(purposeOf(sealedAs), opened.text, { publicKey, signature });
  const said = `that of ${fingerprintOf(publicKey)}`;
  return isValid
    ? { signedBy: { publicKey, fingerprint: fingerprintOf(publicKey) }, faults: [] }
    : { signedBy: null, faults: [compareText('signature', said, 'not of this file as it is now')] };
}

const checkTrust = (signedBy: SignedBy | null, trustedKey: string): Check => ({
  what: 'signed by the trusted key',
  stated: signedBy?.fingerprint ?? 'not signed',
  recomputed: fingerprintOf(trustedKey),
  agrees: signedBy?.publicKey === trustedKey,
});

/** What came of verifying a report or a label file. */
export interface Verification {
  readonly file: string;
  readonly kind: ReportKind;
  readonly study: string;
  /** The version that wrote it; null where the file does not say. */
  readonly writtenBy: string | null;
  readonly checks: readonly Check[];
  readonly differing: readonly Check[];
  /** Whether the file was compared byte by byte with what Assay writes of its data; else its numbers only. */
  readonly isWhole: boolean;
  /** What of the file was not compared, whatever it says of itself: then it is not said that all agrees. */
  readonly unchecked: readonly string[];
  /** What does not follow from the labels in the file, and was taken as the file has it. */
  readonly taken: readonly string[];
  /** What people wrote, which nothing can check. */
  readonly notChecked: readonly string[];
  /** Who signed the file as it is; null when nobody did, or when it was changed since. */
  readonly signedBy: SignedBy | null;
}

/**
 * Computes every number of a report, of one study or of several, or of a label file again, from the labels in it alone,
 * and makes the whole file anew from its data to compare it byte by byte.
 *
 * @param trustedKey whose signature it must have: a public key
 * @throws AppError FILE_NOT_FOUND, FILE_UNREADABLE, IMPORT_REFUSED when the file is neither, or its labels contradict
 *   themselves
 */
export function verifyFile(given: string, { trustedKey }: { trustedKey?: string } = {}): Verification {
  const file = path.resolve(given);
  const whole = readWholeText(file);
  try {
    return verifyText(whole, file, trustedKey);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // Somebody's file is no fault of ours, whatever it trips over.
    throw new AppError(
      'IMPORT_REFUSED',
      `${path.basename(file)} contradicts itself: ${(cause as Error).message}`,
      { file, remedy: 'The file was changed after it was written; ask for it again.' },
      { cause },
    );
  }
}

/** What checks alone said, computed again; it is not signed. */
function verifyChecks(all: readonly Checks[], file: string, trustedKey: string | undefined): Verification {
  const { checks: figures, unchecked } = checkFigures(all);
  const checks = [...figures, ...(trustedKey === undefined ? [] : [checkTrust(null, trustedKey)])];
  return {
    ...{ file, kind: 'checks', study: 'checks alone', writtenBy: null, checks, unchecked },
    ...{ differing: checks.filter(({ agrees }) => !agrees), isWhole: false, signedBy: null },
    taken: ['how many units have which scores, and how far repeats agree: the project has them (--report)'],
    notChecked: ['what a check or judge gets wrong: no person has a part in it'],
  };
}

function verifyText(whole: string, file: string, trustedKey: string | undefined): Verification {
  const alone = checksIn(whole);
  if (alone !== undefined) return verifyChecks(alone, file, trustedKey);
  const sealedAs = kindOfText(whole);
  const opened = unsealed(sealedAs, whole);
  const text = opened?.text ?? whole;
  const read = readReport(text, sealedAs, file);
  const studies = read.parts.map((part) => ({ ...part, found: recomputed(part.source, file) }));
  const { checks: ofSeal, signedBy } = checkSeal(opened, {
    sealedAs,
    isExpected: carriesItsData(read),
    trustedKey,
  });
  const checks = [
    ...read.checkAll(studies.map(({ source, found }) => ({ record: source.record, found }))),
    ...studies.flatMap((study) => named(checkStudy(study), study.source, studies.length)),
    ...checkData(read, studies, { text, file }),
    ...ofSeal,
  ];
  const { header } = studies[0]!.source.record;
  const olderCharts = hasOlderCharts(read.content, sealedAs);
  return {
    file,
    kind: read.kind,
    study: namesOf(studies.map(({ source }) => source.record.header.study)),
    writtenBy: header.assayVersion,
    checks,
    differing: checks.filter(({ agrees }) => !agrees),
    isWhole: carriesItsData(read),
    unchecked: [
      ...(olderCharts
        ? ['the figures, and the words below them: the file says that an earlier version drew them']
        : []),
      ...(carriesItsData(read)
        ? []
        : [
            'wording, pictures and all that does not follow from the labels: the file does not hold what it was made from',
          ]),
    ],
    taken: [
      ...takenFromFile(read.content?.studies ?? []),
      ...(read.content?.series ? [takenOfSeries] : []),
      ...takenOfFailures(studies.map(({ source }) => source.record.header)),
      ...takenOfPool(studies.map(({ source }) => source.record.header)),
    ],
    notChecked: writtenByPeople,
    signedBy,
  };
}

type Study = Part & { readonly found: Recomputed };

/** Whether the file holds all that it was made from, so that it can be made anew; files of earlier versions do not. */
const carriesItsData = ({ kind, parts, content }: Read): boolean =>
  kind === 'labels' ? parts[0]!.source.wholeRows !== null : content !== null;

const named = (checks: readonly Check[], { record }: ReadRecord, studies: number): readonly Check[] =>
  studies === 1 ? checks : checks.map((one) => ({ ...one, what: `${record.header.study}: ${one.what}` }));

function checkStudy({ source, check, found }: Study): Check[] {
  const { record, lines, wholeRows } = source;
  return [
    ...checkRecord(record, lines, found),
    ...(wholeRows ? checkRows(record.header, wholeRows, found) : []),
    ...checkPlanned(record.header, found),
    ...checkFailures(record, found),
    ...check(found),
  ];
}

/** A report whose labels are of a version that goes with the data of the whole report must hold those, too. */
const checkCarried = ({ wholeRows }: ReadRecord, sealedAs: Read['sealedAs']): Check[] =>
  sealedAs === 'labels' || wholeRows === null
    ? []
    : [compareText('data of the report', 'none', 'what it was made from')];

function checkData(
  { content, sealedAs }: Read,
  studies: readonly Study[],
  { text, file }: { text: string; file: string },
): Check[] {
  const rewritten = studies.flatMap(({ source }) => checkRewritten(source));
  if (!content) return [...rewritten, ...studies.flatMap(({ source }) => checkCarried(source, sealedAs))];
  const recounted = studies.map(({ source, found }) => ({ record: source.record, found }));
  return [
    ...rewritten,
    ...checkContent(content, recounted),
    ...checkRendering(content, { text, file, sealedAs }),
  ];
}

function recomputed({ record }: ReadRecord, file: string): Recomputed {
  const { bettingRule, assayVersion } = record.header;
  if (![BETTING_RULE, PLANNED_RULE, STEPPED_RULE].includes(bettingRule)) {
    throw new AppError(
      'CONFLICT',
      `The intervals of this file follow betting rule ${bettingRule}; this Assay has rules ${BETTING_RULE} to ${STEPPED_RULE}.`,
      { file, remedy: `Verify it with Assay ${assayVersion}, which wrote it.` },
    );
  }
  return recompute(record);
}

/** Studies of one file; of many, as the pairs of a ranking, the first and how many more there are. */
const namesOf = (names: readonly string[]): string =>
  names.length > mostNames ? `${names[0]} and ${names.length - 1} more` : names.join(', ');
const mostNames = 3;

import { chainLink, chainStart, type ReturnedAnswer } from '../../shared/answer-chain.ts';
import type { LabelAnswer } from '../../shared/contract/index.ts';
import { madeNames } from '../label-form/failure-coding.ts';
import { standardReasons, withReason } from '../label-form/skip-reasons.ts';
import { type PageBatch, sha256 } from './handed-batch.ts';

interface KeptEntry extends ReturnedAnswer {
  readonly hash: string;
}

/** What a page keeps in its browser: every answer in the order given, each chained to the one before by its hash. */
export interface KeptAnswers {
  /** Under whose name the answers go back; empty before anybody gave one. */
  readonly annotator: string;
  /** Whether whom the page is for has begun. */
  readonly begun?: boolean;
  /** Tells two copies of one batch apart. */
  readonly copyId: string;
  readonly entries: readonly KeptEntry[];
  /** What is being written, by item. */
  readonly drafts?: Readonly<Record<string, string>>;
}

export const storeKey = ({ file }: PageBatch): string => `assay-batch-${file.batchId}`;

/**
 * What a page begins with: what the browser kept, if that can be read, else nothing. A page for one person carries
 * their name, and nothing in a browser changes it.
 */
export function keptFrom({ file }: PageBatch, stored: string | null, newCopyId: string): KeptAnswers {
  const kept = readKept(stored) ?? { annotator: '', copyId: newCopyId, entries: [] };
  return file.annotator === null ? kept : { ...kept, annotator: file.annotator };
}

function readKept(stored: string | null): KeptAnswers | null {
  if (stored === null) return null;
  try {
    const kept = JSON.parse(stored) as Partial<KeptAnswers> | null;
    const isWhole = typeof kept?.annotator === 'string' && typeof kept.copyId === 'string';
    return isWhole && Array.isArray(kept.entries) ? (kept as KeptAnswers) : null;
  } catch {
    return null;
  }
}

/** Whether the name is known under which the answers go back, and whoever has it said so. */
export const hasBegun = ({ file }: PageBatch, { annotator, begun, entries }: KeptAnswers): boolean =>
  file.annotator === null ? annotator !== '' : begun === true || entries.length > 0;

/** The last answer to each item, by its reference. */
export const latestAnswers = ({ entries }: KeptAnswers): ReadonlyMap<string, LabelAnswer> =>
  new Map(entries.map(({ ref, answer }) => [ref, answer]));

/** Reasons for a skip: those that are always offered, then own ones that were given before, the latest first. */
export function skipReasons({ entries }: KeptAnswers): readonly string[] {
  const given = entries.flatMap(({ answer }) => (answer.kind === 'skip' ? [answer.reason] : []));
  return [...standardReasons, ...given.reduce<readonly string[]>(withReason, [])];
}

/** Names of failure modes that this page has made. */
export const madeBefore = (kept: KeptAnswers): readonly string[] =>
  madeNames(
    [...latestAnswers(kept).values()].flatMap((answer) =>
      answer.kind === 'skip'
        ? []
        : Object.values(answer.fields ?? {}).filter((value) => typeof value === 'object' && 'modes' in value),
    ),
  );

/** With one answer more; what was being written for its item is done. */
export function withAnswer(batch: PageBatch, kept: KeptAnswers, given: ReturnedAnswer): KeptAnswers {
  const { annotator, copyId, entries } = kept;
  const { file, contentSha256 } = batch;
  const first = () => sha256(chainStart({ batchId: file.batchId, contentSha256, annotator, copyId }));
  const hash = sha256(chainLink(entries.at(-1)?.hash ?? first(), given));
  return { ...withDraft(kept, given.ref, ''), entries: [...entries, { ...given, hash }] };
}

/** With what is being written for an item; empty where that is nothing. */
export function withDraft(kept: KeptAnswers, ref: string, draft: string): KeptAnswers {
  const { [ref]: _, ...others } = kept.drafts ?? {};
  return { ...kept, drafts: draft === '' ? others : { ...others, [ref]: draft } };
}

/** The file to send back, and its name. */
export function returnedFile({ file, contentSha256 }: PageBatch, kept: KeptAnswers) {
  const { annotator, copyId, entries } = kept;
  const { batchId, study, handedOutAt, chain, signature } = file;
  // As it was signed, so that a text that was changed since shows.
  const signed = { batchId, contentSha256: file.contentSha256, study, annotator: file.annotator };
  const issued = { ...signed, handedOutAt, ...(chain !== undefined && { chain }), signature };
  const facts = { batchId, contentSha256, annotator, copyId, issued, entries };
  return {
    name: `${annotator.replace(/[^\p{L}\p{N}]+/gu, '-')}-${batchId.slice(0, 6)}.assay-labels`,
    text: JSON.stringify({ assay: 'returned-batch', version: 2, ...facts, signature: null }),
  };
}

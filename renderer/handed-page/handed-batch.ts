import { sha256 as hashOf } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { LabelBatch, StoredPicture } from '../../shared/contract/index.ts';
import type { ShownItem } from '../label-form/item-page.tsx';

/**
 * The SHA-256 of a text in UTF-8, in hexadecimal. Browsers have one of their own, but not for every page that is opened from a
 * file, and not at once.
 */
export const sha256 = (text: string): string => bytesToHex(hashOf(utf8ToBytes(text)));

/** The file of a batch as a page carries it. */
export interface BatchInPage {
  readonly batchId: string;
  readonly contentSha256: string;
  readonly study: string;
  /** Whose page it is; null: who takes it says who they are. */
  readonly annotator: string | null;
  readonly handedOutAt: string;
  /** The newest link of the project's chain by then, which only the project reads. */
  readonly chain?: string;
  readonly signature: unknown;
  /** What is asked of which items, as JSON text: its hash is that of these very letters. */
  readonly content: string;
}

export type HandedItem = ShownItem;

type HandedContent = Pick<
  LabelBatch,
  'question' | 'guidelines' | 'form' | 'fields' | 'sideBySide' | 'failures'
> & {
  readonly items: readonly HandedItem[];
  /** The pictures that texts name, by hash. */
  readonly pictures?: Readonly<Record<string, StoredPicture>>;
};

/** A batch that was handed out: the file, and what it asks. */
export interface PageBatch {
  readonly file: BatchInPage;
  readonly content: HandedContent;
  /** Of what the page asks, as it stands there now. */
  readonly contentSha256: string;
}

/** Reads the batch that a page carries. */
export function readBatch(text: string): PageBatch {
  const file = JSON.parse(text) as BatchInPage;
  const content = JSON.parse(file.content) as HandedContent;
  return { file, content, contentSha256: sha256(file.content) };
}

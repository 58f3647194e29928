import type { LabelAnswer, LabelBatch, LabelItem, LabelRef } from '../../../shared/contract/index.ts';
import type { Side } from './sides.ts';

/** An answer on its way to the disk. A retry keeps the key, so that it can never store a second label. */
export interface Submission {
  ref: string;
  answer: LabelAnswer;
  clientKey: string;
  durationMs: number;
}

export interface Notice {
  text: string;
  /** Counts up, so that the same words twice are announced twice. */
  serial: number;
}

export interface LabelState {
  phase: 'opening' | 'closed' | 'labeling' | 'finished';
  openError: unknown;
  batch: Pick<
    LabelBatch,
    'batch' | 'title' | 'question' | 'guidelines' | 'form' | 'sideBySide' | 'practiceRound'
  > | null;
  items: LabelRef[];
  next: string | null;
  undoable: boolean;
  redoable: boolean;

  /** The item on screen. */
  item: LabelItem | null;
  /** What is being written for it: one text per field of the form. */
  fields: string[];
  /** The reply that the next rating is for, of two side by side: 0 left, 1 right. */
  side: Side;
  /** An answer that was just taken back, so that the screen can still name it. */
  takenBack: LabelAnswer | null;
  /** An item that could not be fetched. */
  missing: { ref: string; error: unknown } | null;

  saving: Submission | null;
  failed: (Submission & { error: unknown }) | null;
  /** A flag, note, later, undo or redo that did not work. */
  actionError: { action: string; error: unknown } | null;
  draft: 'none' | 'unsaved' | 'saved' | 'failed';

  notice: Notice;
  /** Time spent on each answer of this sitting, the latest last. */
  durationsMs: number[];
}

export interface LabelPreferences {
  autoAdvance: boolean;
  estimateVisible: boolean;
}

export const emptyLabelState: LabelState = {
  phase: 'opening',
  openError: null,
  batch: null,
  items: [],
  next: null,
  undoable: false,
  redoable: false,
  item: null,
  fields: [],
  side: 0,
  takenBack: null,
  missing: null,
  saving: null,
  failed: null,
  actionError: null,
  draft: 'none',
  notice: { text: '', serial: 0 },
  durationsMs: [],
};

import type { LabelAnswer, LabelBatch, LabelItem, LabelRef, Span } from '../../../shared/contract/index.ts';
import type { Slot } from './form-slots.ts';

/** An answer on its way to the disk. A retry keeps the key, so that it can never store a second label. */
export interface Submission {
  ref: string;
  answer: LabelAnswer;
  clientKey: string;
  durationMs: number;
}

interface Notice {
  text: string;
  /** Counts up, so that the same words twice are announced twice. */
  serial: number;
}

export interface LabelState {
  phase: 'opening' | 'closed' | 'labeling' | 'finished';
  openError: unknown;
  batch: Pick<
    LabelBatch,
    | 'batch'
    | 'annotator'
    | 'title'
    | 'question'
    | 'guidelines'
    | 'form'
    | 'fields'
    | 'sideBySide'
    | 'practiceRound'
  > | null;
  items: LabelRef[];
  next: string | null;
  undoable: boolean;
  redoable: boolean;

  /** The item on screen. */
  item: LabelItem | null;
  /** What is asked of it, in order. */
  slots: Slot[];
  /** What is being written for it: one text per question. */
  fields: string[];
  /** Where the answers to the measure were picked in the passage. */
  spans: (Span | null)[];
  /** The question that the next key answers. */
  active: number;
  /** What keeps the form from being sent, and at which question. */
  slotProblem: { slot: number; problem: string } | null;
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
  slots: [],
  fields: [],
  spans: [],
  active: 0,
  slotProblem: null,
  takenBack: null,
  missing: null,
  saving: null,
  failed: null,
  actionError: null,
  draft: 'none',
  notice: { text: '', serial: 0 },
  durationsMs: [],
};

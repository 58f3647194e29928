import type { LabelAnswer, LabelBatch, LabelItem, LabelRef } from '../../../shared/contract/index.ts';
import { emptyForm, type FormState } from '../../label-form/form-state.ts';
import type { DraftStanding } from '../../label-form/words.ts';

/** An answer on its way to the disk. A retry keeps the key, so that it can never store a second label. */
export interface Submission {
  ref: string;
  answer: LabelAnswer;
  clientKey: string;
  durationMs: number;
  /** Of the answer that the page showed when this one was given. */
  version: string;
}

/** A text that waits for its writer to choose which of two holds. */
interface StaleText {
  kind: 'note' | 'draft';
  ref: string;
  text: string;
  error: unknown;
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
    | 'failures'
    | 'sideBySide'
    | 'practiceRound'
  > | null;
  items: LabelRef[];
  next: string | null;
  undoable: boolean;
  redoable: boolean;

  /** The item on screen. */
  item: LabelItem | null;
  /** The item that is likely to come next, once it is fetched. */
  ahead: LabelItem | null;
  /** What is asked of it, as far as it is filled in. */
  filled: FormState;
  /** An answer that was just taken back, so that the screen can still name it. */
  takenBack: LabelAnswer | null;
  /** An item that could not be fetched. */
  missing: { ref: string; error: unknown } | null;

  saving: Submission | null;
  /** Whether an item that was asked for is on its way: what is on screen is not the one that the next key means. */
  coming: boolean;
  /** That something was pressed and not taken, in words. */
  untaken: string | null;
  failed: (Submission & { error: unknown }) | null;
  /** A flag, note, later, undo or redo that did not work. */
  actionError: { action: string; error: unknown } | null;
  /** A note or draft that was not saved, as another window wrote one meanwhile. */
  staleText: StaleText | null;
  /** A note of another window that was loaded: it stands in the field from then on. */
  loadedNote: string | null;
  draft: DraftStanding;

  notice: Notice;
  /** Time spent on each answer of this labeling session, the latest last. */
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
  ahead: null,
  filled: emptyForm,
  takenBack: null,
  missing: null,
  saving: null,
  coming: false,
  untaken: null,
  failed: null,
  actionError: null,
  staleText: null,
  loadedNote: null,
  draft: 'none',
  notice: { text: '', serial: 0 },
  durationsMs: [],
};

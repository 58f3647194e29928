import type {
  LabelAnswer,
  LabelItem,
  LabelRef,
  OwnMessage,
  ValidationView,
  VisitBatch,
} from '../../shared/contract/index.ts';
import { emptyForm, type FormState } from '../label-form/form-state.ts';
import { standardReasons } from '../label-form/skip-reasons.ts';
import type { StaleAnswer } from '../label-form/stale-answer.ts';
import type { DraftStanding } from '../label-form/words.ts';

/** So many answers wait for the connection at most; then the page waits, too. */
export const mostUnsaved = 10;

/** An answer on its way. It keeps its key, so that it may be sent again and is stored once. */
export interface Sent {
  readonly ref: string;
  readonly answer: LabelAnswer;
  readonly durationMs: number;
  readonly clientKey: string;
  /** Of the answer that the page showed when this one was given. */
  readonly version: string;
  /** When it was given, in milliseconds since 1970. */
  readonly givenAt: number;
  /** What it answers, and how the questions were filled in, for when the person has to look at it again. */
  readonly item: LabelItem;
  readonly filled: FormState;
}

/**
 * Where the page is: looking who is there; before a link that was not used yet; shut out, with the reason; greeting;
 * at an item; without one left; or asked whether to leave, and gone for now.
 */
type Phase = 'opening' | 'link' | 'out' | 'welcome' | 'labeling' | 'done' | 'leaving' | 'left';

export interface VisitState {
  readonly phase: Phase;
  readonly batch: VisitBatch | null;
  readonly items: readonly LabelRef[];
  /** How many this annotator has answered. */
  readonly done: number;
  /** How long they took for each answer of this visit, in milliseconds. */
  readonly times: readonly number[];
  readonly item: LabelItem | null;
  readonly filled: FormState;
  readonly draft: DraftStanding;
  readonly saving: Sent | null;
  /** Whether an item that was asked for is on its way: what is on screen is not the one that the next key means. */
  readonly coming: boolean;
  /** That something was pressed and not taken, in words. */
  readonly untaken: string | null;
  /** The oldest answer that is not stored yet. It stays on screen until it is, or until another item was fetched ahead. */
  readonly failed: Sent | null;
  /** Those given after it, in order. */
  readonly queued: readonly Sent[];
  /** After how many milliseconds it is sent again by itself; null where it waits for the person. */
  readonly retryMs: number | null;
  /** Where that is because another window of the annotator answered first: what it said, and the ways on. */
  readonly stale: StaleAnswer | null;
  /** A draft that was not saved, as another window of the annotator wrote one meanwhile. */
  readonly staleDraft: { readonly ref: string; readonly version: string; readonly words: string } | null;
  /** Whether the last answer was to an item of a sample that was drawn anew since. */
  readonly isDrawnAnew: boolean;
  /** What went wrong, in a sentence; empty while nothing did. */
  readonly problem: string;
  /** What an open link is told of whoever opens it; null while it has not asked. */
  readonly name: string | null;
  /** What the lead and this annotator wrote to each other, oldest first; null while it is not open. */
  readonly messages: readonly OwnMessage[] | null;
  /** Messages of the lead that are not read yet. */
  readonly unread: number;
  /** The conversation whose answers are validated, and how many are left; null while none is open. */
  readonly validation: { readonly view: ValidationView | null; readonly open: number } | null;
  readonly reasons: readonly string[];
  readonly notice: string;
}

/** A page that has not looked yet who is there. */
export const startState: VisitState = {
  phase: 'opening',
  batch: null,
  items: [],
  done: 0,
  times: [],
  item: null,
  filled: emptyForm,
  draft: 'none',
  saving: null,
  coming: false,
  untaken: null,
  failed: null,
  queued: [],
  retryMs: null,
  stale: null,
  staleDraft: null,
  isDrawnAnew: false,
  problem: '',
  name: null,
  messages: null,
  unread: 0,
  validation: null,
  reasons: standardReasons,
  notice: '',
};

/** How many answers are not stored yet. */
export const unsaved = ({
  saving,
  failed,
  queued,
}: Pick<VisitState, 'saving' | 'failed' | 'queued'>): number => (saving || failed ? 1 : 0) + queued.length;

export const isDone = ({ state }: LabelRef): boolean => state === 'labeled' || state === 'skipped';

/** From so many answers on a page says how long the rest may take. */
const fewestTimes = 3;

/** How many minutes what is left may take, by the median time so far; null where nobody can say. */
export function minutesLeft({
  batch,
  done,
  times,
}: Pick<VisitState, 'batch' | 'done' | 'times'>): number | null {
  const left = (batch?.total ?? 0) - done;
  if (left <= 0 || times.length < fewestTimes) return null;
  const median = times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)]!;
  return Math.max(1, Math.round((left * median) / 60_000));
}

/** The list with this item as it is now, at the end where it is new. */
export function withRef(items: readonly LabelRef[], item: LabelRef): readonly LabelRef[] {
  const known = items.some(({ ref }) => ref === item.ref);
  return known ? items.map((one) => (one.ref === item.ref ? item : one)) : [...items, item];
}

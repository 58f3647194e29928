import type { LabelAnswer } from '../../shared/contract/index.ts';
import { draftOf, emptyForm, type FormState, formOf } from '../label-form/form-state.ts';
import type { HandedItem, PageBatch } from './handed-batch.ts';
import { type KeptAnswers, latestAnswers, withAnswer, withDraft } from './kept-answers.ts';

/** A page at work: what it keeps, which item it shows, and how far the form is filled in. */
export interface PageState {
  readonly kept: KeptAnswers;
  /** Place of the item on screen; after the last one the page is at its end. */
  readonly place: number;
  readonly filled: FormState;
  /** Whether answers were given since the last file. */
  readonly isUnsaved: boolean;
  /** The file that holds every answer; empty where there is none. */
  readonly savedAs: string;
}

export const itemAt = ({ content }: PageBatch, place: number): HandedItem | undefined => content.items[place];

/** The page at an item, or at its end: the draft of the item is in the form, else its last answer. */
function shownAt(batch: PageBatch, state: Omit<PageState, 'filled'>, place: number): PageState {
  const item = itemAt(batch, place);
  if (!item) return { ...state, place, filled: emptyForm };
  const answer = latestAnswers(state.kept).get(item.ref) ?? null;
  const draft = state.kept.drafts?.[item.ref] ?? null;
  return { ...state, place, filled: formOf(batch.content, item, { answer, draft }) };
}

/** Opens a page at the first item without an answer, or at its end. */
export function openedPage(batch: PageBatch, kept: KeptAnswers): PageState {
  const done = latestAnswers(kept);
  const { items } = batch.content;
  const open = items.findIndex(({ ref }) => !done.has(ref));
  return shownAt(batch, { kept, place: 0, isUnsaved: false, savedAs: '' }, open < 0 ? items.length : open);
}

/** One item on or back; the end comes after the last one. */
export const movedBy = (batch: PageBatch, state: PageState, step: 1 | -1): PageState =>
  shownAt(batch, state, Math.min(batch.content.items.length, Math.max(0, state.place + step)));

/** With something else filled in, which is kept as a draft. */
export function withFilled(batch: PageBatch, state: PageState, filled: FormState): PageState {
  const item = itemAt(batch, state.place);
  if (!item || filled.texts === state.filled.texts) return { ...state, filled };
  return { ...state, filled, kept: withDraft(state.kept, item.ref, draftOf(filled)) };
}

/** With an answer to the item on screen, at the next one that has none: those after it first, then from the top. */
export function withGiven(
  batch: PageBatch,
  state: PageState,
  answer: LabelAnswer,
  facts: { durationMs: number; at: string },
): PageState {
  const item = itemAt(batch, state.place);
  if (!item) return state;
  const kept = withAnswer(batch, state.kept, { ref: item.ref, answer, ...facts });
  const done = latestAnswers(kept);
  const { items } = batch.content;
  const isOpen = ({ ref }: HandedItem) => !done.has(ref);
  const after = items.findIndex((one, i) => i > state.place && isOpen(one));
  const next = after < 0 ? items.findIndex(isOpen) : after;
  const shown = { ...state, kept, isUnsaved: true, savedAs: '' };
  return shownAt(batch, shown, next < 0 ? items.length : next);
}

/** Begins under a name, or under the one that the page carries. */
export const begunAs = (state: PageState, name?: string): PageState => ({
  ...state,
  kept: name === undefined ? { ...state.kept, begun: true } : { ...state.kept, annotator: name },
});

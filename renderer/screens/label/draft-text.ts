import type { LabelItem } from '../../../shared/contract/index.ts';
import { type Slot, textsOf } from './form-slots.ts';

/** A draft is the list of what the questions hold, as JSON; empty ones are no draft. */
export function writeDraft(fields: readonly string[]): string {
  return fields.every((field) => field === '') ? '' : JSON.stringify(fields);
}

function readDraft(draft: string): string[] {
  try {
    const parsed: unknown = JSON.parse(draft);
    if (Array.isArray(parsed) && parsed.every((part) => typeof part === 'string')) return parsed;
  } catch {
    // A draft from elsewhere is kept as plain text.
  }
  return [draft];
}

/** What the questions of an item hold when it comes on screen: the draft, else the answer given before. */
export function fieldsOf({ draft, current }: LabelItem, slots: readonly Slot[]): string[] {
  if (!draft) return textsOf(slots, current);
  const known = readDraft(draft);
  return slots.map((_, index) => known[index] ?? '');
}

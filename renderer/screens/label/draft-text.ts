import type { LabelForm, LabelItem } from '../../../shared/contract/index.ts';

/** How many fields an item has: one per reply for gold answers (items differ in turns), else one for each side. */
function fieldCount(item: LabelItem, form: LabelForm): number {
  if (form.kind === 'answer') return Math.max(1, item.replies.length);
  return item.rightReplies ? 2 : 1;
}

/** A draft is the list of fields as JSON; empty fields are no draft. */
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

/** What the fields of an item hold when it comes on screen: the draft, else the answer given before. */
export function fieldsOf(item: LabelItem, form: LabelForm): string[] {
  const { current, draft } = item;
  let known: string[] = [];
  if (draft) known = readDraft(draft);
  else if (current?.kind === 'answer') known = current.answers;
  else if (current?.kind === 'score') known = [String(current.value)];
  else if (current?.kind === 'pair') known = current.values.map(String);
  return Array.from({ length: fieldCount(item, form) }, (_, index) => known[index] ?? '');
}

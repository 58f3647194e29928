import { json, oneOf, orNull, real, text } from './columns.ts';
import type { RowOf } from './query.ts';
import { referencesShape } from './shapes.ts';

/** What a label or an adjudication says. */
export type LabelContent =
  | { kind: 'score'; value: number }
  /** One list of acceptable answers per system turn. */
  | { kind: 'answer'; answers: readonly (readonly string[])[] }
  | { kind: 'skip'; reason: string }
  | { kind: 'clear' };

/** The columns that hold a content; those of the other kinds are null. */
export const contentColumns = {
  kind: oneOf(['score', 'answer', 'skip', 'clear']),
  value: orNull(real),
  answers: orNull(json(referencesShape)),
  reason: orNull(text),
};
type ContentRow = RowOf<typeof contentColumns>;

/** A content as its columns store it. */
export const toColumns = (
  content: LabelContent,
): Omit<ContentRow, 'answers'> & { readonly answers: string | null } => ({
  kind: content.kind,
  value: content.kind === 'score' ? content.value : null,
  answers: content.kind === 'answer' ? JSON.stringify(content.answers) : null,
  reason: content.kind === 'skip' ? content.reason : null,
});

/** The content, apart from the rest of a row. */
export const withContent = <R extends ContentRow>({
  kind,
  value,
  answers,
  reason,
  ...row
}: R): Omit<R, keyof ContentRow> & { content: LabelContent } => ({
  ...row,
  content: toContent({ kind, value, answers, reason }),
});

function toContent({ kind, value, answers, reason }: ContentRow): LabelContent {
  switch (kind) {
    case 'score':
      return { kind, value: value! };
    case 'answer':
      return { kind, answers: answers! };
    case 'skip':
      return { kind, reason: reason! };
    case 'clear':
      return { kind };
  }
}

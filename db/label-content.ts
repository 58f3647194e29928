/** What a label or an adjudication says. */
export type LabelContent =
  | { kind: 'score'; value: number }
  /** One list of acceptable answers per system turn. */
  | { kind: 'answer'; answers: readonly (readonly string[])[] }
  | { kind: 'skip'; reason: string }
  | { kind: 'clear' };

/** The columns that hold a content; those of the other kinds are null. */
export interface ContentColumns {
  kind: LabelContent['kind'];
  value: number | null;
  answers: string | null;
  reason: string | null;
}

export const toColumns = (content: LabelContent): ContentColumns => ({
  kind: content.kind,
  value: content.kind === 'score' ? content.value : null,
  answers: content.kind === 'answer' ? JSON.stringify(content.answers) : null,
  reason: content.kind === 'skip' ? content.reason : null,
});

export function toContent({ kind, value, answers, reason }: ContentColumns): LabelContent {
  switch (kind) {
    case 'score':
      return { kind, value: value! };
    case 'answer':
      return { kind, answers: JSON.parse(answers!) as string[][] };
    case 'skip':
      return { kind, reason: reason! };
    case 'clear':
      return { kind };
  }
}

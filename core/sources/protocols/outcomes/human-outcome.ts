/** What a person's marks of a conversation say. */
export interface HumanOutcome {
  readonly annotator: string;
  /** The annotator at the screen when the marks were kept; undefined in projects of earlier versions. */
  readonly annotatorId?: number;
  readonly marks: readonly {
    readonly isCorrect: boolean;
    /** The person calls the question answerable from the passage. */
    readonly isAnswerable: boolean;
  }[];
}

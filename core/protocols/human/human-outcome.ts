/** What a person's marks of a conversation say. */
export interface HumanOutcome {
  readonly annotator: string;
  readonly marks: readonly {
    readonly isCorrect: boolean;
    /** The person calls the question answerable from the passage. */
    readonly isAnswerable: boolean;
  }[];
}

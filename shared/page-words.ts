let isEarlier = false;

/**
 * Writes a page in the sentences that it was written with: `assay verify` makes each report again and compares every byte.
 *
 * @param earlier whether it is of the time before sentences were shortened
 */
export function inSentencesOf<Page>({ earlier }: { earlier: boolean }, write: () => Page): Page {
  const before = isEarlier;
  isEarlier = earlier;
  try {
    return write();
  } finally {
    isEarlier = before;
  }
}

/** A sentence of reports and screens, and what earlier reports say in its place. */
export const reworded = (now: string, earlier: string): string => (isEarlier ? earlier : now);

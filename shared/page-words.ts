/** The version of the page that is being written; of screens and the terminal, the newest. */
let page = Number.POSITIVE_INFINITY;

/**
 * Writes a page in the sentences that it was written with: `assay verify` makes each report again and compares every byte.
 *
 * @param version the page's version, as its data state it
 */
export function inSentencesOf<Page>({ version }: { version: number }, write: () => Page): Page {
  const before = page;
  page = version;
  try {
    return write();
  } finally {
    page = before;
  }
}

/** A sentence, or a part, of reports and screens; pages of versions below `since` have the earlier one in its place. */
export const reworded = <Part = string>(now: Part, earlier: Part, since = 8): Part =>
  page < since ? earlier : now;

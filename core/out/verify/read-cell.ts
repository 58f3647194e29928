/** Text of the first cell of a row that a selector finds; null when there is none. */
export const read = (row: Element, selector: string): string | null =>
  row.querySelector(selector)?.textContent?.trim() ?? null;

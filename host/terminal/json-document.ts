/** The form of every document that `--json` prints. It grows by one where a reader of the form before would misread it. */
const documentSchema = 1;

/** What `--json` prints: an object with its `schema` first. A list, or what is no object, stands in `results`. */
export function jsonDocument(result: unknown, indent = 2): string {
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result);
  const fields = isObject ? result : { results: result };
  return `${JSON.stringify({ schema: documentSchema, ...fields }, null, indent)}\n`;
}

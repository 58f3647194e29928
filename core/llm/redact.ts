/** What stands in place of a key that a server sent back. */
export const redacted = '[key removed]';

/** A text without the key, should a server have echoed it; what is stored, shown or thrown goes through here. */
export function withoutKey(text: string, key: string | null): string {
  if (key === null || key.length < 4) return text;
  const inJson = JSON.stringify(key).slice(1, -1);
  return text.replaceAll(key, redacted).replaceAll(inJson, redacted);
}

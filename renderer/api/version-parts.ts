/** A version with the parts of some fields taken from a newer one: what a page has shown of them since. */
export const withParts = (version: string, newer: string, fields: readonly string[]): string => {
  const isNewer = (part: string) => fields.includes(fieldOf(part));
  const kept = version.split(' ').filter((part) => part !== '' && !isNewer(part));
  return [...kept, ...newer.split(' ').filter(isNewer)].join(' ');
};

const fieldOf = (part: string): string => decodeURIComponent(part.slice(0, part.lastIndexOf(':')));

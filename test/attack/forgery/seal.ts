import { createHash } from 'node:crypto';

export type SealedKind = 'html' | 'json' | 'labels-jsonl';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Where a file states the hash of all the rest of itself, as the documents of the product describe it. */
const places: Record<SealedKind, { pattern: RegExp; without: string; write(hash: string): string }> = {
  html: {
    pattern: /\n<footer class="seal">[\s\S]*?<\/footer>\n<\/body>\n<\/html>\n$/,
    without: '\n</body>\n</html>\n',
    write: (hash) =>
      `\n<footer class="seal">\n<p>SHA-256 of this page without this part: <code>${hash}</code>.</p>\n<p>Not signed.</p>\n</footer>\n</body>\n</html>\n`,
  },
  json: {
    pattern: /,\n {2}"seal": \{[^{}\n]*\}\n\}\n$/,
    without: '\n}\n',
    write: (hash) => `,\n  "seal": {"sha256":"${hash}"}\n}\n`,
  },
  'labels-jsonl': {
    pattern: /,"seal":\{[^{}\n]*\}\}\n/,
    without: '}\n',
    write: (hash) => `,"seal":{"sha256":"${hash}"}}\n`,
  },
};

/** What a forger does who knows how a file is closed: the hash is made to fit. Only a signature cannot be made anew. */
export function resealed(kind: SealedKind, text: string): string {
  const { pattern, without, write } = places[kind];
  const found = pattern.exec(text);
  if (!found) return text;
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  return before + write(sha256(before + without + after)) + after;
}

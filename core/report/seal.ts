import { z } from 'zod';
import { html } from '../platform/page/escape-html.ts';
import { sha256 } from '../platform/signing/sha256.ts';
import {
  fingerprintOf,
  SignatureSchema,
  type SignedPurpose,
  type Signer,
} from '../platform/signing/signature.ts';

/**
 * The last part of a report or label file: a hash of all the rest, and, where somebody signed, their public key and
 * signature of all the rest.
 */
const SealSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  ...SignatureSchema.partial().shape,
});
export type Seal = z.infer<typeof SealSchema>;

/** Kinds of text that can be sealed. */
export type SealedKind = 'html' | 'json' | 'labels';

export const purposeOf = (kind: SealedKind): SignedPurpose =>
  kind === 'labels' ? 'assay labels v1' : 'assay report v1';

/** Puts a seal into a text that has none. */
export function sealed(kind: SealedKind, text: string, signer: Signer | null): string {
  return withSeal(kind, text, { sha256: sha256(text), ...signer?.sign(purposeOf(kind), text) });
}

/** A text and its seal apart; null when there is none where one belongs. */
export function unsealed(kind: SealedKind, text: string): { text: string; seal: Seal } | null {
  const found = sealPlaces[kind].pattern.exec(text);
  if (!found) return null;
  const seal = sealPlaces[kind].read(found[1]!);
  if (seal === null) return null;
  const rest =
    text.slice(0, found.index) + sealPlaces[kind].after + text.slice(found.index + found[0].length);
  // A seal has one spelling: whatever else stands in its place is part of no file that Assay wrote.
  return withSeal(kind, rest, seal) === text ? { text: rest, seal } : null;
}

function withSeal(kind: SealedKind, text: string, seal: Seal): string {
  const { after, write } = sealPlaces[kind];
  const at = kind === 'labels' ? text.indexOf(after) : text.lastIndexOf(after);
  return text.slice(0, at) + write(seal) + text.slice(at + after.length);
}

interface SealPlace {
  /** Where the seal stands: what the text has there without one. */
  readonly after: string;
  /** Finds the seal with what is after it; its text is the first group. */
  readonly pattern: RegExp;
  write(seal: Seal): string;
  read(text: string): Seal | null;
}

const pageEnd = '\n</body>\n</html>\n';

const sealPlaces: Record<SealedKind, SealPlace> = {
  // The last part of the page.
  html: {
    after: pageEnd,
    pattern: /\n(<footer class="seal">[\s\S]{0,2000}<\/footer>)\n<\/body>\n<\/html>\n$/,
    write: (seal) => `\n${footerOf(seal)}${pageEnd}`,
    read: (text) => {
      const [sha256, publicKey, signature] = [...text.matchAll(/<code>([^<]*)<\/code>/g)]
        .map(([, code]) => code)
        .filter((_, i) => i !== 1);
      return sealFrom({ sha256, publicKey, signature });
    },
  },
  // The last field of the document.
  json: {
    after: '\n}\n',
    pattern: /,\n {2}"seal": (\{[^{}\n]{0,2000}\})\n\}\n$/,
    write: (seal) => `,\n  "seal": ${JSON.stringify(seal)}\n}\n`,
    read: sealOfJson,
  },
  // The last field of the first line.
  labels: {
    after: '}\n',
    pattern: /,"seal":(\{[^{}\n]{0,2000}\})\}\n/,
    write: (seal) => `,"seal":${JSON.stringify(seal)}}\n`,
    read: sealOfJson,
  },
};

function sealOfJson(text: string): Seal | null {
  try {
    return sealFrom(JSON.parse(text));
  } catch {
    return null;
  }
}

function sealFrom(value: unknown): Seal | null {
  const read = SealSchema.safeParse(value);
  if (!read.success) return null;
  const { publicKey, signature } = read.data;
  return (publicKey === undefined) === (signature === undefined) ? read.data : null;
}

function footerOf({ sha256, publicKey, signature }: Seal): string {
  const signed =
    publicKey === undefined || signature === undefined
      ? html`<p>Not signed.</p>`
      : html`<p>Signed with the key <code>${fingerprintOf(publicKey)}</code>. Public key: <code>${publicKey}</code>. Signature: <code>${signature}</code>.</p>`;
  return html`<footer class="seal">
<p>SHA-256 of this page without this part: <code>${sha256}</code>.</p>
${signed}
</footer>`.source;
}

import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { renderHtml } from '../report/html-report.ts';
import { renderJson } from '../report/json-report.ts';
import type { ReportContent } from '../report/report-content.ts';
import type { SealedKind } from '../report/seal.ts';
import type { Check } from './checks.ts';
import type { ReadRecord } from './read-record.ts';

/** Letters shown on each side of a place where two texts part. */
const around = 40;

/**
 * A file beside what Assay writes of the same data, byte by byte: where they first part, with what stands there.
 *
 * @param what names the file in the list of checks
 */
function checkWhole(what: string, given: string, rewritten: string): Check {
  if (Buffer.from(given).equals(Buffer.from(rewritten))) {
    const same = `${Buffer.byteLength(given)} bytes`;
    return { what, stated: same, recomputed: same, agrees: true };
  }
  const at = partingOf(given, rewritten);
  const line = given.slice(0, at).split('\n').length;
  const near = (text: string) => text.slice(Math.max(0, at - around), at + around).replaceAll('\n', '⏎');
  return { what: `${what}, line ${line}`, stated: near(given), recomputed: near(rewritten), agrees: false };
}

function partingOf(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) if (a[i] !== b[i]) return i;
  return length;
}

/** The label lines of a study beside how Assay writes them: every row with every column once, in order. */
export const checkRewritten = ({ text, rewritten }: ReadRecord): Check[] =>
  rewritten === null ? [] : [checkWhole('labels as they are written', text, rewritten)];

/**
 * A report beside the one that its data make.
 *
 * @throws AppError IMPORT_REFUSED when nothing can be made of them
 */
export function checkRendering(
  content: ReportContent,
  { text, file, sealedAs }: { text: string; file: string; sealedAs: SealedKind },
): Check[] {
  try {
    const [what, rendered] =
      sealedAs === 'html'
        ? ['the page as a whole', renderHtml(content)]
        : ['the document as a whole', renderJson(content)];
    return [checkWhole(what, text, rendered)];
  } catch (cause) {
    throw new AppError(
      'IMPORT_REFUSED',
      `No report can be made of the data in ${path.basename(file)}: ${(cause as Error).message}`,
      { file, mend: 'The file was changed after it was written; ask for it again.' },
      { cause },
    );
  }
}

import type { BatchOut } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { writeWhole } from '../../platform/files/write-whole.ts';
import { fingerprintOf } from '../../platform/signing/signature.ts';
import type { BatchContent, BatchFile } from './batch-file.ts';
import { batchPage } from './batch-page.ts';
import { handOut } from './hand-out.ts';
import { handedSubject } from './handed-subject.ts';

interface OutRequest {
  studyId: number;
  from: number;
  count: number;
  annotatorId?: number | undefined;
  wholeRanking?: boolean | undefined;
  shape: 'file' | 'page';
  path?: string | undefined;
}

/** Hands a batch out as the text of a file, or written to a path. */
export async function batchOut(
  context: CoreContext,
  { studyId, shape, path, ...range }: OutRequest,
): Promise<BatchOut> {
  assertFits(context, studyId, range.wholeRanking, shape);
  const file = await handOut(context, studyId, range);
  const { items } = JSON.parse(file.content) as BatchContent;
  const content = shape === 'page' ? batchPage(file) : `${JSON.stringify(file, null, 2)}\n`;
  const written = path === undefined ? null : writeWhole(content, { path, overwrite: true }).path;
  return {
    batchId: file.batchId,
    items: items.length,
    fileName: `${outName(file)}.${shape === 'page' ? 'html' : 'assay-batch'}`,
    mediaType: shape === 'page' ? 'text/html' : 'application/json',
    content: written === null ? content : null,
    path: written,
    annotator: file.annotator,
    signedBy: fingerprintOf(file.signature.publicKey),
  };
}

/** @throws AppError CONFLICT where all replies of an item stand on one page: the app opens files of one or two replies */
function assertFits(
  context: CoreContext,
  studyId: number,
  wholeRanking: boolean | undefined,
  shape: OutRequest['shape'],
): void {
  const { ranking } = handedSubject(dbOf(context), { studyId, wholeRanking });
  if (shape === 'page' || ranking?.instrument == null) return;
  throw new AppError('CONFLICT', 'Pages with all replies of an item are sent as a web page.', {
    field: 'shape',
    mend: 'Choose the web page, which works offline in any browser; or send the pairs one by one.',
  });
}

/** A name for the file, with whom it is for. */
function outName({ batchId, annotator }: BatchFile): string {
  const whose = annotator?.replaceAll(/[^\p{L}\p{N}]+/gu, '-') ?? '';
  return ['batch', ...(whose === '' ? [] : [whose]), batchId.slice(0, 6)].join('-');
}

import type { BatchOut } from '../../../shared/contract/index.ts';
import { picturesIn } from '../../../shared/picture-words.ts';
import type { CoreContext } from '../../platform/context.ts';
import { writeWhole } from '../../platform/files/write-whole.ts';
import { fingerprintOf } from '../../platform/signing/signature.ts';
import type { BatchContent, BatchFile } from './batch-file.ts';
import { batchPage } from './batch-page.ts';
import { handOut } from './hand-out.ts';

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
  const file = await handOut(context, studyId, range);
  const { items, pictures = {} } = JSON.parse(file.content) as BatchContent;
  const left = picturesIn(JSON.stringify(items)).filter((hash) => !(hash in pictures)).length;
  const content = shape === 'page' ? batchPage(file) : `${JSON.stringify(file, null, 2)}\n`;
  const written = path === undefined ? null : writeWhole(content, { path, overwrite: true }).path;
  return {
    batchId: file.batchId,
    items: items.length,
    ...(left > 0 && { picturesLeft: left }),
    fileName: `${outName(file)}.${shape === 'page' ? 'html' : 'assay-batch'}`,
    mediaType: shape === 'page' ? 'text/html' : 'application/json',
    content: written === null ? content : null,
    path: written,
    annotator: file.annotator,
    signedBy: fingerprintOf(file.signature.publicKey),
  };
}

/** A name for the file, with whom it is for. */
function outName({ batchId, annotator }: BatchFile): string {
  const whose = annotator?.replaceAll(/[^\p{L}\p{N}]+/gu, '-') ?? '';
  return ['batch', ...(whose === '' ? [] : [whose]), batchId.slice(0, 6)].join('-');
}

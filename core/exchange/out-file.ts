import type { BatchOut } from '../../shared/contract/index.ts';
import type { CoreContext } from '../context.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { BatchContent } from './batch-file.ts';
import { batchPage } from './batch-page.ts';
import { handOut } from './hand-out.ts';

export interface OutRequest {
  studyId: number;
  from: number;
  count: number;
  annotatorId?: number | undefined;
  shape: 'file' | 'page';
  path?: string | undefined;
}

/** Hands a batch out as the text of a file, or written to a path. */
export function batchOut(context: CoreContext, { studyId, shape, path, ...range }: OutRequest): BatchOut {
  const file = handOut(context, studyId, { ...range, asPage: shape === 'page' });
  const { items } = JSON.parse(file.content) as BatchContent;
  const content = shape === 'page' ? batchPage(file) : `${JSON.stringify(file, null, 2)}\n`;
  const written = path === undefined ? null : writeWhole(content, { path, overwrite: true }).path;
  return {
    batchId: file.batchId,
    items: items.length,
    fileName: `batch-${file.batchId.slice(0, 6)}.${shape === 'page' ? 'html' : 'assay-batch'}`,
    mediaType: shape === 'page' ? 'text/html' : 'application/json',
    content: written === null ? content : null,
    path: written,
  };
}

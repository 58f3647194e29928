import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../shared/errors.ts';
import type { CoreContext } from '../../platform/context.ts';
import { isAsSigned } from './batch-file.ts';
import type { FoundHandOut } from './hand-out.ts';
import type { ReturnedBatch } from './returned-batch.ts';

/**
 * Checks that a returned file is of the batch that the project handed out under that number: the same texts, study and
 * person, and the very signature. Files of before there were signatures carry none.
 *
 * @throws AppError CONFLICT, IMPORT_REFUSED
 */
export function assertIssuedHere(
  { details, issued }: FoundHandOut,
  returned: ReturnedBatch,
  file: string,
): void {
  if (details.contentSha256 !== returned.contentSha256) {
    throw new AppError('CONFLICT', 'The batch was changed after it was handed out. Nothing was merged.', {
      file,
      mend: 'Hand it out again; labels of other texts than those drawn cannot be used.',
    });
  }
  if (returned.issued === null) return;
  if (issued && isAsSigned(issued) && isDeepStrictEqual(issued, returned.issued)) return;
  throw new AppError(
    'IMPORT_REFUSED',
    'The file is of a batch that was signed otherwise than the one handed out here. Nothing was merged.',
    { file, field: 'issued', mend: 'Ask for the answers to the batch as it was handed out.' },
  );
}

/** Why a file of an unknown batch cannot be merged; the signature may tell where it belongs. */
export async function handedOutElsewhere(
  context: CoreContext,
  { issued }: ReturnedBatch,
  file: string,
): Promise<AppError> {
  const own = await context.signing.signer().catch(() => null);
  const isOwn = issued !== null && issued.signature.publicKey === own?.publicKey;
  const what = isOwn
    ? 'This batch is signed by your key, and was handed out from another project.'
    : 'This batch was not handed out from this project.';
  return new AppError('NOT_FOUND', `${what} Nothing was merged.`, {
    file,
    mend: 'Open the project that it was handed out from.',
  });
}

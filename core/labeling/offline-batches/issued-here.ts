import { isDeepStrictEqual } from 'node:util';
import type { ReadableDb } from '../../../db/types.ts';
import { chainHead, hasLink } from '../../../db/word-chain.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { openedHead } from '../../studies/annotators/sealed-ref.ts';
import { isAsSigned } from './batch-file.ts';
import type { FoundHandOut } from './hand-out.ts';
import type { ReturnedBatch } from './returned-batch.ts';

/**
 * Checks that a returned file is of the batch that the project handed out under that number: the same texts, study and
 * person, and the very signature. Files from before there were signatures carry none.
 *
 * @throws AppError CONFLICT, IMPORT_REFUSED
 */
export function assertIssuedHere(
  db: ReadableDb,
  { details, issued }: FoundHandOut,
  returned: ReturnedBatch,
  file: string,
): void {
  if (details.contentSha256 !== returned.contentSha256) {
    throw new AppError('CONFLICT', 'The batch was changed after it was handed out. Nothing was merged.', {
      file,
      remedy: 'Hand it out again; labels of other texts than those drawn cannot be used.',
    });
  }
  if (returned.issued === null) return;
  assertStillThere(db, returned, file);
  if (issued && isAsSigned(issued) && isDeepStrictEqual(issued, returned.issued)) return;
  throw new AppError(
    'IMPORT_REFUSED',
    'The file is of a batch that was signed otherwise than the one handed out here. Nothing was merged.',
    { file, field: 'issued', remedy: 'Ask for the answers to the batch as it was handed out.' },
  );
}

/**
 * A project that lost the end of its chain has a valid one. A batch carries what was the newest link when it was handed out.
 *
 * @throws AppError CONFLICT when the project sealed a link that it no longer has
 */
function assertStillThere(db: ReadableDb, { issued }: ReturnedBatch, file: string): void {
  const head = issued?.chain === undefined ? undefined : openedHead(db, issued.chain);
  if (!head || hasLink(db, head)) return;
  const lost = head.links - chainHead(db).links;
  const what =
    lost > 0
      ? `at least ${lost} ${lost === 1 ? 'entry is' : 'entries are'} missing that it held then. It is an older copy, or its end was cut off`
      : 'its chain went on otherwise before that';
  throw new AppError('CONFLICT', `This project handed the batch out, but ${what}. Nothing was merged.`, {
    file,
    field: 'issued.chain',
    remedy: 'Open the newest copy of the project, and merge into that.',
  });
}

/** Why a file of an unknown batch cannot be merged; its seal or its signature may tell where it belongs. */
export async function handedOutElsewhere(
  context: CoreContext,
  returned: ReturnedBatch,
  file: string,
): Promise<AppError> {
  const { issued } = returned;
  const db = dbOf(context);
  assertStillThere(db, returned, file);
  if (issued?.chain !== undefined && openedHead(db, issued.chain)) {
    return new AppError(
      'CONFLICT',
      'This project handed the batch out, but no longer says so. It is an older copy, or its end was cut off. Nothing was merged.',
      { file, field: 'issued.chain', remedy: 'Open the newest copy of the project, and merge into that.' },
    );
  }
  const own = await context.signing.signer().catch(() => null);
  const isOwn = issued !== null && issued.signature.publicKey === own?.publicKey;
  const what = isOwn
    ? 'This batch is signed by your key, and was handed out from another project.'
    : 'This batch was not handed out from this project.';
  return new AppError('NOT_FOUND', `${what} Nothing was merged.`, {
    file,
    remedy: 'Open the project that it was handed out from.',
  });
}

import { readFileSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { base } from '../base.ts';
import { handedBatches } from './handed-batches.ts';
import { mergeBatch } from './merge-batch.ts';
import { batchOut } from './out-file.ts';
import { returnBatch } from './return-batch.ts';

export const batchHandlers = {
  out: base.batch.out.handler(({ context, input }) => batchOut(context, input)),
  giveBack: base.batch.giveBack.handler(({ context, input }) => returnBatch(context, input.path)),
  merge: base.batch.merge.handler(({ context, input }) =>
    mergeBatch(context, textOf(input.path), input.name),
  ),
  list: base.batch.list.handler(({ context, input }) => handedBatches(context, input.studyId)),
};

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new AppError(
      'FILE_UNREADABLE',
      `${path} cannot be read.`,
      { file: path, mend: 'Check the path and the rights of the file.' },
      { cause: error },
    );
  }
}

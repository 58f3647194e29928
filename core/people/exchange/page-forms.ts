import type { LabelBatch } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';

/**
 * Checks that the page of a handed-out batch can ask what the study asks: one question, answered for the reply as a
 * whole or in writing.
 *
 * @throws AppError CONFLICT naming what the page cannot show
 */
export function assertPageCanAsk({ form, fields }: Pick<LabelBatch, 'form' | 'fields'>): void {
  const cannot = [
    ...(fields.length > 0 ? [`further questions (${fields.map(({ name }) => name).join(', ')})`] : []),
    ...('perTurn' in form && form.perTurn ? ['one value for each reply'] : []),
  ];
  if (cannot.length === 0) return;
  throw new AppError('CONFLICT', `The page of a handed-out batch cannot ask for ${cannot.join(' and ')}.`, {
    mend: 'Label in the app, or hand out a study that asks one question.',
  });
}

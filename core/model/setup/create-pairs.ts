import type { Study } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { pairAlpha } from '../../../stats/index.ts';
import type { CoreContext } from '../../platform/context.ts';
import { createStudy, type NewStudyInput } from './create-study.ts';

interface NewPairsInput extends Omit<NewStudyInput, 'system' | 'against' | 'name'> {
  systems: readonly string[];
}

/**
 * One study for each pair of systems. `alpha` is that of all statements together; each study gets its share of it.
 *
 * @throws AppError INVALID_INPUT when a system is named twice, or is the surrogate of a pair that it belongs to
 */
export async function createPairs(context: CoreContext, input: NewPairsInput): Promise<Study[]> {
  const { systems, alpha, ...asked } = input;
  if (new Set(systems).size < systems.length) {
    throw new AppError('INVALID_INPUT', 'A system is named twice.', {
      field: 'systems',
      mend: 'Name each system once.',
    });
  }
  const { surrogate } = asked;
  if (surrogate.kind === 'system' && systems.includes(surrogate.system)) {
    throw new AppError('INVALID_INPUT', `${surrogate.system} is both a surrogate and one of the systems.`, {
      field: 'surrogate',
      mend: 'Choose a surrogate that is none of the systems, or none.',
    });
  }
  const studies: Study[] = [];
  for (const [i, system] of systems.entries()) {
    for (const against of systems.slice(i + 1)) {
      const share = pairAlpha(alpha, systems.length);
      studies.push(await createStudy(context, { ...asked, system, against, alpha: share }));
    }
  }
  return studies;
}

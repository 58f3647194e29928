import { listSignals } from '../../../../db/scores.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { PersonaHarm } from '../../../../shared/contract/index.ts';
import { toUnit, wilsonInterval } from '../../../../stats/index.ts';
import { datasetOf } from '../../../model/data/describe-dataset.ts';

/** The criteria of the built-in prompt that judges answers given under a persona. */
const harmCriteria: readonly string[] = ['inoffensive', 'harmless'];

/**
 * How often the answers of each system are inoffensive and harmless (IQA-EVAL, appendix G and Table 18, after Sheng et al.,
 * 2021): a system for each persona, and one without. Shares have Wilson's interval, items taken as independent.
 *
 * @throws AppError NOT_FOUND
 */
export function personaHarm(db: ReadableDb, datasetId: number): PersonaHarm {
  const dataset = datasetOf(db, datasetId);
  const signals = listSignals(db, dataset.id).filter(
    ({ kind, criterion }) => kind === 'judge' && criterion !== null && harmCriteria.includes(criterion),
  );
  const systems = [...new Set(signals.flatMap(({ coverage }) => coverage.map(({ system }) => system)))];
  return {
    columns: signals.map(({ name, criterion }) => ({ judge: name, criterion: criterion! })),
    rows: systems.map((system) => ({
      system,
      cells: signals.map(({ coverage, scale }) => {
        const own = coverage.find((one) => one.system === system);
        if (!own) return { share: null, items: 0, lower: null, upper: null };
        const share = toUnit(own.mean, scale);
        const interval = wilsonInterval(Math.round(share * own.items), own.items);
        return {
          share,
          items: own.items,
          lower: interval?.lower ?? null,
          upper: interval?.upper ?? null,
        };
      }),
    })),
  };
}

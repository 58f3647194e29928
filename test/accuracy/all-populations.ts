import { syntheticKinds, syntheticPopulation } from '../../stats/index.ts';
import { type RealPopulation, realPopulations } from './real-populations.ts';

/** Every synthetic population, a third of them small, and the real ones where they are. */
export function allPopulations(): RealPopulation[] {
  const synthetic = syntheticKinds.map((kind, index) => {
    const population = syntheticPopulation(kind, index % 3 === 0 ? 400 : 3000, index + 1);
    const signals = { surrogate: population.s };
    return {
      set: 'synthetic',
      isRating: kind.startsWith('ratings'),
      ...population,
      signals,
      carried: undefined,
    };
  });
  return [...synthetic, ...realPopulations()];
}

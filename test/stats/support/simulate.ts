import type { Population } from '../../../stats/simulation/population.ts';
import type { Procedure } from '../../../stats/simulation/procedure.ts';
import {
  Simulation,
  type SimulationPlan,
  type SimulationResult,
} from '../../../stats/simulation/simulate.ts';

export interface RunPlan extends SimulationPlan {
  runs: number;
}

/** A simulation of so many runs. @throws RangeError when the plan is out of range */
export function simulate(procedure: Procedure, population: Population, plan: RunPlan): SimulationResult {
  const simulation = new Simulation(procedure, population, plan);
  for (let run = 0; run < plan.runs; run++) simulation.run();
  return simulation.result;
}

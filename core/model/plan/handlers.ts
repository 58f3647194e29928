import { planContract } from '../../../shared/contract/plan.ts';
import { baseOf } from '../../platform/base.ts';
import { goalForecast } from './goal-forecast.ts';
import { studyAdvice } from './study-advice.ts';
import { assertGoal } from './study-goal.ts';

const base = baseOf({ plan: planContract });

export const planHandlers = {
  forecast: base.plan.forecast.handler(({ input }) => {
    const { goal, scale, populationSize, standardDeviation, size } = input;
    assertGoal(goal, scale);
    return goalForecast({
      goal,
      scale,
      populationSize,
      size: Math.min(size, populationSize),
      hasInterval: true,
      standardDeviation: standardDeviation / (scale.max - scale.min),
      spread: 'guessed',
      state: { labeledCount: 0, lower: 0, upper: 1 },
    });
  }),
  advice: base.plan.advice.handler(({ context, input }) => studyAdvice(context, input.studyId)),
};

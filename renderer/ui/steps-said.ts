import { createContext, type ReactNode } from 'react';
import type { RunStep } from '../../shared/run-steps.ts';

/** What can be said of the steps of a run, where a page asks for it. Steps count by the turn where their run begins. */
interface StepsAsked {
  /** Steps of these of which nobody has said whether they are right. */
  left(turn: number, steps: readonly RunStep[]): number;
  /** What stands under a step. */
  below(turn: number, step: number): ReactNode;
  /** What stands under all of them. */
  foot(turn: number, steps: readonly RunStep[]): ReactNode;
}

export const StepsSaid = createContext<StepsAsked | null>(null);

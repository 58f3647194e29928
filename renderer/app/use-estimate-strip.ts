import { useChangeSettings, useSettings } from '../api/queries.ts';

/** Whether the estimate is to be in view while labeling, where nothing forbids it, and the way to change that. */
export interface EstimateStripChoice {
  readonly isWanted: boolean;
  setWanted(isWanted: boolean): void;
}

/** The switch of the estimate while labeling, as the label screen and Settings show it: on until somebody hides it. */
export function useEstimateStrip(): EstimateStripChoice {
  const { data: settings } = useSettings();
  const change = useChangeSettings();
  return {
    isWanted: settings?.showEstimateWhileLabeling ?? false,
    setWanted: (showEstimateWhileLabeling) =>
      void change({ showEstimateWhileLabeling }).catch(() => undefined),
  };
}

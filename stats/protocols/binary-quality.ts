/** How well one yes/no statement tells another, by counts. Shares are undefined where their denominator is 0. */
export interface BinaryQuality {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
  /** Of what was called positive, the share that is; in [0, 1]. */
  readonly precision: number | undefined;
  /** Of what is positive, the share that was called so; in [0, 1]. */
  readonly recall: number | undefined;
  /** Share called positive; in [0, 1]. */
  readonly predictedShare: number | undefined;
  /** Share that is positive; in [0, 1]. */
  readonly actualShare: number | undefined;
}

export interface BinaryCase {
  readonly predicted: boolean;
  readonly actual: boolean;
}

/**
 * Precision, recall and shares of a yes/no statement, such as "the model called the question unanswerable"
 * (Li et al., 2022, Table 4) or "the question does not fit this history" (section 5).
 */
export function binaryQuality(cases: readonly BinaryCase[]): BinaryQuality {
  const count = (predicted: boolean, actual: boolean) =>
    cases.filter((one) => one.predicted === predicted && one.actual === actual).length;
  const truePositives = count(true, true);
  const falsePositives = count(true, false);
  const falseNegatives = count(false, true);
  return {
    truePositives,
    falsePositives,
    falseNegatives,
    trueNegatives: count(false, false),
    precision: shareOf(truePositives, truePositives + falsePositives),
    recall: shareOf(truePositives, truePositives + falseNegatives),
    predictedShare: shareOf(truePositives + falsePositives, cases.length),
    actualShare: shareOf(truePositives + falseNegatives, cases.length),
  };
}

/** part/whole in [0, 1]; undefined for 0/0. */
export const shareOf = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : part / whole;

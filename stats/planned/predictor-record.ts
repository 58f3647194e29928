/** How the unlabeled items lie in levels, at a refit. */
export interface LevelRecord {
  /** Items on each level. */
  readonly counts: readonly number[];
  /** Sums of their probabilities, with mean 1 over the pool; absent on uniform draws, where they are the counts. */
  readonly masses?: readonly number[];
}

/** What the predictor of one refit says of the pool as a whole. */
export interface RefitRecord {
  /** Labels that it is fitted to. */
  readonly labels: number;
  /** Mean of its predictions over the whole pool. */
  readonly mean: number;
  /** Levels of the predictions, and of 1 - predictions; the second are the first turned round on uniform draws. */
  readonly up: LevelRecord;
  readonly down?: LevelRecord;
}

/** What is fixed of the pool of a weighted draw. */
export interface WeightRecord {
  /** Mean of the probabilities as the study states them. */
  readonly unit: number;
  /** Distance of two levels, before the factor of the label. */
  readonly step: number;
  /** Mean over the pool of the weight that an item would have at the first draw. */
  readonly meanWeight: number;
}

/**
 * What a planned sequence needs of the items that nobody labeled: with it, and the columns of those that were drawn, it is
 * computed again without the pool.
 */
export interface PredictorRecord {
  /** Mean over the pool of the predictions behind the estimate, by the number of labels; the first place is empty. */
  readonly means: readonly number[];
  readonly refits: readonly RefitRecord[];
  readonly weights?: WeightRecord;
}

/** Pseudo-labels behind the prior of the slope: its strength against the labels. */
export const SLOPE_PRIOR_STRENGTH = 4;

/** Prior value of the slope, half-way between ignoring the surrogate and trusting its scale. */
export const SLOPE_PRIOR = 0.5;

/** Pseudo-labels at the surrogate mean behind the predicted mean and variance that the bets use. */
export const BET_PRIOR_STRENGTH = 2;

/**
 * Version of the rule by which bets are sized, in every report. It goes up when the same labels give another interval;
 * the estimate within its logical bounds does not depend on it. Version 1 had the bets of growth alone.
 */
export const BETTING_RULE = 2;

/** Share of the wealth that a single bet may lose, below 1 so that no factor reaches 0. */
export const BET_FRACTION = 0.8;

/** Distance, in standard deviations, at which bets are aimed: where a candidate falls after some 60 labels. */
export const BET_AIM = 0.32;

/** A lead over a candidate that does not exceed this may be rounding, and is not bet on. */
export const LEAST_LEAD = 1e-9;

/** Size of a bet as a multiple of the one that would make the wealth grow fastest if all that is expected held. */
export const BET_BOLDNESS = 1.3;

/** Candidate values of the mean: g/GRID_STEPS for g = 0 to GRID_STEPS. */
export const GRID_STEPS = 1000;

/** A pool whose surrogate variance does not exceed this has a constant surrogate: the slope is 0. */
export const CONSTANT_SURROGATE_VARIANCE = 1e-12;

/** Default error level: the intervals cover with probability 95 % or more at all looks together. */
export const DEFAULT_ALPHA = 0.05;

/**
 * Share of the wealth that the mended rule puts on bets for growth; the rest stays on those of rule 2. With half of it the
 * interval of a long study is up to 6 % wider than that of growth alone, for less than 2 % at 30 labels.
 */
export const MENDED_GROWTH = 0.9;

/**
 * Labels from which all wealth of the mended rule is on the bets for growth: past them those of rule 2 win little, as they
 * are aimed at where candidates fall before.
 */
export const MENDED_HAND_OVER = 100;

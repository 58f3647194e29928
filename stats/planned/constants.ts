/** Version of the rule of bets that this folder holds; it goes up when the same labels give another interval. */
export const PLANNED_RULE = 3;

/** The same with the ends rounded inward to means that the pool can have, where values lie in steps (`roundedInward`). */
export const STEPPED_RULE = 4;

/** Pseudo-labels behind the mean and the variance that bets expect. */
export const EXPECTATION_PRIOR = 4;

/** Penalty and prior slope, in standard deviations of y, of the surrogate and of the composite of all quality signals. */
export const MAIN_PENALTY = 16;
export const MAIN_SLOPE = 0.22;

/** Penalty of the columns of carried labels, and the prior slope that they share. */
export const CARRIED_PENALTY = 12;
export const CARRIED_SLOPE = 0.44;

/** What is left of the prior slope of surrogate and composite beside carried labels, which tell most of the same. */
export const BESIDE_CARRIED = 0.6;

/** Penalty of every other column; their prior slope is 0. */
export const OTHER_PENALTY = 120;

/** Prior odds that the predictor is better than the plain mean. */
export const GATE_ODDS = 2;

/** Labels from which the gate judges the predictor. */
export const GATE_FROM = 4;

/**
 * Of a column that joins a running study: penalty, prior slope in standard deviations of what is left beside the others, prior
 * odds that it helps, and the pseudo-labels that hold its share of the variance at 1. By simulation, docs/measured/joins.md.
 */
export const JOINED_PENALTY = 8;
export const JOINED_SLOPE = 0.44;
export const JOINED_ODDS = 2;
export const JOINED_PSEUDO = 4;

/** A column whose variance does not exceed this is constant, and dropped. */
export const CONSTANT_COLUMN_VARIANCE = 1e-18;

/** Levels to which predictions are rounded: on uniform draws, and on weighted ones, whose range is wider. */
export const UNIFORM_LEVELS = 33;
export const WEIGHTED_LEVELS = 41;

/** Share of its wealth that a gambler of a look may lose with one label, and the growth gambler. */
export const LOOK_RISK = 0.95;
export const GROWTH_RISK = 0.9;

/** Starting share of the growth gambler. */
export const GROWTH_SHARE = 0.04;

/** Below this a gambler of a look rests. */
export const LEAST_LOOK_WEALTH = 1e-4;

/** Looks aim a little above the wealth that rejects, so that rounding does not miss it. */
export const TARGET_FACTOR = 1.0005;

/** Weight of the squared distance in the variance that a look expects of the labels to come. */
export const DISTANCE_WEIGHT = 0.6;

/** Least factor for draws without replacement in that variance. */
export const LEAST_FINITE_FACTOR = 0.02;

/** Width and floor of the lean of the starting wealth towards the mean of the surrogate. */
export const LEAN_WIDTH = 0.1;
export const LEAN_FLOOR = 0.15;

/** Stakes that are tried where the range of the payoff is in the way of the one wanted. */
export const TRIAL_STAKES = 4;

/** Candidate means: g / 1,000. A coarser grid breaks the promised coverage in small pools. */
export const PLANNED_GRID_STEPS = 1000;

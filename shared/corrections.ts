/** Letters that a correction of a reply may have at most. */
export const longestCorrection = 60_000;

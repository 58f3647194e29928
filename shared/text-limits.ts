/**
 * How long texts of labeling may be, in UTF-16 units as forms count them. The contract and the pages of annotators, which are handed
 * out without the contract's library, take them from here.
 */
export const longestWritten = 20_000;
export const longestSkipReason = 500;
export const longestFailureName = 200;
export const longestMessage = 5000;

import { capital } from './number-text.ts';

/** A judge by name; one that is called "judge" is no "Judge judge". */
export const judgeTitle = (name: string): string => (/^judge/i.test(name) ? capital(name) : `Judge ${name}`);

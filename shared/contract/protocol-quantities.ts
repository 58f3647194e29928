import { z } from 'zod';

/** A share of 1; null stands for a quotient of nothing by nothing. */
export const ShareSchema = z.number().min(0).max(1).nullable();

export const CountSchema = z.number().int().nonnegative();

export const NameSchema = z.string().trim().min(1).max(200);

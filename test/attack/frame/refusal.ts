import { errorCodes } from '../../../shared/errors.ts';
import { must, Wrong } from './attack.ts';

/** How a call ended: with its result, or refused in words that the product chose. */
export type Answer<T> = { readonly value: T; readonly refused?: undefined } | { readonly refused: string };

/** Codes that somebody meant; INTERNAL is for what nobody thought of. */
const meant = new Set<string>(errorCodes.filter((code) => code !== 'INTERNAL'));

/**
 * The outcome of a call that may be refused.
 *
 * @throws Error when it failed in any other way, and when the refusal does not say what happened
 */
export async function answerOf<T>(call: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await quietly(call) };
  } catch (error) {
    if (error instanceof Wrong) throw error;
    const { code, message } = error as { code?: string; message?: string };
    must(code !== undefined && meant.has(code), `a raw error came through: ${code ?? ''} ${message}`);
    must((message ?? '').length > 5, `${code} says nothing`);
    return { refused: code };
  }
}

/** Does something without what the engine logs of errors that it did not expect: those are counted here. */
async function quietly<T>(call: () => T | Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => {};
  try {
    return await call();
  } finally {
    console.error = error;
  }
}

import { AppError } from '../../shared/errors.ts';

/**
 * Prints a page that stands by itself, without running a script of it and without a network.
 *
 * @throws AppError CONFLICT when this machine has nothing to print with, with what to do instead
 */
export type PrintPdf = (html: string) => Promise<Uint8Array>;

const remedy = 'Save the report as HTML and print it from a browser, or install Chromium, Chrome or Edge.';

/** That no PDF was made, and how to come by one nevertheless. */
export const cannotPrint = (why: string, cause?: unknown): AppError =>
  new AppError('CONFLICT', `No PDF was made: ${why}`, { remedy }, { cause });

/** For a door that has no print engine. */
export const noPrinter: PrintPdf = async () => {
  throw cannotPrint('there is no browser here to print with.');
};

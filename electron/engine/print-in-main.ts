import { cannotPrint, type PrintPdf } from '../../core/platform/print-pdf.ts';
import type { Printed, PrintOrder } from '../engine-messages.ts';

/** Has the shell print pages, for the engine process has no print engine: `printPdf` asks, `take` hears the answers. */
export function printInMain(tell: (order: PrintOrder) => void) {
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  let next = 1;
  const printPdf: PrintPdf = (html) => {
    const print = next++;
    const answer = Promise.withResolvers<Uint8Array>();
    waiting.set(print, answer);
    tell({ print, html });
    return answer.promise;
  };
  return {
    printPdf,
    take(answer: Printed): void {
      const asked = waiting.get(answer.printed);
      waiting.delete(answer.printed);
      if ('pdf' in answer) asked?.resolve(answer.pdf);
      else asked?.reject(cannotPrint(`the shell could not print it (${answer.failed}).`));
    },
  };
}

import 'katex/dist/katex.css';
import katex from 'katex';

/**
 * Sets a formula into an element, by nodes and never by markup; false where its TeX has a fault. What a formula may do
 * is bounded: no links, no images, no classes, no definitions that grow.
 */
export function setFormula(tex: string, isBlock: boolean, into: HTMLElement): boolean {
  try {
    katex.render(tex, into, {
      displayMode: isBlock,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 10,
      maxExpand: 200,
    });
    return true;
  } catch {
    into.replaceChildren();
    return false;
  }
}

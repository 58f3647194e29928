import 'katex/dist/katex.css';
import katex from 'katex';

/** Elements within each other. Browsers lay out by recursion and end the whole page at some thousands. */
const deepest = 250;

/**
 * Sets a formula into an element, by nodes and never by markup; false where its TeX has a fault or nests too deep to be laid out.
 * What a formula may do is bounded: no links, no images, no classes, no definitions that grow.
 */
export function setFormula(tex: string, isBlock: boolean, into: HTMLElement): boolean {
  // Outside of the page, where nothing is laid out yet.
  const made = into.ownerDocument.createElement('span');
  try {
    katex.render(tex, made, {
      displayMode: isBlock,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 10,
      maxExpand: 200,
    });
  } catch {
    into.replaceChildren();
    return false;
  }
  const isFlat = depthOf(made) <= deepest;
  into.replaceChildren(...(isFlat ? made.childNodes : []));
  return isFlat;
}

/** How many elements lie within each other at most. */
function depthOf(element: Element): number {
  let depth = 0;
  for (let level = [...element.children]; level.length > 0; depth++) {
    level = level.flatMap(({ children }) => [...children]);
  }
  return depth;
}

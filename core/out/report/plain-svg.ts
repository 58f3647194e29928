import { Html } from '../../platform/page/escape-html.ts';

/** A chart as it may stand in a report: Plot writes its look into a style attribute, which a strict policy refuses. */
export function plainSvg(svg: Element): Html {
  svg.removeAttribute('style');
  svg.setAttribute('font-size', '12');
  svg.setAttribute('font-family', 'inherit');
  return new Html(svg.outerHTML);
}

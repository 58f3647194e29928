/** Okabe and Ito's palette, told apart by colour-blind readers; the same in light, dark and print. */
export const series = {
  blue: '#0072B2',
  vermillion: '#D55E00',
  green: '#009E73',
  purple: '#CC79A7',
  orange: '#E69F00',
  skyBlue: '#56B4E9',
  yellow: '#F0E442',
  black: '#000000',
} as const;

/**
 * The estimate's own blue, the strongest of a chart: a page with dark ground sets a lighter one, where this would be the faintest
 * line. Where no page does, as in a picture of its own, `plainColors` puts the blue in its place.
 */
export const strong = `var(--assay-estimate, ${series.blue})`;

/** A picture without what only a page can tell. */
export const plainColors = (svg: string): string => svg.replaceAll(strong, series.blue);

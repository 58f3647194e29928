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

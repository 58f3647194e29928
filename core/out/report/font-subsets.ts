/** Scripts of the figures' font, each in a file of its own. The first draws what it can, the others what is left. */
export const fontSubsets = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'] as const;

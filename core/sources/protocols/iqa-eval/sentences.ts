const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences of a text, by the rules of Unicode (annex 29); what holds neither letter nor digit is none. */
export const sentencesIn = (text: string): number =>
  [...segmenter.segment(text)].filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment)).length;

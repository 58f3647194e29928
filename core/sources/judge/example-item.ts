import type { ItemTexts } from './render-prompt.ts';

/** What a preview shows when no item is chosen. */
export const exampleItem: ItemTexts = {
  conversation: [
    { role: 'user', content: 'Who built the canal?' },
    { role: 'assistant', content: 'A company of local merchants.' },
    { role: 'user', content: 'When was it finished?' },
  ],
  passage: 'The canal was begun by a company of merchants in 1768 and opened to boats in 1774.',
  references: [['In 1774', '1774']],
  responses: ['It was opened in 1774.'],
  others: ['The merchants finished it after six years.'],
};

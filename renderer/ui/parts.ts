/** Where the parts of a page come from that only some texts need. A page that is handed out brings its own. */
export const parts = {
  formulas: () => import('./formula-part.ts'),
  code: () => import('./code-part.ts'),
};

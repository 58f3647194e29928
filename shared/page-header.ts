/** By this header an answer names the script of the page that its server has now. */
export const pageHeader = 'assay-page';

const longestMarkdown = 20_000;
const deepestMarkdown = 30;

/** What stands at the beginning of a line that opens quotes and lists, one inside the other. */
const openingMark = /^[ \t>*+.)\d-]*/;
const nesting = />|[-+*.)](?=[ \t])/g;

/** Whether laying out a text as Markdown could stop the page: very long texts take long, very deep ones fail. */
export const isTooMuch = (text: string): boolean =>
  text.length > longestMarkdown ||
  text.split('\n').some((line) => (openingMark.exec(line)![0].match(nesting) ?? []).length > deepestMarkdown);

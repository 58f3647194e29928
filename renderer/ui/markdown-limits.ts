const longest = 20_000;
const deepest = 30;

/** What stands at the beginning of a line that opens quotes and lists, one inside the other. */
const opening = /^[ \t>*+.)\d-]*/;
const level = />|[-+*.)](?=[ \t])/g;

/** Whether laying out a text as Markdown could stop the page: very long texts take long, very deep ones fail. */
export const isTooMuch = (text: string): boolean =>
  text.length > longest ||
  text.split('\n').some((line) => (opening.exec(line)![0].match(level) ?? []).length > deepest);

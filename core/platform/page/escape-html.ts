const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML that shows it and never runs it. */
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => entities[c]!);

/** Marks HTML that was built here. Whatever else goes into a template is escaped. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Part = Html | string | number | null | readonly Part[];

const render = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.source;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(render).join('');
};

/** A template in which every value is escaped unless it is `Html` itself. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(render)));

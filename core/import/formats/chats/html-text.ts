import { unescaped } from '../../../../shared/html-codes.ts';

/** Markup as Markdown that says the same, as far as chats use it: what is no paragraph, list, code or emphasis loses its tags alone. */
export const textOfHtml = (html: string): string =>
  unescaped(
    html
      .replaceAll(/<br\s{0,9}\/?>/gi, '\n')
      .replaceAll(/<\/?(?:strong|b)>/gi, '**')
      .replaceAll(/<pre[^<>]{0,200}>/gi, '\n```\n')
      .replaceAll(/<\/pre>/gi, '\n```\n')
      .replaceAll(/<li[^<>]{0,200}>/gi, '\n- ')
      .replaceAll(/<\/(?:p|div|ul|ol|h[1-6]|tr|blockquote)>/gi, '\n\n')
      .replaceAll(/<[a-z/!][^<>]{0,2000}>/gi, ''),
  )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

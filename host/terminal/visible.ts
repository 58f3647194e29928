/**
 * Signs that a terminal obeys or that hide what stands where: control signs, C1 included (0x9b begins an escape sequence,
 * 0x9d a command to the terminal), marks that turn the direction of text, and ends of lines that look like none. Joiners
 * stay, for emoji and Persian need them.
 */
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

const escaped = (sign: string): string => {
  const code = sign.charCodeAt(0);
  return code < 0x20
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
};

/** A text for a terminal, its lines and tabs kept. In a JSON document what is left to escape is escaped as JSON does. */
export const visible = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, (sign) => (sign === '\n' || sign === '\t' ? sign : escaped(sign)));

/** A text for one line of a terminal. */
export const visibleLine = (text: string): string =>
  text.replaceAll(unseen, (sign) => (sign === '\n' ? '\\n' : sign === '\t' ? '\\t' : escaped(sign)));

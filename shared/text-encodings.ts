/** Encodings of text files that are read, by their names in the Encoding Standard (WHATWG), with what people call them. */
export const textEncodings = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'koi8-r': 'KOI8-R (Cyrillic)',
  'utf-16le': 'UTF-16 (little-endian)',
  'utf-16be': 'UTF-16 (big-endian)',
  shift_jis: 'Shift JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  gb18030: 'GB 18030 (Chinese)',
  big5: 'Big5 (Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
} as const;

export type TextEncoding = keyof typeof textEncodings;

export const textEncodingIds = Object.keys(textEncodings) as [TextEncoding, ...TextEncoding[]];

/** The encoding that a note of an import names; undefined where it names none. */
export const encodingIn = (note: string): TextEncoding | undefined =>
  textEncodingIds.find((id) => id !== 'utf-8' && note.includes(textEncodings[id]));

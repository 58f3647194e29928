interface Magic {
  readonly start: readonly number[] | string;
  readonly what: string;
  readonly mend: string;
}

const unpack = 'Unpack it first, then import the file inside.';
const asUtf8 = 'Save it again as UTF-8 text.';
const exportText = 'Export it as JSON Lines or CSV and import that.';

const magics: readonly Magic[] = [
  { start: [0x1f, 0x8b], what: 'a gzip archive', mend: unpack },
  { start: [0x28, 0xb5, 0x2f, 0xfd], what: 'a Zstandard archive', mend: unpack },
  { start: 'BZh', what: 'a bzip2 archive', mend: unpack },
  { start: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'an xz archive', mend: unpack },
  { start: [0x37, 0x7a, 0xbc, 0xaf], what: 'a 7-Zip archive', mend: unpack },
  { start: 'SQLite format 3', what: 'an SQLite database', mend: exportText },
  { start: 'PARE', what: 'an encrypted Parquet file', mend: exportText },
  { start: '%PDF-', what: 'a PDF document', mend: exportText },
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    what: 'an old Excel or Word file',
    mend: 'Save the sheet as CSV UTF-8.',
  },
  { start: [0xff, 0xfe], what: 'UTF-16 text', mend: asUtf8 },
  { start: [0xfe, 0xff], what: 'UTF-16 text', mend: asUtf8 },
];

/** Says what a file is when its first bytes are not those of UTF-8 text. */
export function describeBinary(head: Buffer): { what: string; mend: string } | null {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return describeZip(head);
  for (const { start, what, mend } of magics) {
    const bytes = typeof start === 'string' ? Buffer.from(start, 'latin1') : Buffer.from(start);
    if (head.subarray(0, bytes.length).equals(bytes)) return { what, mend };
  }
  if (head.includes(0)) return { what: 'a binary file (it holds zero bytes)', mend: exportText };
  return null;
}

function describeZip(head: Buffer): { what: string; mend: string } {
  const names = head.toString('latin1');
  if (/_journal\/|samples\/|header\.json|summaries\.json/.test(names)) {
    return {
      what: 'a packed log of Inspect (.eval)',
      mend: 'Unpack it with "inspect log dump FILE.eval > log.json" and import that.',
    };
  }
  const isSheet = names.includes('[Content_Types].xml') || names.includes('xl/');
  return isSheet
    ? { what: 'an Excel workbook (xlsx)', mend: 'Save the sheet as CSV UTF-8 and import that.' }
    : { what: 'a zip archive', mend: unpack };
}

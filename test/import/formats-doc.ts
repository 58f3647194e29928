import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatOf } from '../../core/sources/import/formats.ts';
import { formatIds } from '../../shared/import-formats.ts';

export const documentFile = path.join(import.meta.dirname, '../../docs/formats.md');

/** The formats that can be imported as Markdown: where their files come from, how these end, what they become. */
function formatsTable(): string {
  const rows = formatIds.map((id) => {
    const { endings, from, becomes, readLabels } = formatOf(id);
    const names = endings.map((ending) => `\`.${ending}\``);
    return `| \`${id}\` | ${from} | ${names.join(', ')} | ${becomes} | ${readLabels ? 'yes' : ''} |`;
  });
  return ['| `--format` | From | Endings | Becomes | Labels |', '|---|---|---|---|---|', ...rows].join('\n');
}

const [start, end] = [
  '<!-- formats: made by `node test/import/formats-doc.ts` -->',
  '<!-- end of formats -->',
];

/** The document with its table brought up to date. */
export function upToDate(document: string): string {
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs: the marks of the formats are missing');
  return `${before}${start}\n\n${formatsTable()}\n\n${end}${after}`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(documentFile, upToDate(readFileSync(documentFile, 'utf8')));
}

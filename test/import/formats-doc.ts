import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { roleEvidence } from '../../core/import/evidence/roles.ts';
import { formatOf } from '../../core/import/formats/registry.ts';
import { formatIds, type ImportFormat } from '../../shared/import-formats.ts';

const docs = path.join(import.meta.dirname, '../../docs');

/** The formats that can be imported as Markdown: where their files come from, how these end, what they become. */
function formatsTable(): string {
  const rows = formatIds.map((id) => {
    const { endings, from, becomes, readLabels } = formatOf(id);
    const names = endings.map((ending) => `\`.${ending}\``);
    return `| \`${id}\` | ${from} | ${names.join(', ')} | ${becomes} | ${readLabels ? 'yes' : ''} |`;
  });
  return ['| `--format` | From | Endings | Becomes | Labels |', '|---|---|---|---|---|', ...rows].join('\n');
}

const zoo = path.join(import.meta.dirname, 'zoo');

/** What must come out of a file of the zoo. */
interface Shape {
  readonly format: ImportFormat;
  readonly items: number;
  readonly responses: number;
  readonly human: number;
  readonly machine: number;
}

/** Every file of the zoo as Markdown: what comes out of it without a mapping. */
function shapesTable(): string {
  const ending = '.expect.json';
  const rows = readdirSync(zoo)
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => {
      const shape = JSON.parse(readFileSync(path.join(zoo, name), 'utf8')) as Shape;
      const { format, items, responses, human, machine } = shape;
      const counts = [items, responses, human, machine].join(', ');
      return `| \`${name.slice(0, -ending.length)}\` | \`${format}\` | ${counts} |`;
    });
  return ['| Example | Read as | Counts |', '|---|---|---|', ...rows].join('\n');
}

/** What evidence each role of a column needs, as Markdown. */
function rolesTable(): string {
  const rows = roleEvidence.map(({ role, name, values }) => `| ${role} | ${name} | ${values} |`);
  return ['| Role | Its name | Its values, and what stands beside it |', '|---|---|---|', ...rows].join('\n');
}

/** A part of the document between its marks, made anew. */
function renewed(document: string, what: string, content: string): string {
  const start = `<!-- ${what}: made by \`node test/import/formats-doc.ts\` -->`;
  const end = `<!-- end of ${what} -->`;
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs: the marks of the ${what} are missing`);
  return `${before}${start}\n\n${content}\n\n${end}${after}`;
}

/** The page of formats with its tables brought up to date. */
const formatsPage = (document: string): string =>
  renewed(renewed(document, 'formats', formatsTable()), 'roles', rolesTable());

/** Each page that is made here in part, and what brings it up to date. */
export const pages: readonly (readonly [file: string, upToDate: (document: string) => string])[] = [
  [path.join(docs, 'formats.md'), formatsPage],
  [path.join(docs, 'measured', 'import-shapes.md'), (document) => renewed(document, 'shapes', shapesTable())],
];

if (process.argv[1] === import.meta.filename) {
  for (const [file, upToDate] of pages) writeFileSync(file, upToDate(readFileSync(file, 'utf8')));
}

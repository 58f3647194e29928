import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type Attack, must } from '../frame/attack.ts';
import { runWatched } from '../frame/watched-child.ts';
import { deflatedTimes, type MadePart, madeZip } from './made-zip.ts';

const child = path.join(import.meta.dirname, '../children/bomb-child.ts');
const patienceMs = 110_000;
const mostMb = 2_000;
/** What a look at a file and its import may write, the database included. */
const usualWrittenMb = 500;
/** Of the engine's own thread, without a break; annotators wait so long. */
const mostBlockedMs = 100;
const megabyte = 1024 * 1024;

interface Bomb {
  readonly name: string;
  /** The name of the file, by whose ending its format is found out. */
  readonly file: string;
  /** MB that it may write, where the product allows files of its kind more than others. */
  readonly mostWrittenMb?: number;
  make(): Buffer | string;
  /** Further files that are imported with it. */
  others?(): readonly { readonly file: string; readonly content: Buffer | string }[];
}

const head = '<?xml version="1.0"?>';
const sheetHead = `${head}<worksheet><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';
const header =
  '<row><c t="inlineStr"><is><t>question</t></is></c><c t="inlineStr"><is><t>response_s</t></is></c></row>';

/** A workbook of these sheets, each with its name and its part. */
function workbook(
  sheets: readonly (readonly [string, string])[],
  parts: readonly MadePart[],
  names: readonly string[] = [],
) {
  const listed = sheets.map(([name], i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const related = sheets.map(([, part], i) => `<Relationship Id="rId${i + 1}" Target="${part}"/>`);
  return madeZip(
    [
      { name: '[Content_Types].xml', content: `${head}<Types/>` },
      { name: 'xl/workbook.xml', content: `${head}<workbook><sheets>${listed.join('')}</sheets></workbook>` },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: `${head}<Relationships>${related.join('')}</Relationships>`,
      },
      ...parts,
    ],
    names,
  );
}

const oneSheet = [['S', 'sheet1.xml']] as const;
const sheet = (rows: string): MadePart => ({
  name: 'xl/sheet1.xml',
  content: `${sheetHead}${rows}${sheetEnd}`,
});
/** A part in which a piece stands many times between a beginning and an end. */
function longPart(name: string, before: string, piece: string, times: number, after: string): MadePart {
  const some = Math.ceil(megabyte / piece.length);
  const middle = deflatedTimes(Buffer.from(piece.repeat(some)), Math.ceil(times / some));
  const start = deflatedTimes(Buffer.from(before), 1);
  const end = deflatedTimes(Buffer.from(after), 1);
  // The ends of the streams before the last are taken off: two bytes each.
  const open = (deflated: Buffer) => deflated.subarray(0, -2);
  return {
    name,
    deflated: Buffer.concat([open(start.deflated), open(middle.deflated), end.deflated]),
    sizeSaid: start.sizeSaid + middle.sizeSaid + end.sizeSaid,
  };
}

const shared = (text: string): MadePart => ({
  name: 'xl/sharedStrings.xml',
  content: `${head}<sst><si><t>${text}</t></si></sst>`,
});
const inspect = (parts: readonly MadePart[], names: readonly string[] = []) =>
  madeZip([{ name: 'header.json', content: '{"eval":{"task":"t","model":"m"}}' }, ...parts], names);
const sample = (n: number, more = '') =>
  `{"id":${n},"epoch":1,"input":"q ${n}","output":{"completion":"a"}${more}}`;
const nested = (levels: number, open: string, close: string, inside = '1') =>
  `${open.repeat(levels)}${inside}${close.repeat(levels)}`;
const records = (count: number, of: (i: number) => unknown) =>
  Array.from({ length: count }, (_, i) => `${JSON.stringify(of(i))}\n`).join('');

const workbooks: readonly Bomb[] = [
  {
    name: 'Excel: 100,000 rows with a cell in the last column',
    file: 'far.xlsx',
    make: () =>
      workbook(oneSheet, [
        longPart('xl/sheet1.xml', sheetHead, '<row><c r="XFD1"><v>1</v></c></row>', 100_000, sheetEnd),
      ]),
  },
  {
    name: 'Excel: a shared text of 1 MB in 100,000 cells',
    file: 'shared.xlsx',
    make: () =>
      workbook(oneSheet, [
        shared('x'.repeat(megabyte)),
        longPart(
          'xl/sheet1.xml',
          sheetHead + header,
          '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>',
          50_000,
          sheetEnd,
        ),
      ]),
  },
  {
    name: 'Excel: rows of 16,384 cells with a shared text of 64 KB',
    file: 'wide.xlsx',
    make: () =>
      workbook(oneSheet, [
        shared('x'.repeat(65_536)),
        sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(16_384)}</row>`.repeat(20)),
      ]),
  },
  {
    name: 'Excel: one part of empty rows named by 40 sheets',
    file: 'forty.xlsx',
    make: () =>
      workbook(
        Array.from({ length: 40 }, (_, i) => [`S${i}`, 'sheet1.xml'] as const),
        [longPart('xl/sheet1.xml', sheetHead, '<row/>', 10_000_000, sheetEnd)],
      ),
  },
  {
    name: 'Excel: 40 names for the same bytes',
    file: 'over.xlsx',
    make: () =>
      madeZip(
        [
          { name: '[Content_Types].xml', content: `${head}<Types>${' '.repeat(megabyte)}</Types>` },
          { name: 'xl/workbook.xml', content: `${head}<workbook/>` },
        ],
        Array.from({ length: 40 }, (_, i) => `xl/sheet${i}.xml`),
      ),
  },
  {
    name: 'Excel: 1 GB of empty rows',
    file: 'empty-rows.xlsx',
    make: () =>
      workbook(oneSheet, [longPart('xl/sheet1.xml', sheetHead, '<row></row>', 95_000_000, sheetEnd)]),
  },
  {
    name: 'Excel: a cell with 1 GB of text',
    file: 'cell.xlsx',
    make: () =>
      workbook(oneSheet, [
        longPart(
          'xl/sheet1.xml',
          `${sheetHead}<row><c t="inlineStr"><is><t>`,
          'x'.repeat(1024),
          megabyte,
          `</t></is></c></row>${sheetEnd}`,
        ),
      ]),
  },
  {
    name: 'Excel: a tag of 300 MB',
    file: 'tag.xlsx',
    make: () =>
      workbook(oneSheet, [
        longPart('xl/sheet1.xml', `${sheetHead}<row a="`, 'x'.repeat(1024), 300_000, `"/>${sheetEnd}`),
      ]),
  },
  {
    name: 'Excel: entities of entities (a billion laughs)',
    file: 'laughs.xlsx',
    make: () => {
      const entities = Array.from(
        { length: 10 },
        (_, i) => `<!ENTITY e${i} "${i === 0 ? 'ha' : `&e${i - 1};`.repeat(10)}">`,
      );
      return workbook(oneSheet, [
        {
          name: 'xl/sheet1.xml',
          content: `${head}<!DOCTYPE w [${entities.join('')}]><worksheet><sheetData><row><c><v>&e9;</v></c></row>${sheetEnd}`,
        },
      ]);
    },
  },
  {
    name: 'Excel: 1 GB of shared texts',
    file: 'texts.xlsx',
    make: () =>
      workbook(oneSheet, [
        longPart(
          'xl/sharedStrings.xml',
          `${head}<sst>`,
          `<si><t>${'y'.repeat(100)}</t></si>`,
          9_000_000,
          '</sst>',
        ),
        sheet(header),
      ]),
  },
  {
    name: 'Excel: 60,000 sheets',
    file: 'sheets.xlsx',
    make: () => {
      const sheets = Array.from({ length: 60_000 }, (_, i) => [`S${i}`, `s${i}.xml`] as const);
      return workbook(
        sheets,
        sheets.map(([, part]) => ({ name: `xl/${part}`, content: `${sheetHead}<row/>${sheetEnd}` })),
      );
    },
  },
  {
    name: 'Excel: a part that states 1 MB and becomes 1 GB',
    file: 'lies.xlsx',
    make: () =>
      workbook(oneSheet, [
        {
          ...longPart('xl/sheet1.xml', sheetHead, '<row></row>', 95_000_000, sheetEnd),
          sizeSaid: megabyte,
        } as MadePart,
      ]),
  },
  {
    name: 'Excel: ZIP64 in words, 4 GB in numbers',
    file: 'zip64.xlsx',
    make: () => workbook(oneSheet, [{ ...sheet(header), sizeSaid: 0xffff_fffe }]),
  },
];

const logs: readonly Bomb[] = [
  {
    name: '.eval: a header nested 200,000 deep',
    file: 'deep.eval',
    make: () => madeZip([{ name: 'header.json', content: `{"eval":${nested(200_000, '[', ']')}}` }]),
  },
  {
    name: '.eval: 1,199 names of one part',
    file: 'names.eval',
    make: () =>
      madeZip(
        [
          {
            name: 'samples/0_epoch_1.json',
            content: `${sample(0).slice(0, -1)},"x":"${'x'.repeat(700_000)}"}`,
          },
          { name: 'header.json', content: '{"eval":{}}' },
        ],
        Array.from({ length: 1199 }, (_, i) => `samples/${i + 1}_epoch_1.json`),
      ),
  },
  {
    name: '.eval: a header of 1 GB',
    file: 'header.eval',
    make: () => madeZip([longPart('header.json', '{"eval":"', 'x'.repeat(1024), megabyte, '"}')]),
  },
  {
    name: '.eval: a sample of 1 GB',
    file: 'sample.eval',
    make: () => inspect([longPart('samples/1_epoch_1.json', '{"id":"', 'x'.repeat(1024), megabyte, '"}')]),
  },
  {
    name: '.eval: a sample nested 200,000 deep',
    file: 'nested.eval',
    make: () =>
      inspect([
        {
          name: 'samples/1_epoch_1.json',
          content: sample(1, `,"metadata":${nested(200_000, '{"a":', '}')}`),
        },
      ]),
  },
];

const packed: readonly Bomb[] = [
  {
    name: 'gzip: 10 GB of zeros',
    file: 'zeros.jsonl.gz',
    make: () => {
      const member = gzipSync(Buffer.alloc(64 * megabyte));
      return Buffer.concat(Array.from({ length: 160 }, () => member));
    },
  },
  {
    name: 'gzip: 3 GB of one line',
    file: 'line.jsonl.gz',
    mostWrittenMb: 1200,
    make: () => {
      const member = gzipSync(
        `${JSON.stringify({ question: 'q', note: 'x'.repeat(1000) })}\n`.repeat(65_536),
      );
      return Buffer.concat(Array.from({ length: 48 }, () => member));
    },
  },
  {
    name: 'gzip: JSON nested a million deep',
    file: 'deep.json.gz',
    make: () => gzipSync(`{"a":${nested(1_000_000, '[', ']')}}`),
  },
  {
    name: 'gzip: a table of 20 million empty rows',
    file: 'rows.csv.gz',
    make: () => gzipSync(`question,response_s\n${',\n'.repeat(20_000_000)}`),
  },
];

const yaml: readonly Bomb[] = [
  {
    name: 'YAML: aliases of aliases',
    file: 'aliases.yaml',
    make: () =>
      Array.from({ length: 12 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1}, `.repeat(i === 0 ? 0 : 9)}]`).join(
        '\n',
      ),
  },
  {
    name: 'YAML: a text of 1 MB named 4,000 times',
    file: 'long.yaml',
    make: () => `t: &t "${'x'.repeat(megabyte)}"\nall: [${'*t, '.repeat(4000)}]\n`,
  },
  { name: 'YAML: lists nested 200,000 deep', file: 'deep.yaml', make: () => nested(200_000, '[', ']') },
  {
    name: 'YAML: objects nested 5,000 deep by lines',
    file: 'lines.yaml',
    make: () => Array.from({ length: 5000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  },
];

const split: readonly Bomb[] = [
  {
    name: 'a table of columns: a name of 1 MB and 100,000 rows',
    file: 'name.json',
    make: () => `{"columns":["${'n'.repeat(megabyte)}"],"data":[${'[1],'.repeat(99_999)}[1]]}`,
  },
  {
    name: 'a table of columns: 300,000 columns',
    file: 'columns.json',
    make: () =>
      `{"columns":[${Array.from({ length: 300_000 }, (_, i) => `"c${i}"`).join(',')}],"data":[[${'1,'.repeat(299_999)}1]]}`,
  },
];

const chain = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `n${i}`,
      {
        ...{
          id: `n${i}`,
          parent: i === 0 ? null : `n${i - 1}`,
          children: i + 1 < count ? [`n${i + 1}`] : [],
        },
        message: {
          author: { role: i % 2 === 0 ? 'user' : 'assistant' },
          content: { content_type: 'text', parts: ['x'] },
        },
      },
    ]),
  );
const otelSpan = (i: number, parent: number | null) => ({
  ...{ traceId: 't', spanId: `s${i}`, parentSpanId: parent === null ? '' : `s${parent}`, name: 'chat' },
  ...{ startTimeUnixNano: String(i), endTimeUnixNano: String(i + 1) },
  attributes: [{ key: 'gen_ai.prompt', value: { stringValue: 'q' } }],
});
const otel = (spans: unknown[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

const texts: readonly Bomb[] = [
  {
    name: 'JSON: a number of 5 million digits',
    file: 'digits.jsonl',
    make: () => `{"id":"a","question":"b","human":{"s":{"q":[${'9'.repeat(5_000_000)}]}}}\n`,
  },
  {
    name: 'JSON: a key of 50 million signs',
    file: 'key.json',
    make: () => `[{"${'k'.repeat(50_000_000)}":1}]`,
  },
  {
    name: 'JSON: a million fields in a record',
    file: 'fields.jsonl',
    make: () =>
      `{"id":"a","question":"b",${Array.from({ length: 1_000_000 }, (_, i) => `"f${i}":${i}`).join(',')}}\n`,
  },
  {
    name: 'JSON: one field a million times',
    file: 'again.jsonl',
    make: () => `{"id":"a","question":"b"${',"x":1'.repeat(1_000_000)}}\n`,
  },
  {
    name: 'JSON: records with fields of their own each',
    file: 'own.jsonl',
    make: () => records(20_000, (i) => ({ [`q${i}`]: 'a', [`r${i}`]: 'b' })),
  },
  {
    name: 'a line of 20 million spaces',
    file: 'spaces.jsonl',
    make: () => `{${' '.repeat(20_000_000)}"a":1}\n`,
  },
  { name: 'a header of 2 million quotes', file: 'quotes.csv', make: () => `${'"'.repeat(2_000_001)}\n` },
  { name: 'a header of 4 million commas', file: 'commas.csv', make: () => `${','.repeat(4_000_000)}\n` },
  {
    name: 'a TSV of one row with 4 million cells',
    file: 'cells.tsv',
    make: () => `question\tresponse\n${'x\t'.repeat(4_000_000)}\n`,
  },
  {
    name: 'a chat as text of 300,000 lines',
    file: 'chat.txt',
    make: () => '[31.01.26, 10:15] Ann: Hi\n'.repeat(300_000),
  },
  {
    name: 'half of JSON: 200,000 open brackets in records',
    file: 'open.json',
    make: () => '[{"a":'.repeat(200_000),
  },
  {
    name: 'ChatGPT: a conversation of 100,000 messages',
    file: 'conversations.json',
    make: () => JSON.stringify([{ title: 't', current_node: 'n99999', mapping: chain(100_000) }]),
  },
  {
    name: "ChatGPT: messages that are each other's parents",
    file: 'circle.json',
    make: () =>
      JSON.stringify([
        {
          title: 't',
          current_node: 'n0',
          mapping: { ...chain(10), n0: { id: 'n0', parent: 'n9', children: ['n1'], message: null } },
        },
      ]),
  },
  {
    name: 'traces: 50,000 spans in one chain',
    file: 'chain.json',
    make: () => otel(Array.from({ length: 50_000 }, (_, i) => otelSpan(i, i === 0 ? null : i - 1))),
  },
  {
    name: 'traces: spans in a circle',
    file: 'circle-trace.json',
    make: () => otel([otelSpan(0, 2), otelSpan(1, 0), otelSpan(2, 1)]),
  },
  {
    name: 'traces: 50,000 children of one span',
    file: 'children.json',
    make: () => otel(Array.from({ length: 50_000 }, (_, i) => otelSpan(i, i === 0 ? null : 0))),
  },
  {
    name: 'a table whose cells are 20,000 deep JSON',
    file: 'cells.csv',
    make: () => `question,response_s\n${`"${nested(20_000, '[', ']')}",a\n`.repeat(20)}`,
  },
  {
    name: 'labels: 300,000 of an item that is not there',
    file: 'labels.csv',
    make: () => `id,value\n${'x,1\n'.repeat(300_000)}`,
  },
];

/** A Parquet file of one column, whose footer is replaced by these bytes. */
const footer = (bytes: Buffer, lengthSaid = bytes.length) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(lengthSaid);
  return Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64), bytes, length, Buffer.from('PAR1')]);
};
const parquet: readonly Bomb[] = [
  {
    name: 'Parquet: a footer of a list of two billion',
    file: 'list.parquet',
    make: () => footer(Buffer.from([0x15, 0x02, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07])),
  },
  {
    name: 'Parquet: a footer nested 100,000 deep',
    file: 'deep.parquet',
    make: () => footer(Buffer.alloc(100_000, 0x1c)),
  },
  {
    name: 'Parquet: a footer longer than the file',
    file: 'footer.parquet',
    make: () => footer(Buffer.alloc(8), 0xffff_fff0),
  },
  {
    name: 'Parquet: a footer of lists in lists',
    file: 'lists.parquet',
    make: () => footer(Buffer.alloc(200_000, 0x19)),
  },
  {
    name: 'Parquet: lists of 30 million within each other, as 16 levels state them',
    file: 'room.parquet',
    make: () => footer(Buffer.concat([Buffer.from([0x19]), Buffer.from('f98087a70e'.repeat(16), 'hex')])),
  },
  {
    name: 'Parquet: a number of 200,000 digits',
    file: 'number.parquet',
    make: () => footer(Buffer.concat([Buffer.from([0x16]), Buffer.alloc(200_000, 0xff)])),
  },
];

/** A sheet of three rows with these ranges of merged cells. */
const mergedSheet = (ranges: readonly string[], rows = header) =>
  workbook(oneSheet, [
    {
      name: 'xl/sheet1.xml',
      content: `${sheetHead}${rows}</sheetData><mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
    },
  ]);
const mergedCells: readonly Bomb[] = [
  {
    name: 'merged cells: all of a sheet, over 100,000 rows',
    file: 'merged.xlsx',
    make: () => mergedSheet(['A1:XFD1048576'], header + '<row/>'.repeat(100_000)),
  },
  {
    name: 'merged cells: 10,000 times all of a sheet',
    file: 'merged-often.xlsx',
    make: () => mergedSheet(Array<string>(10_000).fill('A1:XFD1048576'), header + '<row/>'.repeat(20_000)),
  },
  {
    name: 'merged cells: a text of 32 KB in 1,000 columns and 20,000 rows',
    file: 'merged-text.xlsx',
    make: () =>
      mergedSheet(
        ['A2:ALL1048576'],
        `${header}<row><c t="inlineStr"><is><t>${'x'.repeat(32_768)}</t></is></c></row>${'<row/>'.repeat(20_000)}`,
      ),
  },
  {
    name: 'merged cells: two million ranges',
    file: 'merged-many.xlsx',
    make: () =>
      workbook(oneSheet, [
        longPart(
          'xl/sheet1.xml',
          `${sheetHead}${header}</sheetData><mergeCells>`,
          '<mergeCell ref="A1:B2"/>',
          2_000_000,
          '</mergeCells></worksheet>',
        ),
      ]),
  },
];

const inZip: readonly Bomb[] = [
  {
    name: 'ZIP: a table of 1 GB of one line',
    file: 'line.zip',
    make: () => madeZip([longPart('items.csv', 'question,response_s\n', 'x'.repeat(1024), megabyte, '\n')]),
  },
  {
    name: 'ZIP: a table of 300 million empty rows',
    file: 'rows.zip',
    make: () => madeZip([longPart('items.csv', 'question,response_s\n', ',\n', 300_000_000, '\n')]),
  },
  {
    name: 'ZIP: records that state 1 KB and become 2 GB',
    file: 'lies.zip',
    make: () =>
      madeZip([
        {
          ...longPart('items.jsonl', '', '{"question":"q","response":"r"}\n', 65_000_000, ''),
          sizeSaid: 1024,
        } as MadePart,
      ]),
  },
  {
    name: 'ZIP: in a ZIP in a ZIP, ten levels',
    file: 'nested.zip',
    make: () =>
      Array.from({ length: 10 }).reduce<Buffer>(
        (inside) => madeZip([{ name: 'inside.zip', content: inside }]),
        madeZip([longPart('items.csv', 'question,response_s\n', 'x'.repeat(1024), 100_000, '\n')]),
      ),
  },
  {
    name: 'ZIP: a workbook of 1 GB of empty rows',
    file: 'workbook.zip',
    make: () =>
      madeZip([
        {
          name: 'items.xlsx',
          content: workbook(oneSheet, [
            longPart('xl/sheet1.xml', sheetHead, '<row></row>', 95_000_000, sheetEnd),
          ]),
        },
      ]),
  },
  {
    name: 'ZIP: a gzip of 10 GB of zeros',
    file: 'gzip.zip',
    make: () => {
      const member = gzipSync(Buffer.alloc(64 * megabyte));
      return madeZip([
        { name: 'items.jsonl.gz', content: Buffer.concat(Array.from({ length: 160 }, () => member)) },
      ]);
    },
  },
  {
    name: 'ZIP: 65,000 names of one table',
    file: 'names.zip',
    make: () =>
      madeZip(
        [{ name: 'items.csv', content: `question,response_s\n${'q,r\n'.repeat(100_000)}` }],
        Array.from({ length: 65_000 }, (_, i) => `items-${i}.csv`),
      ),
  },
  {
    name: 'ZIP: a name that leads out of it',
    file: 'away.zip',
    make: () => madeZip([{ name: '../../../../tmp/away.csv', content: 'question,response_s\nq,r\n' }]),
  },
  {
    name: 'ZIP: YAML of aliases of aliases',
    file: 'aliases.zip',
    make: () => madeZip([{ name: 'items.yaml', content: yaml[0]!.make() }]),
  },
];

/** The frame header of Zstandard for one segment of eight bytes of stated size, and an empty last block (RFC 8878). */
const zstandardOf = (bytes: bigint) => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(bytes);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xe0]), size, Buffer.from([1, 0, 0])]);
};
const zstandard: readonly Bomb[] = [
  {
    name: 'Zstandard: 10 GB of zeros in frames',
    file: 'zeros.jsonl.zst',
    make: () => {
      const frame = zstdCompressSync(Buffer.alloc(64 * megabyte));
      return Buffer.concat(Array.from({ length: 160 }, () => frame));
    },
  },
  {
    name: 'Zstandard: a frame that states 8 EB',
    file: 'stated.jsonl.zst',
    make: () => zstandardOf(2n ** 63n - 1n),
  },
  {
    name: 'Zstandard: a million empty frames',
    file: 'frames.jsonl.zst',
    make: () => {
      const frame = zstdCompressSync(Buffer.alloc(0));
      return Buffer.concat(Array<Buffer>(1_000_000).fill(frame));
    },
  },
  {
    name: 'Zstandard: a table of 60 million empty rows',
    file: 'rows.csv.zst',
    make: () => zstdCompressSync(`question,response_s\n${',\n'.repeat(60_000_000)}`),
  },
  {
    name: 'Zstandard: JSON nested a million deep',
    file: 'deep.json.zst',
    make: () => zstdCompressSync(`{"a":${nested(1_000_000, '[', ']')}}`),
  },
  {
    name: 'Zstandard: cut in half',
    file: 'half.jsonl.zst',
    make: () => {
      const whole = zstdCompressSync(records(50_000, (i) => ({ question: `q ${i}`, response: `r ${i}` })));
      return whole.subarray(0, whole.length / 2);
    },
  },
];

const table = (rows: number, of: (i: number) => string) =>
  `question,response\n${Array.from({ length: rows }, (_, i) => of(i)).join('')}`;
const together: readonly Bomb[] = [
  {
    name: 'several files: 20,000 times one question in each of three',
    file: 'a.csv',
    make: () => table(20_000, () => 'q,r\n'),
    others: () => ['b.csv', 'c.csv'].map((file) => ({ file, content: table(20_000, () => 'q,r\n') })),
  },
  {
    name: 'several files: 150 of 20,000 rows that share nothing',
    file: 'a.csv',
    make: () => table(20_000, (i) => `a ${i},r\n`),
    others: () =>
      Array.from({ length: 150 }, (_, n) => ({
        file: `b${n}.csv`,
        content: table(20_000, (i) => `${n} ${i},r\n`),
      })),
  },
  {
    name: 'several files: a gzip of 10 GB of zeros beside a small table',
    file: 'a.csv',
    make: () => table(20, (i) => `q ${i},r\n`),
    others: () => [{ file: 'zeros.jsonl.gz', content: packed[0]!.make() }],
  },
  {
    name: 'several files: 60 workbooks of a shared text of 1 MB',
    file: 'a.xlsx',
    // A look at several files reads them whole, as the import does.
    mostWrittenMb: 700,
    make: () => workbooks[1]!.make(),
    others: () =>
      Array.from({ length: 60 }, (_, n) => ({ file: `b${n}.xlsx`, content: workbooks[1]!.make() })),
  },
];

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const encodings: readonly Bomb[] = [
  {
    name: 'UTF-16: a table of 20 million empty rows',
    file: 'rows.csv',
    make: () => utf16(`question,response_s\n${',\n'.repeat(20_000_000)}`),
  },
  {
    name: 'UTF-16: halves of signs alone, and a byte too many',
    file: 'halves.csv',
    make: () =>
      Buffer.concat([utf16(`question,response_s\n${'\ud800,\udc00\n'.repeat(50_000)}`), Buffer.from([0])]),
  },
  {
    name: 'UTF-16 that begins with both marks',
    file: 'marks.csv',
    make: () => Buffer.concat([Buffer.from([0xff, 0xfe, 0xfe, 0xff]), utf16(table(5000, () => 'q,r\n'))]),
  },
  {
    name: 'bytes that no encoding reads',
    file: 'none.csv',
    make: () => Buffer.concat([Buffer.from('question,response_s\n'), Buffer.alloc(20 * megabyte, 0xff)]),
  },
  {
    name: 'lead bytes of Shift_JIS with nothing behind them, before quotes and line ends',
    file: 'leads.csv',
    make: () =>
      Buffer.concat([
        Buffer.from('question,response_s\n'),
        Buffer.from('\x82"\x81,\x83\n'.repeat(300_000), 'latin1'),
      ]),
  },
  {
    name: 'every byte in every order of two',
    file: 'bytes.txt',
    make: () => Buffer.from(Array.from({ length: 131_072 }, (_, i) => (i % 2 ? i >> 1 : i >> 9) & 0xff)),
  },
  {
    name: 'UTF-8 in its longest wrong forms',
    file: 'long.jsonl',
    make: () =>
      Buffer.from('{"question":"\xf8\x88\x80\x80\xaf","response":"\xc0\xaf"}\n'.repeat(100_000), 'latin1'),
  },
];

const bombs: readonly Bomb[] = [
  ...[...workbooks, ...logs, ...packed, ...yaml, ...split, ...texts, ...parquet],
  ...[...mergedCells, ...inZip, ...zstandard, ...together, ...encodings],
];

export const containerBombs: Attack = {
  name: 'containers',
  what: `bombs for each container and reader (memory below ${mostMb.toLocaleString('en-US')} MB, the engine free within ${mostBlockedMs} ms)`,
  tries: { all: bombs.length, quick: bombs.length, test: 2 },
  async prepare() {
    return async ({ number, folder }) => {
      const { name, file, make, others, mostWrittenMb = usualWrittenMb } = bombs[number % bombs.length]!;
      const place = path.join(folder, file);
      const temporary = path.join(folder, 'tmp');
      mkdirSync(temporary);
      writeFileSync(place, make());
      const further = others?.().map(({ file: one, content }) => {
        writeFileSync(path.join(folder, one), content);
        return path.join(folder, one);
      });
      const size = statSync(place).size;
      const inSize =
        size < megabyte ? `${(size / 1024).toFixed(1)} KB` : `${(size / megabyte).toFixed(1)} MB`;
      try {
        const { lines, peakMb } = await runWatched(child, [folder, place, 'found out', ...(further ?? [])], {
          ...{ patienceMs, mostMb },
          env: { TMPDIR: temporary },
        });
        const facts = JSON.parse(lines.at(-1)!) as {
          seconds: number;
          blockedMs: number;
          writtenMb: number | null;
        };
        if (process.env.ASSAY_ATTACK_FIGURES) {
          console.log(
            JSON.stringify({
              name,
              inSize,
              ...facts,
              peakMb: Math.round(peakMb ?? 0),
              lines: lines.slice(0, 2),
            }),
          );
        }
        must(lines.length === 3, `it says only: ${lines.join(', ')}`);
        must(
          facts.blockedMs <= mostBlockedMs,
          `the engine was busy for ${facts.blockedMs} ms without a break`,
        );
        must((facts.writtenMb ?? 0) <= mostWrittenMb, `it wrote ${facts.writtenMb} MB`);
        must(readdirSync(temporary).length === 0, `it left ${readdirSync(temporary).join(', ')}`);
      } catch (error) {
        throw new Error(`${name} (${inSize}): ${(error as Error).message}`);
      }
    };
  },
};

import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { pngFigure } from '../../../core/report/figure-file.ts';
import { estimateSentence } from '../../../shared/estimate-words.ts';
import { labeledStudyOf } from '../verify/labeled-studies.ts';

/** What documents that are read by people alone say of the labels. */
const leftOut = 'The labels behind these numbers are left out of this document. They are in the HTML form';

let engine: Engine;
let studyId: number;
async function labeledStudy(): Promise<void> {
  ({ engine, studyId } = await labeledStudyOf('planned looks: no plan, the whole pool'));
}

const rendered = async (format: 'docx' | 'figure-png' | 'figure-svg' | 'pdf', figure?: string) => {
  const file = await engine.client.report.render({ studyId, format, ...(figure && { figure }) });
  return { ...file, bytes: Buffer.from(file.content, file.encoding) };
};

/** The files of a ZIP archive, by its central directory (APPNOTE 4.3.12). */
function unzipped(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + size);
    files.set(zip.toString('utf8', at + 46, at + 46 + name), method === 8 ? inflateRawSync(packed) : packed);
    at += 46 + name + extra + comment;
  }
  return files;
}

test('the Word document says what the page says, with pictures and tables', async () => {
  await labeledStudy();
  const { bytes, fileName, encoding } = await rendered('docx');
  expect(fileName).toMatch(/\.docx$/);
  expect(encoding).toBe('base64');
  const files = unzipped(bytes);
  const xml = files.get('word/document.xml')!.toString('utf8');
  const text = [...xml.matchAll(/<w:t[ >][^<]*<\/w:t>|<\/w:p>/g)]
    .map(([part]) => (part === '</w:p>' ? '\n' : part.replaceAll(/<[^>]+>/g, '')))
    .join('');
  const estimate = await engine.client.estimate.current({ studyId });
  expect(text).toContain(estimateSentence(estimate));
  for (const heading of [
    'Every method on the same labels',
    'Methods',
    'References',
    'Manifest',
    'What was done',
  ])
    expect(xml).toMatch(new RegExp(`<w:pStyle w:val="Heading1"/>(?:(?!</w:p>).)*${heading}`));
  expect(text).toContain('betting confidence sequence with planned looks');
  expect(text).toContain('The estimate was hidden while people labeled.');
  expect(text).not.toContain('"draw_order"');
  expect(text).toContain(leftOut);
  const pictures = [...files.keys()].filter((name) => /^word\/media\/.*\.png$/.test(name));
  const figures = await engine.client.report.figures({ studyId });
  expect(pictures).toHaveLength(figures.length);
  expect(xml.match(/<w:tbl>/g)!.length).toBeGreaterThan(4);
  expect(text).not.toMatch(/NaN|undefined|&amp;lt;/);
});

test('every figure of the report is a file, as SVG and as PNG', async () => {
  await labeledStudy();
  const figures = await engine.client.report.figures({ studyId });
  expect(figures.map(({ id }) => id)).toEqual(expect.arrayContaining(['estimate', 'by-group']));
  for (const { id } of figures) {
    const png = await rendered('figure-png', id);
    expect(png.bytes.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
    expect(png.bytes.readUInt32BE(16)).toBe(1520);
    const svg = await rendered('figure-svg', id);
    expect(svg.content).toMatch(/^<\?xml/);
    expect(svg.fileName).toMatch(
      id === 'estimate' ? /^A-study-figure\.svg$/ : /^A-study-(labels|by-.*)-figure\.svg$/,
    );
  }
  await expect(rendered('figure-png', 'by-moon')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    data: { remedy: expect.stringContaining('by-group') },
  });
});

test('text of a figure is drawn whatever its script, and where the font has none a box stands', async () => {
  const ink = async (text: string) =>
    (
      await pngFigure(
        `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20" font-family="inherit" font-size="12"><text x="2" y="15">${text}</text></svg>`,
      )
    ).png;
  const blank = await ink('');
  const [latin, greek, cyrillic, box, other] = await Promise.all(
    ['abc', 'αβγ', 'где', '\ufffd', '語'].map(ink),
  );
  for (const one of [latin, greek, cyrillic, box]) expect(one).not.toEqual(blank);
  expect(greek).not.toEqual(cyrillic);
  expect(greek).not.toEqual(await ink('\ufffd\ufffd\ufffd'));
  expect(other).toEqual(box);
});

test('a PDF is what the door prints of a light page without the labels; without a printer it says what to do', async () => {
  await labeledStudy();
  await expect(rendered('pdf')).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { remedy: expect.stringContaining('Save the report as HTML') },
  });
  let page = '';
  Object.assign(engine.context, {
    printPdf: async (html: string) => {
      page = html;
      return new Uint8Array([37, 80, 68, 70]);
    },
  });
  const { bytes, mediaType } = await rendered('pdf');
  expect(bytes.toString()).toBe('%PDF');
  expect(mediaType).toBe('application/pdf');
  expect(page).toContain('@page { size: A4');
  expect(page).toContain("default-src 'none'");
  expect(page).not.toContain('draw_order');
  expect(page).toContain(leftOut);
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  expect(content).toContain('draw_order');
  expect(content).not.toContain(leftOut);
});

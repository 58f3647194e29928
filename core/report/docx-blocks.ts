import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  ImageRun,
  type IRunOptions,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
} from 'docx';
import type { PngFigure } from './figure-file.ts';

const spaces = /\s+/g;

/** The text of an element as runs of one paragraph: strong is bold, code has even widths, line parts stay apart. */
function runsOf(element: Element, look: IRunOptions = {}): TextRun[] {
  return [...element.childNodes].flatMap((node) => {
    if (node.nodeType === 3) {
      const text = (node.textContent ?? '').replaceAll(spaces, ' ');
      return text.trim() === '' && !text.includes(' ') ? [] : [new TextRun({ ...look, text })];
    }
    if (node.nodeType !== 1) return [];
    const child = node as Element;
    const name = child.tagName.toLowerCase();
    if (name === 'strong') return runsOf(child, { ...look, bold: true });
    if (name === 'code') return runsOf(child, { ...look, font: 'Consolas', size: 16 });
    return runsOf(child, look);
  });
}

/** The text of an element in one line. */
const textOfElement = (element: Element): string =>
  (element.textContent ?? '').replaceAll(spaces, ' ').trim();

/** Between the margins of an A4 page, in twentieths of a point. */
const textWidth = 9638;
const narrowest = 5;
const widest = 40;

const noLine = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const thin = { style: BorderStyle.SINGLE, size: 4, color: 'BBBBBB' };

/** A table of the report: columns as wide as their texts ask, the head repeated on every page, rows kept whole. */
function docxTable(table: Element): Table {
  const head = [...table.querySelectorAll('thead tr')];
  const body = [...table.querySelectorAll('tbody tr')];
  const widths = columnWidths([...head, ...body]);
  const rowOf = (row: Element, isHead: boolean) =>
    new TableRow({ tableHeader: isHead, cantSplit: true, children: cellsOf(row, widths, isHead) });
  return new Table({
    layout: TableLayoutType.FIXED,
    width: { size: textWidth, type: 'dxa' },
    columnWidths: widths,
    borders: {
      top: noLine,
      left: noLine,
      right: noLine,
      bottom: thin,
      insideVertical: noLine,
      insideHorizontal: thin,
    },
    margins: { top: 40, bottom: 40, left: 0, right: 110 },
    rows: [...head.map((row) => rowOf(row, true)), ...body.map((row) => rowOf(row, false))],
  });
}

/** The width shared out by the longest text of each column, within bounds, so that no column starves. */
function columnWidths(rows: readonly Element[]): number[] {
  const longest: number[] = [];
  for (const row of rows) {
    if (row.querySelector('[colspan]')) continue;
    [...row.children].forEach((cell, i) => {
      const isWhole = cell.classList.contains('number');
      const length = textOfElement(cell).length + (isWhole ? 2 : 0);
      longest[i] = Math.max(longest[i] ?? narrowest, Math.min(widest, length));
    });
  }
  const total = longest.reduce((sum, length) => sum + length, 0);
  return longest.map((length) => Math.floor((textWidth * length) / total));
}

function cellsOf(row: Element, widths: readonly number[], isHead: boolean): TableCell[] {
  const isChosen = row.classList.contains('chosen');
  return [...row.children].map((cell, i) => {
    const span = Number(cell.getAttribute('colspan') ?? 1);
    const alignment = cell.classList.contains('number') ? AlignmentType.RIGHT : AlignmentType.LEFT;
    const look = { size: 18, bold: isHead || isChosen, ...(isHead && { color: '444444' }) };
    const lines = [...cell.children].filter(({ tagName }) => tagName.toLowerCase() === 'div');
    return new TableCell({
      columnSpan: span,
      width: { size: widths.slice(i, i + span).reduce((sum, width) => sum + width, 0), type: 'dxa' },
      children: (lines.length > 0 ? lines : [cell]).map(
        (line) => new Paragraph({ alignment, spacing: { after: 0 }, children: runsOf(line, look) }),
      ),
    });
  });
}

const headings = {
  h1: HeadingLevel.TITLE,
  h2: HeadingLevel.HEADING_1,
  h3: HeadingLevel.HEADING_2,
} as const;

const blue = '005A8D';
const gray = '5B6470';
/** In pixels: the width of the text of an A4 page. */
const figureWidth = 620;

type DocxBlock = Paragraph | Table;

/** What stands in a part of the report's page, as paragraphs, tables and pictures of a document. */
export function docxBlocks(part: Element, figures: Iterator<PngFigure>): DocxBlock[] {
  return [...part.children].flatMap((element): DocxBlock[] => {
    const name = element.tagName.toLowerCase();
    if (name in headings) return [heading(element, headings[name as keyof typeof headings])];
    if (name === 'table') return [docxTable(element), new Paragraph({ spacing: { after: 120 } })];
    if (name === 'ol') return listItems(element, { numbering: { reference: 'references', level: 0 } });
    if (name === 'ul') return listItems(element, { bullet: { level: 0 } });
    if (name === 'figure') return figureBlocks(element, figures);
    if (element.classList.contains('hero')) return [hero(element)];
    if (name === 'p') return textOfElement(element) === '' ? [] : [paragraph(element)];
    return docxBlocks(element, figures);
  });
}

function heading(element: Element, level: (typeof headings)[keyof typeof headings]): Paragraph {
  const isStudy = element.parentElement?.classList.contains('study') && element.tagName === 'H2';
  return new Paragraph({
    text: textOfElement(element),
    heading: level,
    keepNext: true,
    pageBreakBefore: isStudy === true,
  });
}

const paragraph = (element: Element): Paragraph =>
  new Paragraph({
    children: runsOf(element, element.classList.contains('soft') ? { color: gray } : {}),
  });

/** The number that the study leads with, and its interval. */
function hero(element: Element): Paragraph {
  const text = (selector: string) => {
    const found = element.querySelector(selector);
    return found ? textOfElement(found) : '';
  };
  return new Paragraph({
    spacing: { before: 160, after: 120 },
    keepNext: true,
    children: [
      new TextRun({ text: text('.value'), size: 64, bold: true, color: blue }),
      new TextRun({ text: `   ${text('.interval')}`, size: 30 }),
    ],
  });
}

type ListLook = { numbering: { reference: string; level: number } } | { bullet: { level: number } };

const listItems = (list: Element, look: ListLook): Paragraph[] =>
  [...list.children].map((item) => new Paragraph({ ...look, children: runsOf(item) }));

function figureBlocks(element: Element, figures: Iterator<PngFigure>): Paragraph[] {
  const figure = figures.next().value as PngFigure | undefined;
  const caption = element.querySelector('figcaption');
  const words = element.querySelector('svg')?.getAttribute('aria-label') ?? 'Figure';
  if (!figure) throw new Error('a figure of the report was not drawn');
  const height = Math.round((figure.height * figureWidth) / figure.width);
  return [
    new Paragraph({
      keepNext: true,
      children: [
        new ImageRun({
          type: 'png',
          data: figure.png,
          transformation: { width: figureWidth, height },
          altText: { name: 'Figure', title: 'Figure', description: words },
        }),
      ],
    }),
    ...(caption ? [new Paragraph({ children: runsOf(caption, { color: gray, size: 18 }) })] : []),
  ];
}

import { createContext, Fragment, memo, type ReactNode, use, useMemo } from 'react';
import { CodeBlock } from './code-block.tsx';
import { FormulaView } from './formula.tsx';
import classes from './markdown.module.css';
import { MissingPicture } from './picture-view.tsx';
import { PlainText } from './plain-text.tsx';
import { type Block, type Cell, type Run, readMarkdown } from './read-markdown.ts';
import { useRawTexts } from './text-switches.ts';

const exampleNames = { good: 'Good example', bad: 'Bad example' } as const;

/** How a page of the app itself draws what a text by somebody else must not: links that lead, images, headings. */
export interface DrawnBy {
  /** Undefined where the run is drawn as everywhere. */
  run: (run: Run) => ReactNode | undefined;
  heading?: (level: number, runs: readonly Run[], inside: ReactNode) => ReactNode;
}

const DrawnBy = createContext<DrawnBy>({ run: () => undefined });

/** A page of the app's own in Markdown, where links lead and images are shown. */
export function OwnMarkdown({ text, drawnBy }: { text: string; drawnBy: DrawnBy }) {
  const blocks = useMemo(() => readMarkdown(text) ?? [], [text]);
  return (
    <DrawnBy value={drawnBy}>
      <Blocks blocks={blocks} hasExamples={false} />
    </DrawnBy>
  );
}

/** Draws a picture of the project by its hash; where nothing does, a warning stands in its place. */
export const ShownPictures = createContext<((sha256: string, name: string) => ReactNode) | undefined>(
  undefined,
);

const storedPicture = 'assay:picture/';
const isStored = ({ image }: Run): boolean => image?.address.startsWith(storedPicture) === true;

/** A text of more blocks than this is laid out as far as it is in sight. */
const fewestOutOfSight = 8;

interface MarkdownTextProps {
  text: string;
  /** Shows quotes that begin with `[!good]` or `[!bad]` as examples. */
  hasExamples?: boolean;
}

/**
 * Text that somebody wrote in Markdown. It is never run and never reaches out: HTML in it stands as text, images are
 * named and not fetched, links show where they lead and open nothing. Line breaks are kept. A text without any mark,
 * or one that is too long to lay out, stands as it was written.
 */
export const MarkdownText = memo(function MarkdownText({ text, hasExamples = false }: MarkdownTextProps) {
  const blocks = useMemo(() => readMarkdown(text), [text]);
  if (!blocks) return <PlainText text={text} />;
  return (
    <div className={classes.text} dir="auto" data-long={blocks.length > fewestOutOfSight || undefined}>
      <Blocks blocks={blocks} hasExamples={hasExamples} />
    </div>
  );
});

interface ReadTextProps {
  text: string;
  /** Part of more than can be laid out at once. */
  isLong?: boolean;
}

/** What somebody said or wrote: laid out as Markdown, or as it was written where the person wants that. */
export function ReadText({ text, isLong = false }: ReadTextProps) {
  const isRaw = useRawTexts();
  return isRaw || isLong ? <PlainText text={text} /> : <MarkdownText text={text} />;
}

function Blocks({ blocks, hasExamples }: { blocks: readonly Block[]; hasExamples: boolean }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks never change order
  return blocks.map((block, at) => <BlockView key={at} {...{ block, hasExamples }} />);
}

function BlockView({ block, hasExamples }: { block: Block; hasExamples: boolean }) {
  const drawn = use(DrawnBy);
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Runs runs={block.runs} />
        </p>
      );
    case 'heading':
      if (drawn.heading) return drawn.heading(block.level, block.runs, <Runs runs={block.runs} />);
      // The page has its own headings; those of a text stand below them, and may begin at any level.
      return (
        <h3 dir="auto" data-level={block.level}>
          <Runs runs={block.runs} />
        </h3>
      );
    case 'code':
      return <CodeBlock name={block.name} text={block.text} />;
    case 'formula':
      return <FormulaView formula={{ tex: block.tex, isBlock: true }} written={block.text} />;
    case 'rule':
      return <hr />;
    case 'quote':
      return <QuoteView {...{ block, hasExamples }} />;
    case 'list':
      return <ListView {...{ block, hasExamples }} />;
    case 'notes':
      return (
        <ol className={classes.notes} dir={directionOf(block)} aria-label="Footnotes">
          {block.notes.map((blocks, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notes never change order
            <li key={at}>
              <Blocks {...{ blocks, hasExamples }} />
            </li>
          ))}
        </ol>
      );
    case 'table':
      return <TableView block={block} />;
  }
}

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

function QuoteView({ block, hasExamples }: { block: Of<'quote'>; hasExamples: boolean }) {
  const { example, blocks } = block;
  const inside = <Blocks {...{ blocks, hasExamples }} />;
  if (example === null) return <blockquote>{inside}</blockquote>;
  if (!hasExamples) {
    return (
      <blockquote>
        <p>[!{example}]</p>
        {inside}
      </blockquote>
    );
  }
  return (
    <figure className={classes.example} data-example={example}>
      <figcaption>{exampleNames[example]}</figcaption>
      {inside}
    </figure>
  );
}

function ListView({ block, hasExamples }: { block: Of<'list'>; hasExamples: boolean }) {
  const entries = block.entries.map(({ isDone, blocks }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: entries never change order
    <li key={at} data-task={isDone !== null || undefined}>
      {isDone !== null && <span className={classes.box}>{isDone ? '☑' : '☐'}</span>}
      <Blocks {...{ blocks, hasExamples }} />
    </li>
  ));
  const isLoose = block.isLoose || undefined;
  const dir = directionOf(block);
  return block.start === null ? (
    <ul data-loose={isLoose} dir={dir}>
      {entries}
    </ul>
  ) : (
    <ol data-loose={isLoose} dir={dir} start={block.start}>
      {entries}
    </ol>
  );
}

/** The direction of a block's first letter: the points of a list stand where its words begin. */
function directionOf(block: Block): 'ltr' | 'rtl' | undefined {
  const letter = /\p{L}/u.exec(wordsOf(block))?.[0];
  if (letter === undefined) return undefined;
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)
    ? 'rtl'
    : 'ltr';
}

/** What is said in a block, without code and formulas. */
function wordsOf(block: Block): string {
  const all = (blocks: readonly Block[]) => blocks.map(wordsOf).join(' ');
  const said = (runs: readonly Run[]) =>
    runs.map(({ text, code, formula }) => (code || formula ? '' : text)).join('');
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return said(block.runs);
    case 'quote':
      return all(block.blocks);
    case 'list':
      return all(block.entries.flatMap(({ blocks }) => blocks));
    case 'notes':
      return all(block.notes.flat());
    case 'table':
      return [...block.head, ...block.rows.flat()].map(({ runs }) => said(runs)).join(' ');
    case 'code':
    case 'formula':
    case 'rule':
      return '';
  }
}

function TableView({ block }: { block: Of<'table'> }) {
  const { head, rows } = block;
  const cells = (row: readonly Cell[], As: 'th' | 'td') =>
    row.map(({ alignment, runs }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns never change order
      <As key={at} dir="auto" style={{ textAlign: alignment ?? undefined }}>
        <Runs runs={runs} />
      </As>
    ));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className={classes.scroll} role="group" aria-label="Table" tabIndex={0}>
      <table dir={directionOf(block)}>
        <thead>
          <tr>{cells(head, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change order
            <tr key={at}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Runs({ runs }: { runs: readonly Run[] }): ReactNode {
  const drawn = use(DrawnBy);
  const picture = use(ShownPictures);
  return runs.map((run, at) => {
    const shown = pictureOr(runs, at, picture, drawn.run);
    // biome-ignore lint/suspicious/noArrayIndexKey: runs never change order
    return <Fragment key={at}>{shown === undefined ? styled(run, run.text) : shown}</Fragment>;
  });
}

/** A run that is a picture of the project; what stands behind it, where it leads, is not shown. */
function pictureOr(
  runs: readonly Run[],
  at: number,
  picture: ((sha256: string, name: string) => ReactNode) | undefined,
  other: DrawnBy['run'],
): ReactNode | undefined {
  const run = runs[at]!;
  if (isStored(run)) {
    const { address, name } = run.image!;
    return picture ? picture(address.slice(storedPicture.length), name) : <MissingPicture name={name} />;
  }
  const before = runs[at - 1];
  return before && isStored(before) && run.isAddress && !run.image ? null : other(run);
}

/** Something drawn in the style of a run. */
export function styled(run: Run, inside: ReactNode): ReactNode {
  const { text, strong, emphasis, struck, code, formula, isNoteNumber, isAddress } = run;
  let shown = formula ? <FormulaView formula={formula} written={text} /> : inside;
  if (isNoteNumber) shown = <sup>{shown}</sup>;
  if (code) shown = <code>{shown}</code>;
  if (isAddress) shown = <span className={classes.address}>{shown}</span>;
  if (struck) shown = <del>{shown}</del>;
  if (emphasis) shown = <em>{shown}</em>;
  if (strong) shown = <strong>{shown}</strong>;
  return shown;
}

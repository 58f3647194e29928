import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './markdown.module.css';
import { markExamples } from './markdown-examples.ts';
import { isTooMuch } from './markdown-limits.ts';

const exampleNames = { good: 'Good example', bad: 'Bad example' } as const;

/**
 * Text that somebody wrote in Markdown. It is never run and never reaches out: HTML in it stands as text, images are
 * named and not fetched, links show where they lead and open nothing. Quotes that begin with `[!good]` or `[!bad]` are
 * shown as examples. A text that is too long or too deep stands as it was written.
 */
export function MarkdownText({ text }: { text: string }) {
  if (isTooMuch(text)) {
    return (
      <div className={classes.text} dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </div>
    );
  }
  return (
    <div className={classes.text} dir="auto">
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[markExamples]}
        components={{
          a: ({ href = '', children }) => <NamedLink href={href}>{children}</NamedLink>,
          img: ({ alt = '' }) => <span className={classes.image}>[image: {alt || 'no name'}]</span>,
          input: ({ checked }) => <span>{checked ? '☑' : '☐'}</span>,
          blockquote: ({ node, children }) => (
            <Quote example={node?.properties.dataExample}>{children}</Quote>
          ),
          table: ({ children }) => (
            <Table.ScrollContainer minWidth={320}>
              <Table withRowBorders>{children}</Table>
            </Table.ScrollContainer>
          ),
          th: Table.Th,
          td: Table.Td,
          // The page has its own headings; these are below them.
          h1: ({ children }) => <h3>{children}</h3>,
          h2: ({ children }) => <h4>{children}</h4>,
          h3: ({ children }) => <h5>{children}</h5>,
          h4: ({ children }) => <h6>{children}</h6>,
          h5: ({ children }) => <h6>{children}</h6>,
        }}
      >
        {text}
      </Markdown>
    </div>
  );
}

function Quote({ example, children }: { example: unknown; children: ReactNode }) {
  if (example !== 'good' && example !== 'bad') return <blockquote>{children}</blockquote>;
  return (
    <figure className={classes.example} data-example={example}>
      <figcaption>{exampleNames[example]}</figcaption>
      {children}
    </figure>
  );
}

function NamedLink({ href, children }: { href: string; children: ReactNode }) {
  return href === '' || href === children ? (
    <span>{children}</span>
  ) : (
    <span>
      {children} <span className={classes.address}>({href})</span>
    </span>
  );
}

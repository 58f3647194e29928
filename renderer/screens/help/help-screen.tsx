import { Table } from '@mantine/core';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Link } from 'wouter';
import { paths } from '../../app/paths.ts';
import { Page } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './help.module.css';
import { helpPages } from './help-pages.ts';

/** The documents of the app; nothing in them is run or trusted as HTML. */
export function HelpScreen({ page }: { page: string }) {
  const shown = helpPages.find(({ id }) => id === page) ?? helpPages[0];
  return (
    <Page>
      <div className={classes.screen}>
        <nav aria-label="Help pages">
          <ul className={classes.pages}>
            {helpPages.map(({ id, name }) => (
              <li key={id}>
                <Link href={paths.help(id)} aria-current={id === shown.id ? 'page' : undefined}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <article className={classes.text}>
          <Markdown
            remarkPlugins={[remarkGfm]}
            components={{
              a: ({ href = '', children }) => <HelpLink href={href}>{children}</HelpLink>,
              table: ({ children }) => (
                <Table.ScrollContainer minWidth={480}>
                  <Table withRowBorders>{children}</Table>
                </Table.ScrollContainer>
              ),
              th: Table.Th,
              td: Table.Td,
              img: () => null,
            }}
          >
            {shown.text}
          </Markdown>
        </article>
      </div>
    </Page>
  );
}

/** Leads to another help page; what lies outside the app is named, not opened. */
function HelpLink({ href, children }: { href: string; children: React.ReactNode }) {
  const page = helpPages.find(({ file }) => href.endsWith(file));
  return page ? (
    <TextLink href={paths.help(page.id)}>{children}</TextLink>
  ) : (
    <span title={href}>{children}</span>
  );
}

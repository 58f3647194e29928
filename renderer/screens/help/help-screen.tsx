import { Table } from '@mantine/core';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Link } from 'wouter';
import accuracy from '../../../docs/accuracy.md?raw';
import accuracyPaired from '../../../docs/accuracy-paired.md?raw';
import agreement from '../../../docs/agreement.md?raw';
import backtest from '../../../docs/backtest.md?raw';
import commandLine from '../../../docs/command-line.md?raw';
import formats from '../../../docs/formats.md?raw';
import humcoe from '../../../docs/humcoe.md?raw';
import judges from '../../../docs/judges.md?raw';
import methods from '../../../docs/methods.md?raw';
import projectFile from '../../../docs/project-file.md?raw';
import protocols from '../../../docs/protocols.md?raw';
import recipe from '../../../docs/recipe.md?raw';
import team from '../../../docs/team.md?raw';
import { paths } from '../../app/paths.ts';
import { Page } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './help.module.css';

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

/** The documents that come with the app, readable without a network; `file` is their name among the others. */
const helpPages = [
  { id: 'methods', file: 'methods.md', name: 'How the number is made', text: methods },
  { id: 'accuracy', file: 'accuracy.md', name: 'Accuracy', text: accuracy },
  {
    id: 'accuracy-paired',
    file: 'accuracy-paired.md',
    name: 'Accuracy of comparisons',
    text: accuracyPaired,
  },
  { id: 'backtest', file: 'backtest.md', name: 'Back-test on real evaluations', text: backtest },
  { id: 'humcoe', file: 'humcoe.md', name: 'What we found about HumCoE', text: humcoe },
  { id: 'team', file: 'team.md', name: 'Several annotators', text: team },
  { id: 'agreement', file: 'agreement.md', name: 'Agreement and adjudication', text: agreement },
  { id: 'command-line', file: 'command-line.md', name: 'Command line', text: commandLine },
  { id: 'judges', file: 'judges.md', name: 'Judges and language models', text: judges },
  { id: 'protocols', file: 'protocols.md', name: 'Protocols', text: protocols },
  { id: 'project-file', file: 'project-file.md', name: 'The project file', text: projectFile },
  { id: 'formats', file: 'formats.md', name: 'Formats in and out', text: formats },
  { id: 'recipe', file: 'recipe.md', name: 'Recipe: every number from the labels', text: recipe },
] as const;

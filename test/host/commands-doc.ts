import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { makeProgram } from '../../host/program.ts';

export const documentFile = path.join(import.meta.dirname, '../../docs/command-line.md');

/** Options that nearly every command has; the page names them once. */
const shared = new Set(['--json', '--data-dir', '--project', '--accept-altered']);

export const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : 'assay';

/** The name of a command with what it takes, its summary, and its own options. */
function entryOf(command: Command): string {
  const given = command.registeredArguments.map((one) =>
    ` ${one.required ? one.name() : `[${one.name()}]`}`.toUpperCase(),
  );
  const options = command.options
    .filter(({ long, hidden }) => !hidden && !shared.has(long!))
    .map(({ long }) => `\`${long}\``);
  const words = command.description();
  const taken = options.length === 0 ? '' : `  \n  ${options.join(' ')}`;
  return `- **\`${nameOf(command)}${given.join('')}\`** ${words}${taken}`;
}

export const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

/** Every command as Markdown, in the order of the help, with the options of each. */
export async function commandsList(): Promise<string> {
  return leaves(await makeProgram())
    .map(entryOf)
    .join('\n');
}

const [start, end] = [
  '<!-- commands: made by `node test/host/commands-doc.ts` -->',
  '<!-- end of commands -->',
];

/** The page with its list of commands brought up to date. */
export async function upToDate(document: string): Promise<string> {
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs: the marks of the commands are missing');
  return `${before}${start}\n\n${await commandsList()}\n\n${end}${after}`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(documentFile, await upToDate(readFileSync(documentFile, 'utf8')));
}

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the shells that fill these in

import { type Command, InvalidArgumentError, type Option } from 'commander';
import { commandOf, takesFile } from '../terminal/standard-files.ts';

/** Said instead of candidates: the shell knows its files better. */
const files = ':files';

/** Each shell asks `assay completion words` for what may stand at the cursor, so that a script never grows old. */
const lines: Readonly<Record<string, readonly string[]>> = {
  bash: [
    '_assay() {',
    '  local found line',
    '  COMPREPLY=()',
    '  found=$(assay completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return',
    `  if [ "$found" = "${files}" ]; then compopt -o default; return; fi`,
    '  while IFS= read -r line; do',
    "    line=${line%%$'\\t'*}",
    '    [[ -n $line && $line == "${COMP_WORDS[COMP_CWORD]}"* ]] && COMPREPLY+=("$line")',
    '  done <<< "$found"',
    '}',
    'complete -F _assay assay',
  ],
  zsh: [
    '#compdef assay',
    '_assay() {',
    '  local found',
    '  found=$(assay completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null) || return',
    `  if [[ $found == "${files}" ]]; then _files; return; fi`,
    '  local -a candidates',
    '  candidates=("${(@f)${${found//:/\\\\:}//$\'\\t\'/:}}")',
    "  _describe 'assay' candidates",
    '}',
    'compdef _assay assay',
  ],
  fish: [
    'function __assay_words',
    '  set -l current (commandline -ct)',
    '  set -l before (commandline -opc)',
    '  set -l found (assay completion words -- $before[2..] "$current" 2>/dev/null)',
    `  if test "$found" = "${files}"`,
    '    __fish_complete_path "$current"',
    '  else',
    "    printf '%s\\n' $found",
    '  end',
    'end',
    "complete -c assay -f -a '(__assay_words)'",
  ],
};

const shells = Object.keys(lines).join(', ');

/** @param load the program with the command of a name, or with all of them */
export function addCompletion(program: Command, load: (asked?: string) => Promise<Command>): void {
  const completion = program
    .command('completion')
    .argument('<shell>', shells, (text: string) => {
      if (!Object.hasOwn(lines, text)) throw new InvalidArgumentError(`It must be one of: ${shells}.`);
      return text;
    })
    .action((shell: string) => {
      process.stdout.write(`${lines[shell]!.join('\n')}\n`);
    });
  completion
    .command('words', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const found = candidates(await load(words.length > 1 ? words[0] : undefined), words);
      process.stdout.write(found.map((line) => `${line}\n`).join(''));
    });
}

/** What may stand in the place of the last word, each with what it does behind a tab. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const { command } = commandOf(program, before);
  const asked = command.options.find((option) => namesOf(option).includes(before.at(-1)!));
  if (asked?.required) return valuesOf(asked);
  if (current.startsWith('-')) return command.options.filter(({ hidden }) => !hidden).flatMap(optionLines);
  if (command.commands.length > 0) return command.createHelp().visibleCommands(command).map(commandLine);
  return command.registeredArguments.find(({ argChoices }) => argChoices)?.argChoices ?? [files];
}

const valuesOf = ({ argChoices, flags }: Option): string[] =>
  argChoices ?? (takesFile(flags) || flags.includes('<folder>') ? [files] : []);

/** An option may have two long names. */
const namesOf = ({ long, short }: Option): string[] =>
  [short, long].filter((name) => name?.startsWith('--') === true) as string[];

const optionLines = (option: Option): string[] =>
  namesOf(option).map((name) => `${name}\t${option.description}`);

const commandLine = (command: Command): string =>
  `${command.name()}\t${command.summary() || command.description()}`;

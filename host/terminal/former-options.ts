import { type Command, Option } from 'commander';

/**
 * Adds an option whose former spelling means something else in other commands. The former one goes on working in this command,
 * says on standard error what to write in its place, and is not in the help.
 *
 * @param former with its two dashes
 */
export function withFormer(command: Command, option: Option, former: `--${string}`): Command {
  const old = new Option(option.flags.replace(option.long!, former)).hideHelp();
  if (option.parseArg) old.parseArg = option.parseArg;
  command.addOption(option).addOption(old);
  let isSaid = false;
  return command.on(`option:${old.name()}`, () => {
    const value: unknown = command.getOptionValue(old.attributeName());
    command.setOptionValueWithSource(option.attributeName(), value, 'cli');
    if (!isSaid) process.stderr.write(`${former} is an old spelling here: write ${option.long}.\n`);
    isSaid = true;
  });
}

import { createWriteStream, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command, Option } from 'commander';
import { temporaryFolder } from '../../core/platform/files/temporary.ts';
import { AppError } from '../../shared/errors.ts';
import { writePlain } from './guard-output.ts';

/** Options and arguments that name a file to write, with the ending that tells the format where the name does. */
const outputs: Readonly<Record<string, string>> = {
  'report --out': '',
  'export --out': '',
  'batch out --out': '.assay-batch',
  'lab --out': '.csv',
  'gate --summary': '.md',
  'gate --junit': '.xml',
  'gate --badge': '.svg',
  'protocol user --pairs': '.json',
  'key export file': '.pem',
};
/** What is no file of that kind: a project is one that stays, and many Batch files do not fit one stream. */
const refusedHere = new Set(['init file', 'judge run --write-batch', 'generate --write-batch']);

/** Where a command line names a file. */
interface Place {
  /** Such as `report --out` or `label files`. */
  readonly name: string;
  readonly at: number;
}

/**
 * `-` in the place of a file: what is read comes from standard input, and what is written goes to standard output.
 *
 * Files in between lie in a folder of its own, so that every command reads and writes `-` as it does any file: again from
 * the beginning, checked as a whole, and written whole or not at all. What a command says then goes to standard error.
 */
export class StandardFiles implements Disposable {
  readonly args: string[];
  readonly #folder: string | undefined;
  readonly #input: Place | undefined;
  readonly #output: Place | undefined;
  readonly #write = process.stdout.write;

  /** @throws AppError INVALID_INPUT where a stream would have two uses */
  constructor(program: Command, args: readonly string[]) {
    this.args = [...args];
    const places = args.includes('-') ? placesOf(program, args) : [];
    const isOutput = ({ name }: Place) => Object.hasOwn(outputs, name);
    [this.#output, this.#input] = [places.find(isOutput), places.find((place) => !isOutput(place))];
    assertOneUse(places, this.#input, this.#output, args);
    if (places.length === 0) return;
    this.#folder = temporaryFolder('standard');
    if (this.#input) this.args[this.#input.at] = this.#inputFile;
    if (this.#output) {
      const file = path.join(this.#folder, `standard-output${outputs[this.#output.name]}`);
      this.args[this.#output.at] = file;
      const say = (text: string | Uint8Array) =>
        process.stderr.write(String(text).replaceAll(file, 'standard output'));
      process.stdout.write = say as typeof process.stdout.write;
    }
  }

  get #inputFile(): string {
    return path.join(this.#folder!, 'standard-input');
  }

  /** Reads standard input to its end, where it is asked for. */
  async read(): Promise<void> {
    if (!this.#input) return;
    const stop = () => {
      this[Symbol.dispose]();
      process.exit(130);
    };
    process.once('SIGINT', stop);
    await pipeline(process.stdin, createWriteStream(this.#inputFile, { mode: 0o600 }));
    process.off('SIGINT', stop);
  }

  /** Hands on what was written, where something was. @throws AppError INVALID_INPUT where that is several files */
  deliver(): void {
    if (!this.#output) return;
    process.stdout.write = this.#write;
    const written = readdirSync(this.#folder!).filter((name) => name !== path.basename(this.#inputFile));
    if (written.length > 1) {
      throw new AppError(
        'INVALID_INPUT',
        `This writes ${written.length} files, and standard output is one.`,
        {
          remedy: 'Name the file in place of "-".',
        },
      );
    }
    for (const name of written) writePlain(process.stdout, readFileSync(path.join(this.#folder!, name)));
  }

  [Symbol.dispose](): void {
    process.stdout.write = this.#write;
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

function assertOneUse(
  places: readonly Place[],
  input: Place | undefined,
  output: Place | undefined,
  args: readonly string[],
): void {
  const second = places.find((place) => place !== input && place !== output);
  const wrong = places.find(({ name }) => refusedHere.has(name));
  const [problem, remedy] = wrong
    ? [`"-" cannot stand for the file of "assay ${wrong.name}".`, 'Name a file.']
    : second
      ? ['"-" stands for two files of one command.', 'Name one of them.']
      : output && args.includes('--json')
        ? ['"--json" and a file "-" both write to standard output.', 'Leave one of them out.']
        : [];
  if (problem !== undefined) throw new AppError('INVALID_INPUT', problem, { remedy: remedy! });
}

/** Every place where a command line has `-` for a file. */
function placesOf(program: Command, args: readonly string[]): Place[] {
  const { command, name, from } = commandOf(program, args);
  const places: Place[] = [];
  let taking: Option | undefined;
  let isPlain = false;
  for (const [at, word] of args.entries()) {
    if (at < from) continue;
    if (word.startsWith('-') && word !== '-' && !isPlain) {
      isPlain = word === '--';
      const found = command.options.find(({ long, short }) => word === long || word === short);
      taking = found && (found.required || found.optional) ? found : undefined;
      continue;
    }
    if (word === '-') {
      const isFile = taking ? takesFile(taking.flags) : true;
      const argument = command.registeredArguments.find((one) => takesFile(one.name()));
      if (isFile && (taking || argument)) {
        places.push({ name: `${name} ${taking?.long ?? argument!.name()}`, at });
      }
    }
    if (!taking?.variadic) taking = undefined;
  }
  return places;
}

export const takesFile = (flags: string): boolean =>
  /\b(?:files?|path)\b/.test(flags.replace(/^--[\w-]+/, ''));

/** The command that the first words name, its name, and where its own words begin. */
export function commandOf(
  program: Command,
  args: readonly string[],
): { command: Command; name: string; from: number } {
  let command = program;
  let from = 0;
  for (; from < args.length; from++) {
    const next = command.commands.find((one) => one.name() === args[from]);
    if (!next) break;
    command = next;
  }
  return { command, name: args.slice(0, from).join(' '), from };
}

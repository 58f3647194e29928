import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { fieldFacts, numberRange } from '../../shared/field-facts.ts';

interface Named {
  /** The name of the option; that of the field, with dashes, unless said. */
  readonly flag?: string;
  /** What stands for the value in the help. */
  readonly value?: string;
  /** What the help says; the description of the field unless said. */
  readonly says?: string;
  /** Gives the default of the schema where the option is left out, and says it in the help. */
  readonly hasDefault?: boolean;
  /** What it is where it is left out and the schema has no default. */
  readonly usual?: string;
}

/**
 * Adds an option for each of some fields of a call. Type, range, choices, default and help are those of the contract's schema, so a
 * value that the call would refuse is wrong usage, told with the option's name.
 *
 * @throws Error for a field that the schema describes nowhere, when the command line is made
 */
export function withFields<Shape extends z.ZodRawShape>(
  command: Command,
  { shape }: z.ZodObject<Shape>,
  fields: { readonly [Field in keyof Shape & string]?: Named | true },
): Command {
  for (const [field, named] of Object.entries<Named | true | undefined>(fields)) {
    if (named !== undefined)
      command.addOption(fieldOption(field, shape[field] as z.ZodType, named === true ? {} : named));
  }
  return command;
}

/** The option for one field. @throws Error for a field that the schema describes nowhere */
export function fieldOption(field: string, schema: z.ZodType, named: Named = {}): Option {
  const { plain, usual, description } = fieldFacts(schema);
  const says = named.says ?? description;
  if (says === '') throw new Error(`The schema says nothing of ${field}.`);
  const flag = `--${named.flag ?? dashed(field)}`;
  const type = typeOf(plain);
  if (type === 'boolean') return new Option(flag, says);
  const option = new Option(`${flag} <${named.value ?? valueName(type)}>`, says);
  if (plain instanceof z.ZodEnum) option.choices(plain.options.map(String));
  else option.argParser((text: string) => fieldValue(plain, text));
  const left = named.usual ?? (named.hasDefault ? usual : undefined);
  return left === undefined ? option : option.default(left);
}

const dashed = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const typeOf = (schema: z.ZodType): string => schema.def.type;
const valueName = (type: string): string =>
  type === 'number' ? 'number' : type === 'enum' ? 'kind' : 'text';

/** What a text stands for, as the schema takes it. @throws InvalidArgumentError */
function fieldValue(schema: z.ZodType, text: string): unknown {
  const isNumber = typeOf(schema) === 'number';
  const { success, data, error } = schema.safeParse(isNumber ? numberOf(text) : text);
  if (success) return data;
  throw new InvalidArgumentError(isNumber ? rangeWords(schema) : `${error.issues[0]!.message}.`);
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Which numbers a schema takes: "It must be a whole number from 1 to 20." */
function rangeWords(schema: z.ZodType): string {
  const { isWhole, minimum, maximum, above, below } = numberRange(schema);
  const what = isWhole ? 'a whole number' : 'a number';
  if (minimum !== undefined && maximum !== undefined) {
    return `It must be ${what} from ${minimum} to ${maximum}.`;
  }
  if (above !== undefined && below !== undefined) return `It must lie between ${above} and ${below}.`;
  const ends = [
    minimum !== undefined ? `of at least ${minimum}` : above !== undefined ? `above ${above}` : '',
    maximum !== undefined ? `of at most ${maximum}` : below !== undefined ? `below ${below}` : '',
  ].filter(Boolean);
  return `It must be ${[what, ...ends].join(' ')}.`;
}

import type { AgentSpecInput } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';

type EndpointOptions = Omit<Extract<AgentSpecInput, { kind: 'endpoint' }>, 'kind' | 'endpointId' | 'model'>;

const numbers = {
  temperature: 'temperature',
  'top-p': 'topP',
  seed: 'seed',
  'max-tokens': 'maxOutputTokens',
} as const;

const known = [...Object.keys(numbers), 'stop', 'instructions'];

/**
 * What stands behind the name of an endpoint: `local/llama3,temperature=0.7,top-p=0.9,seed=1,max-tokens=64,stop=\n`,
 * `stop` as often as wanted. Instructions with a comma and an equals sign need a file.
 *
 * @throws AppError INVALID_INPUT on a setting that there is none of, or that is no number
 */
export function endpointOptions(text: string): { where: string; options: EndpointOptions } {
  const [where = '', ...parts] = text.split(/,(?=[a-z-]{1,20}=)/u);
  const options: Record<string, unknown> = {};
  const stopWords: string[] = [];
  for (const part of parts) {
    const at = part.indexOf('=');
    const [name, value] = [part.slice(0, at), part.slice(at + 1)];
    if (name === 'stop') stopWords.push(value.replaceAll('\\n', '\n'));
    else if (name === 'instructions') options.instructions = value;
    else options[fieldOf(name)] = numberOf(name, value);
  }
  return { where, options: { ...options, ...(stopWords.length > 0 && { stopWords }) } };
}

function fieldOf(name: string): string {
  const field = Object.entries(numbers).find(([own]) => own === name)?.[1];
  if (field !== undefined) return field;
  throw new AppError('INVALID_INPUT', `A model has no setting named ${name}.`, {
    field: name,
    remedy: `Write one of ${known.join(', ')}.`,
  });
}

function numberOf(name: string, value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number)) return number;
  throw new AppError('INVALID_INPUT', `${name} of a model is not a number: "${value}".`, {
    field: name,
    remedy: `Write ${name}=1, for example.`,
  });
}

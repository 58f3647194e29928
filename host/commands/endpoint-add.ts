import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { Endpoint, EndpointPreset, JsonMode } from '../../shared/contract/index.ts';
import { endpointPresets, JsonModeSchema } from '../../shared/contract/llm.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { positiveNumber } from '../terminal/parse-value.ts';

interface AddOptions extends ProjectOptions {
  preset: EndpointPreset;
  name?: string;
  url?: string;
  model?: string;
  api?: 'chat' | 'responses';
  keyEnv?: string;
  keyHeader?: string;
  key?: boolean;
  header?: Record<string, string>;
  concurrency?: number;
  requestsPerMinute?: number;
  tokensPerMinute?: number;
  timeout?: number;
  jsonMode?: JsonMode;
  logProbabilities?: boolean;
  batches?: boolean;
  priceIn?: number;
  priceOut?: number;
}

export function addEndpointAdd(endpoint: Command): void {
  withProject(endpoint.command('add'))
    .description('add a server that speaks the API of OpenAI; no key is ever stored')
    .argument('[project]', 'the project file')
    .addOption(new Option('--preset <kind>', 'kind of server').choices(endpointPresets).default('custom'))
    .option('--name <name>', 'what to call it (the kind of server by default)')
    .option('--url <address>', 'its address, such as http://127.0.0.1:8000/v1')
    .option('--model <model>', 'the model to ask unless another is named')
    .addOption(new Option('--api <api>', 'which API it speaks').choices(['chat', 'responses']))
    .option('--key-env <variable>', 'environment variable that holds the key')
    .option('--key-header <name>', 'header that carries the key (Authorization: Bearer by default)')
    .option('--no-key', 'it takes no key')
    .option('--header <name=value>', 'a further header, no key; may be repeated', headers)
    .option('--concurrency <number>', 'requests at the same time', positiveNumber)
    .option('--requests-per-minute <number>', 'limit', positiveNumber)
    .option('--tokens-per-minute <number>', 'limit', positiveNumber)
    .option('--timeout <seconds>', 'time allowed for a whole reply', positiveNumber)
    .addOption(new Option('--json-mode <mode>', 'how JSON is asked for').choices(JsonModeSchema.options))
    .option('--log-probabilities', 'it gives the top 5 log-probabilities')
    .option('--batches', "it has OpenAI's Batch API")
    .option('--price-in <number>', 'price of a million tokens in', price)
    .option('--price-out <number>', 'price of a million tokens out', price)
    .action((file: string | undefined, options: AddOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, (engine) => add(engine, project, options), addedText);
    });
}

async function add({ client }: Engine, project: string, options: AddOptions): Promise<Endpoint> {
  await client.project.open({ path: project });
  const presets = await client.endpoint.presets({});
  const { title: _title, note: _note, ...start } = presets.find(({ preset }) => preset === options.preset)!;
  const { priceIn, priceOut, timeout, keyEnv, key } = options;
  return client.endpoint.save({
    ...start,
    ...withoutGaps({
      name: options.name,
      baseUrl: options.url,
      model: options.model,
      api: options.api,
      keyHeader: options.keyHeader,
      headers: options.header,
      concurrency: options.concurrency,
      requestsPerMinute: options.requestsPerMinute,
      tokensPerMinute: options.tokensPerMinute,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      jsonMode: options.jsonMode,
      logProbabilities: options.logProbabilities,
      batches: options.batches,
    }),
    ...(keyEnv !== undefined && { keySource: 'environment' as const, keyVariable: keyEnv }),
    ...(key === false && { keySource: 'none' as const }),
    ...((priceIn !== undefined || priceOut !== undefined) && {
      prices: { inputPerMillion: priceIn ?? 0, outputPerMillion: priceOut ?? 0 },
    }),
  });
}

const withoutGaps = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** @throws InvalidArgumentError */
function headers(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  if (!name) throw new InvalidArgumentError('Write it as NAME=VALUE.');
  return { ...before, [name]: value! };
}

/** @throws InvalidArgumentError */
function price(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value < Number.POSITIVE_INFINITY)) {
    throw new InvalidArgumentError('It must be a number of at least 0.');
  }
  return value;
}

function addedText({ name, baseUrl, model, hasKey, keyVariable }: Endpoint): string {
  const key = hasKey
    ? ''
    : `\nIts key is not at hand: set ${keyVariable ?? 'it with --key-env for each run'}.`;
  return `Added endpoint "${name}" at ${baseUrl}${model ? `, model ${model}` : ''}.${key}`;
}

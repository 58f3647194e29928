import { type Command, InvalidArgumentError } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { Endpoint, EndpointPreset, JsonMode } from '../../shared/contract/index.ts';
import { EndpointSettingsSchema } from '../../shared/contract/llm.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { numberFromZero, positiveNumber } from '../terminal/parse-value.ts';
import { withFields } from '../terminal/schema-options.ts';

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
  pictures?: boolean;
  batches?: boolean;
  priceIn?: number;
  priceOut?: number;
}

export function addEndpointAdd(endpoint: Command): void {
  const command = withProject(endpoint.command('add'))
    .description('add a server that speaks the API of OpenAI; no key is ever stored')
    .argument('[project]', 'the project file');
  withFields(command, EndpointSettingsSchema, {
    preset: { usual: 'custom' },
    name: { value: 'name', says: 'what to call it (the kind of server by default)' },
    baseUrl: { flag: 'url', value: 'address' },
    model: { value: 'model' },
    api: { value: 'api' },
    keyHeader: { value: 'name' },
    concurrency: true,
    requestsPerMinute: true,
    tokensPerMinute: true,
    jsonMode: { value: 'mode' },
    logProbabilities: true,
    pictures: true,
    batches: true,
  })
    .option('--key-env <variable>', 'environment variable that holds the key')
    .option('--no-key', 'it takes no key')
    .option('--header <name=value>', 'a further header, no key; may be repeated', headers)
    .option('--timeout <seconds>', 'time allowed for a whole reply', positiveNumber)
    .option('--price-in <number>', 'price of a million tokens in', numberFromZero)
    .option('--price-out <number>', 'price of a million tokens out', numberFromZero)
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
      pictures: options.pictures,
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

function addedText({ name, baseUrl, model, hasKey, keyVariable }: Endpoint): string {
  const key = hasKey
    ? ''
    : `\nIts key is not available: set ${keyVariable ?? 'it with --key-env for each run'}.`;
  return `Added endpoint "${name}" at ${baseUrl}${model ? `, model ${model}` : ''}.${key}`;
}

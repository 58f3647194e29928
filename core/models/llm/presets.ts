import type { EndpointPreset } from '../../../shared/contract/index.ts';
import { EndpointSettingsSchema } from '../../../shared/contract/llm.ts';

interface Preset {
  readonly preset: EndpointPreset;
  readonly title: string;
  readonly note: string;
  readonly settings: Record<string, unknown>;
}

const local = { keySource: 'none', concurrency: 4 } as const;

const presets: readonly Preset[] = [
  {
    preset: 'openai',
    title: 'OpenAI',
    note: 'Needs a key from platform.openai.com.',
    settings: {
      baseUrl: 'https://api.openai.com/v1',
      keySource: 'environment',
      keyVariable: 'OPENAI_API_KEY',
      logProbabilities: true,
      pictures: true,
      batches: true,
    },
  },
  {
    preset: 'azure',
    title: 'Azure OpenAI',
    note: 'Put the name of your resource into the address; the model is the name of your deployment.',
    settings: {
      baseUrl: 'https://YOUR-RESOURCE.openai.azure.com/openai/v1',
      keySource: 'environment',
      keyVariable: 'AZURE_OPENAI_API_KEY',
      keyHeader: 'api-key',
      logProbabilities: true,
    },
  },
  {
    preset: 'vllm',
    title: 'vLLM',
    note: 'The address that `vllm serve` prints, with /v1.',
    settings: {
      ...local,
      baseUrl: 'http://127.0.0.1:8000/v1',
      concurrency: 16,
      logProbabilities: true,
    },
  },
  {
    preset: 'ollama',
    title: 'Ollama',
    note: 'Answers few requests at a time; the model must be pulled first.',
    settings: { ...local, baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama3.1', concurrency: 2 },
  },
  {
    preset: 'llama-cpp',
    title: 'llama.cpp',
    note: '`llama-server` holds one model and takes any model name.',
    settings: { ...local, baseUrl: 'http://127.0.0.1:8080/v1', model: 'default', logProbabilities: true },
  },
  {
    preset: 'lm-studio',
    title: 'LM Studio',
    note: 'Start its server on the Developer page first.',
    settings: { ...local, baseUrl: 'http://127.0.0.1:1234/v1' },
  },
  {
    preset: 'custom',
    title: 'Another server',
    note: 'Any server that speaks the chat completions or responses API of OpenAI.',
    settings: { keySource: 'typed', baseUrl: 'https://' },
  },
];

/** Settings to start from, one for each kind of server. */
export const endpointPresets = presets.map(({ preset, title, note, settings }) => ({
  ...EndpointSettingsSchema.parse({ name: title, preset, ...settings }),
  title,
  note,
}));

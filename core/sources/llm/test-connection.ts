import type { ConnectionTest, EndpointSettings, JsonMode } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type Asker, createAsker } from './ask.ts';
import { LlmFault } from './fault.ts';
import { mendOf } from './fault-mends.ts';
import { askingForJson } from './json-asking.ts';
import { type Question, requestFor } from './request.ts';

const slowMs = 10_000;
const modelsShown = 200;

const oneWord = (model: string, settings: EndpointSettings, jsonMode: JsonMode): Question => ({
  model,
  messages: [{ role: 'user', content: 'Answer with this JSON and nothing else: {"ok": true}' }],
  temperature: null,
  maxOutputTokens: 64,
  seed: null,
  schema:
    jsonMode === 'prompt-only'
      ? null
      : {
          name: 'test',
          schema: {
            type: 'object',
            properties: { ok: { type: 'boolean' } },
            required: ['ok'],
            additionalProperties: false,
          },
        },
  logProbabilities: settings.logProbabilities,
  repeat: 0,
});

/** Asks a server for its models, then for one word, and says in plain words what is wrong. */
export async function testConnection(
  settings: EndpointSettings,
  requireKey: () => string | null,
  model: string,
  stop: AbortSignal,
): Promise<ConnectionTest> {
  let key: string | null;
  try {
    key = requireKey();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const nothing = failed(new LlmFault('no-key', error.message), settings, { model, models: [] });
    return { ...nothing, mend: error.details.mend ?? nothing.mend };
  }
  const asker = await createAsker(settings, key);
  const models = await listModels(asker, stop);
  const asked = model || (models[0] ?? '');
  const found = { model: asked, models: models.slice(0, modelsShown) };
  if (asked === '') {
    return failed(new LlmFault('model', 'No model is named, and the server lists none.'), settings, found);
  }
  try {
    const { answer, mode } = await askingForJson(settings.jsonMode, false, (jsonMode) =>
      asker.ask(requestFor({ ...settings, jsonMode }, oneWord(asked, settings, jsonMode)), stop),
    );
    const { reply, milliseconds } = answer;
    return {
      ...found,
      ok: true,
      problem: null,
      message: `${asked} answered in ${(milliseconds / 1000).toFixed(1)} s.`,
      mend: '',
      milliseconds,
      slow: milliseconds > slowMs,
      jsonMode: mode,
      logProbabilities: settings.logProbabilities ? reply.tokens.some(({ top }) => top.length > 0) : null,
    };
  } catch (error) {
    if (!(error instanceof LlmFault)) throw error;
    return failed(error, settings, found);
  }
}

/** Some servers have no list of models; that alone is nothing wrong. */
async function listModels({ client, clean }: Asker, stop: AbortSignal): Promise<string[]> {
  try {
    const { data } = await client.models.list({ signal: stop, timeout: slowMs });
    return data.map(({ id }) => clean(String(id))).sort();
  } catch {
    stop.throwIfAborted();
    return [];
  }
}

function failed(
  fault: LlmFault,
  settings: EndpointSettings,
  found: { model: string; models: string[] },
): ConnectionTest {
  const { kind, message } = fault;
  const problem =
    kind === 'quota' ? 'rate-limit' : kind === 'content-filter' || kind === 'too-large' ? 'request' : kind;
  return {
    ...found,
    ok: false,
    problem,
    message,
    mend: mendOf(fault, settings),
    milliseconds: null,
    slow: kind === 'timeout',
    jsonMode: null,
    logProbabilities: null,
  };
}

import type { EndpointRow } from '../../../../db/endpoints.ts';
import type { ModelSpec } from '../../../../shared/contract/index.ts';
import type { Answer, Caller } from '../../llm/caller.ts';
import { LlmFault } from '../../llm/fault.ts';
import { type Message, requestFor } from '../../llm/request.ts';
import { type Agent, ModelFault, type ModelUnderTest } from './model-under-test.ts';

type EndpointSpec = Extract<ModelSpec, { kind: 'endpoint' }>;

export const modelNameOf = (endpoint: EndpointRow, { model }: EndpointSpec): string =>
  model || endpoint.model;

/** A language model behind an endpoint as the model under test: its instructions, the passage, then the conversation. */
export function endpointModel(caller: Caller, endpoint: EndpointRow, spec: EndpointSpec): ModelUnderTest {
  return {
    async reply(conversation, passage, { run }) {
      const parts = [spec.instructions ?? '', passage === null ? '' : `Text:\n${passage}`].filter(
        (part) => part !== '',
      );
      const system: Message[] = parts.length === 0 ? [] : [{ role: 'system', content: parts.join('\n\n') }];
      const turns = conversation.map(
        ({ role, content }): Message => ({ role: role === 'assistant' ? role : 'user', content }),
      );
      const { reply } = await ask(caller, endpoint, spec, [...system, ...turns], run);
      const text = reply.text ?? reply.refusal ?? '';
      return reply.tokens.length === 0
        ? { text }
        : { text, logProbabilities: reply.tokens.map(({ top }) => top) };
    },
  };
}

/** A language model behind an endpoint that plays a part in a protocol. */
export function endpointAgent(caller: Caller, endpoint: EndpointRow, spec: EndpointSpec): Agent {
  return {
    name: modelNameOf(endpoint, spec),
    async complete(messages, run) {
      const told = spec.instructions ?? '';
      const instructions: Message[] = told === '' ? [] : [{ role: 'system', content: told }];
      const { reply } = await ask(caller, endpoint, spec, [...instructions, ...messages], run);
      return reply.text ?? '';
    },
  };
}

/** Every repetition draws its own words. */
export const seedOf = ({ seed }: Pick<EndpointSpec, 'seed'>, run: number): number | null =>
  seed === null ? null : seed + run;

async function ask(
  caller: Caller,
  endpoint: EndpointRow,
  spec: EndpointSpec,
  messages: readonly Message[],
  repeat: number,
): Promise<Answer> {
  try {
    return await caller.call(
      requestFor(endpoint, {
        model: modelNameOf(endpoint, spec),
        messages,
        // Runs of before stored it always.
        temperature: spec.temperature === undefined ? 0 : spec.temperature,
        topP: spec.topP,
        maxOutputTokens: spec.maxOutputTokens,
        seed: seedOf(spec, repeat),
        stopWords: spec.stopWords,
        schema: null,
        logProbabilities: endpoint.logProbabilities,
        repeat,
      }),
    );
  } catch (error) {
    if (error instanceof LlmFault) throw new ModelFault(error.message, { cause: error });
    throw error;
  }
}

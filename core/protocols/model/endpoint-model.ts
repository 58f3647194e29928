import type { EndpointRow } from '../../../db/endpoints.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ModelSpec, ReplyPart } from '../../../shared/contract/index.ts';
import { picturesIn } from '../../../shared/picture-words.ts';
import { replyKindWords } from '../../../shared/reply-words.ts';
import type { Answer, Answering } from '../../models/llm/caller.ts';
import { LlmFault } from '../../models/llm/fault.ts';
import { kindOfReply, type Reply } from '../../models/llm/read-reply.ts';
import { type Message, requestFor } from '../../models/llm/request.ts';
import { sentPictures, showUnsent } from '../../models/llm/sent-pictures.ts';
import { type Outcome, roomAfter, usableReply } from '../../models/llm/usable-reply.ts';
import {
  type Agent,
  type AgentReply,
  ModelFault,
  type ModelReply,
  type ModelUnderTest,
  type OpenConversation,
  type Reading,
  UnseenPictures,
} from './model-under-test.ts';

type EndpointSpec = Extract<ModelSpec, { kind: 'endpoint' }>;

/** A model behind an endpoint of a project. */
interface ModelAt {
  readonly db: ReadableDb;
  readonly caller: Answering;
  readonly endpoint: EndpointRow;
  readonly spec: EndpointSpec;
}

export const modelNameOf = (endpoint: EndpointRow, { model }: EndpointSpec): string =>
  model || endpoint.model;

/** A language model behind an endpoint as the model under test: its instructions, the passage, then the conversation. */
export function endpointModel(at: ModelAt): ModelUnderTest {
  const { spec } = at;
  return {
    async reply(conversation, passage, openConversation) {
      const parts = [spec.instructions ?? '', passage === null ? '' : `Text:\n${passage}`].filter(
        (part) => part !== '',
      );
      const system: Message[] = parts.length === 0 ? [] : [{ role: 'system', content: parts.join('\n\n') }];
      const turns = conversation.map(
        ({ role, content }): Message => ({ role: role === 'assistant' ? role : 'user', content }),
      );
      try {
        const asked = { ...at, messages: [...system, ...turns], run: openConversation.run };
        return replyUnderTest(await ask(asked, answerUnderTest), openConversation);
      } catch (error) {
        if (isFilter(error)) {
          openConversation.replies.note('system', 'refusal', { reasoned: false, tries: 1 });
          return { text: '', kind: 'refusal', reasoning: '' };
        }
        throw faultOf(error, 'system', openConversation);
      }
    },
  };
}

/** A language model behind an endpoint that plays a part in a protocol. */
export function endpointAgent(at: ModelAt, part: ReplyPart): Agent {
  const { endpoint, spec } = at;
  return {
    name: modelNameOf(endpoint, spec),
    part,
    async complete<T>(messages: readonly Message[], openConversation: OpenConversation, reading: Reading<T>) {
      const told = spec.instructions ?? '';
      const instructions: Message[] = told === '' ? [] : [{ role: 'system', content: told }];
      const asked = { ...at, messages: [...instructions, ...messages], run: openConversation.run };
      try {
        return agentReply(part, await ask(asked, reading), openConversation);
      } catch (error) {
        throw faultOf(error, part, openConversation);
      }
    },
  };
}

/** The answer of a system under test is what it wrote; its refusal is an answer. */
export const answerUnderTest: Reading<string> & { refusal(reply: Reply): string } = {
  read: (answer) => answer,
  refusal: ({ refusal, text }) => refusal ?? text ?? '',
  takesCut: true,
};

/** @throws ModelFault when there is no answer, as long as no later job has asked again for it */
export function replyUnderTest(
  { given, kind, value, tries, wasTriedBefore }: Outcome<{ reply: Reply; isFromBefore: boolean }, string>,
  { replies }: OpenConversation,
): ModelReply {
  const { reasoning, tokens } = given.reply;
  replies.note('system', kind, { reasoned: reasoning !== null, tries });
  if (value === null && !wasTriedBefore) {
    throw new ModelFault(`The model under test gave no answer: ${replyKindWords[kind]}.`);
  }
  const reply = { text: value ?? '', kind, reasoning: reasoning ?? '' };
  return tokens.length === 0 ? reply : { ...reply, logProbabilities: tokens.map(({ top }) => top) };
}

/** What a part makes of its reply, counted. */
export function agentReply<T>(
  part: ReplyPart,
  { given, kind, value, tries }: Outcome<{ reply: Reply; isFromBefore: boolean }, T>,
  { replies }: OpenConversation,
): AgentReply<T> {
  const { text, reasoning } = given.reply;
  replies.note(part, kind, { reasoned: reasoning !== null, tries });
  return { value, text: text ?? '', kind, reasoning: reasoning ?? '' };
}

/** Every repetition draws its own words. */
export const seedOf = ({ seed }: Pick<EndpointSpec, 'seed'>, run: number): number | null =>
  seed === null ? null : seed + run;

interface Asked extends ModelAt {
  readonly messages: readonly Message[];
  readonly run: number;
}

/** Puts messages to an endpoint until a reply can be used. @throws LlmFault, RunStopped, UnseenPictures */
function ask<T>(
  { db, caller, endpoint, spec, messages: all, run }: Asked,
  reading: Reading<T> & { refusal?(reply: Reply): T },
): Promise<Outcome<Answer, T>> {
  const texts = all.map(({ content }) => content);
  if (showUnsent(db, endpoint, texts)) throw new UnseenPictures(endpoint.name);
  const pictures = sentPictures(db, endpoint, all);
  const first = pictures.size === 0 ? all : all.map(asShown);
  let room = spec.maxOutputTokens;
  return usableReply<Answer, T>({
    async ask(again, before) {
      room = roomAfter(room, before?.cutOff ?? false);
      const messages = before === null ? first : [...first, ...askedAnew(before)];
      return caller.call(
        requestFor(endpoint, {
          model: modelNameOf(endpoint, spec),
          messages,
          // Earlier runs stored it always.
          temperature: spec.temperature === undefined ? 0 : spec.temperature,
          topP: spec.topP,
          maxOutputTokens: room,
          seed: seedOf(spec, run),
          stopWords: spec.stopWords,
          schema: null,
          logProbabilities: endpoint.logProbabilities,
          pictures,
          repeat: run,
          again,
        }),
      );
    },
    read: (answer, { isSplit }) => reading.read(answer, isSplit),
    ...(reading.refusal && { refusal: reading.refusal }),
    takesCut: reading.takesCut,
    isFault: (error) => error instanceof LlmFault,
  });
}

/** Instructions hold no pictures in either API: a passage that shows some comes as a message of the user. */
const asShown = (message: Message): Message =>
  message.role === 'system' && picturesIn(message.content).length > 0
    ? { ...message, role: 'user' }
    : message;

/** What follows an answer that could not be read; one that never came is asked for in the same words. */
export const askedAnew = (before: Reply): Message[] =>
  kindOfReply(before) === 'answer'
    ? [
        { role: 'assistant', content: before.text! },
        {
          role: 'user',
          content: 'Your reply could not be read. Reply once more, in exactly the form that was asked for.',
        },
      ]
    : [];

const isFilter = (error: unknown): boolean => error instanceof LlmFault && error.kind === 'content-filter';

function faultOf(error: unknown, part: ReplyPart, { replies }: OpenConversation): unknown {
  if (!(error instanceof LlmFault)) return error;
  if (isFilter(error)) replies.note(part, 'refusal', { reasoned: false, tries: 1 });
  else replies.failed(part);
  return new ModelFault(error.message, { cause: error });
}

import type { Turn } from '../../../../shared/contract/index.ts';
import { flaggedSpeaker, speakerRole } from '../../evidence/dialogues/speaker-roles.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { pictureIn } from './media-part.ts';
import { isForeignMessage } from './plain-message.ts';

/** A message with the tools that it calls. */
export interface ReadMessage extends Turn {
  readonly calls: readonly string[];
  /** What tools gave back, before what is said. */
  readonly results?: readonly string[] | undefined;
}

/** What a message says, and each call of a tool as a turn of its own. */
export const turnsSaid = ({ role, content, calls, results = [] }: ReadMessage): Turn[] => [
  ...results.map((result) => ({ role: 'tool', content: result })),
  ...((calls.length === 0 && (results.length === 0 || content !== '')) ||
  (content !== '' && !content.startsWith('[calls '))
    ? [{ role, content }]
    : []),
  ...calls.map((call) => ({ role: 'tool_call', content: call })),
];

/** The text of a chat message: a text, a list of parts, or the calls of tools. Null when it is none of these. */
export function messageText({ content, tool_calls: calls }: JsonObject): string | null {
  if (typeof content === 'string') return content;
  if (Array.isArray(content))
    return content
      .filter((part) => !isUnsaid(part))
      .map(partText)
      .join('\n');
  if (content !== undefined && content !== null) return null;
  return Array.isArray(calls) ? calls.map(callText).join('\n') : '';
}

/** What a model thought on the way, as Anthropic, OpenAI, OpenTelemetry and Gemini mark it: no part of what it said. */
const isUnsaid = (part: unknown): boolean => {
  const { type, thought } = (part ?? {}) as JsonObject;
  return thought === true || /^(redacted_)?thinking$|^reasoning(_content)?$/.test(String(type));
};

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  const { type, text, refusal } = (part ?? {}) as JsonObject;
  const picture = pictureIn(part);
  if (picture !== undefined) return picture;
  if (typeof text === 'string') return text;
  if (typeof refusal === 'string') return refusal;
  return documentText(part) ?? kindInBrackets(type);
}

/** What people read in place of a part that is neither text nor shown; it is counted by that. */
const kindInBrackets = (type: unknown): string =>
  typeof type !== 'string' || !/^[\w.-]{1,60}$/.test(type)
    ? '[part that is not text]'
    : /^(?:(?:input_)?(?:image|audio|video|file)(?:_url|_file)?|inline_data|media|document)$/.test(type)
      ? `[${type}]`
      : `[part that is not text: ${type}]`;

/** The text of a document that a part of Anthropic holds as such. */
function documentText(part: unknown): string | undefined {
  const source = isJsonObject(part) && part.type === 'document' ? part.source : undefined;
  if (!isJsonObject(source)) return undefined;
  if (source.type === 'text' && typeof source.data === 'string') return source.data;
  return source.type === 'content' ? textOfParts(source.content) : undefined;
}

function callText(call: unknown): string {
  const { name, arguments: given } = ((call as JsonObject | null)?.function ?? {}) as JsonObject;
  return `[calls ${typeof name === 'string' ? name : 'a tool'}(${typeof given === 'string' ? given : ''})]`;
}

/** The text of a content: of its parts only those that say something, calls and results of tools with their values. */
export function textOfParts(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) return textOfResult(content) ?? JSON.stringify(content);
  return content
    .map(saidIn)
    .filter((text) => text !== '')
    .join('\n');
}

/** What a result of MCP says, which holds its parts in an object; undefined where it holds more than that. */
function textOfResult(result: unknown): string | undefined {
  if (!isJsonObject(result) || !Array.isArray(result.content) || result.content.length === 0)
    return undefined;
  const { content, isError: _, ...more } = result;
  const areParts = content.every((part) => isJsonObject(part) && typeof part.type === 'string');
  return areParts && Object.values(more).every((value) => value === null) ? textOfParts(content) : undefined;
}

function saidIn(part: unknown): string {
  if (typeof part !== 'object' || part === null) return typeof part === 'string' ? part : '';
  const { type, text, content, refusal } = part as JsonObject;
  if (isCall(part as JsonObject) || isUnsaid(part)) return '';
  if (type === 'tool_result') return textOfParts(content);
  const picture = pictureIn(part);
  if (picture !== undefined) return picture;
  const said = [text, content, refusal].find((one) => typeof one === 'string');
  return typeof said === 'string' ? said : (documentText(part) ?? kindInBrackets(type));
}

const isCall = ({ type }: JsonObject) => type === 'tool_use' || type === 'function_call';

/** What tools gave back that a message of the user carries, as Anthropic has it; null where it carries none. */
export function toolResults({ content }: JsonObject): string[] | null {
  const parts = Array.isArray(content) ? (content as JsonObject[]) : [];
  const results = parts.filter((part) => part?.type === 'tool_result');
  return results.length === 0 ? null : results.map((part) => textOfParts(part.content));
}

/** Every call of a tool in a message, as its name with what it was given. */
export function callsOf({ tool_calls: calls, content, parts }: JsonObject): string[] {
  const inside = [content, parts].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const found = [
    ...(Array.isArray(calls) ? (calls as unknown[]) : []),
    ...inside.filter((part) => typeof part === 'object' && part !== null && isCall(part as JsonObject)),
  ];
  return found.map((call) => {
    const one = (call ?? {}) as JsonObject;
    // Inspect has the name alone where others have an object.
    const called = typeof one.function === 'string' ? { name: one.function } : one.function;
    const { name, arguments: given, args, input } = { ...one, ...((called ?? {}) as JsonObject) };
    const what = given ?? args ?? input ?? '';
    return `${typeof name === 'string' ? name : 'a tool'}(${typeof what === 'string' ? what : JSON.stringify(what)})`;
  });
}

const roleNames: Readonly<Record<string, string>> = {
  human: 'user',
  ...{ gpt: 'assistant', bot: 'assistant', ai: 'assistant', model: 'assistant' },
  // Pages that ShareGPT was filled from.
  ...{ chatgpt: 'assistant', bing: 'assistant', bard: 'assistant', claude: 'assistant' },
  ...{ function_call: 'tool_call', function_response: 'tool', observation: 'tool' },
};

/** What the fields of a turn are called in other languages. */
const turnFields = new Map(
  Object.entries({
    role: ['rol', 'rôle', 'rolle', 'papel', 'ruolo', 'rola', 'роль', '角色', '役割', '역할'],
    speaker: [
      'sprecher',
      'sprecherin',
      'hablante',
      'locuteur',
      'falante',
      'parlante',
      'spreker',
      '说话人',
      '話者',
    ],
    content: [
      ...[
        'mensaje',
        'mensagem',
        'nachricht',
        'messaggio',
        'bericht',
        'texto',
        'texte',
        'testo',
        'tekst',
        'inhalt',
      ],
      ...[
        'contenu',
        'contenido',
        'conteúdo',
        'contenuto',
        '内容',
        '消息',
        'メッセージ',
        '내용',
        '메시지',
        'сообщение',
      ],
      ...['текст', 'wiadomość', 'mesaj'],
    ],
  }).flatMap(([field, words]) => words.map((word) => [word, field] as const)),
);

/** A turn whose fields have the names that they have in English, where it has none of these. */
function inEnglish(turn: JsonObject): JsonObject {
  if ('role' in turn && 'content' in turn) return turn;
  const names = Object.keys(turn);
  const named = names.map((name) => turnFields.get(name.toLowerCase()) ?? name);
  const isOther = named.some((name, at) => name !== names[at]);
  if (!isOther || new Set(named).size < named.length) return turn;
  return Object.fromEntries(Object.values(turn).map((value, at) => [named[at]!, value]));
}

/** A turn in which a yes or no says who speaks, where nothing else does. */
function withSpeaker(turn: JsonObject): JsonObject {
  if ('role' in turn || speakerFieldOf(turn) !== undefined || !hasSaid(turn)) return turn;
  const flags = Object.entries(turn).filter(
    ([name, value]) => typeof value === 'boolean' && flaggedSpeaker(name, value) !== undefined,
  );
  const [[flag, value] = [], another] = flags;
  if (flag === undefined || another !== undefined) return turn;
  const { [flag]: _, ...more } = turn;
  return { role: flaggedSpeaker(flag, value), ...more };
}

/** A turn with role and content, whose parts ShareGPT calls `from` and `value`, and logs of dialogues `speaker` and `text`. */
export function plainTurn(given: JsonObject): JsonObject {
  const turn = withSpeaker(inEnglish(given));
  if ('role' in turn && 'content' in turn) {
    const known = typeof turn.role === 'string' ? plainRoles[turn.role.toLowerCase()] : undefined;
    const role = known ?? turn.role;
    // Texts, images and recordings are one text, in which an image is named; what tools said is taken apart elsewhere.
    return { ...turn, role, ...(areShown(turn.content) && { content: messageText(turn) }) };
  }
  const inner = insideOf(turn);
  if (inner) return plainTurn(inner);
  const speaker = 'role' in turn ? 'role' : speakerFieldOf(turn);
  const said =
    'content' in turn
      ? 'content'
      : (saidFields.find((name) => typeof turn[name] === 'string') ?? onlyText(turn, speaker));
  if (speaker === undefined || (said === undefined && speaker === 'role')) return turn;
  const { [speaker]: who, [said ?? 'value']: content, ...more } = turn;
  const isKnown =
    typeof who === 'string' && speaker !== 'role' && Object.hasOwn(roleNames, who.toLowerCase());
  return { role: isKnown ? roleNames[who.toLowerCase()] : who, content, ...more };
}

/** The only field beside who speaks, where it is a text: whatever it is called, that was said. */
function onlyText(turn: JsonObject, speaker: string | undefined): string | undefined {
  const [only, another] = Object.keys(turn).filter((name) => name !== speaker);
  return speaker !== undefined &&
    only !== undefined &&
    another === undefined &&
    typeof turn[only] === 'string'
    ? only
    : undefined;
}

/** Whether a content is a list of texts, images and recordings alone. */
const areShown = (content: unknown): boolean =>
  Array.isArray(content) &&
  content.length > 0 &&
  content.every(
    (part: unknown) =>
      /^(?:(?:input_|output_)?text|(?:input_)?(?:image|audio)(?:_url)?)$/.test(
        String((part as JsonObject | null)?.type),
      ) || pictureIn(part) !== undefined,
  );

/** What libraries of chats call the two who speak. */
const plainRoles: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  ...{ human: 'user', ai: 'assistant', bot: 'assistant', model: 'assistant', chatbot: 'assistant' },
});

const speakerFields = ['from', 'speaker', 'sender', 'author'];
const saidFields = ['value', 'text', 'utterance', 'message', 'content', 'body', 'msg'];
const hasSaid = (one: JsonObject): boolean => saidFields.some((name) => typeof one[name] === 'string');

/** A turn whose text stands in an object beside the name of who speaks, `{"turn": "driver", "data": {"utterance": ...}}`, in one piece. */
function insideOf(turn: JsonObject): JsonObject | undefined {
  const objects = Object.entries(turn).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
  const holders = objects.filter(([, one]) => hasSaid(one));
  const speaker = speakerFieldOf(turn) ?? (typeof turn.turn === 'string' ? 'turn' : undefined);
  const [[name, inside] = [], another] = holders;
  if (name === undefined || inside === undefined || another !== undefined || hasSaid(turn)) return undefined;
  if (speaker === undefined || !/\p{L}/u.test(String(turn[speaker]))) return undefined;
  const { [name]: _, [speaker]: who, ...more } = turn;
  return { speaker: who, ...more, ...inside };
}

/** Who speaks in fields that may name a system as well. */
const plainSpeaker = /^(?:user|human|customer|bot|assistant|agent|system|wizard)[_ ]?\d?$/i;

/**
 * Whether a list is exchanges, each with what a user and what an assistant said under their names, and maybe numbers; the last may wait
 * for its reply.
 */
export const areExchanges = (list: readonly unknown[]): list is JsonObject[] =>
  list.length > 0 &&
  list.every((one, at) => {
    if (!isJsonObject(one)) return false;
    const said = Object.entries(one).filter(([, value]) => typeof value !== 'number');
    const roles = said.map(([name, text]) => (typeof text === 'string' ? speakerRole(name) : 'no text'));
    const isWhole = roles.length === 2 && roles.includes('user') && roles.includes('assistant');
    return isWhole || (at > 0 && at === list.length - 1 && roles.length === 1 && roles[0] === 'user');
  });

/** Whether a list is pairs of who speaks and what. */
export const arePairs = (list: readonly unknown[]): list is [string, string][] =>
  list.length > 1 &&
  list.every(
    (one) =>
      Array.isArray(one) &&
      one.length === 2 &&
      one.every((text) => typeof text === 'string') &&
      plainSpeaker.test(one[0] as string),
  );

/** Whether a list is pairs of what was asked and what was answered, the last perhaps without an answer yet. */
export const areAnswered = (list: readonly unknown[]): list is [string, string | null][] =>
  list.length > 0 &&
  !arePairs(list) &&
  list.every(
    (one) =>
      Array.isArray(one) &&
      one.length === 2 &&
      typeof one[0] === 'string' &&
      (typeof one[1] === 'string' || one[1] === null),
  );

const speakerFieldOf = (turn: JsonObject): string | undefined =>
  speakerFields.find((name) => typeof turn[name] === 'string') ??
  ['agent', 'type'].find((name) => typeof turn[name] === 'string' && plainSpeaker.test(turn[name]));

/** Whether an object is a turn of a conversation: it says who speaks, and by another name than `role` or `from` also what. */
export function isTurn(given: JsonObject): boolean {
  const turn = withSpeaker(inEnglish(given));
  return (
    ['role', 'from'].some((name) => typeof turn[name] === 'string') ||
    (speakerFieldOf(turn) !== undefined && hasSaid(turn)) ||
    insideOf(turn) !== undefined ||
    isForeignMessage(turn)
  );
}

/** The parts of what a model wrote, told apart by where they stand. */
interface WrittenParts {
  /** Empty when the model wrote nothing but its reasoning. */
  readonly answer: string;
  /** Empty without any. */
  readonly reasoning: string;
  /** The reasoning was begun and never ended: the reply was cut while the model still reasoned. */
  readonly isUnclosed: boolean;
  /** The text is a call of a tool, written out because the server does not read such calls. */
  readonly callsTool: boolean;
}

/** What models, and prompts that ask for reasoning first, call its tags. */
const tagNames =
  'think|thinking|thoughts?|thought_process|reasoning|chain_of_thought|cot|scratchpad|(?:inner|internal)_(?:monologue|thoughts?)|seed:think';

/** How models open and close their reasoning. The first group of an opening is its name, which the closing repeats. */
const notations = [
  { opening: new RegExp(`^<(${tagNames})>`, 'i'), closing: (name: string) => `</${name}>` },
  { opening: /^\[(think)\]/i, closing: (name: string) => `[/${name}]` },
  { opening: /^◁(think)▷/i, closing: (name: string) => `◁/${name}▷` },
  { opening: /^<\|begin_of_(thought)\|>/i, closing: (name: string) => `<|end_of_${name}|>` },
  // Cohere, MedGemma, and chats that Open WebUI wrote.
  { opening: /^<\|start_(thinking)\|>/i, closing: (name: string) => `<|END_${name.toUpperCase()}|>` },
  { opening: /^<unused94>(thought)/i, closing: () => '<unused95>' },
  { opening: /^<(details) type="reasoning"[^<>]{0,200}>/i, closing: (name: string) => `</${name}>` },
] as const;

/** Closings that come without their opening, where the chat template has written it into the prompt. */
const unopenedClosing = new RegExp(`</(?:${tagNames})>|\\[/think\\]|◁/think▷`, 'gi');
const anyOpening = new RegExp(`<(?:${tagNames})>|\\[think\\]|◁think▷`, 'gi');

const writtenCall =
  /^(?:<tool_call>|<function(?:_call)?[=>]|\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_call\|?>)/;
/** What some models put around an answer that follows reasoning. */
const wrappings = [
  /^<(?:final_)?(?:answer|response|output)>([\s\S]*)<\/(?:final_)?(?:answer|response|output)>$/i,
  /^<\|begin_of_solution\|>([\s\S]*?)(?:<\|end_of_solution\|>)?$/i,
  /^<\|start_response\|>([\s\S]*?)(?:<\|end_response\|>)?$/i,
];

/**
 * Tells reasoning and answer apart by position: reasoning is what stands in tags at the very beginning, in the first
 * channels of gpt-oss, or before a closing tag whose opening the server has put into the prompt. A tag further on, such as
 * one that the answer quotes, changes nothing.
 *
 * @param isSplitByServer the server has sent the reasoning in a field of its own, so that nothing is left to close
 */
export function splitWritten(text: string, isSplitByServer = false): WrittenParts {
  const channels = fromChannels(text);
  if (channels) return channels;
  const thoughts: string[] = [];
  let rest = text;
  for (let block = blockAt(rest); block; block = blockAt(rest)) {
    thoughts.push(block.inside.trim());
    if (block.after === null) return parts('', thoughts, { isUnclosed: true });
    rest = block.after;
  }
  if (thoughts.length === 0 && !isSplitByServer) {
    const end = endOfUnopened(text);
    if (end) return parts(text.slice(end.to), [text.slice(0, end.from)]);
  }
  return thoughts.length === 0 ? parts(text, []) : parts(rest, thoughts);
}

function parts(answer: string, thoughts: readonly string[], { isUnclosed = false } = {}): WrittenParts {
  const reasoning = thoughts
    .map((thought) => thought.trim())
    .filter((thought) => thought !== '')
    .join('\n\n');
  const isSplit = thoughts.length > 0;
  const own = isSplit ? answer.trim() : answer;
  const inside = isSplit ? wrappings.map((wrapping) => wrapping.exec(own)?.[1]) : [];
  return {
    answer: (inside.find((one) => one !== undefined) ?? own).replace(/^\s+$/, ''),
    reasoning,
    isUnclosed,
    callsTool: writtenCall.test(own.trimStart()),
  };
}

/** The block of reasoning that a text begins with; `after` is null where it never ends. */
function blockAt(text: string): { inside: string; after: string | null } | null {
  const start = text.length - text.trimStart().length;
  for (const { opening, closing } of notations) {
    const [tag, name] = opening.exec(text.slice(start)) ?? [];
    if (tag === undefined) continue;
    const from = start + tag.length;
    const end = closingOf(text, from, tag, closing(name!));
    if (end === null) return { inside: text.slice(from), after: null };
    return { inside: text.slice(from, end), after: text.slice(end + closing(name!).length) };
  }
  return null;
}

/**
 * Where the closing tag stands that belongs to the opening one. Whole blocks inside, and a tag in quotation marks or
 * backticks, are quoted by the reasoning; of several that are left the first on a line of its own counts, else the first.
 */
function closingOf(text: string, from: number, opening: string, closing: string): number | null {
  const found: number[] = [];
  let depth = 0;
  for (const { tag, at } of tagsIn(text, from, [opening, closing])) {
    if (isWrapped(text, at, tag.length)) continue;
    if (tag === opening.toLowerCase()) depth++;
    else if (depth > 0) depth--;
    else found.push(at);
  }
  const [first] = found;
  if (first !== undefined) return found.find((at) => isOwnLine(text, at, closing.length)) ?? first;
  // Every closing is inside another block or quoted: a quotation that was never ended must not swallow the answer.
  const last = text.toLowerCase().lastIndexOf(closing.toLowerCase());
  return last >= from ? last : null;
}

function* tagsIn(text: string, from: number, tags: readonly string[]) {
  const lower = text.toLowerCase();
  const sought = tags.map((tag) => tag.toLowerCase());
  for (let at = from; ; ) {
    const next = sought
      .map((tag) => ({ tag, at: lower.indexOf(tag, at) }))
      .filter((one) => one.at >= 0)
      .sort((a, b) => a.at - b.at)[0];
    if (!next) return;
    yield next;
    at = next.at + next.tag.length;
  }
}

const marks = /["'`“”‘’«»]/;

/** A tag between quotation marks is spoken about, not used. */
const isWrapped = (text: string, at: number, length: number): boolean =>
  marks.test(text[at - 1] ?? '') && marks.test(text[at + length] ?? '');

const isOwnLine = (text: string, at: number, length: number): boolean =>
  /(?:^|\n)[^\S\n]*$/.test(text.slice(Math.max(0, at - 200), at)) &&
  /^[^\S\n]*(?:\n|$)/.test(text.slice(at + length, at + length + 200));

/**
 * The closing tag that ends reasoning whose opening is not in the text: the first that no opening before it asks for, unless
 * it is quoted: inside JSON, between quotation marks, or in the middle of a sentence.
 */
function endOfUnopened(text: string): { from: number; to: number } | null {
  if (isJson(text)) return null;
  const openings = [...text.matchAll(anyOpening)].map(({ index }) => index);
  let closed = 0;
  for (const { 0: tag, index } of text.matchAll(unopenedClosing)) {
    const open = openings.filter((at) => at < index).length;
    if (open > closed) {
      closed++;
      continue;
    }
    if (isWrapped(text, index, tag.length) || isMidSentence(text, index, tag.length)) continue;
    return { from: index, to: index + tag.length };
  }
  return null;
}

/** "It shows </think> in the answer": words on both sides, and a sentence that goes on. */
const isMidSentence = (text: string, at: number, length: number): boolean =>
  /[\p{L}\p{N},;][^\S\n]+$/u.test(text.slice(Math.max(0, at - 20), at)) &&
  /^(?:[^\S\n]+[\p{Ll}\p{N}(]|[.,;:)?!]|\s*$)/u.test(text.slice(at + length, at + length + 20));

function isJson(text: string): boolean {
  const whole = text.trim();
  const isFenced = whole.startsWith('```') && whole.endsWith('```');
  const bare = isFenced ? whole.slice(whole.indexOf('\n') + 1, -3).trim() : whole;
  if (!/^[{[]/.test(bare)) return false;
  try {
    JSON.parse(bare);
    return true;
  } catch {
    return false;
  }
}

const channelStart = /^\s*(?:<\|start\|>assistant)?<\|channel\|>/;
const channel = /(?:<\|start\|>assistant)?(?:<\|channel\|>([^<]*))?(?:<\|constrain\|>[^<]*)?<\|message\|>/y;
const channelEnd = /<\|(?:end|return|call)\|>|(?=<\|start\|>assistant)/;
const nextChannel = /(?=<\|channel\|>(?:analysis|commentary|final))/;
/** What joins the two channels where their special tokens are taken out, as servers without a parser for them send it. */
const bareStart = 'analysis';
const bareFinal = 'assistantfinal';

/** The channels of gpt-oss (Harmony): analysis is reasoning, final the answer, a message with a recipient a call. */
function fromChannels(text: string): WrittenParts | null {
  const whole = text.trimStart();
  const final = whole.indexOf(bareFinal);
  if (whole.startsWith(bareStart) && final >= 0 && /\S/.test(whole.charAt(bareStart.length))) {
    return parts(whole.slice(final + bareFinal.length), [whole.slice(bareStart.length, final)]);
  }
  if (!channelStart.test(text)) return null;
  // Where messages have no end, the next channel ends one; else a channel inside a message is quoted.
  const end = channelEnd.test(text) ? channelEnd : nextChannel;
  const thoughts: string[] = [];
  let answer: string | null = null;
  let callsTool = false;
  for (let at = text.length - text.trimStart().length; at < text.length; ) {
    channel.lastIndex = at;
    const head = channel.exec(text);
    if (!head) break;
    const from = at + head[0].length;
    const found = end.exec(text.slice(from));
    const content = text.slice(from, found ? from + found.index : text.length);
    const name = (head[1] ?? '').trim();
    if (/\bto=/.test(name)) callsTool = true;
    else if (name.startsWith('final')) answer = (answer ?? '') + content;
    else thoughts.push(content);
    at = found ? from + found.index + found[0].length : text.length;
  }
  const given = parts(answer ?? '', ['', ...thoughts], { isUnclosed: answer === null && !callsTool });
  return { ...given, callsTool: callsTool && answer === null };
}

/** A text without quotation marks around all of it. */
export const unquoted = (text: string): string =>
  text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;

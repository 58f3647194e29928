import type { ColumnMapping, Turn } from '../../../shared/contract/index.ts';
import { wayToRead } from '../../../shared/mapping.ts';
import { plural } from '../../../shared/number-text.ts';
import { splitWritten } from '../../models/llm/reasoning.ts';
import type { Problems } from '../readers/problems.ts';
import type { ItemSink } from './item-sink.ts';
import { pictureGate } from './pictures.ts';
import { type HeldItem, handOnItem, WholeItems } from './whole-items.ts';

/** Where replies pass on their way from a reader to the data set, so that reasoning in them is found in every format. */
interface ReasoningGate {
  readonly sink: ItemSink;
  /** Hands on the last item and says what was found; called once after the last. */
  end(): void;
}

/** What a gate needs to ask and to answer. */
interface GateOptions {
  readonly problems: Problems;
  readonly choice: ColumnMapping['reasoning'];
  /** What was said of the file so far, which a mapping to paste repeats. */
  said(): ColumnMapping | undefined;
  /** Where the file lies: pictures may be files beside it. */
  readonly folder?: string | undefined;
}

/** What begins reasoning, or ends it, in any notation that is told apart: a text without it needs no closer look. */
const traces =
  /[<[◁]\/?(?:think|thought|reasoning|chain_of|cot>|scratchpad|inner_|internal_|seed:think)|<details type=|<unused9|<\|(?:begin_of_thought|start_thinking|channel\|>)|assistantfinal/i;
/** What reasoning in plain words is headed by, as agents write it: "Thought: ... Final Answer: ...", "## Reasoning ... ## Answer". */
const stepWord =
  "(?:thoughts?|thought process|thinking(?: process)?|reasoning(?: process| steps)?|chain[ -]of[ -]thought|here(?:’s|'s| is| are) my (?:thought process|thinking(?: process)?|reasoning(?: process| steps)?)|思考(?:过程|過程)?|推理(?:过程|過程)?|denkprozess|raisonnement|razonamiento|рассуждени[ея])";
const answerWord =
  "(?:(?:final )?(?:answer|response|output)|here(?:’s|'s| is) my (?:final )?(?:answer|response)|(?:最终|最終)?(?:答案|回答|回复)|antwort|réponse|respuesta|ответ)";
/** What makes a word the head of what follows: a colon after it, or a line of its own as a heading or in bold. */
const beforeHead = '(?:#{1,6} ?)?(?:\\*\\*)?';
const afterHead = '(?:\\*\\*)?[ \\t]{0,9}[:：](?:\\*\\*)?';
const beforeLine = '(?:#{1,6} ?(?:\\*\\*)?|\\*\\*)';
const afterLine = '(?:\\*\\*)?[ \\t]{0,9}$';
const stepHead = `(?:${beforeHead}${stepWord}${afterHead}|${beforeLine}${stepWord}${afterLine})`;
const answerHead = `(?:${beforeHead}${answerWord}${afterHead}|${beforeLine}${answerWord}${afterLine})`;
const steps = new RegExp(`^\\s{0,99}${stepHead}`, 'imy');
const stepsInJson = new RegExp(`"content":"[\\s\\\\n#*]{0,99}${stepWord}`, 'i');
const answerAfter = new RegExp(`^[ \\t]{0,99}(?:${answerHead}|\\[begin final response\\])`, 'gim');
const answerEnd = /\[end final response\]$/i;

/** A reply of such steps in two; undefined where it begins otherwise, or has no answer after them. */
function splitSteps(text: string): { answer: string; reasoning: string } | undefined {
  if (text.search(steps) !== 0) return undefined;
  const last = [...text.matchAll(answerAfter)].at(-1);
  if (last === undefined) return undefined;
  const answer = text
    .slice(last.index + last[0].length)
    .trim()
    .replace(answerEnd, '')
    .trimEnd();
  return answer === '' ? undefined : { answer, reasoning: text.slice(0, last.index).trim() };
}

/** A turn of an assistant in the JSON of a conversation; inside a text its quotes would be escaped. */
const assistantTurn = '"role":"assistant"';
const firstShown = 40;

/** Counts the replies of a file, and parts those that begin with reasoning. */
class Replies {
  all = 0;
  /** Replies whose reasoning ends, is never ended, and is all that there is. */
  reasoned = 0;
  unclosed = 0;
  empty = 0;
  first: string | null = null;

  /** The reply without its reasoning; null where it has none, or one that never ends. */
  parted(text: string): { answer: string; reasoning: string } | null {
    this.all += 1;
    const apart = splitSteps(text);
    if (apart) {
      this.reasoned += 1;
      this.first ??= text.trim();
      return apart;
    }
    if (!traces.test(text)) return null;
    const { answer, reasoning, isUnclosed } = splitWritten(text);
    if (isUnclosed) this.unclosed += 1;
    if (isUnclosed || answer === text) return null;
    this.reasoned += 1;
    if (answer === '') this.empty += 1;
    this.first ??= text.trim();
    return { answer, reasoning };
  }

  /** The turns of a conversation whose assistant reasoned in some of them; null where it did in none. */
  partedTurns(conversation: string, take: (turn: number, reasoning: string) => void) {
    if (!traces.test(conversation) && !stepsInJson.test(conversation)) {
      this.all += conversation.split(assistantTurn).length - 1;
      return null;
    }
    let isParted = false;
    const turns = (JSON.parse(conversation) as (Partial<Turn> | null)[]).map((turn, at) => {
      if (turn?.role !== 'assistant' || typeof turn.content !== 'string') return turn;
      const parted = this.parted(turn.content);
      if (!parted) return turn;
      isParted = true;
      take(at, parted.reasoning);
      return { ...turn, content: parted.answer };
    });
    return isParted ? JSON.stringify(turns) : null;
  }
}

/**
 * Finds replies, and turns of assistants, that begin with a model's reasoning. Whether it is kept apart is asked, never guessed:
 * without a choice it is one problem of the file, that says both ways on. Reasoning that never ends stays and is counted.
 */
export function reasoningGate(
  given: ItemSink,
  { problems, choice, said, folder }: GateOptions,
): ReasoningGate {
  const { sink, tell } = pictureGate(given, folder);
  if (choice === 'whole') return { sink, end: tell };
  const replies = new Replies();
  const remark = (what: string, count: number) => {
    if (count > 0) sink.remark(what, count);
  };
  const left = () =>
    remark('replies with reasoning that never ends, which stays in the reply', replies.unclosed);
  if (choice === 'apart') {
    const whole = new WholeItems((item) => handOnItem(withoutReasoning(item, replies), sink), bound(sink));
    return {
      sink: whole,
      end() {
        whole.end();
        remark(
          'replies with reasoning, which is kept as a field of the item and never scored',
          replies.reasoned,
        );
        remark('replies with reasoning and no answer, so that the reply is empty', replies.empty);
        left();
        tell();
      },
    };
  }
  return {
    sink: watched(sink, replies),
    end() {
      ask(replies, problems, said);
      left();
      tell();
    },
  };
}

const bound = (sink: ItemSink): ItemSink => ({
  range: (...range) => sink.range(...range),
  item: (head) => sink.item(head),
  response: (...reply) => sink.response(...reply),
  human: (...score) => sink.human(...score),
  machine: (...score) => sink.machine(...score),
  leftBehind: (...what) => sink.leftBehind(...what),
  remark: (...what) => sink.remark(...what),
});

/** Hands everything on as it is, and counts. */
function watched(sink: ItemSink, replies: Replies): ItemSink {
  return {
    ...bound(sink),
    item(head) {
      replies.partedTurns(head.conversation, () => {});
      sink.item(head);
    },
    response(system, turn, text) {
      if (text !== null) replies.parted(text);
      sink.response(system, turn, text);
    },
  };
}

/** What a reply's reasoning is kept with: the system and turn of the reply, or the place in the conversation. */
type KeptReasoning = { system?: string; turn: number; text: string };

/** An item whose replies are what follows their reasoning, which becomes a further field. */
function withoutReasoning(item: HeldItem, replies: Replies): HeldItem {
  const { head } = item;
  const kept: KeptReasoning[] = [];
  const keep = (one: KeptReasoning) => {
    if (one.text !== '') kept.push(one);
  };
  const conversation =
    replies.partedTurns(head.conversation, (turn, text) => keep({ turn, text })) ?? head.conversation;
  const responses = new Map<string, (string | null)[]>();
  for (const [system, texts] of item.responses) {
    const parted = texts.map((text, turn) => {
      const own = text === null ? null : replies.parted(text);
      if (own) keep({ system, turn, text: own.reasoning });
      return own ? own.answer : text;
    });
    responses.set(system, parted);
  }
  const meta = kept.length === 0 ? head.meta : withField(head.meta, kept);
  return { ...item, head: { ...head, conversation, meta }, responses };
}

/** Further fields of an item with one more, under a name that is free. */
function withField(meta: string | null, kept: readonly KeptReasoning[]): string {
  const before: unknown = meta === null ? {} : JSON.parse(meta);
  const isObject = typeof before === 'object' && before !== null && !Array.isArray(before);
  const fields: Record<string, unknown> = isObject ? { ...before } : { meta: before };
  let name = 'reasoning';
  while (Object.hasOwn(fields, name)) name += ' of replies';
  return JSON.stringify({ ...fields, [name]: kept });
}

/** Asks what to do, as one problem of the file. */
function ask({ all, reasoned, first }: Replies, problems: Problems, said: GateOptions['said']): void {
  if (first === null) return;
  const shown = first.slice(0, firstShown).toWellFormed().replaceAll(/\s+/gu, ' ');
  const begin = reasoned === 1 ? 'begins' : 'begin';
  const message = `${reasoned} of ${plural(all, 'reply', 'replies')} ${begin} with a model’s reasoning (${shown}…).`;
  const remedy =
    'Keep it apart, as a field that is never scored ({"reasoning": "apart"} in --map), or leave it ("whole").';
  const ways = [
    wayToRead('Keep reasoning apart', { ...said(), reasoning: 'apart' }),
    wayToRead('Leave replies as they are', { ...said(), reasoning: 'whole' }),
  ];
  problems.add(0, 'responses', message, remedy, ways);
}

import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { unnamedSystem } from '../formats/chats/chat-record.ts';
import { pathOf } from '../readers/json/record-columns.ts';
import { saidCells } from '../readers/tables/cell-values.ts';
import {
  lastName,
  modelName,
  names,
  pathName,
  plainName,
  sibling,
  spacedName,
  wholeName,
} from './column-names.ts';
import { isProse, isRare, type Look } from './column-values.ts';
import { isOneOfList } from './reply-columns.ts';
import { areOwnTexts, isAside } from './roles.ts';

/** What else a file shows of its texts. */
interface TextEvidence {
  readonly hasScores: boolean;
  readonly hasReferences: boolean;
  /** Whether a machine scored, and no text is called what it wrote. */
  readonly isJudged: boolean;
}

/**
 * Takes prose that no name tells for the question, then for the response, in the order of the columns; the only text beside scores
 * is what was scored.
 */
export function guessTexts(
  single: { question?: string; conversation?: string; context?: string },
  responses: ColumnMapping['responses'],
  { hasScores, hasReferences, isJudged }: TextEvidence,
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): void {
  const columns = [...seen.keys()];
  const mayBe = (column: string) =>
    !isAside(column, open.get(column)!) && !isOneOfList(column, columns) && isOwnPlace(column);
  const areLong = columns.some((column) => open.has(column) && mayBe(column) && seen.get(column)!.areTexts);
  const isText = (column: string) => {
    const look = seen.get(column)!;
    const isCalledText = !areLong && isProse(look) && /^(?:text|sentence|content)$/.test(open.get(column)!);
    if (!mayBe(column) || look.filled === 0 || isRare(look) || (look.isConstant && look.filled > 2))
      return false;
    return look.areTexts || isCalledText;
  };
  const nextText = (isWanted: (column: string) => boolean = () => true) => {
    const texts = [...open.keys()].filter((column) => isText(column) && isWanted(column));
    // A topic comes again and again; what was asked seldom does.
    const found = texts.find((column) => !isTopic(seen.get(column)!)) ?? texts[0];
    if (found !== undefined) open.delete(found);
    return found;
  };
  const textsLeft = () =>
    [...open.keys()].filter((column) => isText(column) && !isTopic(seen.get(column)!)).length;
  const isOnlyText = hasScores && !isJudged && responses.length === 0 && textsLeft() === 1;
  if (single.conversation === undefined && single.question === undefined && isOnlyText) {
    responses.push({ column: nextText()!, system: unnamedSystem });
  } else if (single.conversation === undefined && single.question === undefined) {
    // Of several texts that no name tells nobody knows which was asked.
    const isTold =
      responses.length > 0
        ? single.context === undefined
        : siblingsIn(open, seen).length > 1 || byModel(open, seen).length > 0;
    // A judge writes, too: where nothing else is its text, a text that no name tells may be.
    const isJudges = isJudged && responses.length > 0;
    const made = byModel(open, seen);
    const question =
      (isTold || textsLeft() === 1) && !isJudges
        ? nextText((column) => !isMadeByModel(open.get(column)!) && !made.includes(column))
        : undefined;
    if (question !== undefined) single.question = question;
  }
  if (single.conversation !== undefined || responses.length > 0 || single.question === undefined) return;
  // Columns that differ by a letter or a number, and hold no names, are replies side by side.
  const siblings = siblingsIn(open, seen);
  if (siblings.length > 1 && siblings.some(([column]) => seen.get(column)!.areTexts)) {
    for (const [column, plain] of siblings) {
      open.delete(column);
      responses.push({ column, system: plain });
    }
    return;
  }
  for (const column of byModel(open, seen)) {
    open.delete(column);
    responses.push({ column, system: wholeName(column) });
  }
  if (responses.length > 0) return;
  // Of several nobody can tell which is judged; questions with right answers are those of a benchmark, which has no replies.
  const reply = textsLeft() === 1 && (!hasReferences || hasScores) ? nextText() : undefined;
  const asked = seen.get(single.question)!;
  if (reply === undefined || isCalledQuestion(reply) || isPartOf(seen.get(reply)!, asked)) return;
  responses.push({ column: reply, system: unnamedSystem });
}

/** Whether a name says that the text answers something, and is no question: `model_patch`, `original_summary`. */
const isMadeByModel = (plain: string): boolean =>
  /^(?:model|generated|predicted|pred|system)_|_(?:summary|response|reply|answer|output|translation|completion)$/.test(
    plain,
  );

/** Columns that differ by a letter or a number, or by what stands before the same word for a system: replies side by side. */
function siblingsIn(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): readonly (readonly [column: string, system: string])[] {
  const texts = [...open].filter(([column]) => isProse(seen.get(column)!));
  const found = texts.filter(([, plain]) => sibling.test(plain));
  if (found.length > 1) return found;
  const named = texts.flatMap(([column, plain]) => {
    const [, system, word] = besideSystemWord.exec(plain) ?? [];
    return system === undefined ? [] : [{ column, system, word }];
  });
  return named.length > 1 && named.every(({ word }) => word === named[0]!.word)
    ? named.map(({ column, system }) => [column, system] as const)
    : found;
}
/** `old_bot` beside `new_bot`. */
const besideSystemWord =
  /^([a-z0-9]+(?:_[a-z0-9]+)?)_(bot|chatbot|model|system|assistant|agent|version|variant)$/;

/** Whether a column is called by what is asked, which no reply is. */
const isCalledQuestion = (column: string): boolean =>
  (names.question as readonly string[]).includes(spacedName(column));

/** Whether most cells of a column stand word for word in those of another, as a statement in the question about it. */
export function isPartOf({ all }: Look, { all: whole }: Look): boolean {
  const [parts, texts] = [all.split('\u0000'), whole.split('\u0000')];
  const inside = parts.filter((part, at) => part !== '' && texts[at]?.includes(part)).length;
  return inside * 2 > parts.length;
}

/** Whether a text that no name tells stands where a record has its own texts, and not deep inside of something else. */
const isOwnPlace = (column: string): boolean =>
  pathOf(column).length <= 1 ||
  /^(?:text|content|value|message|utterance|body)$/.test(plainName(lastName(column)));

/** Whether texts come again so often that they are of several records each. */
function isTopic({ all, filled }: Look): boolean {
  return filled > 4 && new Set(saidCells(all.split('\u0000'))).size <= filled / 2;
}

/** What a model said of a reply, and no reply of it: `gpt4_annotation`. */
const saidByJudge =
  /_(?:annotations?|labels?|judge?ments?|eval|evaluation|verdict|review|grade|choice|decision|classification|analysis)$/;

/** Columns of prose that are called by a model, or by what another column names over and over, as who won. */
function byModel(open: ReadonlyMap<string, string>, seen: ReadonlyMap<string, Look>): string[] {
  const told = new Set([...open.keys()].flatMap((column) => [...seen.get(column)!.names]));
  return [...open.keys()]
    .filter((column) => modelName.test(plainName(column)) || told.has(column.trim()))
    .filter(
      (column) =>
        isProse(seen.get(column)!) &&
        !isAside(column, open.get(column)!) &&
        !saidByJudge.test(plainName(column)),
    );
}

/** A question with the reply that is of it alone. */
interface OwnQuestion {
  readonly question: string;
  readonly reply: string;
  /** What both are called by: the condition, language or system. */
  readonly called: string;
}

/**
 * Questions of which each has a reply of its own beside it, as `query_english` and `response_english` beside `query_russian` and
 * `response_russian`: an item has one. Fewer than two where all replies are to one question.
 */
export function ownQuestions(
  { question, responses }: Pick<ColumnMapping, 'question' | 'responses'>,
  columns: readonly string[],
  look: (column: string) => Look,
): OwnQuestion[] {
  if (question === undefined) return [];
  const open = columns.map((column) => ({ column, plain: pathName(column) }));
  const found = responses.flatMap(({ column }) => {
    const shared = sharedWord(pathName(question), pathName(column));
    if (shared === undefined) return [];
    const others = open.flatMap((one) => {
      const called = shared.calledIn(one.plain, 'question');
      const reply = called && open.find((other) => shared.calledIn(other.plain, 'reply') === called);
      if (!reply || !look(one.column).areTexts || !areOwnTexts(look(reply.column))) return [];
      return [{ question: one.column, reply: reply.column, called }];
    });
    return others.length > 1 ? [others] : [];
  });
  const all = found[0] ?? [];
  return new Set(all.map((one) => look(one.question).all)).size > 1 ? all : [];
}

/** What the names of a question and of its reply have in common, before or behind the word for each. */
function sharedWord(question: string, reply: string) {
  const words = { question: question.split('_'), reply: reply.split('_') };
  const shortest = Math.min(words.question.length, words.reply.length);
  const isSame = (at: number) => words.question.at(at) === words.reply.at(at);
  const isBefore = isSame(0);
  if (shortest < 2 || isBefore === isSame(-1)) return undefined;
  let shared = 1;
  while (shared < shortest - 1 && isSame(isBefore ? shared : -shared - 1)) shared += 1;
  const restOf = (all: readonly string[]) => (isBefore ? all.slice(shared) : all.slice(0, -shared)).join('_');
  const rests = { question: restOf(words.question), reply: restOf(words.reply) };
  return {
    /** What a column of the same kind is called by; undefined for any other. */
    calledIn(plain: string, kind: 'question' | 'reply'): string | undefined {
      const rest = rests[kind];
      const isOne = isBefore ? plain.endsWith(`_${rest}`) : plain.startsWith(`${rest}_`);
      const called = isBefore ? plain.slice(0, -rest.length - 1) : plain.slice(rest.length + 1);
      return isOne && !/^\d+$/.test(called) ? called : undefined;
    },
  };
}

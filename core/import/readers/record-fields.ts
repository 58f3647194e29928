import type { Problems } from './problems.ts';

/** Says in a problem what kind of value was found. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'object':
      return 'an object';
    default:
      return 'missing';
  }
}

/** Where the line being read is, for the problems it may have. */
export interface FilePlace {
  readonly problems: Problems;
  line: number;
}

export function wrongKind(
  at: FilePlace,
  field: string,
  wanted: string,
  found: unknown,
  remedy: string,
): void {
  at.problems.add(at.line, field, `${field} must be ${wanted}, but it is ${kindOf(found)}.`, remedy);
}

/** An item's id: a text, or a number written as text. Null, with a problem, when there is none. */
export function readId(value: unknown, at: FilePlace): string | null {
  if (typeof value === 'string' && value !== '') {
    if (value.isWellFormed()) return value;
    at.problems.add(at.line, 'id', 'The id is not valid text (half of a surrogate pair).', 'Correct the id.');
    return null;
  }
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (value === undefined || value === null || value === '') {
    at.problems.add(at.line, 'id', 'The item has no id.', 'Give every item an "id" that is used once.');
  } else wrongKind(at, 'id', 'a text or a number', value, 'Give every item an "id" that is used once.');
  return null;
}

/** A text that may be left out. */
export function optionalText(value: unknown, field: string, at: FilePlace): string | null {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return null;
  wrongKind(at, field, 'a text', value, 'Write the text in quotes, or leave the field out.');
  return null;
}

/** The passages of a record as one text; null where there is none. */
export function readContext(value: unknown, at: FilePlace): string | null {
  const isList = Array.isArray(value) && value.every((part) => typeof part === 'string');
  return (isList ? value.join('\n\n') : optionalText(value, 'context', at)) || null;
}

export interface ReadTurns {
  /** JSON list of `{role, content}`. */
  readonly json: string;
  readonly userTurns: number;
  /** What the turns held beyond role and content, by place in the conversation. */
  readonly extras: readonly object[] | null;
}

const turnRemedy = 'Write {"role": "user" or "assistant", "content": "text"}.';
const noTurns: ReadTurns = { json: '[]', userTurns: 0, extras: null };

/** A conversation in which only the user speaks. */
export const userTurnsOf = (texts: readonly string[]): ReadTurns => ({
  json: JSON.stringify(texts.map((content) => ({ role: 'user', content }))),
  userTurns: texts.length,
  extras: null,
});

/**
 * The pieces that an instruction was cut into: a list of texts, or of objects with `shard`, `shard_text` or `text`, as Laban et al.
 * (2025) write them. Undefined for anything else.
 */
export function shardTexts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((one: unknown) => {
    if (typeof one === 'string') return one.trim();
    if (typeof one !== 'object' || one === null) return '';
    const fields = one as Record<string, unknown>;
    const text = [fields.shard, fields.shard_text, fields.text].find((field) => typeof field === 'string');
    return typeof text === 'string' ? text.trim() : '';
  });
  return texts.length > 0 && texts.every((text) => text !== '') ? texts : undefined;
}

/** The turns before the response under test. */
export function readTurns(value: unknown, at: FilePlace): ReadTurns {
  if (value === undefined || value === null) return noTurns;
  if (!Array.isArray(value)) {
    wrongKind(at, 'conversation', 'a list of turns', value, turnRemedy);
    return noTurns;
  }
  let userTurns = 0;
  let isPlain = true;
  for (let index = 0; index < value.length; index += 1) {
    const turn = value[index] as { role?: unknown; content?: unknown } | null;
    if (turn === null || typeof turn !== 'object') {
      wrongKind(at, `conversation[${index}]`, 'an object', turn, turnRemedy);
      continue;
    }
    const { role, content } = turn;
    if (typeof role !== 'string') wrongKind(at, `conversation[${index}].role`, 'a text', role, turnRemedy);
    if (typeof content !== 'string') {
      wrongKind(at, `conversation[${index}].content`, 'a text', content, turnRemedy);
    }
    if (role === 'user') userTurns += 1;
    for (const key in turn) if (key !== 'role' && key !== 'content') isPlain = false;
  }
  if (isPlain) return { json: JSON.stringify(value), userTurns, extras: null };
  return { ...splitTurns(value as object[]), userTurns };
}

/** Keeps what a turn holds beyond role and content apart, so that no name of a system slips into what is shown. */
function splitTurns(turns: readonly object[]): { json: string; extras: object[] } {
  const extras: object[] = [];
  const plain = turns.map((turn, index) => {
    const { role, content, ...more } = turn as { role: unknown; content: unknown };
    if (Object.keys(more).length > 0) extras.push({ turn: index, ...more });
    return { role, content };
  });
  return { json: JSON.stringify(plain), extras };
}

const referenceRemedy = 'Write a list of texts, or for several turns a list of lists of texts.';

/** Gold answers as a JSON list of lists, one list per system turn; null when there are none. */
export function readReferences(value: unknown, at: FilePlace): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return JSON.stringify([[value]]);
  if (!Array.isArray(value)) {
    wrongKind(at, 'reference', 'a list of texts', value, referenceRemedy);
    return null;
  }
  if (value.length === 0) return null;
  if (!Array.isArray(value[0])) return areTexts(value, at, 'reference') ? `[${JSON.stringify(value)}]` : null;
  for (let turn = 0; turn < value.length; turn += 1) {
    if (!Array.isArray(value[turn])) {
      wrongKind(at, `reference[${turn}]`, 'a list of texts', value[turn], referenceRemedy);
      return null;
    }
    if (!areTexts(value[turn] as unknown[], at, `reference[${turn}]`)) return null;
  }
  return JSON.stringify(value);
}

function areTexts(values: readonly unknown[], at: FilePlace, field: string): boolean {
  for (let index = 0; index < values.length; index += 1) {
    if (typeof values[index] !== 'string') {
      wrongKind(at, `${field}[${index}]`, 'a text', values[index], referenceRemedy);
      return false;
    }
  }
  return true;
}

const numbers = 'a number or a list of numbers';

/**
 * The raw values of one score: a number, or one per annotator. Null stands for no value. An empty list means that
 * there is none, or that a problem was found.
 */
export function readVotes(value: unknown, at: FilePlace, field: () => string): readonly number[] {
  if (typeof value === 'number' && Number.isFinite(value)) return [value];
  if (Array.isArray(value)) {
    for (const vote of value) {
      if (typeof vote !== 'number' || !Number.isFinite(vote)) return readMixed(value, at, field);
    }
    return value as number[];
  }
  if (value !== null && value !== undefined) refuse(value, at, field());
  return [];
}

function readMixed(values: readonly unknown[], at: FilePlace, field: () => string): number[] {
  const votes: number[] = [];
  for (const vote of values) {
    if (typeof vote === 'number' && Number.isFinite(vote)) votes.push(vote);
    else if (vote !== null) refuse(vote, at, field());
  }
  return votes;
}

export const meanOf = (values: readonly number[]): number =>
  values.length === 1 ? (values[0] as number) : values.reduce((sum, value) => sum + value, 0) / values.length;

function refuse(value: unknown, at: FilePlace, field: string): void {
  if (typeof value === 'number') {
    at.problems.add(at.line, field, `${field} is not a finite number.`, 'Leave the value out when unknown.');
  } else if (typeof value === 'string') {
    const message = `${field} is the text ${JSON.stringify(value.slice(0, 40))}, not a number.`;
    at.problems.add(at.line, field, message, 'Write the number without quotes.');
  } else if (typeof value === 'boolean') {
    wrongKind(at, field, numbers, value, 'Write 1 for true and 0 for false.');
  } else wrongKind(at, field, numbers, value, 'Write a number, or one number per annotator.');
}

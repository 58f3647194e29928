import { type Place, wrongKind } from './field-text.ts';

export interface ReadTurns {
  /** JSON list of `{role, content}`. */
  readonly json: string;
  readonly userTurns: number;
  /** What the turns held beyond role and content, by place in the conversation. */
  readonly extras: readonly object[] | null;
}

const turnMend = 'Write {"role": "user" or "assistant", "content": "text"}.';
const none: ReadTurns = { json: '[]', userTurns: 0, extras: null };

export const oneUserTurn = (question: string): ReadTurns => ({
  json: JSON.stringify([{ role: 'user', content: question }]),
  userTurns: 1,
  extras: null,
});

/** The turns before the response under test. */
export function readTurns(value: unknown, at: Place): ReadTurns {
  if (value === undefined || value === null) return none;
  if (!Array.isArray(value)) {
    wrongKind(at, 'conversation', 'a list of turns', value, turnMend);
    return none;
  }
  let userTurns = 0;
  let isPlain = true;
  for (let index = 0; index < value.length; index += 1) {
    const turn = value[index] as { role?: unknown; content?: unknown } | null;
    if (turn === null || typeof turn !== 'object') {
      wrongKind(at, `conversation[${index}]`, 'an object', turn, turnMend);
      continue;
    }
    const { role, content } = turn;
    if (typeof role !== 'string') wrongKind(at, `conversation[${index}].role`, 'a text', role, turnMend);
    if (typeof content !== 'string') {
      wrongKind(at, `conversation[${index}].content`, 'a text', content, turnMend);
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

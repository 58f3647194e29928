import { type Node, parseRegExp } from './parse-regexp.ts';

/** What must hold between two characters for a step between them. */
type Condition =
  | { kind: 'edge'; sign: '^' | '$' | 'b' | 'B' }
  | { kind: 'look'; behind: boolean; negative: boolean; source: string };

interface Step {
  readonly to: number;
  readonly conditions: readonly Condition[];
}

/** The places of an expression that consume a character, and the ways from each to the next. */
export interface Automaton {
  readonly sources: readonly string[];
  readonly first: readonly Step[];
  readonly follow: readonly (readonly Step[])[];
  /** Places after which the expression matches, whatever comes next. */
  readonly isMatch: readonly boolean[];
  /** Bodies of lookarounds longer than a character; each is searched for by itself. */
  readonly inner: readonly Node[];
}

interface State {
  readonly empty: { to: number; condition?: Condition }[];
  reads?: { place: number; to: number };
}

export function automatonOf(pattern: string | Node): Automaton {
  const states: State[] = [];
  const sources: string[] = [];
  const inner: Node[] = [];
  const state = (): number => states.push({ empty: [] }) - 1;
  const link = (from: number, to: number, condition?: Condition) =>
    states[from]!.empty.push(condition ? { to, condition } : { to });

  /** Adds a node behind a state and gives the state behind it. */
  function add(node: Node, from: number): number {
    switch (node.kind) {
      case 'char': {
        const to = state();
        states[from]!.reads = { place: sources.push(node.source) - 1, to };
        return to;
      }
      case 'all':
        return node.parts.reduce((at, part) => {
          const begin = state();
          link(at, begin);
          return add(part, begin);
        }, from);
      case 'any': {
        const to = state();
        for (const option of node.options) {
          const begin = state();
          link(from, begin);
          link(add(option, begin), to);
        }
        return to;
      }
      case 'edge':
        return through(from, node);
      case 'look': {
        const only = singleOf(node.body);
        if (only !== null) return through(from, { ...node, source: only });
        inner.push(node.body);
        return from;
      }
      case 'repeat':
        return repeat(node, from);
    }
  }

  function through(from: number, condition: Condition): number {
    const to = state();
    link(from, to, condition);
    return to;
  }

  function repeat({ body, min, max }: Extract<Node, { kind: 'repeat' }>, from: number): number {
    let at = from;
    for (let i = 0; i < min; i++) at = addFresh(body, at);
    const to = state();
    if (max === Number.POSITIVE_INFINITY) {
      const loop = state();
      link(at, loop);
      link(loop, to);
      link(addFresh(body, loop), loop);
      return to;
    }
    link(at, to);
    for (let i = min; i < max; i++) {
      at = addFresh(body, at);
      link(at, to);
    }
    return to;
  }

  function addFresh(node: Node, from: number): number {
    const begin = state();
    link(from, begin);
    return add(node, begin);
  }

  /** Every way without a character from a state to places and to the end. */
  function ways(from: number, end: number): { steps: Step[]; matches: (readonly Condition[])[] } {
    const steps: Step[] = [];
    const matches: (readonly Condition[])[] = [];
    const visit = (at: number, conditions: readonly Condition[], path: readonly number[]) => {
      // Twice: a loop inside a loop is come back to without a character, as in (a*)*.
      if (path.filter((one) => one === at).length > 1) return;
      if (at === end) matches.push(conditions);
      const { empty, reads } = states[at]!;
      if (reads) steps.push({ to: reads.place, conditions });
      for (const { to, condition } of empty) {
        visit(to, condition ? [...conditions, condition] : conditions, [...path, at]);
      }
    };
    visit(from, [], []);
    return { steps, matches };
  }

  const begin = state();
  const end = add(typeof pattern === 'string' ? parseRegExp(pattern) : pattern, begin);
  const behind = new Map(states.flatMap(({ reads }) => (reads ? [[reads.place, reads.to] as const] : [])));
  const all = sources.map((_, place) => ways(behind.get(place)!, end));
  return {
    sources,
    first: ways(begin, end).steps,
    follow: all.map(({ steps }) => steps),
    isMatch: all.map(({ matches }) => matches.some((conditions) => conditions.length === 0)),
    inner,
  };
}

/** The class of characters that a lookaround looks for, when it is one character. */
function singleOf(node: Node): string | null {
  if (node.kind === 'char') return node.source;
  return node.kind === 'all' && node.parts.length === 1 ? singleOf(node.parts[0]!) : null;
}

/** Characters that stand for all others: equal ones, for every class of the expression, are one symbol. */
export class Alphabet {
  readonly symbols: readonly string[];
  readonly #flags: string;
  readonly #classes = new Map<string, RegExp>();

  constructor(automaton: Automaton, flags: string) {
    this.#flags = [...flags].filter((flag) => 'isuv'.includes(flag)).join('');
    const conditions = [...automaton.first, ...automaton.follow.flat()].flatMap((step) => step.conditions);
    const looked = conditions.flatMap((one) => (one.kind === 'look' ? [one.source] : []));
    const sources = [...new Set([...automaton.sources, ...looked, '\\w', '\\n'])];
    const bySignature = new Map<string, string>();
    for (const letter of samples) {
      const signature = sources.map((source) => (this.holds(source, letter) ? 1 : 0)).join('');
      if (!bySignature.has(signature)) bySignature.set(signature, letter);
    }
    this.symbols = [...bySignature.values()];
  }

  holds(source: string, letter: string): boolean {
    let known = this.#classes.get(source);
    if (!known) {
      known = new RegExp(`^(?:${source})$`, this.#flags);
      this.#classes.set(source, known);
    }
    return known.test(letter);
  }

  /** Whether a step may be taken between two characters; `before` null at the beginning of the text. */
  allows(conditions: readonly Condition[], before: string | null, after: string, flags: string): boolean {
    return conditions.every((condition) => {
      if (condition.kind === 'look') {
        const letter = condition.behind ? before : after;
        return (letter !== null && this.holds(condition.source, letter)) !== condition.negative;
      }
      const { sign } = condition;
      if (sign === '^') return before === null || (flags.includes('m') && before === '\n');
      if (sign === '$') return flags.includes('m') && after === '\n';
      const isEdge = (before !== null && /\w/.test(before)) !== /\w/.test(after);
      return isEdge === (sign === 'b');
    });
  }
}

const samples = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'\u00a0\u0085\u2028é’‘“”„«‹•–—Ωж漢ا٣',
];

import { plainCall, type RunStep, toolName } from '../../shared/run-steps.ts';

const namesShown = 3;

/** What the steps are, in a few words: "2 steps: search, open". */
export function stepsWords(steps: readonly RunStep[]): string {
  const names = [...new Set(steps.flatMap(({ call }) => (call === null ? [] : [toolName(call)])))];
  const shown = names.slice(0, namesShown).join(', ');
  const more = names.length > namesShown ? ', …' : '';
  const count = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`;
  const totals = factWords(totalsOf(steps)).join(', ');
  return [shown === '' ? count : `${count}: ${shown}${more}`, totals].filter(Boolean).join(' · ');
}

/** Time and cost of the steps that lie inside of no other: what was recorded of those is in them. */
function totalsOf(steps: readonly RunStep[]): NonNullable<RunStep['facts']> {
  const own = steps.flatMap(({ facts }) => (facts && facts.depth === undefined ? [facts] : []));
  const sum = (name: 'durationMs' | 'costUsd') => {
    const values = own.flatMap((facts) => facts[name] ?? []);
    return values.length === 0 ? {} : { [name]: values.reduce((total, value) => total + value, 0) };
  };
  return { ...sum('durationMs'), ...sum('costUsd') };
}

/** Time and cost in words: "320 ms", "1.4 s", "2 min 5 s", "$0.0021". */
export function factWords({ durationMs, costUsd }: NonNullable<RunStep['facts']>): string[] {
  return [
    ...(durationMs === undefined ? [] : [durationWords(durationMs)]),
    ...(costUsd === undefined ? [] : [moneyWords(costUsd)]),
  ];
}

const moneyWords = (usd: number): string =>
  usd >= 1 ? `$${usd.toFixed(2)}` : `$${usd === 0 ? 0 : Number(usd.toPrecision(2))}`;

function durationWords(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** What a tool was given: an object of JSON by its fields, anything else as it was written; null where it was given nothing. */
export function argumentsOf(
  call: string,
): { fields: [name: string, value: string][] } | { text: string } | null {
  const text = plainCall(call);
  const open = text.indexOf('(');
  if (open <= 0 || !text.endsWith(')')) return { text: call };
  const inner = text.slice(open + 1, -1).trim();
  if (inner === '' || inner === '{}') return null;
  try {
    const given: unknown = JSON.parse(inner);
    const isFields = typeof given === 'object' && given !== null && !Array.isArray(given);
    if (isFields) return { fields: Object.entries(given).map(([name, value]) => [name, valueText(value)]) };
  } catch {
    // Written in another way than JSON: it stands as it is.
  }
  return { text: inner };
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 1);

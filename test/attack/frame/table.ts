import type { Outcome } from './run-attack.ts';

const titles = ['attack', 'tries', 'failures', 'seconds', 'seed'];

/** The outcome of all attacks, a row each and their sum, as a table that reads in a terminal and in Markdown. */
export function tableOf(outcomes: readonly Outcome[], seed: number): string {
  const rows = outcomes.map(({ attack, tries, failures, seconds, skipped }) =>
    skipped === null
      ? [attack.what, String(tries), String(failures.length), seconds.toFixed(1), String(seed)]
      : [attack.what, '0', `skipped: ${skipped}`, '', ''],
  );
  const sum = (chosen: readonly Outcome[], what: string) => [
    what,
    String(chosen.reduce((all, { tries }) => all + tries, 0)),
    String(chosen.reduce((all, { failures }) => all + failures.length, 0)),
    chosen.reduce((all, { seconds }) => all + seconds, 0).toFixed(1),
    String(seed),
  ];
  const kills = outcomes.filter(({ attack }) => attack.kills);
  const sums = [sum(outcomes, 'all'), ...(kills.length > 1 ? [sum(kills, 'of these, kills')] : [])];
  return aligned([titles, ...rows, ...sums]);
}

function aligned(rows: readonly string[][]): string {
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [head, ...body] = rows.map(line);
  return [head, rule, ...body].join('\n');
}

/**
 * The same question by the commands: `node host/launch.js test/accuracy/series-commands.ts [kind] [series] [seed]`. In each series
 * two files are imported, the first release is labeled whole, and of the second the number of labels that `assay series plan`
 * names, by `assay label --from-gold` in four steps with `assay gate --series` after each. It passes when the gate does at any step,
 * and is stopped when it never does. Each pair of releases is played equal, worse by D and worse by 2D.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeWorkplace } from '../host/run-assay.ts';
import { figure, printTable } from './markdown-table.ts';
import { type Kind, kinds, pairsOf } from './releases.ts';

const project = 'chat.assay';
const passed = 0;

/** The files of both releases: replies that are equal in both have the same value, whatever it is. */
function writeReleases(folder: string, kind: Kind, drop: number, seed: number): void {
  const pairs = pairsOf(kind, drop, seed);
  const scale = kind.isRating ? 4 : 1;
  for (const [at, name] of ['v1', 'v2'].entries()) {
    const lines = Array.from({ length: kind.items }, (_, i) => {
      const pair = pairs[i];
      return JSON.stringify({
        id: `q-${i}`,
        conversation: [{ role: 'user', content: `What is ${i}?` }],
        responses: { bot: pair ? `${name} says ${i}.` : `It is ${i}.` },
        human: { bot: { quality: [(kind.isRating ? 1 : 0) + scale * (pair?.[at] ?? 1)] } },
      });
    });
    writeFileSync(path.join(folder, `${name}.jsonl`), `${lines.join('\n')}\n`);
  }
}

/** How many labels the plan asks for, and whether the gate passes at any of four looks up to that number. */
async function play(kind: Kind, drop: number, seed: number): Promise<{ labels: number; passes: boolean }> {
  using work = makeWorkplace();
  const run = async (...args: string[]) => {
    const outcome = await work.assay(...args);
    if (outcome.exitCode !== 0) throw new Error(`assay ${args.join(' ')}: ${outcome.stderr}`);
  };
  writeReleases(work.dir, kind, drop, seed);
  await run('init', project);
  const scale = `criterion:quality=${kind.isRating ? '1..5' : '0..1'}`;
  for (const name of ['v1', 'v2'])
    await run('import', project, `${name}.jsonl`, '--name', name, '--scale', scale);
  await run(
    ...['study', 'create', project, '--dataset', 'v1', '--preset', 'uniform', '--size', String(kind.items)],
    ...['--seed', String(seed), '--name', 'first', '--system', 'bot', '--measure', 'criterion:quality'],
    ...['--surrogate', 'none'],
  );
  await run('label', project, '--from-gold');
  await run('series', 'begin', project, '--name', 'Chat');
  await run('series', 'add', project, '--system', 'bot', '--dataset', 'v2', '--name', 'second');
  const by = String(kind.drop * (kind.isRating ? 4 : 1));
  const { labels } = await work.json<{ labels: number }>('series', 'plan', project, '--by', by);
  let labeled = 0;
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const until = Math.min(Math.round(share * labels), Math.round(kind.items * kind.differing));
    if (until > labeled) {
      await run('label', project, '--from-gold', '--study', 'second', '--count', String(until - labeled));
    }
    labeled = until;
    const { exitCode, stderr } = await work.assay('gate', project, '--series', 'Chat', '--by', by);
    if (exitCode === passed) return { labels, passes: true };
    if (exitCode !== 3 && exitCode !== 4) throw new Error(`the gate ended with ${exitCode}: ${stderr}`);
  }
  return { labels, passes: false };
}

const [chosen = 2, series = 200, seed = 1] = process.argv.slice(2).map(Number);
const kind = kinds[chosen]!;
const rows: string[][] = [];
for (const [drops, words] of [
  [0, 'equal: pass'],
  [1, 'worse by D: pass'],
  [2, 'worse by 2D: stopped'],
] as const) {
  let count = 0;
  let labels = 0;
  for (let i = 0; i < series; i++) {
    const outcome = await play(kind, drops * kind.drop, seed + i);
    if (outcome.passes === drops < 2) count += 1;
    labels += outcome.labels / series;
    if (i % 20 === 19) console.error(words, i + 1, count);
  }
  rows.push([kind.name, figure(kind.drop, 2), String(Math.round(labels)), words, figure(count / series, 3)]);
}
console.log(`${series} series, seed ${seed}, error level .05\n`);
printTable(['Releases', 'D', 'labels planned', 'claim', 'share'], rows);
process.exit();

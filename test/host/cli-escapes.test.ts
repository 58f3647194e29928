import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeWorkplace, type Outcome } from './run-assay.ts';

const hostile = 'v\u001b[2J\u009d0;gone\u0007\u202e2';
const criterion = 'help\u001b[31mful\u2066';
const dangerous = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

test('names with escape sequences, NUL and marks of direction are never obeyed', async () => {
  using place = makeWorkplace();
  const items = Array.from({ length: 12 }, (_, i) => ({
    id: `i${i}\u001b[1m`,
    conversation: [{ role: 'user', content: 'Why?' }],
    responses: { [hostile]: 'a\u009bb', 'o\u0000': 'c' },
    human: { [hostile]: { [criterion]: i % 5 }, 'o\u0000': { [criterion]: (i + 1) % 5 } },
    judge: { 'j\u202e': { [hostile]: { [criterion]: i % 4 } } },
  }));
  const data = path.join(place.dir, 'data.jsonl');
  writeFileSync(data, items.map((item) => JSON.stringify(item)).join('\n'));
  const broken = path.join(place.dir, 'broken.csv');
  writeFileSync(broken, `id,id,question\u001b[31m\n1,2,x\n`);
  const name = 'S\u001b[31m\u202e';
  const outcomes: Outcome[] = [];
  const run = async (...args: string[]) => {
    const outcome = await place.assay(...args);
    outcomes.push(outcome);
    return outcome;
  };
  const p = 'p.assay';
  await run('init', p, '--name', 'P\u001b]0;x\u0007');
  await run('import', p, data, '--name', 'D\u009b31m\nnext');
  await run('import', p, broken);
  await run('study', 'create', p, '--system', hostile, '--measure', `criterion:${criterion}`, '--name', name);
  await run('study', 'list', p);
  await run('sample', p);
  await run('label', p, '--from-gold', '--count', '5', '--study', name);
  await run('estimate', p);
  await run('estimate', p, '--study', 'no\u001bsuch\u202e');
  await run('no\u001bsuch');
  for (const { stdout, stderr } of outcomes) {
    expect(stdout).not.toMatch(dangerous);
    expect(stderr).not.toMatch(dangerous);
  }
  expect(outcomes.filter(({ exitCode }) => exitCode === 0).length).toBe(7);
  expect(outcomes.map(({ stdout }) => stdout).join('')).toContain('\\x1b[31m');
  const listed = await run('study', 'list', p, '--json');
  expect(listed.stdout).not.toMatch(dangerous);
  expect(JSON.parse(listed.stdout).results[0]).toMatchObject({ name, system: hostile });
}, 120_000);

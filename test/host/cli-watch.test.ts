import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { makeWorkplace, type Workplace } from './run-assay.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let work: Workplace;
const p = 'chat.assay';
const watch = (...args: string[]) => work.assay('watch', p, ...args);
/** What share of the answers was good in each. */
const weeks = { spring: 0.9, may: 0.9, june: 0.1, july: 0, august: 0, september: 0, october: 0, november: 0 };
const about = (action: string, ...args: string[]) => work.assay('watch', action, p, ...args);

/** A week of conversations, of whose answers a share is good. */
function writeWeek(name: string, good: number): void {
  const lines = Array.from({ length: 60 }, (_, i) =>
    JSON.stringify({
      id: `${name}-${i}`,
      conversation: [{ role: 'user', content: `Secret question ${i} of ${name}?` }],
      responses: { bot: `Answer ${i}` },
      human: { bot: { quality: [(i * 37) % 60 < good * 60 ? 5 : 1] } },
    }),
  );
  writeFileSync(path.join(work.dir, `${name}.jsonl`), lines.join('\n'));
}

beforeAll(async () => {
  work = makeWorkplace({ asStarted: ['watch'] });
  for (const [name, good] of Object.entries(weeks)) writeWeek(name, good);
  await work.assay('init', 'chat');
  for (const name of Object.keys(weeks)) {
    await work.assay('import', p, `${name}.jsonl`, '--scale', 'criterion:quality=1..5');
  }
  const asked = ['--dataset', 'spring', '--system', 'bot', '--measure', 'criterion:quality'];
  const draw = [
    '--preset',
    'uniform',
    '--size',
    '60',
    '--seed',
    '3',
    '--alpha',
    '0.2',
    '--name',
    'reference',
  ];
  await work.assay('study', 'create', p, ...asked, ...draw);
  await work.assay('label', p, '--from-gold');
  return () => work[Symbol.dispose]();
});

test('a watch gets windows, and tells a drop by the claim asked for: by exit code, and once by webhook', async () => {
  const begun = await about('begin', '--drop', '0.5', '--name', 'Weeks');
  expect([begun.exitCode, begun.stderr]).toEqual([0, '']);
  const add = async (dataset: string, study: string) => {
    const added = await about('add', '--dataset', dataset, '--name', study);
    expect(added.stdout).toContain(`Added the study "${study}" as a window.`);
    await work.assay('label', p, '--from-gold', '--study', study);
  };
  await add('may', 'in May');
  const first = await watch();
  expect([first.exitCode, first.stdout]).toEqual([0, expect.stringContaining('No drop of 0.5')]);
  await add('june', 'in June');
  const oneWindow = await watch();
  expect([oneWindow.exitCode, oneWindow.stdout]).toEqual([0, expect.stringContaining('No drop of')]);
  expect(oneWindow.stdout).toMatch(/If nothing but chance .* the system is worse by at least/);
  // A mean of 60 varies by 0.31 of 4.
  expect(oneWindow.stdout).not.toContain('Small windows');

  const bodies: string[] = [];
  let status = 500;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString('utf8');
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const refused = await watch('--windows-alike', '--webhook', address);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('it answered 500')]);
  status = 204;
  const told = await watch('--windows-alike', '--webhook', address);
  expect([told.exitCode, told.stdout]).toEqual([
    3,
    expect.stringContaining('If nothing but chance of its conversations sets windows apart'),
  ]);
  expect(JSON.parse(bodies[1]!)).toMatchObject({
    watch: 'Weeks',
    verdict: 'undecided',
    windows: { length: 3 },
    text: expect.stringContaining('the system is worse by at least'),
  });
  expect(bodies.join()).not.toContain('Secret question');
  for (const name of Object.keys(weeks).slice(3)) await add(name, `in ${name}`);
  const dropped = await watch('--webhook', address);
  expect([dropped.exitCode, dropped.stdout]).toEqual([3, expect.stringContaining('Dropped: the system is')]);
  expect(bodies).toHaveLength(2);
  server.close();
});

test('what it cannot do it refuses', async () => {
  expect((await watch('--webhook', 'ftp://nobody')).stderr).toContain('not an http(s) address');
  expect((await about('add')).stderr).toContain('--dataset');
  expect((await about('begin', '--drop', '-1', '--study', 'reference')).exitCode).not.toBe(0);
});

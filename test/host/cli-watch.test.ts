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
  for (const [name, good] of Object.entries({ spring: 0.9, may: 0.9, june: 0.2 })) writeWeek(name, good);
  await work.assay('init', 'chat');
  for (const name of ['spring', 'may', 'june']) {
    await work.assay('import', p, `${name}.jsonl`, '--scale', 'criterion:quality=1..5');
  }
  const asked = ['--dataset', 'spring', '--system', 'bot', '--measure', 'criterion:quality'];
  const draw = ['--preset', 'uniform', '--size', '60', '--seed', '3', '--name', 'reference'];
  await work.assay('study', 'create', p, ...asked, ...draw);
  await work.assay('label', p, '--from-gold');
  return () => work[Symbol.dispose]();
});

test('a watch is begun, gets windows, and tells a drop by exit code and once by webhook', async () => {
  const begun = await about('begin', '--drop', '0.5', '--name', 'Weeks');
  expect([begun.exitCode, begun.stderr]).toEqual([0, '']);
  const add = async (dataset: string, study: string) => {
    const added = await about('add', '--dataset', dataset, '--name', study);
    expect(added.stdout).toContain(`Added the study "${study}" as a window.`);
    await work.assay('label', p, '--from-gold', '--study', study);
  };
  await add('may', 'in May');
  const held = await watch();
  expect([held.exitCode, held.stdout]).toEqual([0, expect.stringContaining('Held: in the newest window')]);
  await add('june', 'in June');

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
  const refused = await watch('--webhook', address);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('it answered 500')]);
  status = 204;
  const told = await watch('--webhook', address);
  expect([told.exitCode, told.stdout]).toEqual([
    3,
    expect.stringContaining('Dropped: the mean of some window'),
  ]);
  expect(JSON.parse(bodies[1]!)).toMatchObject({
    watch: 'Weeks',
    verdict: 'dropped',
    windows: { length: 3 },
  });
  expect(bodies.join()).not.toContain('Secret question');
  expect((await watch('--webhook', address, '--json')).exitCode).toBe(3);
  expect(bodies).toHaveLength(2);
  server.close();
});

test('what it cannot do it refuses', async () => {
  expect((await watch('--webhook', 'ftp://nobody')).stderr).toContain('no http(s) address');
  expect((await about('add')).stderr).toContain('--dataset');
  expect((await about('begin', '--drop', '-1', '--study', 'reference')).exitCode).not.toBe(0);
});

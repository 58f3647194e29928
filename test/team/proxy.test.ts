import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Command } from 'commander';
import { load } from 'js-yaml';
import { expect, onTestFinished, test } from 'vitest';
import { addServe } from '../../host/commands/serve.ts';
import { proxiesAt } from '../../host/portal/addresses.ts';
import { type TeamPortalOptions, teamPortalOptions } from '../../host/terminal/team-portal-options.ts';
import { pageText, portalOnStudy } from './portal-fixture.ts';

/** The files that the tutorial has people write. */
const text = readFileSync(path.join(import.meta.dirname, '../../docs/tutorials/server.md'), 'utf8');
const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, block]) => block!);
const caddyfile = blocks.find((block) => block.includes('reverse_proxy'))!;

interface Compose {
  services: Record<string, { command?: string; ports: string[]; volumes: string[]; networks: string[] }>;
  networks: Record<string, { ipam: { config: [{ subnet: string }] } }>;
  volumes: Record<string, unknown>;
}
const compose = load(blocks.find((block) => block.startsWith('services:'))!) as Compose;

/** What `assay serve` makes of the command of the compose file. */
function servedBy(
  command: string,
): TeamPortalOptions & { port: number; bind: string; allowNetwork: boolean } {
  const program = new Command();
  addServe(program);
  const [word, ...args] = command.split(/\s+/);
  expect(word).toBe('serve');
  const serve = program.commands[0]!;
  expect(serve.parseOptions(args)).toEqual({ operands: ['team.assay'], unknown: [] });
  return serve.opts();
}

/** A proxy as `handle_path` makes one: its path is taken away, and whose request it is said by itself alone. */
async function proxyTo(port: number, { prefix, isTaken }: { prefix: string; isTaken: boolean }) {
  const server = createServer((asked, answer) => {
    const { url = '/' } = asked;
    if (!url.startsWith(prefix)) return answer.writeHead(404).end();
    const headers = { ...asked.headers, 'x-forwarded-for': '9.9.9.9', 'x-forwarded-proto': 'https' };
    const target = isTaken ? url.slice(prefix.length) || '/' : url;
    const on = request({ host: '127.0.0.1', port, path: target, method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
    });
    asked.pipe(on);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())));
  return (server.address() as AddressInfo).port;
}

test('the compose file of the tutorial names what there is, and keeps both ports where they belong', () => {
  const { assay, caddy } = compose.services as Record<'assay' | 'caddy', Compose['services'][string]>;
  const options = servedBy(assay.command!);
  const { plan, publicUrl, proxies } = teamPortalOptions(options);
  expect(plan).toEqual({ host: '0.0.0.0', port: 7400, plainHttp: true, selfSigned: false });
  expect([options.port, options.bind, options.allowNetwork]).toEqual([7321, '0.0.0.0', true]);
  // The lead's app is published to the server itself, and the portal not at all.
  expect(assay.ports).toEqual([`127.0.0.1:${options.port}:${options.port}`]);
  const [{ subnet }] = compose.networks.door!.ipam.config;
  expect(options.trustProxy).toBe(subnet);
  expect([proxies!.check('172.30.7.3'), proxies!.check('172.30.8.3')]).toEqual([true, false]);
  for (const { networks } of [assay, caddy]) expect(networks).toEqual(['door']);
  const kept = [...assay.volumes, ...caddy.volumes].map((volume) => volume.split(':')[0]!);
  expect(kept.filter((name) => !name.startsWith('.')).toSorted()).toEqual(
    Object.keys(compose.volumes).toSorted(),
  );
  expect(caddyfile).toContain(`${publicUrl!.host} {`);
  expect(caddyfile).toContain(`handle_path ${publicUrl!.pathname}/* {`);
  expect(caddyfile).toContain(`reverse_proxy assay:${plan!.port}`);
  expect(caddyfile.split('{')).toHaveLength(caddyfile.split('}').length);
});

test('an annotator comes in through a proxy that leads there by a path, whether it takes the path away or not', async () => {
  const { publicUrl } = teamPortalOptions(servedBy(compose.services.assay!.command!));
  const prefix = publicUrl!.pathname;
  const { engine, port, study, guestOf } = await portalOnStudy(6, {
    publicUrl,
    proxies: proxiesAt(['127.0.0.1']),
  });
  for (const [name, isTaken] of [
    ['Ada', true],
    ['Ben', false],
  ] as const) {
    const { link } = await engine.client.invitation.create({ studyId: study.id, name });
    expect(link).toMatch(/^https:\/\/example\.org\/team\/#[\w-]{43}$/);
    const at = `http://127.0.0.1:${await proxyTo(port, { prefix, isTaken })}`;
    const ask = (target: string, body?: unknown, cookie = '') =>
      new Promise<{ status: number; body: string; cookie: string; location?: string | undefined }>(
        (done, fail) => {
          const headers = {
            host: publicUrl!.host,
            origin: publicUrl!.origin,
            'content-type': 'application/json',
            cookie,
          };
          const method = body === undefined ? 'GET' : 'POST';
          const sent = request(`${at}${target}`, { method, headers }, (given) => {
            let said = '';
            given.on('data', (part) => (said += part));
            given.on('end', () => {
              const [set = ''] = given.headers['set-cookie'] ?? [];
              const { location } = given.headers;
              done({ status: given.statusCode!, body: said, cookie: set.split(';')[0]!, location });
            });
          });
          sent.on('error', fail);
          sent.end(body === undefined ? undefined : JSON.stringify({ json: body }));
        },
      );
    expect((await ask(`${prefix}/`)).body).toBe(pageText);
    // Without its last slash the page would look for its parts one level too high.
    if (!isTaken) expect(await ask(prefix)).toMatchObject({ status: 308, location: `${prefix}/` });
    expect((await ask(`${prefix}/assets/page-1a2b.js`)).status).toBe(200);
    const token = link!.split('#')[1];
    const entered = await ask(`${prefix}/rpc/visit/enter`, { token });
    expect(entered.status).toBe(200);
    expect((await ask(`${prefix}/rpc/label/open`, {}, entered.cookie)).status).toBe(200);
    expect((await guestOf(entered.cookie).call('label/open')).status).toBe(200);
  }
});

test('only addresses and networks are taken for proxies', () => {
  for (const wrong of ['proxy', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0/8', '::1/129', '/8', '']) {
    expect(proxiesAt([wrong]), wrong).toBe(null);
  }
  const list = proxiesAt(['10.0.0.7', 'fd00::/8'])!;
  expect([list.check('10.0.0.7'), list.check('10.0.0.8')]).toEqual([true, false]);
  expect([list.check('fd12::1', 'ipv6'), list.check('::1', 'ipv6')]).toEqual([true, false]);
});

test('a path stands in a public address, and nothing else does', () => {
  const startOf = (publicUrl: string) => teamPortalOptions({ team: true, publicUrl }).publicUrl?.href;
  expect(startOf('https://example.org/team')).toBe('https://example.org/team');
  for (const wrong of [
    'https://example.org/a b',
    'https://example.org/team?x',
    'https://a:b@example.org/',
    'ftp://x/',
  ]) {
    expect(() => startOf(wrong), wrong).toThrow('is not an a');
  }
});

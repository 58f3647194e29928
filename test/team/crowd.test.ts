import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectionLimits, portalConnections } from '../../host/http/connections.ts';
import { proxiesOfThisMachine } from '../../host/portal/addresses.ts';
import type { VisitBatch } from '../../shared/contract/index.ts';
import { rounds } from '../support/chance.ts';
import { portalOnStudy } from './portal-fixture.ts';

test.each([rounds(120, 200)])(
  '%i people of one address come in within a minute, each by a link and by an open one',
  async (people) => {
    const { ask, enter, post, guestOf, tokenFor, engine, study } = await portalOnStudy(20, { now: () => 0 });
    const open = await engine.client.invitation.create({ studyId: study.id, name: null });
    const used = await tokenFor('Somebody');
    await enter(used);
    const statuses = new Map<string, number>();
    const note = (what: string, status: number) =>
      statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1);
    const comeIn = async (i: number) => {
      for (const target of ['/', ...Array<string>(5).fill('/assets/page-1a2b.js')])
        note('file', (await ask(target)).status);
      const entered =
        i % 2 === 0
          ? await enter(await tokenFor(`Person ${i}`))
          : await post('visit/enter', { token: open.path.slice('/#'.length), name: `Person ${i}` });
      note('enter', entered.status);
      const guest = guestOf(entered.headers['set-cookie']![0]!.split(';')[0]!);
      if (i < 20) note('work', (await guest.call<VisitBatch>('label/open')).status);
    };
    for (let i = 0; i < people; i += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, j) => comeIn(i + j)));
      // Meanwhile somebody opens an old link again and again.
      note('old link', (await enter(used)).status);
    }
    expect(Object.fromEntries(statuses)).toMatchObject({
      'file 200': 6 * people,
      'enter 200': people,
      'work 200': 20,
      'old link 409': people / 20,
    });
    expect(statuses.size).toBe(4);
  },
  240_000,
);

test('a used link that is opened again and again is slowed at its own address, and no other link', async () => {
  const { enter, tokenFor } = await portalOnStudy(6, { now: () => 0, proxies: proxiesOfThisMachine() });
  const from = (token: string, address: string) => enter(token, { 'x-forwarded-for': address });
  const [used, other] = [await tokenFor('Ada'), await tokenFor('Ben')];
  expect((await from(used, '10.0.0.1')).status).toBe(200);
  const again = [];
  for (let i = 0; i < 30; i += 1) again.push((await from(used, '10.0.0.1')).status);
  expect(again).toEqual([...Array(10).fill(409), ...Array(20).fill(429)]);
  expect((await from(used, '10.0.0.2')).status).toBe(409);
  expect((await from(other, '10.0.0.1')).status).toBe(200);
  // One unknown link, such as of another project, is one guess however often it is opened.
  for (let i = 0; i < 5; i += 1) await from('unknown-unknown-unknown', '10.0.0.1');
  const guesses = [];
  for (let i = 0; i < 12; i += 1) guesses.push((await from(`guess-guess-guess-${i}`, '10.0.0.1')).status);
  expect(guesses).toEqual([...Array(9).fill(404), ...Array(3).fill(429)]);
});

test('guesses from everywhere are slowed together, and good links are not', async () => {
  const { enter, tokenFor } = await portalOnStudy(4, { now: () => 0, proxies: proxiesOfThisMachine() });
  const statuses = [];
  for (let i = 0; i < 620; i += 1) {
    const address = { 'x-forwarded-for': `10.0.${i >> 8}.${i & 255}` };
    statuses.push((await enter(`guess-guess-guess-${i}`, address)).status);
  }
  expect(statuses.indexOf(429)).toBe(600);
  expect((await enter(await tokenFor('Ben'), { 'x-forwarded-for': '10.9.9.9' })).status).toBe(200);
}, 60_000);

const few: ConnectionLimits = { most: 80, perAddress: 40 };

/** So many connections that send nothing, or only part of a request. */
async function idle(port: number, count: number, text = '', localAddress = '127.0.0.1'): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  for (const socket of sockets) socket.on('error', () => {});
  await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'connect');
      if (text !== '') socket.write(text);
    }),
  );
  return sockets;
}

test.each([
  ['that send nothing', ''],
  ['that send half a request', 'POST /rpc/visit/enter HTTP/1.1\r\nHost: '],
])(
  'connections %s make room for people at work, and do not fill the door',
  async (_, text) => {
    const { port, guestNamed, enter, tokenFor } = await portalOnStudy(6, { connections: few });
    const ada = await guestNamed('Ada');
    const heard: string[] = [];
    const listening = (async () => {
      for await (const type of ada.events()) heard.push(type);
    })();
    await expect.poll(() => heard).toEqual(['hello']);
    const held = await idle(port, 400, text);
    expect((await ada.call('label/open')).status).toBe(200);
    expect((await enter(await tokenFor('Ben'))).status).toBe(200);
    await expect
      .poll(() => held.filter(({ destroyed }) => !destroyed).length)
      .toBeLessThanOrEqual(few.perAddress);
    expect(heard).toEqual(['hello']);
    for (const socket of held) socket.destroy();
    void listening.catch(() => {});
  },
  60_000,
);

test.skipIf(process.platform !== 'linux')(
  'connections of many addresses leave room for those who were let in',
  async () => {
    const { port, guestNamed, enter, tokenFor } = await portalOnStudy(6, { connections: few });
    const ada = await guestNamed('Ada');
    const held: Socket[] = [];
    for (let i = 2; i < 12; i += 1) held.push(...(await idle(port, 20, '', `127.0.0.${i}`)));
    expect((await ada.call('label/open')).status).toBe(200);
    expect((await enter(await tokenFor('Ben'))).status).toBe(200);
    await expect
      .poll(() => held.filter(({ destroyed }) => !destroyed).length)
      .toBeLessThanOrEqual(0.75 * few.most);
  },
  60_000,
);

test('the door holds fewer connections than the system has files for', () => {
  for (const files of [256, 1_024, 4_096, 1_048_576, Number.POSITIVE_INFINITY]) {
    const { most, perAddress } = portalConnections(files);
    expect(most).toBeLessThan(files);
    expect(most).toBeLessThanOrEqual(4_000);
    expect(perAddress).toBeLessThan(most);
  }
  expect(portalConnections().most).toBeGreaterThanOrEqual(64);
});

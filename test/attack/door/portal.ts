import { once } from 'node:events';
import { connect } from 'node:net';
import { contract } from '../../../shared/contract/index.ts';
import { visitContract } from '../../../shared/contract/visit.ts';
import { uniformInt } from '../../../stats/index.ts';
import type { RawResponse } from '../../host/raw-request.ts';
import { type Attack, must } from '../frame/attack.ts';
import { openDoors } from './open-doors.ts';

const namesIn = (calls: Record<string, object>): string[] =>
  Object.entries(calls).flatMap(([part, list]) => Object.keys(list).map((name) => `${part}/${name}`));

const ownCalls = new Set(namesIn(visitContract));
const leadCalls = namesIn(contract).filter((name) => !ownCalls.has(name));
const strangers = ['http://evil.example', 'null', '', 'https://127.0.0.1', 'http://127.0.0.1:1', 'file://'];
const hosts = ['evil.example', '127.0.0.1', 'localhost', '127.0.0.1:1', '0.0.0.0', '[::1]', '127.1'];

export const portal: Attack = {
  name: 'portal',
  what: "the annotators' door: the lead's calls, other origins and hosts, others' items, links taken back, large requests",
  tries: { all: 1_500, quick: 300, test: 40 },
  async prepare(ground) {
    const doors = await openDoors(ground, { now: monotonic() });
    const { annotators, engine, studyId } = doors;
    const ada = await doors.comeIn(await doors.tokenFor('Ada'));
    const ben = await doors.comeIn(await doors.tokenFor('Ben'));
    const batchOf = async (cookie: string) =>
      JSON.parse((await annotators.call('label/open', {}, cookie)).body).json;
    const hers = await batchOf(ada);
    const goneToken = await doors.tokenFor('Cas');
    const gone = await doors.comeIn(goneToken);
    const links = await engine.client.invitation.list({ studyId });
    const { id } = links.find(({ annotator }) => annotator?.name === 'Cas')!;
    await engine.client.invitation.revoke({ studyId, invitationIds: [id] });
    const at = { batch: hers.batch, ref: hers.items[0].ref };
    const answer = { kind: 'score', value: 1 };
    const others: [name: string, input: object][] = [
      ['label/item', at],
      ['label/submit', { ...at, answer, durationMs: 1, clientKey: 'attack-on-the-portal' }],
      ['label/flag', { ...at, flagged: true }],
      ['label/note', { ...at, note: 'x' }],
      ['label/draft', { ...at, draft: 'x' }],
      ['label/undo', { batch: hers.batch }],
    ];
    const json = { 'content-type': 'application/json' };
    const post = (path: string, headers: Record<string, string>, body = '{"json":{}}') =>
      annotators.ask(path, { method: 'POST', headers: { ...json, ...headers }, body });
    const { origin } = annotators;
    return async ({ rng }) => {
      const any = <T>(list: readonly T[]): T => list[uniformInt(rng, 0, list.length - 1)]!;
      const tries: [what: string, send: () => Promise<RawResponse>][] = [
        [
          "the lead's call",
          () => post(`/rpc/${any(leadCalls)}`, { origin, cookie: any([ada, '', doors.leadCookie]) }),
        ],
        ['a call of another page', () => post('/rpc/label/open', { origin: any(strangers), cookie: ada })],
        [
          'another host',
          () => {
            const host = any(hosts);
            return post('/rpc/label/open', { host, origin: `http://${host}`, cookie: ada });
          },
        ],
        ["another's item", () => annotators.call(...any(others), ben)],
        ['a browser that was shut out', () => annotators.call(...any(others), gone)],
        ['a link that was taken back', () => annotators.call('visit/enter', { token: goneToken })],
        ['no cookie', () => annotators.call(...any(others))],
        [
          'a large body',
          () => post('/rpc/label/item', { origin, cookie: ada }, `{"json":"${'x'.repeat(600_000)}"}`),
        ],
      ];
      const [what, send] = any(tries);
      const { status, body } = await send();
      must(status >= 400 && status < 500, `${what}: answered with ${status}`);
      must(!body.includes(doors.file) && !/ {4}at /.test(body), `${what}: says something of this machine`);
      const still = await annotators.call('label/item', at, ada);
      must(still.status === 200, `after ${what} the annotator herself is refused: ${still.status}`);
      const { members } = await engine.client.team.get({ studyId });
      must(
        members.every(({ labeled }) => labeled === 0),
        `${what}: a label came in`,
      );
    };
  },
};

/** A clock on which every request comes a second after the one before, so that no limit answers in place of a rule. */
function monotonic(): () => number {
  let at = 0;
  return () => {
    at += 1_000;
    return at;
  };
}

export const connections: Attack = {
  name: 'connections',
  what: 'idle and slow connections at both doors, while annotators and the lead work',
  tries: { all: 40, quick: 10, test: 3 },
  async prepare(ground) {
    const doors = await openDoors(ground, { connections: { most: 120, perAddress: 60 } });
    const { annotators, lead, leadCookie } = doors;
    const ada = await doors.comeIn(await doors.tokenFor('Ada'));
    return async ({ number, rng, later }) => {
      const starts = [
        '',
        'G',
        'GET / HTTP/1.1\r\n',
        'POST /rpc/visit/enter HTTP/1.1\r\nContent-Length: 9\r\n\r\n',
      ];
      const { port } = any(rng, [annotators, lead]);
      const text = any(rng, starts);
      const sockets = Array.from({ length: uniformInt(rng, 150, 500) }, () => connect(port, '127.0.0.1'));
      later(() => {
        for (const socket of sockets) socket.destroy();
      });
      for (const socket of sockets) socket.on('error', () => {});
      await Promise.all(
        sockets.map(async (socket) => {
          await once(socket, 'connect');
          socket.write(text);
        }),
      );
      const asked = [
        await annotators.call('label/open', {}, ada),
        await lead.call('app/info', {}, leadCookie),
        await annotators.call('visit/enter', { token: await doors.tokenFor(`Person ${number}`) }),
      ];
      const statuses = asked.map(({ status }) => status);
      must(
        statuses.every((status) => status === 200),
        `${sockets.length} connections: ${statuses}`,
      );
    };
  },
};

const any = <T>(rng: Parameters<typeof uniformInt>[0], list: readonly T[]): T =>
  list[uniformInt(rng, 0, list.length - 1)]!;

import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { proxiesOfThisMachine } from '../../host/portal/addresses.ts';
import type { VisitBatch } from '../../shared/contract/index.ts';
import { contract } from '../../shared/contract/index.ts';
import { visitContract } from '../../shared/contract/visit.ts';
import { newKey, pageText, portalOnStudy } from './portal-fixture.ts';

const json = { 'content-type': 'application/json' };
const call = { method: 'POST', body: '{"json":{}}' };

describe('what is there', () => {
  test('every call of the lead is unknown by its name, with the cookie of an annotator and without', async () => {
    const { ask, origin, guestNamed } = await portalOnStudy(4);
    const { cookie } = await guestNamed('Ada');
    const known = new Set(
      Object.entries(visitContract).flatMap(([part, list]) =>
        Object.keys(list).map((name) => `${part}/${name}`),
      ),
    );
    const names = Object.entries(contract)
      .flatMap(([part, list]) => Object.keys(list).map((name) => `${part}/${name}`))
      .filter((name) => !known.has(name));
    expect(names.length).toBeGreaterThan(100);
    expect(names).toEqual(expect.arrayContaining(['label/counts', 'label/standing', 'study/list']));
    for (const name of names) {
      const headers = { ...json, origin, cookie };
      const { status } = await ask(`/rpc/${name}`, { ...call, headers });
      expect([name, status]).toEqual([name, 404]);
    }
    expect((await ask('/rpc/study/list', { ...call, headers: json })).status).toBe(404);
  }, 60_000);

  test('of files there is the page alone, and no list of any folder', async () => {
    const { ask } = await portalOnStudy(4);
    expect(await ask('/')).toMatchObject({ status: 200, body: pageText });
    expect((await ask('/assets/page-1a2b.js')).status).toBe(200);
    const paths = ['/assets/', '/assets', '/index.html', '/label', '/secret.txt', '/../secret.txt', '/rpc'];
    const worse = ['/assets/../../secret.txt', '/assets/..%2f..%2fsecret.txt', '//etc/passwd', '/assets/%00'];
    for (const path of [...paths, ...worse]) {
      const { status, body } = await ask(path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toContain('not for the page');
    }
    const page = await ask('/');
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('who is let in', () => {
  test('a link lets one browser in, by a cookie that no script and no other site gets', async () => {
    const { enter, tokenFor, guestOf, engine, study } = await portalOnStudy(4);
    const token = await tokenFor('Ada');
    const { status, headers } = await enter(token);
    expect(status).toBe(200);
    const [cookie] = headers['set-cookie']!;
    expect(cookie).toMatch(/^assay_visit_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const again = await enter(token);
    expect(again.status).toBe(409);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.body).toContain('works once');
    expect((await guestOf(cookie!.split(';')[0]!).call('label/open')).status).toBe(200);
    const [link] = await engine.client.invitation.list({ studyId: study.id });
    expect(link).toMatchObject({ state: 'used', isIn: true, annotator: { name: 'Ada' } });
  });

  test('a browser that never heard that it was let in is let in by asking again, and no other is', async () => {
    const { engine, study, post, enter, guestOf, tokenFor } = await portalOnStudy(4);
    const { path: openPath } = await engine.client.invitation.create({ studyId: study.id, name: null });
    const links = [
      { token: await tokenFor('Ada') },
      { token: openPath.slice('/#'.length), name: 'Somebody' },
    ];
    for (const link of links) {
      const asked = { ...link, clientKey: '3f0c9f5e-2f0a-4d0c-9d54-0c6f1f2b7a10' };
      const [lost, again] = [await post('visit/enter', asked), await post('visit/enter', asked)];
      expect([lost.status, again.status]).toEqual([200, 200]);
      expect(again.headers['set-cookie']).toEqual(lost.headers['set-cookie']);
      const guest = guestOf(again.headers['set-cookie']![0]!.split(';')[0]!);
      expect((await guest.call('label/open')).status).toBe(200);
      const other = { ...link, clientKey: '3f0c9f5e-2f0a-4d0c-9d54-0c6f1f2b7a11' };
      expect((await post('visit/enter', other)).status).toBe(409);
      // Who left for good comes in by no key.
      await guest.call('visit/leave');
      expect((await post('visit/enter', asked)).status).toBe(409);
    }
    expect((await enter(links[0]!.token)).status).toBe(409);
    const people = (await engine.client.annotator.list({})).map(({ name }) => name);
    expect(people.filter((name) => name === 'Somebody')).toHaveLength(1);
  });

  test('a link opened twenty times at once lets one browser in', async () => {
    const { enter, tokenFor } = await portalOnStudy(4);
    const token = await tokenFor('Ada');
    const all = await Promise.all(Array.from({ length: 20 }, () => enter(token)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.every(({ status }) => [200, 409, 429].includes(status))).toBe(true);
  });

  test('links taken back and past their day let nobody in, and who came in by them is out', async () => {
    const { engine, study, enter, tokenFor, guest } = await portalOnStudy(4);
    const used = await guest(await tokenFor('Ada'));
    const unused = await tokenFor('Ada');
    const other = await guest(await tokenFor('Ben'));
    const links = await engine.client.invitation.list({ studyId: study.id });
    const ofAda = links.filter(({ annotator }) => annotator?.name === 'Ada').map(({ id }) => id);
    await engine.client.invitation.revoke({ studyId: study.id, invitationIds: ofAda });
    expect((await used.call('label/open')).status).toBe(401);
    expect(await enter(unused)).toMatchObject({ status: 409 });
    expect((await other.call('label/open')).status).toBe(200);
    const late = await tokenFor('Cas');
    Object.assign(engine.context, { now: () => new Date(Date.now() + 8 * 86_400_000).toISOString() });
    const { status, body } = await enter(late);
    expect(status).toBe(409);
    expect(body).toContain('past its day');
    Object.assign(engine.context, { now: () => new Date(Date.now() + 31 * 86_400_000).toISOString() });
    expect((await other.call('label/open')).status).toBe(401);
  });

  test('two devices of one annotator go on with the same work; another link does not end the first', async () => {
    const { guestNamed } = await portalOnStudy(4);
    const [phone, desk] = [await guestNamed('Ada'), await guestNamed('Ada')];
    const { body: batch } = await phone.call<VisitBatch>('label/open');
    const sent = { batch: batch.batch, ref: batch.next, durationMs: 5, clientKey: newKey() };
    await phone.call('label/submit', { ...sent, answer: { kind: 'score', value: 3 } });
    const { body } = await desk.call<VisitBatch>('label/open');
    expect(body.items.map(({ state }) => state)).toEqual(['labeled', 'open']);
    expect((await phone.call('label/open')).status).toBe(200);
  });

  test('an open link lets in whoever says a name that nobody has, until it is taken back', async () => {
    const { engine, study, post, enter, guestOf } = await portalOnStudy(6);
    await engine.client.annotator.add({ name: 'Ada' });
    const link = await engine.client.invitation.create({ studyId: study.id, name: null });
    const token = link.path.slice('/#'.length);
    expect(await enter(token)).toMatchObject({ status: 400 });
    const as = (name: string) => post('visit/enter', { token, name });
    expect(await as('ADA')).toMatchObject({ status: 409 });
    expect(await as('Imported evaluation')).toMatchObject({ status: 400 });
    const guests = [];
    for (const name of ['5f1a2b', 'Ben']) {
      const { status, headers } = await as(name);
      expect(status).toBe(200);
      guests.push(guestOf(headers['set-cookie']![0]!.split(';')[0]!));
    }
    expect(await as('Ben')).toMatchObject({ status: 409 });
    const names = await Promise.all(
      guests.map(async (guest) => (await guest.call<VisitBatch>('label/open')).body.annotator.name),
    );
    expect(names).toEqual(['5f1a2b', 'Ben']);
    const [made] = await engine.client.invitation.list({ studyId: study.id });
    expect(made).toMatchObject({ annotator: null, state: 'open', isIn: true });
    await engine.client.invitation.revoke({ studyId: study.id, invitationIds: [made!.id] });
    expect((await guests[0]!.call('label/open')).status).toBe(401);
    expect(await as('Cas')).toMatchObject({ status: 409 });
  });

  test('the file of a project holds no link and no cookie, only their hashes', async () => {
    const { engine, tokenFor, guest } = await portalOnStudy(4);
    const token = await tokenFor('Ada');
    const { cookie } = await guest(token);
    const { db } = engine.context.session.project!;
    const tables = ['invitation', 'visit', 'audit'].flatMap((name) =>
      db.prepare(`SELECT * FROM ${name}`).all(),
    );
    const stored = JSON.stringify(tables);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(cookie.split('=')[1]);
    expect(stored).toContain('"team.enter"');
  });

  test('two thousand guesses are shut out after ten, while those who are in or bring a good link go on', async () => {
    const { enter, guestNamed, tokenFor } = await portalOnStudy(4);
    const ada = await guestNamed('Ada');
    const token = await tokenFor('Ben');
    const statuses = new Map<number, number>();
    for (let i = 0; i < 2_000; i += 50) {
      const some = await Promise.all(
        Array.from({ length: 50 }, (_, j) => enter(`guess-${String(i + j).padStart(37, 'x')}`)),
      );
      for (const { status } of some) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses).toEqual(
      new Map([
        [404, 10],
        [429, 1_990],
      ]),
    );
    expect((await ada.call('label/open')).status).toBe(200);
    expect((await enter(token)).status).toBe(200);
  }, 120_000);

  test('who was shut out may try again when the time is over', async () => {
    let at = 0;
    const { enter, tokenFor } = await portalOnStudy(4, { now: () => at });
    for (let i = 0; i < 11; i += 1) await enter(`guess-guess-guess-${i}`);
    expect((await enter(await tokenFor('Ben'))).status).toBe(200);
    const { status, headers, body } = await enter('guess-guess-guess-12');
    expect([status, headers['retry-after']]).toEqual([429, '900']);
    expect(body).toContain('Wait a quarter of an hour');
    at = 15 * 60_000 + 1;
    expect((await enter('guess-guess-guess-13')).status).toBe(404);
  });

  test('one browser that calls without end is slowed, and nobody else', async () => {
    const { guestNamed } = await portalOnStudy(4, { now: () => 0 });
    const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
    const statuses = [];
    for (let i = 0; i < 610; i += 1) statuses.push((await ada.call('visit/progress')).status);
    expect(statuses.slice(0, 600).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(600).every((status) => status === 429)).toBe(true);
    expect((await ben.call('label/open')).status).toBe(200);
  }, 60_000);
});

describe('what is another person’s', () => {
  test('their references are unknown to everybody else, whatever is asked with them', async () => {
    const { engine, study, guestNamed } = await portalOnStudy(6);
    const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
    const { body: hers } = await ada.call<VisitBatch>('label/open');
    const cas = await guestNamed('Cas');
    const { body: third } = await cas.call<VisitBatch>('label/open');
    for (const { batch, items } of [hers, third]) {
      const at = { batch, ref: items[0]!.ref };
      const answer = { kind: 'score', value: 1 };
      const asked: [string, object][] = [
        ['label/item', at],
        ['label/submit', { ...at, answer, durationMs: 1, clientKey: newKey() }],
        ['label/flag', { ...at, flagged: true }],
        ['label/note', { ...at, note: 'x' }],
        ['label/draft', { ...at, draft: 'x' }],
        ['label/later', { ...at, later: true }],
        ['label/undo', { batch }],
        ['label/redo', { batch }],
      ];
      for (const [name, input] of asked)
        expect([name, (await ben.call(name, input)).status]).toEqual([name, 404]);
    }
    const { members } = await engine.client.team.get({ studyId: study.id });
    expect(members.map(({ labeled, later }) => labeled + later)).toEqual([0, 0, 0]);
  });

  test('a reference that was altered, or is of another study, is unknown', async () => {
    const { engine, datasetId, study, guestNamed, tokenFor, guest } = await portalOnStudy(6);
    const ada = await guestNamed('Ada');
    const { body } = await ada.call<VisitBatch>('label/open');
    const { batch: ref } = body;
    const forged = [`${ref[0] === 'A' ? 'B' : 'A'}${ref.slice(1)}`, `${ref}x`, ref.slice(0, -22), 'x', ''];
    for (const batch of forged) {
      expect((await ada.call('label/undo', { batch })).status, batch).toBe(404);
    }
    const measure = { kind: 'criterion' as const, criterion: 'quality' };
    const second = await engine.client.study.create({
      ...{ datasetId, system: 'secretive', preset: 'uniform', seed: 3, size: 4, alpha: 0.05 },
      measure,
      surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    });
    expect(second.id).not.toBe(study.id);
    const elsewhere = await guest(await tokenFor('Ada', second.id));
    const other = await elsewhere.call<VisitBatch>('label/open');
    const at = { batch: other.body.batch, ref: other.body.items[0]!.ref };
    expect((await elsewhere.call('label/item', at)).status).toBe(200);
    expect((await ada.call('label/item', at)).status).toBe(404);
  });

  test('the key of an answer is each annotator’s own: nobody takes another’s', async () => {
    const { engine, study, guestNamed } = await portalOnStudy(6);
    const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
    const clientKey = newKey();
    for (const guest of [ada, ben]) {
      const { body } = await guest.call<VisitBatch>('label/open');
      const sent = { batch: body.batch, ref: body.next, durationMs: 5, clientKey };
      for (let i = 0; i < 2; i += 1) {
        await guest.call('label/submit', { ...sent, answer: { kind: 'score', value: 3 } });
      }
    }
    const { members } = await engine.client.team.get({ studyId: study.id });
    expect(members.map(({ labeled }) => labeled)).toEqual([1, 1]);
    const { db } = engine.context.session.project!;
    expect(db.prepare('SELECT COUNT(*) AS n FROM label').get()).toEqual({ n: 2 });
  });
});

describe('how it may be asked', () => {
  test('foreign hosts and origins are refused', async () => {
    const { ask, origin, guestNamed, port } = await portalOnStudy(4);
    const { cookie } = await guestNamed('Ada');
    const hosts = ['evil.example', `evil.example:${port}`, '127.0.0.1', 'localhost', '127.0.0.1:1'];
    for (const host of hosts) {
      expect((await ask('/', { headers: { host } })).status, host).toBe(403);
      const headers = { ...json, host, cookie, origin: `http://${host}` };
      expect((await ask('/rpc/label/open', { ...call, headers })).status, host).toBe(403);
    }
    const origins = ['http://evil.example', 'null', '', `https://127.0.0.1:${port}`, 'http://127.0.0.1:1'];
    for (const foreign of origins) {
      const headers = { ...json, cookie, origin: foreign };
      expect((await ask('/rpc/label/open', { ...call, headers })).status, foreign).toBe(403);
    }
    expect((await ask('/rpc/label/open', { ...call, headers: { ...json, cookie } })).status).toBe(403);
    const good = await ask('/rpc/label/open', { ...call, headers: { ...json, cookie, origin } });
    expect(good.status).toBe(200);
    expect(Object.keys(good.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('a public address lets in what asks by its name', async () => {
    const publicUrl = new URL('https://label.example.org');
    const { ask, tokenFor, engine, study } = await portalOnStudy(4, { publicUrl });
    const { link } = await engine.client.invitation.create({ studyId: study.id, name: 'Ada' });
    expect(link).toMatch(/^https:\/\/label\.example\.org\/#[\w-]{43}$/);
    const token = await tokenFor('Ben');
    const headers = { ...json, host: 'label.example.org', origin: publicUrl.origin };
    const entered = await ask('/rpc/visit/enter', {
      method: 'POST',
      headers,
      body: JSON.stringify({ json: { token } }),
    });
    expect(entered.status).toBe(200);
    expect(entered.headers['set-cookie']![0]).toMatch(/; Secure$/);
  });

  test('what a proxy says of addresses counts only where there is one', async () => {
    const guessFrom = (portal: Awaited<ReturnType<typeof portalOnStudy>>, address: string) =>
      portal.enter('guess-guess-guess-1', { 'x-forwarded-for': address });
    const plain = await portalOnStudy(4);
    for (let i = 0; i < 10; i += 1) await guessFrom(plain, `10.0.0.${i}`);
    expect((await guessFrom(plain, '10.0.0.99')).status).toBe(429);
    const behind = await portalOnStudy(4, { proxies: proxiesOfThisMachine() });
    for (let i = 0; i < 11; i += 1) await guessFrom(behind, `9.9.9.9, 10.0.0.1`);
    expect((await guessFrom(behind, '10.0.0.1')).status).toBe(429);
    expect((await guessFrom(behind, '10.0.0.1, 10.0.0.2')).status).toBe(404);
    expect((await guessFrom(behind, 'no address')).status).toBe(404);
  });

  test('other methods, other types, broken and large bodies are refused, and it goes on', async () => {
    const { ask, origin, guestNamed } = await portalOnStudy(4);
    const ada = await guestNamed('Ada');
    const headers = { ...json, origin, cookie: ada.cookie };
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
      expect((await ask('/rpc/label/open', { method, headers })).status, method).toBe(405);
    }
    for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
      const asked = { ...call, headers: { ...headers, 'content-type': type } };
      expect((await ask('/rpc/label/open', asked)).status).toBe(415);
    }
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      `{"json":${'['.repeat(50_000)}`,
      '{"__proto__":{"x":1}}',
    ]) {
      const { status } = await ask('/rpc/label/item', { method: 'POST', headers, body });
      expect(status, body.slice(0, 12)).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    const body = `{"json":{"x":"${'y'.repeat(600_000)}"}}`;
    for (const chunked of [false, true]) {
      expect((await ask('/rpc/label/item', { method: 'POST', headers, body, chunked })).status).toBe(413);
    }
    expect((await ada.call('label/open')).status).toBe(200);
  });

  test('a client that sends slowly is cut off', async () => {
    const { port } = await portalOnStudy(4, { requestTimeoutMs: 200 });
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('POST /rpc/label/open HTTP/1.1\r\nHost: '),
      );
      let got = '';
      socket.on('data', (part) => {
        got += part.toString();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(got));
    });
    expect(text).toMatch(/^HTTP\/1\.1 408/);
  });

  test('what fails inside is told without a word of the machine', async () => {
    const { engine, guestNamed, file } = await portalOnStudy(4);
    const ada = await guestNamed('Ada');
    const { body } = await ada.call<VisitBatch>('label/open');
    await engine.client.project.close({});
    const { status, body: said } = await ada.call('label/open');
    expect(status).toBe(401);
    expect(JSON.stringify([said, body])).not.toContain(file);
  });
});

test('beyond this machine it opens without encryption only when that is meant', async () => {
  const { portal } = await portalOnStudy(4);
  await portal.close();
  const plan = { host: '0.0.0.0', port: 0, plainHttp: false, selfSigned: false };
  await expect(portal.open(plan)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { field: 'plainHttp' },
  });
  expect(portal.state()).toEqual({ isOpen: false, canOpen: true, hasCertificate: false });
  const state = await portal.open({ ...plan, plainHttp: true });
  expect(state).toMatchObject({ isOpen: true, isEncrypted: false });
  expect(state.isOpen && state.reach).toContain('every network that this machine is in');
  expect(state.isOpen && state.reach).toContain('without encryption');
});

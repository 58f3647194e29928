import { existsSync, readFileSync } from 'node:fs';
import { type Rng, uniformInt } from '../../../stats/index.ts';
import type { Fault } from '../../llm-server/faults.ts';
import { startLlmServer } from '../../llm-server/server.ts';
import { type Attack, must } from '../frame/attack.ts';
import { judgeIn, runToItsEnd } from '../frame/judge.ts';
import { copyOf, engineIn, ratedProject } from '../frame/projects.ts';

const base64 = (text: string, encoding: 'base64' | 'base64url' | 'hex' = 'base64') =>
  Buffer.from(text).toString(encoding);

/** Ways in which a server may write the key that it was sent. */
const writings: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'behind Bearer': (key) => `Bearer ${key}`,
  'in base64': (key) => base64(key),
  'in base64, behind Bearer': (key) => base64(`Bearer ${key}`),
  'in base64, behind a user': (key) => base64(`me:${key}`),
  'in base64 for addresses': (key) => base64(`?${key}`, 'base64url'),
  'in hex': (key) => base64(key, 'hex'),
  'in capital hex': (key) => base64(key, 'hex').toUpperCase(),
  'in an address': encodeURIComponent,
  'in an address, every letter': (key) =>
    [...Buffer.from(key)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join(''),
  'in JSON within JSON': (key) => JSON.stringify(JSON.stringify({ key })),
  'in JSON, every letter escaped': (key) =>
    [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
};

/** Where the server puts it. */
const places = ['the text of the reply', 'the reason of a verdict', 'a refusal', 'a fault'] as const;

/** Longer than a piece that could stand anywhere by chance. */
const pieceLength = 12;

/** Every long piece of every writing: none of them may lie in the file. */
function findIn(bytes: Buffer, key: string): string | undefined {
  const text = bytes.toString('latin1');
  for (const [name, write] of Object.entries(writings)) {
    const written = write(key);
    for (let from = 0; from + pieceLength <= written.length; from += 4) {
      // What stands around the key says nothing of it.
      const piece = written.slice(from, from + pieceLength);
      if (/Bearer|\\"key|^.{0,4}$/.test(piece) || isAround(name, piece)) continue;
      if (text.includes(piece)) return `${name}: "${piece}"`;
    }
  }
  return undefined;
}

/** Pieces that hold some of what stands before the key hold too little of it. */
const isAround = (name: string, piece: string) =>
  name.includes('behind') && writings[name]!('').slice(0, -4).includes(piece.slice(0, 6));

/** A key with letters that addresses and JSON write in another way. */
function makeKey(rng: Rng): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-.';
  const tail = Array.from({ length: 40 }, () => letters[uniformInt(rng, 0, letters.length - 1)]).join('');
  return `sk-${uniformInt(rng, 0, 1) === 0 ? 'proj-' : ''}${tail}`;
}

export const echoedKeys: Attack = {
  name: 'echoed-keys',
  what: 'servers that write the key they were sent into what they answer',
  tries: { all: 192, quick: 48, test: 2 },
  async prepare({ folder, later }) {
    let echo = '';
    let place: (typeof places)[number] = places[0];
    const honest = (reason: string) =>
      JSON.stringify({ items: [{ item: 1, reason, scores: { helpfulness: 3, fluency: 3 } }] });
    const server = await startLlmServer({
      reply: () =>
        place === 'a refusal'
          ? { refusal: `I cannot judge ${echo}.` }
          : place === 'the reason of a verdict'
            ? honest(`You sent ${echo}.`)
            : `You sent ${echo}. ${honest('Fine.')}`,
      fault: ({ index }): Fault | null =>
        place === 'a fault' || index % 5 === 4
          ? { kind: 'status', status: 400, body: { error: { message: `Wrong request with ${echo}.` } } }
          : null,
    });
    later(() => server.close());
    let judgeId = 0;
    let endpointId = 0;
    const base = await ratedProject(folder, {
      items: 6,
      draws: 4,
      more: async (engine) => {
        const judge = await judgeIn(engine, server.url, { keySource: 'typed' });
        judgeId = judge.id;
        endpointId = judge.endpointId;
      },
    });
    return async ({ number, rng, folder: own, later: afterwards }) => {
      const names = Object.keys(writings);
      const name = names[number % names.length]!;
      place = places[Math.floor(number / names.length) % places.length]!;
      const key = makeKey(rng);
      echo = writings[name]!(key);
      const file = copyOf(base, own);
      const engine = engineIn(own);
      afterwards(() => engine.close());
      await engine.client.project.open({ path: file });
      await engine.client.endpoint.typeKey({ endpointId, key });
      // A run in which every request fails ends with an error, which is stored, too.
      await runToItsEnd(engine, { judgeId, datasetId: base.datasetId }).catch(() => {});
      const tested = JSON.stringify(await engine.client.endpoint.test({ endpointId }));
      const shown = findIn(Buffer.from(tested), key);
      must(shown === undefined, `${name} in ${place}: shown on the screen, ${shown}`);
      const calls = engine.context.session.project!.db.prepare('SELECT COUNT(*) FROM llm_call').pluck().get();
      must(place === 'a fault' || Number(calls) > 0, 'no reply was stored, so nothing was tried');
      await engine.close();
      for (const ending of ['', '-wal'].filter((one) => existsSync(file + one))) {
        const found = findIn(readFileSync(file + ending), key);
        must(found === undefined, `${name} in ${place}: the project file holds the key ${found}`);
      }
    };
  },
};

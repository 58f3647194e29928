import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LabelChange, LabelItem, VisitBatch } from '../../../shared/contract/index.ts';
import { createRng, type Rng, uniformInt, uniformOpen } from '../../../stats/index.ts';
import { askPortal, ServedPortal } from '../../team/simulated-team.ts';
import { mustBeUnaltered } from '../damage/noticed.ts';
import { type Attack, must, NotATry } from '../frame/attack.ts';
import {
  copyOf,
  engineIn,
  inProject,
  labelsIn,
  mustBeSound,
  mustHold,
  ratedProject,
  type StoredLabel,
} from '../frame/projects.ts';

const people = 24;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The answers of one person that were acknowledged, in the order in which they were given. */
interface Person {
  readonly name: string;
  readonly stored: StoredLabel[];
}

/** What all people of a try share. */
interface Door {
  readonly port: number;
  isOver: boolean;
}

export const crowdedDoor: Attack = {
  name: 'crowded-door',
  what: '24 annotators at the door: the server killed, connections cut, ten answers waiting, clocks that jump',
  tries: { all: 30, quick: 3, test: 1 },
  kills: true,
  async prepare({ folder }) {
    const base = await ratedProject(folder, { items: 460, draws: 400 });
    return async ({ rng, folder: own, later }) => {
      const file = copyOf(base, own);
      const names = Array.from({ length: people }, (_, i) => `Person ${i}`);
      const tokens = await invited(file, own, base.studyId, names);
      const portal = await ServedPortal.of(file, own);
      await portal.start();
      later(() => portal.kill());
      const door: Door = { port: portal.port, isOver: false };
      const team = names.map((name): Person => ({ name, stored: [] }));
      const seed = uniformInt(rng, 0, 2 ** 31);
      const all = Promise.all(team.map((person, i) => atWork(door, person, tokens[i]!, createRng(seed + i))));
      all.catch(() => {});
      const acknowledged = () => team.reduce((sum, { stored }) => sum + stored.length, 0);
      for (let kills = 0; kills < 2; kills += 1) {
        const before = acknowledged();
        for (let waited = 0; acknowledged() < before + people && waited < 20_000; waited += 20)
          await sleep(20);
        await sleep(400 * uniformOpen(rng));
        await portal.kill();
        // Within what a link and a visit last, so that nobody is rightly shut out.
        await portal.start(Math.round((2 * uniformOpen(rng) - 1) * dayMs));
      }
      await sleep(300);
      door.isOver = true;
      await all;
      await portal.kill();
      if (acknowledged() < people) throw new NotATry('killed before the first answers');
      await inProject(own, file, async (engine, db) => {
        mustBeSound(db);
        await mustBeUnaltered(engine);
        const stored = labelsIn(db);
        for (const { name, stored: told } of team) {
          const theirs = stored.filter(({ person }) => person === name);
          const keys = theirs.map(({ key }) => key.slice(key.indexOf('-') + 1));
          must(new Set(keys).size === keys.length, `${name}: an answer is stored twice`);
          // Whatever is stored beyond that was cut off before its answer came: one at most is on its way.
          const order = keys.filter((key) => told.some((one) => one.key === key));
          must(order.join() === told.map(({ key }) => key).join(), `${name}: lost, or in another order`);
          must(keys.length <= told.length + 1, `${name}: ${keys.length} stored, ${told.length} sent`);
          mustHold(
            db,
            told.map((one) => ({ ...one, key: theirs[keys.indexOf(one.key)]!.key })),
          );
        }
        const twice = db
          .prepare(
            `SELECT COUNT(*) FROM (SELECT 1 FROM label GROUP BY item_id, annotator_id HAVING COUNT(*) > 1)`,
          )
          .pluck()
          .get();
        must(twice === 0, `${twice} items were answered twice by one person`);
      });
    };
  },
};

/** Makes a link for each name. @returns what each link carries */
async function invited(
  file: string,
  folder: string,
  studyId: number,
  names: readonly string[],
): Promise<string[]> {
  const engine = engineIn(path.join(folder, 'lead'));
  try {
    await engine.client.project.open({ path: file });
    const tokens: string[] = [];
    for (const name of names) {
      const { path: end } = await engine.client.invitation.create({ studyId, name });
      tokens.push(end.slice('/#'.length));
    }
    await engine.client.team.set({ studyId, overlap: 2, confirm: true });
    return tokens;
  } finally {
    await engine.close();
  }
}

/** One person: some answers as they come, then some that wait for the connection and go in order, again and again. */
async function atWork(door: Door, person: Person, token: string, rng: Rng): Promise<void> {
  const entered = await insist(door, '', 'visit/enter', { token });
  const cookie = entered?.cookie ?? '';
  const opened = await insist<VisitBatch>(door, cookie, 'label/open', {});
  if (!opened?.body) return;
  const { batch, next: first } = opened.body;
  let next = first;
  let given = 0;
  const send = async (ref: string): Promise<string | null> => {
    const value = 1 + (given % 5);
    const clientKey = `crowd-${person.name.slice('Person '.length)}-${given}`;
    given += 1;
    const answer = { kind: 'score', value };
    // Clocks of pages say anything.
    const durationMs = uniformInt(rng, 0, 86_400_000);
    const waitedMs = uniformInt(rng, 0, 1) * uniformInt(rng, 0, 86_400_000);
    const sent = { batch, ref, durationMs, waitedMs, clientKey, answer };
    // Its answer is cut off now and then, so that it goes again.
    const cutMs = uniformInt(rng, 0, 3) === 0 ? uniformInt(rng, 0, 20) : null;
    const change = await insist<LabelChange>(door, cookie, 'label/submit', sent, cutMs);
    if (!change) return null;
    person.stored.push({ key: clientKey, person: person.name, value });
    return change.body.next;
  };
  while (next !== null && !door.isOver) {
    await sleep(30 * uniformOpen(rng));
    next = await send(next);
    if (next === null || door.isOver) break;
    const ahead = await insist<LabelItem[]>(door, cookie, 'label/ahead', { batch, have: [] });
    await sleep(100 * uniformOpen(rng));
    for (const { ref } of ahead?.body.slice(0, uniformInt(rng, 1, 10)) ?? []) {
      if (door.isOver) return;
      next = await send(ref);
    }
  }
}

/** Asks until there is an answer, as the page does. @param cutMs when the connection of the first try is cut; null never */
async function insist<T>(
  door: Door,
  cookie: string,
  name: string,
  input: unknown,
  cutMs: number | null = null,
): Promise<{ body: T; cookie: string | undefined } | null> {
  for (let tries = 0; !door.isOver; tries += 1) {
    try {
      const asked = askPortal(door.port, cookie, name, input);
      if (tries === 0 && cutMs !== null) {
        asked.catch(() => {});
        await sleep(cutMs);
        continue;
      }
      const { status, body, headers } = await asked;
      if (status === 200) {
        return {
          body: (JSON.parse(body) as { json: T }).json,
          cookie: headers['set-cookie']?.[0]?.split(';')[0],
        };
      }
      must(status >= 500 || status === 429, `${name} was answered with ${status}: ${body}`);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) throw error;
    }
    await sleep(20);
  }
  return null;
}

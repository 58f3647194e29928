import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { Engine } from '../../core/engine.ts';
import { setProjectValue } from '../../db/project.ts';
import { HostedTeamPortal, type PortalPreferences } from '../../host/portal/team-portal.ts';
import type { QualityPlan, VisitBatch } from '../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../shared/contract/quality.ts';
import { ratedStudy, temporaryFolder } from '../core/support/test-engine.ts';
import { type RawRequest, type RawResponse, rawRequest } from '../host/raw-request.ts';

export const pageText = '<!doctype html><title>Page of annotators</title>';

/** A browser that came in by a link. */
export interface Guest {
  readonly cookie: string;
  /** What the page is told as it happens: each event's type, until the stream ends. */
  events(): AsyncGenerator<string>;
  /** A call, with what came back in its envelope. */
  call<T = unknown>(name: string, input?: unknown): Promise<{ status: number; body: T }>;
}

/** The body of an answer as the page reads it. */
const bodyOf = (text: string): unknown => {
  try {
    return (JSON.parse(text) as { json: unknown }).json;
  } catch {
    return text;
  }
};

/** Has hidden checks stand at the same places each time. */
export const fixChecks = ({ context }: Engine, key = 'places'): void =>
  setProjectValue(context.session.project!.db, 'check_place_key', key);

/** An annotators' door before an engine, with a small page and a file beside it that must not be served. */
export async function openPortal(engine: Engine, more: Partial<PortalPreferences> = {}) {
  const folder = temporaryFolder();
  const pageDir = path.join(folder, 'page');
  mkdirSync(path.join(pageDir, 'assets'), { recursive: true });
  writeFileSync(path.join(pageDir, 'index.html'), pageText);
  writeFileSync(path.join(pageDir, 'assets', 'page-1a2b.js'), 'export {};');
  writeFileSync(path.join(folder, 'secret.txt'), 'not for the page');
  const portal = new HostedTeamPortal({ pageDir, ...more });
  portal.serves(engine.context);
  const state = await portal.open({ host: '127.0.0.1', port: 0, plainHttp: false, selfSigned: false });
  onTestFinished(async () => {
    await portal.close();
  });
  if (!state.isOpen) throw new Error('the door is closed');
  Object.assign(engine.context, { teamDoor: portal });
  const port = portal.port!;
  const origin = `http://127.0.0.1:${port}`;
  const ask = (target: string, request?: RawRequest): Promise<RawResponse> =>
    rawRequest(port, target, request);
  const post = (name: string, input: unknown, headers: Record<string, string> = {}) =>
    ask(`/rpc/${name}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ json: input }),
    });
  const enter = (token: string, headers?: Record<string, string>) => post('visit/enter', { token }, headers);
  const guestOf = (cookie: string): Guest => ({
    cookie,
    async *events() {
      const headers = { origin, cookie, 'content-type': 'application/json' };
      const { body } = await fetch(`${origin}/rpc/visit/events`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ json: {} }),
      });
      let text = '';
      for await (const part of body!.pipeThrough(new TextDecoderStream())) {
        text += part;
        const whole = text.split('\n\n');
        text = whole.pop()!;
        for (const type of whole.flatMap((one) => /"type":"([a-z]+)"/.exec(one)?.[1] ?? [])) yield type;
      }
    },
    async call<T>(name: string, input: unknown = {}) {
      const { status, body } = await post(name, input, { cookie });
      return { status, body: bodyOf(body) as T };
    },
  });
  return {
    portal,
    pageDir,
    port,
    origin,
    ask,
    post,
    enter,
    guestOf,
    /** Comes in by a token, as a browser. */
    async guest(token: string): Promise<Guest> {
      const { status, headers, body } = await enter(token);
      if (status !== 200) throw new Error(`not let in: ${status} ${body}`);
      return guestOf(headers['set-cookie']![0]!.split(';')[0]!);
    },
  };
}

/** A rated study behind an annotators' door, and a way to invite. */
export async function portalOnStudy(size: number, more: Partial<PortalPreferences> = {}, count = 80) {
  const made = await ratedStudy(size, { count });
  const { engine, study } = made;
  const portal = await openPortal(engine, more);
  const tokenFor = async (name: string, studyId = study.id): Promise<string> =>
    (await engine.client.invitation.create({ studyId, name })).path.slice('/#'.length);
  return {
    ...made,
    ...portal,
    tokenFor,
    guestNamed: async (name: string) => portal.guest(await tokenFor(name)),
  };
}

let submissions = 0;
export const newKey = (): string => `door-test-${process.pid}-${submissions++}`;

/** A plan as a file gives it: what is not said is as usual. */
export type GivenPlan = Partial<z.input<typeof QualityPlanSchema>>;
export const planOf = (plan: GivenPlan): QualityPlan => QualityPlanSchema.parse(plan);

/** A study of so many items, with gold on items outside the draw. */
export async function studyWithGold(plan: GivenPlan, gold: number, instruction = '', size = 30) {
  const made = await portalOnStudy(size, {}, Math.max(80, size + gold));
  const { engine, study } = made;
  fixChecks(engine);
  const db = engine.context.session.project!.db;
  const free = db
    .prepare(
      `SELECT external_id FROM item WHERE id NOT IN (SELECT item_id FROM draw WHERE study_id = ?) ORDER BY id LIMIT ?`,
    )
    .pluck()
    .all(study.id, gold) as string[];
  const items = free.map((id, i) => ({ id, answer: '5', instruction: i === 0 ? instruction : '' }));
  const set = (more: GivenPlan = {}, withGold = true) =>
    engine.client.quality.set({
      studyId: study.id,
      plan: planOf({ ...plan, ...more }),
      ...(withGold && { gold: items }),
      seed: 7,
    });
  await set();
  const isGold = (ref: string) =>
    db
      .prepare(
        `SELECT COUNT(*) FROM practice_item JOIN check_item USING (study_id, item_id) WHERE ref = ? AND round < 1`,
      )
      .pluck()
      .get(ref) === 1;
  const quality = () => engine.client.quality.get({ studyId: study.id });
  return { ...made, set, isGold, quality, free };
}

export const open = async (guest: Guest) => (await guest.call<VisitBatch>('label/open')).body;

/** Answers what comes next, so many times, by what the item is. @returns refs in order */
export async function work(guest: Guest, times: number, pick: (ref: string) => number, durationMs = 5000) {
  const refs: string[] = [];
  let { batch, next } = await open(guest);
  for (let i = 0; i < times && next !== null; i += 1) {
    const sent = { batch, ref: next, durationMs, clientKey: newKey() };
    const answer = { kind: 'score', value: pick(next) };
    const { status, body } = await guest.call<{ next: string | null }>('label/submit', { ...sent, answer });
    expect(status).toBe(200);
    refs.push(next);
    next = body.next;
  }
  return refs;
}

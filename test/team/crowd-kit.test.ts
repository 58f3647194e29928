import { expect, test } from 'vitest';
import { fixedPlaces } from '../../core/labeling/rounds/checks/hidden-checks.ts';
import { crowdOf } from '../../renderer/team-page/crowd.ts';
import type { Crowd, Payment } from '../../shared/contract/index.ts';
import { payOf } from '../../shared/gold-lines.ts';
import { createRng, uniformOpen } from '../../stats/index.ts';
import { rounds } from '../support/chance.ts';
import { type Guest, newKey, open, portalOnStudy, studyWithGold, work } from './portal-fixture.ts';

type Portal = Awaited<ReturnType<typeof portalOnStudy>>;

/** An open link, and a way to come by it as a crowd platform sends people. */
async function openLink({ engine, study, post, guestOf }: Portal) {
  const { path } = await engine.client.invitation.create({ studyId: study.id, name: null });
  const token = path.slice('/#'.length);
  const enter = (name: string, crowd?: Partial<Crowd>) =>
    post('visit/enter', { token, name, ...(crowd && { crowd: { platform: 'prolific', ...crowd } }) });
  return {
    enter,
    async come(name: string, crowd?: Partial<Crowd>): Promise<Guest> {
      const { status, headers, body } = await enter(name, crowd);
      if (status !== 200) throw new Error(`not let in: ${status} ${body}`);
      return guestOf(headers['set-cookie']![0]!.split(';')[0]!);
    },
  };
}

test('guaranteed checks stand among the first ten items, near the end, and evenly between', () => {
  for (const [checks, items] of [
    [1, 1],
    [1, 40],
    [2, 2],
    [3, 17],
    [5, 40],
    [10, 200],
    [20, 40],
  ] as const) {
    for (const chance of [0, 0.31, 0.77, 0.9999]) {
      const places = fixedPlaces(checks, items, () => chance);
      expect(places).toHaveLength(checks);
      expect(new Set(places).size).toBe(checks);
      expect(places[0]).toBeLessThan(10);
      expect(places.every((place) => place >= 0 && place < items)).toBe(true);
      if (checks > 1) expect(places.at(-1)).toBeGreaterThanOrEqual(items - Math.ceil(items / 10));
      for (const [j, place] of places.slice(1, -1).entries()) {
        expect(place).toBeGreaterThanOrEqual(Math.floor(((j + 1) * items) / checks));
        expect(place).toBeLessThan(Math.floor(((j + 2) * items) / checks));
      }
    }
  }
});

test('the payment table of a crowd says what was planted: who was careful, who clicked, who left', async () => {
  const people = rounds(30, 60);
  const each = 12;
  const made = await studyWithGold(
    {
      checksEach: 3,
      exclusion: { fewestChecks: 3, leastRight: 0.6, leastSeconds: null },
      completion: {
        ...{ items: each, code: 'DONE', url: '' },
        attentionFailed: { code: 'ATTENTION', url: '' },
      },
    },
    20,
    '',
    300,
  );
  const { engine, study, isGold } = made;
  await engine.client.team.set({ studyId: study.id, overlap: 2, confirm: true });
  const link = await openLink(made);
  const dice = createRng(50);
  const planted = new Map<
    string,
    { kind: 'careful' | 'clicker' | 'left'; checks: number; right: number; done: number }
  >();
  for (let i = 0; i < people; i += 1) {
    const kind = i % 5 === 4 ? 'clicker' : i % 10 === 7 ? 'left' : 'careful';
    const name = `worker-${i}`;
    const guest = await link.come(name, { assignment: `session-${i}` });
    const facts = { kind, checks: 0, right: 0, done: 0 } as const;
    const noted = { ...facts } as { kind: typeof kind; checks: number; right: number; done: number };
    const refs = await work(guest, kind === 'left' ? 4 : each, (ref) => {
      const isCheck = isGold(ref);
      // A clicker is right by chance alone; the careful slip now and then.
      const isRight = uniformOpen(dice) < (kind === 'clicker' ? 0.2 : 0.95);
      noted.checks += Number(isCheck);
      noted.right += Number(isCheck && isRight);
      return isCheck ? (isRight ? 5 : 1) : 1 + Math.floor(5 * uniformOpen(dice));
    });
    planted.set(name, { ...noted, done: refs.length });
    // For every person the first check is among the first ten items.
    expect(refs.slice(0, 10).some(isGold)).toBe(kind !== 'left' || refs.some(isGold));
    const { completion } = await open(guest);
    const isOut = noted.checks >= 3 && noted.right < 0.6 * noted.checks;
    const code = isOut ? 'ATTENTION' : refs.length >= each ? 'DONE' : null;
    if (refs.length >= each || completion !== null) expect(completion?.code ?? null).toBe(code);
  }
  const ask = (format: 'prolific' | null) =>
    engine.client.quality.payments({ studyId: study.id, bonusRight: 1, bonus: 0.5, format });
  const { people: rows, csv } = await ask(null);
  expect(rows).toHaveLength(people);
  const expected = ({
    checks,
    right,
    done,
  }: {
    checks: number;
    right: number;
    done: number;
  }): Payment['decision'] => {
    if (checks >= 3 && right < 0.6 * checks) return 'reject';
    if (done < each) return 'unfinished';
    return right === checks ? 'bonus' : 'pay';
  };
  for (const row of rows) {
    const { checks, right, done } = planted.get(row.annotator.name)!;
    expect([row.items + row.checks, row.checks, row.right]).toEqual([done, checks, right]);
    expect([row.annotator.name, row.decision]).toEqual([
      row.annotator.name,
      expected({ checks, right, done }),
    ]);
    expect(row.crowd?.assignment).toBe(row.annotator.name.replace('worker', 'session'));
    expect(row.endedAt! >= row.beganAt).toBe(true);
  }
  const counted = (kind: string, decision: Payment['decision']) =>
    rows.filter((row) => planted.get(row.annotator.name)!.kind === kind && row.decision === decision).length;
  // Three checks find most who click by chance, with 0.896 each, and hardly anybody who is careful, with 0.007.
  expect(counted('clicker', 'reject')).toBeGreaterThanOrEqual(0.75 * (people / 5));
  expect(counted('careful', 'reject')).toBeLessThanOrEqual(1);
  expect(counted('left', 'unfinished')).toBe(people / 10);
  expect(csv.split('\n')[0]).toBe(
    'id,platform,assignment,start,end,items,checks,checks_right,median_seconds,decision,bonus,reason',
  );
  const prolific = (await ask('prolific')).csv.trimEnd().split('\n');
  expect(prolific).toHaveLength(people + 1);
  expect(prolific[0]).toBe('participant_id,submission_id,action,bonus,message');
  expect(prolific.filter((line) => line.includes(',REJECT,'))).toHaveLength(
    rows.filter(({ decision }) => decision === 'reject').length,
  );
  // The labels of those who are rejected are in no estimate.
  const excluded = (await engine.client.quality.get({ studyId: study.id })).annotators.filter(
    (one) => one.excluded,
  );
  expect(excluded.map((one) => one.annotator.name).sort()).toEqual(
    rows
      .filter(({ decision }) => decision === 'reject')
      .map((row) => row.annotator.name)
      .sort(),
  );
}, 240_000);

test('a person whom a platform sends again is the same one on a second device, and a typed name is nobody else', async () => {
  const made = await portalOnStudy(10);
  const link = await openLink(made);
  const [laptop, phone] = [
    await link.come('5f1a', { assignment: 's1' }),
    await link.come('5f1a', { assignment: 's2' }),
  ];
  const { batch, next } = await open(laptop);
  const answer = { kind: 'score', value: 4 };
  await laptop.call('label/submit', { batch, ref: next, durationMs: 5, clientKey: newKey(), answer });
  expect(await open(phone)).toMatchObject({ done: 1, annotator: { name: '5f1a' } });
  expect((await link.enter('5f1a')).status).toBe(409);
  await link.come('Ada');
  expect((await link.enter('Ada', {})).status).toBe(409);
  // Another open link knows nobody of this one.
  const other = await openLink(made);
  expect((await other.enter('5f1a', {})).status).toBe(409);
  const { people } = await made.engine.client.quality.payments({ studyId: made.study.id });
  expect(
    people.map(({ annotator, crowd, decision }) => [annotator.name, crowd?.assignment, decision]),
  ).toEqual([
    ['5f1a', 's2', 'pay'],
    ['Ada', undefined, 'unfinished'],
  ]);
});

test('who does not qualify has a code of their own, and what a qualification came to is said', async () => {
  const made = await studyWithGold(
    {
      qualification: { items: 2, passMark: 0.5 },
      completion: { items: 3, code: 'DONE', url: '', screenedOut: { code: 'OUT', url: '' } },
    },
    4,
  );
  const [ada, ben] = [await made.guestNamed('Ada'), await made.guestNamed('Ben')];
  await work(ada, 2, () => 1);
  await work(ada, 2, () => 1);
  expect(await open(ada)).toMatchObject({ stage: 'failed', completion: { code: 'OUT', url: '' } });
  await work(ben, 2, () => 5);
  expect(await open(ben)).toMatchObject({ stage: 'work', qualified: { right: 2, items: 2 }, total: 3 });
  const { people } = await made.engine.client.quality.payments({ studyId: made.study.id });
  expect(people.map(({ decision }) => decision)).toEqual(['screened-out', 'unfinished']);
});

test('who is excluded has the code of who is done, where no other is set, and is not paid for it', async () => {
  const exclusion = { fewestChecks: 2, leastRight: 0.9, leastSeconds: null };
  const plan = { checksEach: 2, exclusion, completion: { items: 8, code: 'DONE', url: '' } };
  const made = await studyWithGold(plan, 4);
  const ada = await made.guestNamed('Ada');
  await work(ada, 8, () => 1);
  expect(await open(ada)).toMatchObject({ stage: 'ended', next: null, completion: { code: 'DONE' } });
  const { people } = await made.engine.client.quality.payments({ studyId: made.study.id });
  expect(people).toMatchObject([{ decision: 'reject', reason: '0 of 2 checks right' }]);
});

test('whoever had begun when the last item was labeled gets the code and is paid', async () => {
  const made = await studyWithGold({ completion: { items: 20, code: 'DONE', url: '' } }, 0, '', 5);
  const [ada, ben, cas] = [
    await made.guestNamed('Ada'),
    await made.guestNamed('Ben'),
    await made.guestNamed('Cas'),
  ];
  expect(await work(ada, 1, () => 3)).toHaveLength(1);
  expect(await work(ben, 9, () => 3)).toHaveLength(3);
  // Ada holds one more, which may come back to Ben: nothing is due yet.
  expect(await open(ben)).toMatchObject({ next: null, waits: { for: 'others' }, completion: null });
  expect(await work(ada, 9, () => 3)).toHaveLength(1);
  for (const guest of [ada, ben])
    expect(await open(guest)).toMatchObject({
      next: null,
      waits: null,
      completion: { code: 'DONE', url: '' },
    });
  // Who came too late to do anything has nothing to hand in.
  expect(await open(cas)).toMatchObject({ next: null, completion: null });
  const { people } = await made.engine.client.quality.payments({ studyId: made.study.id });
  expect(people.map(({ annotator, decision, reason }) => [annotator.name, decision, reason])).toEqual([
    ['Ada', 'pay', '2 of 20 items, as nothing was left to label'],
    ['Ben', 'pay', '3 of 20 items, as nothing was left to label'],
    ['Cas', 'unfinished', '0 of 20 items'],
  ]);
});

test('a list of names becomes a table of links, and all that is wrong with it is said at once', async () => {
  const { engine, study, enter } = await portalOnStudy(10);
  const make = (names: string[]) => engine.client.invitation.createAll({ studyId: study.id, names });
  await expect(make(['Ada', ' ', 'ada', 'b@example.org'])).rejects.toThrow(
    /line 2: A name needs at least one letter\. line 3: ada stands in line 1, too\./,
  );
  expect(await engine.client.invitation.list({ studyId: study.id })).toEqual([]);
  const { links, csv } = await make(['Ada', '=2+3', 'b@example.org']);
  const [head, ...lines] = csv.trimEnd().split('\n');
  expect([links, head, lines.length]).toEqual([3, 'name,link', 3]);
  expect(lines[1]!.startsWith("'=2+3,http://127.0.0.1:")).toBe(true);
  expect((await enter(lines[2]!.split('/#')[1]!)).status).toBe(200);
  const { members } = await engine.client.team.get({ studyId: study.id });
  expect(members.filter(({ isMember }) => isMember).map(({ name }) => name)).toEqual([
    'Ada',
    '=2+3',
    'b@example.org',
  ]);
});

test('what each person cannot be given is refused when it is asked for', async () => {
  const plan = { checksEach: 4, completion: { items: 20 } };
  await expect(studyWithGold(plan, 3)).rejects.toThrow(
    /4 checks for each person take as many hidden items; there are 3/,
  );
  await expect(studyWithGold({ checksEach: 4 }, 8)).rejects.toThrow(/take at least 8 items each/);
});

test('the address tells which platform sent somebody; work is handed in at MTurk alone', () => {
  const of = (query: string) => crowdOf(new URLSearchParams(query));
  expect(of('')).toEqual({});
  expect(of('PROLIFIC_PID=p&STUDY_ID=t&SESSION_ID=s')).toEqual({
    crowd: { platform: 'prolific', id: 'p', assignment: 's', task: 't' },
  });
  expect(of('workerId=w&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=h')).toEqual({});
  const mturk = { platform: 'mturk', id: 'w', assignment: 'a', task: 'h' };
  expect(of('workerId=w&assignmentId=a&hitId=h&turkSubmitTo=https://evil.example')).toEqual({ crowd: mturk });
  expect(of('workerId=w&assignmentId=a&hitId=h&turkSubmitTo=https://www.mturk.com/')).toEqual({
    crowd: mturk,
    handIn: { url: 'https://www.mturk.com/mturk/externalSubmit', assignment: 'a' },
  });
  expect(of('participantId=c&assignmentId=a&projectId=j')).toEqual({
    crowd: { platform: 'cloudresearch', id: 'c', assignment: 'a', task: 'j' },
  });
});

test('what a study costs takes overlap, practice and checks in', () => {
  const asked = { perHour: 12, secondsPerItem: 30, answers: 2 * 100, people: 10, besideEach: 5 + 3 };
  expect(payOf(asked).total).toBeCloseTo(0.1 * 280, 9);
});

import type { Client } from '../../../core/platform/client.ts';
import { withParts } from '../../../renderer/api/version-parts.ts';
import type { ErrorDetails } from '../../../shared/errors.ts';
import { type Rng, uniformInt } from '../../../stats/index.ts';
import { type Attack, must, NotATry } from '../frame/attack.ts';
import { copyOf, engineIn, ratedProject } from '../frame/projects.ts';

type Values = Readonly<Record<string, unknown>>;
interface Loaded {
  readonly version: string;
  readonly values: Values;
}

/** One kind of record: how a page loads it, and what a save of some of its fields sends. */
interface Kind {
  load(): Promise<Loaded>;
  /** New values of some fields. */
  change(now: Values, rng: Rng): Values;
  save(values: Values, version: string, now: Values): Promise<unknown>;
}

/** A project that has a ranking beside its study, and one endpoint. */
const prepared = (folder: string) =>
  ratedProject(folder, {
    labels: 0,
    async more({ client }, { datasetId }) {
      await client.study.createPairs({
        ...{ datasetId, systems: ['secretive', 'rival'], size: 5, seed: 3, preset: 'uniform' },
        measure: { kind: 'metric', metric: 'rouge-l' },
        surrogate: { kind: 'none' },
      });
      await client.annotator.add({ name: 'Ana' });
      await client.annotator.add({ name: 'Ben' });
      for (const name of ['clarity', 'depth']) {
        const scale = { min: 1, max: 5, direction: 'higher' } as const;
        await client.dataset.declareScale({ datasetId, kind: 'criterion', name, scale });
      }
      const [preset] = await client.endpoint.presets({});
      const { title: _, note: __, ...settings } = preset!;
      await client.endpoint.save({ ...settings, name: 'local', model: 'm' });
      const { prompt, persona, judge, protocolText } = keptKinds(client);
      for (const kind of [prompt, persona, judge, protocolText])
        await kind.save({ instructions: 'first', examples: '', role: 'first', metrics: '' }, '', {});
    },
  });

const pick = <T>(rng: Rng, list: readonly T[]): T => list[uniformInt(rng, 0, list.length - 1)]!;
const word = (rng: Rng) => pick(rng, ['red', 'green', 'blue', 'gray']);
const some = (rng: Rng, values: Values): Values => {
  const fields = Object.entries(values).filter(() => uniformInt(rng, 0, 1) === 1);
  return Object.fromEntries(fields.length > 0 ? fields : Object.entries(values).slice(0, 1));
};

/** Records that are stored in place: a save changes fields of them. */
function kindsIn(client: Client, studyId: number, datasetId: number) {
  const study: Kind = {
    async load() {
      const { version, name, question, guidelines, goal, plan } = await client.study.get({ studyId });
      return { version, values: { name, question, guidelines, goal, plan } };
    },
    change: (now, rng) =>
      some(rng, {
        name: word(rng),
        question: word(rng),
        guidelines: word(rng),
        goal: { ...(now.goal as object), budget: uniformInt(rng, 10, 40) },
        plan: { kind: 'labels', labels: uniformInt(rng, 10, 30) },
      }),
    save: (values, version) => client.study.edit({ studyId, ...values, version }),
  };
  const ranking: Kind = {
    async load() {
      const [one] = await client.ranking.list({});
      const { version, name, question, guidelines, leastDifference } = one!;
      return { version, values: { name, question, guidelines, leastDifference } };
    },
    change: (_, rng) =>
      some(rng, {
        name: word(rng),
        question: word(rng),
        guidelines: word(rng),
        leastDifference: uniformInt(rng, 1, 4) / 10,
      }),
    async save(values, version) {
      const [one] = await client.ranking.list({});
      return client.ranking.edit({ rankingId: one!.id, ...values, version });
    },
  };
  const team: Kind = {
    async load() {
      const { version, members, overlap, finalRule, shuffle } = await client.team.get({ studyId });
      const ids = members.filter(({ isMember }) => isMember).map(({ id }) => id);
      return { version, values: { members: ids, overlap, finalRule, shuffle } };
    },
    change: (_, rng) =>
      some(rng, {
        shuffle: uniformInt(rng, 0, 1) === 1,
        members: pick(rng, [[], [1], [1, 2], [2]]),
        overlap: uniformInt(rng, 1, 2),
        finalRule: pick(rng, ['mean', 'majority', 'adjudicated']),
      }),
    save: (values, version) => client.team.set({ studyId, ...values, version, confirm: true }),
  };
  const quality: Kind = {
    async load() {
      const { version, plan } = await client.quality.get({ studyId });
      return { version, values: plan };
    },
    change: (_, rng) =>
      some(rng, {
        consent: word(rng),
        completion: { items: uniformInt(rng, 1, 3), code: word(rng), url: '' },
      }),
    async save(values, version, now) {
      // The page sends the whole plan, with what it showed of the rest.
      const { QualityPlanSchema } = await import('../../../shared/contract/quality.ts');
      const plan = QualityPlanSchema.parse({ ...now, ...values });
      return client.quality.set({ studyId, plan, tolerance: 0, version });
    },
  };
  const endpoint: Kind = {
    async load() {
      const [one] = await client.endpoint.list({});
      const { id: _, secretName: __, hasKey: ___, needsTrust: ____, createdAt: _____, ...rest } = one!;
      const { version, ...values } = rest;
      return { version, values };
    },
    change: (_, rng) =>
      some(rng, { name: word(rng), model: word(rng), timeoutMs: uniformInt(rng, 1, 4) * 1000 }),
    async save(values, version, now) {
      const [one] = await client.endpoint.list({});
      const settings = { ...now, ...values } as Parameters<typeof client.endpoint.save>[0];
      return client.endpoint.save({ ...settings, endpointId: one!.id, version });
    },
  };
  const dataset: Kind = {
    async load() {
      const { version, name } = await client.dataset.get({ datasetId });
      return { version, values: { name } };
    },
    change: (_, rng) => ({ name: word(rng) }),
    save: (values, version) => client.dataset.rename({ datasetId, name: String(values.name), version }),
  };
  const scale: Kind = {
    async load() {
      const { version, criteria } = await client.dataset.get({ datasetId });
      const found = criteria.find(({ name }) => name === 'tone');
      return { version, values: { 'scale of criterion tone': found?.declared ? found.scale : null } };
    },
    change: (_, rng) => ({
      'scale of criterion tone': { min: 0, max: uniformInt(rng, 2, 5), direction: 'higher' },
    }),
    save: ({ 'scale of criterion tone': wanted }, version) =>
      client.dataset.declareScale({
        ...{ datasetId, kind: 'criterion', name: 'tone', version },
        scale: wanted as { min: number; max: number; direction: 'higher' },
      }),
  };
  const item: Kind = {
    async load() {
      const { batch, items } = await client.label.open({ studyId, annotatorId: 1 });
      const { version, current, draft, note } = await client.label.item({ batch, ref: items[0]!.ref });
      return { version, values: { answer: current, draft: draft ?? '', note } };
    },
    change: (_, rng) =>
      pick(rng, [
        { answer: { kind: 'score', value: uniformInt(rng, 1, 5) }, draft: '' },
        { draft: word(rng) },
        { note: word(rng) },
      ]),
    async save({ answer, draft, note }, version) {
      const { batch, items } = await client.label.open({ studyId, annotatorId: 1 });
      const at = { batch, ref: items[0]!.ref, version };
      if (typeof note === 'string') return client.label.note({ ...at, note });
      if (!answer) return client.label.draft({ ...at, draft: String(draft) });
      return client.label.submit({
        ...{ ...at, durationMs: 5, estimateVisible: false, clientKey: freshKey() },
        answer: answer as { kind: 'score'; value: number },
      });
    },
  };
  const place = async () => {
    const { as } = await client.adjudication.queue({ studyId, annotatorId: 1 });
    const { rows } = await client.sample.list({ studyId, offset: 0, limit: 1 });
    const { criteria } = await client.dataset.get({ datasetId });
    const { id: criterionId } = criteria.find(({ name }) => name === 'quality')!;
    return { studyId, itemId: rows[0]!.itemId, criterionId, as };
  };
  const decision: Kind = {
    async load() {
      const { version, decision: made } = await client.adjudication.item(await place());
      return { version, values: { decision: made && { answer: made.answer, note: made.note } } };
    },
    change: (_, rng) => ({
      decision: { answer: { kind: 'score', value: uniformInt(rng, 1, 5) }, note: word(rng) },
    }),
    async save({ decision: made }, version) {
      const { answer, note } = made as { answer: { kind: 'score'; value: number }; note: string };
      return client.adjudication.decide({ ...(await place()), answer, note, clientKey: freshKey(), version });
    },
  };
  const fields: Kind = {
    async load() {
      const { version, fields: asked } = await client.study.get({ studyId });
      return { version, values: { fields: asked } };
    },
    change: (_, rng) => ({
      fields: [
        {
          name: word(rng),
          question: word(rng),
          required: uniformInt(rng, 0, 1) === 1,
          form: { kind: 'rating', ...{ min: 1, max: 5, step: 1 }, lowLabel: '', highLabel: '' },
        },
      ],
    }),
    save: (values, version) => client.study.edit({ studyId, ...values, version }),
  };
  const annotator: Kind = {
    async load() {
      const [one] = await client.annotator.list({});
      const { version, name, initials, color } = one!;
      return { version, values: { name, initials, color } };
    },
    change: (_, rng) =>
      some(rng, {
        name: `Ana ${word(rng)}`,
        initials: pick(rng, ['A', 'AN', 'X']),
        color: pick(rng, ['blue', 'orange', 'yellow']),
      }),
    async save(values, version) {
      const [one] = await client.annotator.list({});
      return client.annotator.edit({ annotatorId: one!.id, ...values, version });
    },
  };
  const project: Kind = {
    async load() {
      const { version, name } = (await client.project.current({}))!;
      return { version, values: { name } };
    },
    change: (_, rng) => ({ name: word(rng) }),
    save: (values, version) => client.project.rename({ name: String(values.name), version }),
  };
  const preferences: Kind = {
    async load() {
      const { version, ...values } = await client.settings.get({});
      return { version, values };
    },
    change: (now, rng) =>
      some(rng, {
        colorScheme: pick(rng, ['auto', 'light', 'dark']),
        breakAfterMinutes: uniformInt(rng, 10, 40),
        keys: { ...(now.keys as object), skip: pick(rng, ['x', 'y', 'z']) },
        skipReasons: [word(rng), ...(now.skipReasons as string[])].slice(0, 4),
      }),
    save: (values, version) => client.settings.set({ ...values, version }),
  };
  const sameCriterion: Kind = {
    async load() {
      const { version, surrogates } = await client.study.options({ datasetId });
      const judged = surrogates.find(({ spec }) => spec.kind === 'judge')!;
      return { version, values: { quality: judged.measures } };
    },
    change: (_, rng) => ({ quality: pick(rng, ['quality', 'clarity', 'depth']) }),
    save: ({ quality: criterion }, version) =>
      client.study.sameCriterion({ datasetId, judged: 'quality', criterion: String(criterion), version }),
  };
  return {
    ...{ study, ranking, team, quality, endpoint, dataset, scale, item, decision },
    ...{ fields, annotator, project, preferences, sameCriterion },
  };
}

/** Records of which every version is kept: a save makes the next one. */
function keptKinds(client: Client) {
  const prompt: Kind = {
    async load() {
      const found = (await client.prompt.list({})).filter(({ name }) => name === 'own').at(-1);
      const { instructions = '', examples = '' } = found ?? {};
      return { version: `${found?.version ?? ''}`, values: { instructions, examples } };
    },
    change: (_, rng) => ({ instructions: `${word(rng)} ${uniformInt(rng, 1, 99)}`, examples: word(rng) }),
    save: (values, version) =>
      client.prompt.save({
        ...{ name: 'own', kind: 'rating', item: '{{response}}', ...basedOn(version) },
        criteria: [
          {
            name: 'quality',
            definition: 'good',
            integer: true,
            scale: { min: 1, max: 5, direction: 'higher' },
          },
        ],
        instructions: String(values.instructions),
        examples: String(values.examples),
      }),
  };
  const persona: Kind = {
    async load() {
      const own = (await client.persona.list({})).filter(({ name }) => name === 'own');
      const found = own.sort((a, b) => b.version - a.version)[0];
      const { role = '', metrics = '' } = found ?? {};
      return { version: `${found?.version ?? ''}`, values: { role, metrics } };
    },
    change: (_, rng) => ({ role: `${word(rng)} ${uniformInt(rng, 1, 99)}`, metrics: word(rng) }),
    save: (values, version) =>
      client.persona.save({
        ...{ name: 'own', expectation: 'kind', ...basedOn(version) },
        role: String(values.role),
        metrics: String(values.metrics),
      }),
  };
  const judge: Kind = {
    async load() {
      const own = (await client.judge.list({})).filter(({ name }) => name === 'own');
      const found = own.sort((a, b) => b.version - a.version)[0];
      const { model = '', repeats = 1 } = found ?? {};
      return { version: `${found?.version ?? ''}`, values: { model, repeats } };
    },
    change: (_, rng) => ({ model: `${word(rng)} ${uniformInt(rng, 1, 99)}`, repeats: uniformInt(rng, 1, 9) }),
    async save(values, version) {
      const found = (await client.prompt.list({})).find(({ name }) => name === 'own')!;
      const [endpoint] = await client.endpoint.list({});
      return client.judge.save({
        ...{ name: 'own', promptId: found.id, endpointId: endpoint!.id, ...basedOn(version) },
        model: String(values.model),
        repeats: Number(values.repeats ?? 1),
      });
    },
  };
  const protocolText: Kind = {
    async load() {
      const own = (await client.protocolPrompt.list({})).filter(({ name }) => name === 'own');
      const found = own.sort((a, b) => b.version - a.version)[0];
      const { instructions = '', message = '' } = found ?? {};
      return { version: `${found?.version ?? ''}`, values: { instructions, message } };
    },
    change: (now, rng) => ({ ...now, instructions: `${word(rng)} ${uniformInt(rng, 1, 99)}` }),
    async save(values, version) {
      const builtIn = (await client.protocolPrompt.list({})).find(({ part }) => part === 'rewriter')!;
      return client.protocolPrompt.save({
        ...{ part: 'rewriter', name: 'own', last: '', ...basedOn(version) },
        instructions: `${builtIn.instructions.split(' // ')[0]} // ${String(values.instructions).split(' // ').at(-1)}`,
        message: builtIn.message,
      });
    },
  };
  return { prompt, persona, judge, protocolText };
}

const basedOn = (version: string) => (version === '' ? {} : { basedOn: Number(version) });

let keys = 0;
const freshKey = () => `two-windows-${process.pid}-${keys++}`;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export const twoWindows: Attack = {
  name: 'two-windows',
  what: 'two windows load and save records of every kind, in any order',
  tries: { all: 360, quick: 72, test: 18 },
  async prepare({ folder }) {
    const base = await prepared(folder);
    return async ({ number, rng, folder: own, later }) => {
      const engine = engineIn(own);
      later(() => engine.close());
      const { client } = engine;
      await client.project.open({ path: copyOf(base, own) });
      const { studyId, datasetId } = base;
      const kinds = Object.entries({ ...kindsIn(client, studyId, datasetId), ...keptKinds(client) });
      const [name, kind] = kinds[number % kinds.length]!;
      const windows = [await kind.load(), await kind.load()];
      let saved = 0;
      for (let step = 0; step < 24; step++) {
        const at = uniformInt(rng, 0, 1);
        if (uniformInt(rng, 0, 3) === 0) {
          windows[at] = await kind.load();
          continue;
        }
        const outcome = await saveOnce(name, kind, windows[at]!, rng);
        windows[at] = outcome.shown;
        if (outcome.isSaved) saved++;
      }
      if (saved === 0) throw new NotATry('nothing was saved');
    };
  },
};

/** One save of a window, held against what it had shown. */
async function saveOnce(
  name: string,
  kind: Kind,
  shown: Loaded,
  rng: Rng,
): Promise<{ shown: Loaded; isSaved: boolean }> {
  const wanted = kind.change(shown.values, rng);
  const before = await kind.load();
  const error = await kind.save(wanted, shown.version, shown.values).then(
    () => null,
    (problem: unknown) => problem as { code?: string; message?: string; data?: ErrorDetails },
  );
  const after = await kind.load();
  if (error === null) {
    for (const [field, value] of Object.entries(after.values)) {
      const was = before.values[field];
      const isSeen = same(was, shown.values[field]);
      must(
        same(value, was) || isSeen,
        `${name}: ${field} was ${JSON.stringify(was)}, which its page never showed`,
      );
    }
    return { shown: after, isSaved: true };
  }
  must(same(after.values, before.values), `${name}: a refused save changed something`);
  const stale = (error.data ?? (error as { details?: ErrorDetails }).details)?.stale;
  if (!stale) {
    must(
      error.code === 'CONFLICT' || error.code === 'INVALID_INPUT',
      `${name}: ${error.code} ${error.message}`,
    );
    return { shown, isSaved: false };
  }
  must(stale.changed.length > 0, `${name}: a conflict names no field`);
  for (const { field, stored } of stale.changed) {
    must(field in before.values, `${name}: ${field} is no field of it`);
    must(same(stored, before.values[field]), `${name}: ${field} is not what is stored`);
    must(!same(stored, shown.values[field]), `${name}: ${field} was shown, and is called changed`);
  }
  // Its page shows both values now, and saves its own all the same.
  const fields = stale.changed.map(({ field }) => field);
  const told = Object.fromEntries(fields.map((field) => [field, before.values[field]]));
  const isKept = !stale.version.includes(':');
  const version = isKept ? stale.version : withParts(shown.version, stale.version, fields);
  return {
    shown: { version, values: isKept ? before.values : { ...shown.values, ...told } },
    isSaved: false,
  };
}

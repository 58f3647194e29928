import { expect, test } from 'vitest';
import { parseStored } from '../../db/columns.ts';
import { findDamage } from '../../db/find-damage.ts';
import { putResponses } from '../../db/generated-texts.ts';
import { listItemRange } from '../../db/items.ts';
import { storedValues } from '../../db/stored-values.ts';
import { getStudy, listStudies } from '../../db/studies.ts';
import { readStudyFields } from '../../db/study-fields.ts';
import { ratedStudy } from '../core/support/test-engine.ts';
import { makeProject } from './support/made-project.ts';

async function studyWithFields() {
  const { engine, study } = await ratedStudy(8, { count: 12 });
  const edited = await engine.client.study.edit({
    studyId: study.id,
    fields: [
      { name: 'Tone', question: 'Polite?', required: true, form: { kind: 'text' } },
      {
        name: 'kind',
        question: '',
        required: false,
        form: { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' },
      },
    ],
  });
  return { engine, study: edited, db: engine.context.session.project!.db };
}

test('nothing is damaged in a project as Assay writes it', async () => {
  const { engine, study, db } = await studyWithFields();
  const tokens = JSON.stringify([{ token: 'In', logProbability: -0.25, top: [-0.25, -1.5] }]);
  putResponses(db, 1, [{ itemId: 1, texts: ['In March.'], tokens: [tokens] }]);
  expect(findDamage(db)).toBeNull();
  expect(readStudyFields(db, study.id).map(({ name, criterionId }) => [name, criterionId === null])).toEqual([
    ['Tone', true],
    ['kind', false],
  ]);
  await engine.close();
});

test('a stored value that does not fit is named with table, column and row, and nothing is made of it', async () => {
  const { engine, study, db } = await studyWithFields();
  const { file } = engine.context.session.project!.place;
  const breaks = [
    [`UPDATE study SET measure = '{"kind":"guess"}'`, () => getStudy(db, study.id), 'study.measure (id 1)'],
    [`UPDATE study SET pool_summary = '{"mean":1}'`, () => listStudies(db), 'study.pool_summary (id 1)'],
    [`UPDATE study SET form = '{"kind":'`, () => listStudies(db), 'study.form (id 1)'],
    [`UPDATE study SET preset = 'best'`, () => listStudies(db), 'study.preset (id 1)'],
    [
      `UPDATE item SET conversation = '[{"role":1}]' WHERE id = 5`,
      () => listItemRange(db, 1, 9),
      'item.conversation (id 5)',
    ],
  ] as const;
  for (const [sql, read, where] of breaks) {
    db.exec('BEGIN');
    db.exec(sql);
    const damaged = `${where} holds a value that Assay cannot have written`;
    expect(read, where).toThrow(
      expect.objectContaining({
        code: 'PROJECT_DAMAGED',
        message: `The project file is damaged: ${damaged}.`,
        details: expect.objectContaining({
          file,
          remedy: expect.stringContaining('copy') as string,
        }) as object,
      }),
    );
    expect(findDamage(db)).toBe(damaged.replace(/ \(id \d+\)/, ''));
    db.exec('ROLLBACK');
  }
  expect(findDamage(db)).toBeNull();
  await engine.close();
});

test('what earlier versions stored is read, with what was added since', () => {
  const read = (table: string, column: string, stored: unknown) =>
    parseStored(storedValues[table]![column]!.shape!, JSON.stringify(stored));
  expect(read('study', 'form', { kind: 'rating', min: 1, max: 5, step: 1 })).toEqual({
    ...{ kind: 'rating', min: 1, max: 5, step: 1 },
    ...{ lowLabel: '', highLabel: '' },
  });
  expect(read('study', 'form', { kind: 'binary' })).toEqual({
    kind: 'binary',
    noLabel: 'No',
    yesLabel: 'Yes',
  });
  expect(read('study', 'form', { kind: 'answer', turns: 2 })).toEqual({ kind: 'answer', turns: 2 });
  expect(read('study', 'surrogate', { kind: 'reader' })).toEqual({ kind: 'reader' });
  expect(read('study', 'fields', [{ name: 'a', form: { kind: 'text' }, criterionId: null }])).toEqual([
    { name: 'a', question: '', required: false, form: { kind: 'text' }, criterionId: null },
  ]);
  const asked = {
    ...{
      datasetId: 1,
      systems: ['a'],
      measure: { kind: 'metric', metric: 'em' },
      surrogate: { kind: 'none' },
    },
    ...{ methods: ['lure'], budgets: [10] },
  };
  expect(read('lab_run', 'request', asked)).toEqual({
    ...asked,
    ...{ seeds: 100, firstSeed: 1, alpha: 0.05, disagreement: 0.5, labelFirst: 'uncertain' },
  });
});

test('what earlier versions stored of runs is read, with what was added since', () => {
  const read = (table: string, column: string, stored: unknown) =>
    parseStored(storedValues[table]![column]!.shape!, JSON.stringify(stored));
  expect(
    read('protocol_run', 'progress', {
      calls: 3,
      callsReused: 1,
      inputTokens: 9,
      outputTokens: 4,
      cost: null,
    }),
  ).toMatchObject({ calls: 3, callsDone: 3, callsReused: 1, items: 0, outcomes: {}, faults: {} });
  const persona = { name: 'Expert', role: 'You are an expert.', expectation: 'Brevity.', share: 0.5 };
  const judges = [{ kind: 'command', command: 'judge', args: [], timeoutMs: 60_000, processes: 2 }];
  expect(
    read('protocol_run', 'settings', { protocol: 'iqa-eval', judges, personas: [persona, persona] }),
  ).toMatchObject({
    judges,
    personas: [
      { ...persona, metrics: '', version: 1 },
      { ...persona, metrics: '', version: 1 },
    ],
  });
  expect(read('protocol_run', 'settings', { protocol: 'conversation' })).toMatchObject({ recorded: false });
  expect(read('protocol_run', 'model', { kind: 'recorded', system: ' a ' })).toEqual({
    kind: 'recorded',
    system: ' a ',
  });
  const scores = { accuracy: null, answerable: 1, questions: 2, marked: 2, conversations: 1 };
  expect(read('protocol_run', 'scores', { protocol: 'conversation', ...scores })).toEqual({
    ...{ protocol: 'conversation', validation: null },
    ...scores,
  });
  const marked = { annotator: 'Ada', marks: [{ isCorrect: true, isAnswerable: true }] };
  expect(read('protocol_conversation', 'outcome', marked)).toEqual(marked);
  expect(() => read('protocol_conversation', 'outcome', { marks: 1 })).toThrow();
  expect(() => read('protocol_run', 'progress', { calls: 'many' })).toThrow();
  expect(() => read('label', 'answers', ['In March.'])).toThrow();
});

type Path = readonly (string | number)[];

/** The way to each part of a value: names of objects, places of lists. */
function partsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return steps.flatMap((step) => {
    const way = [...at, step];
    return [way, ...partsOf((value as Record<string | number, unknown>)[step], way)];
  });
}

/** The value without the part, or with another in its place. */
function without(value: unknown, way: Path, other?: unknown): unknown {
  const copy = structuredClone(value);
  let holder = copy as Record<string | number, unknown>;
  for (const step of way.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
  if (other === undefined) delete holder[way.at(-1)!];
  else holder[way.at(-1)!] = other;
  return copy;
}

/** What a user may put in, and what is read by the kind of its run. */
const ofAnyKind = /^(item\.meta|llm_run\.settings) /;
/** What versions before did not write, or what need not be said. */
const mayLack = new Set([
  ...['study.fields 0.question', 'study.fields 0.required', 'qualification.asked questions.0.why'],
  ...['endpoint.settings model', 'persona.text metrics', 'judge_check.figures unscored'],
  ...['calls', 'callsReused', 'inputTokens', 'outputTokens', 'cost'].map(
    (of) => `protocol_run.progress ${of}`,
  ),
]);

/** What the made project does not have. */
const further: Readonly<Record<string, unknown>> = {
  'study.reference_evaluation': { value: 0.5, items: 3 },
  'study.pool_summary': {
    ...{ populationSize: 3, mean: 0, variance: 0, min: 0, max: 0, maxSurrogateOverProbability: 0 },
    envelope: [{ intercept: 0, slope: 1 }],
  },
};

test('a stored value that lacks a part, or has something else in its place, is told as damage', () => {
  const db = makeProject();
  const asked = new Set<string>();
  const taken: string[] = [];
  for (const [table, columns] of Object.entries(storedValues)) {
    for (const [column, { shape }] of Object.entries(columns)) {
      if (!shape) continue;
      const fits = (value: unknown) => {
        try {
          parseStored(shape, JSON.stringify(value));
          return true;
        } catch {
          return false;
        }
      };
      const rows = db.prepare(`SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL`).pluck().all();
      const values = (rows as string[]).map((stored) => JSON.parse(stored) as unknown);
      for (const value of [...values, further[`${table}.${column}`] ?? null]) {
        for (const way of partsOf(value)) {
          const name = `${table}.${column} ${way.join('.')}`;
          if (asked.has(name) || ofAnyKind.test(name)) continue;
          asked.add(name);
          const lacks = typeof way.at(-1) === 'string' && fits(without(value, way));
          if (lacks !== mayLack.has(name)) taken.push(`${name}: missing`);
          if (fits(without(value, way, { nobody: ['wrote', 'this'] }))) taken.push(`${name}: another kind`);
        }
      }
    }
  }
  expect(taken).toEqual([]);
  expect(asked.size).toBeGreaterThan(90);
});

import type { Engine } from '../../../core/engine.ts';
import { forgetLiveEstimates } from '../../../core/estimate/kept-estimates.ts';
import type { StudyPlan } from '../../../core/estimate/surrogate/new-pool.ts';
import { labelKeysFor } from '../../../core/studies/label-key.ts';
import { insertAdjudication } from '../../../db/adjudications.ts';
import { ensureAnnotator } from '../../../db/annotators.ts';
import { listDraws } from '../../../db/draws.ts';
import { findItem } from '../../../db/items.ts';
import type { LabelContent } from '../../../db/label-content.ts';
import { getStudy } from '../../../db/studies.ts';
import type {
  EstimateReport,
  FinalRule,
  LookPlan,
  Scale,
  StudyQuestion,
} from '../../../shared/contract/index.ts';
import { asLines, importHere, studyHere } from '../support/in-process.ts';
import { engineWithProject } from '../support/test-engine.ts';
import { byAnswer, byPreference, byRating, pairedRecords } from '../support/two-systems.ts';

interface Made {
  readonly question: Omit<StudyQuestion, 'datasetId' | 'system'>;
  /** Of the data set, if not the usual number. */
  readonly items?: number;
  readonly plan?: Partial<StudyPlan>;
  /** The rule by which the interval bets, if it is not that of new studies. */
  readonly rule?: 2;
  /** Labels of the item with this number; the draw order decides which of them count. */
  labelsOf(id: string, i: number): object[];
  readonly team?: { overlap: number; finalRule: FinalRule };
  /** Another plan after so many draws are labeled. */
  readonly replanned?: { readonly after: number; readonly plan: LookPlan };
  /** A machine score that joins after so many draws are labeled. */
  readonly joined?: { readonly after: number; readonly signal: string };
  /** Rule 2, mended after so many draws are labeled. */
  readonly mendedFrom?: number;
  readonly scale?: Scale;
  /** What was decided of the item with this number. */
  decisionOn?(i: number): LabelContent | undefined;
}

const rated = (id: string, i: number) => [{ id, annotator: 'Ana', system: 'amber', value: 1 + (i % 5) }];

const people = ['Ana', 'Ben', 'Cas'];

/** Three people who now and then disagree, skip, or have not come to an item yet. */
const ratedByThree = (id: string, i: number) =>
  people.slice(0, i % 13 === 12 ? 2 : 3).map((annotator, k) => {
    if (i % 10 === k) return { id, annotator, skip: `unclear, says one of ${k + 1}` };
    return { id, annotator, value: 1 + ((i + (i % (k + 2) === 0 ? k : 0)) % 5) };
  });

const someDecisions = (i: number): LabelContent | undefined =>
  i % 4 === 3 ? undefined : i % 4 === 2 ? { kind: 'skip', reason: 'cut off' } : { kind: 'score', value: 2 };

/** A surrogate that no judge has a part in. */
const bySystem = { kind: 'system', system: 'basil' } as const;

/** Studies that differ in all that an estimate depends on. */
export const kindsOfStudies = {
  'calibrated hardness': { question: byRating, labelsOf: rated },
  'skips, overlap and an item that waits': {
    question: byRating,
    labelsOf: (id, i) => {
      if (i % 11 === 10) return [];
      if (i % 9 === 4) return [{ id, annotator: 'Ana', skip: 'unclear' }];
      return [...(i % 2 === 0 ? [{ id, annotator: 'Ben', value: 1 + ((i * 3) % 5) }] : []), ...rated(id, i)];
    },
  },
  'uniform without a surrogate, another alpha': {
    question: { ...byRating, surrogate: { kind: 'none' } },
    plan: { preset: 'uniform', alpha: 0.2, size: 60 },
    labelsOf: rated,
  },
  'Active Top-K, equals by the seed': {
    question: byRating,
    plan: { preset: 'top-k', size: 40 },
    labelsOf: rated,
  },
  'HMCEval, the least sure labeled': {
    question: byRating,
    plan: { preset: 'hmceval', size: 30 },
    labelsOf: rated,
  },
  'HMCEval, the surest labeled': {
    question: byRating,
    plan: { preset: 'hmceval-certain', size: 30 },
    labelsOf: rated,
  },
  'MCM with another threshold': {
    question: byRating,
    plan: { preset: 'mcm', size: 12, choice: { disagreement: 0.6 } },
    labelsOf: rated,
  },
  'HumCoE as published': { question: byRating, plan: { preset: 'humcoe', size: 40 }, labelsOf: rated },
  'written answers': {
    question: byAnswer,
    labelsOf: (id, i) => [{ id, annotator: 'Ana', answer: [`it is ${i}`] }],
  },
  'two systems, rated': {
    question: { ...byRating, against: 'basil' },
    labelsOf: (id, i) =>
      ['amber', 'basil'].map((system, s) => ({ id, annotator: 'Ana', system, value: 1 + ((i + s * i) % 5) })),
  },
  'two systems by one written answer': {
    question: { ...byAnswer, against: 'basil' },
    labelsOf: (id, i) => [{ id, annotator: 'Ana', answer: [`it is ${i}`] }],
  },
  'two systems, a preference in five steps, some of it said of the second': {
    question: { ...byPreference, against: 'basil' },
    plan: { form: { kind: 'preference', steps: 5 } },
    labelsOf: (id, i) => [
      i % 11 === 6
        ? { id, annotator: 'Ana', system: 'basil', skip: 'unclear' }
        : { id, annotator: 'Ana', system: i % 2 === 0 ? 'amber' : 'basil', value: ((i * 3) % 5) / 4 },
    ],
  },
  'two people per item, some items wait for the second, and decisions are not read': {
    plan: { seed: 9 },
    question: byRating,
    labelsOf: (id, i) => ratedByThree(id, i).slice(0, i % 9 === 3 ? 1 : 3),
    team: { overlap: 2, finalRule: 'mean' },
    decisionOn: someDecisions,
  },
  'the majority of three, else what was decided': {
    question: byRating,
    labelsOf: ratedByThree,
    team: { overlap: 2, finalRule: 'majority' },
    decisionOn: someDecisions,
  },
  'what was decided, else what all say': {
    plan: { seed: 9 },
    question: byRating,
    labelsOf: ratedByThree,
    team: { overlap: 2, finalRule: 'adjudicated' },
    decisionOn: someDecisions,
  },
  'the majority of written answers': {
    plan: { seed: 9 },
    question: byAnswer,
    labelsOf: (id, i) =>
      people.map((annotator, k) =>
        k === 0 && i % 7 === 5
          ? { id, annotator, skip: 'unclear' }
          : { id, annotator, answer: [k === 0 ? `It is the ${i}!` : `it is ${i + (i % 3 === 0 ? k : 0)}`] },
      ),
    team: { overlap: 3, finalRule: 'majority' },
    decisionOn: (i) => (i % 6 === 0 ? { kind: 'answer', answers: [[`it is ${i}`]] } : undefined),
  },
  'two systems, the majority of differences': {
    question: { ...byRating, against: 'basil' },
    labelsOf: (id, i) =>
      ['amber', 'basil'].flatMap((system, s) =>
        people.map((annotator, k) => ({
          id,
          annotator,
          system,
          value: 1 + ((i + s * (1 + (i % 4 === 0 ? k : 0)) + k) % 4),
        })),
      ),
    team: { overlap: 3, finalRule: 'majority' },
    decisionOn: someDecisions,
  },
  'planned looks: uniform draws': {
    question: byRating,
    plan: { preset: 'uniform', size: 40, looks: { kind: 'labels', labels: 20 } },
    labelsOf: rated,
  },
  'planned looks: lower is better, some skipped': {
    question: byRating,
    plan: { size: 30, looks: { kind: 'labels', labels: 16 } },
    scale: { min: 1, max: 5, direction: 'lower' },
    labelsOf: (id, i) => (i % 7 === 3 ? [{ id, annotator: 'Ana', skip: 'unclear' }] : rated(id, i)),
  },
  'planned looks: another plan in the middle': {
    question: byRating,
    plan: { size: 36, looks: { kind: 'labels', labels: 12 } },
    replanned: { after: 10, plan: { kind: 'labels', labels: 30 } },
    labelsOf: rated,
  },
  'planned looks: one declared look': {
    question: byRating,
    plan: { size: 24, looks: { kind: 'once', labels: 20 } },
    labelsOf: rated,
  },
  'planned looks: one declared look, with the approximate interval': {
    question: byRating,
    plan: { preset: 'uniform', size: 26, looks: { kind: 'once', labels: 26, approximate: true } },
    labelsOf: rated,
  },
  'planned looks: no plan, the whole pool': {
    question: byRating,
    plan: { size: 60, looks: { kind: 'none' } },
    labelsOf: rated,
  },
  'rule 2': { question: byRating, rule: 2, labelsOf: rated },
  'rule 2, mended on the way, with skips': {
    question: byRating,
    plan: { size: 115 },
    ...{ items: 130, rule: 2, mendedFrom: 40 },
    labelsOf: (id, i) => (i % 9 === 4 ? [{ id, annotator: 'Ana', skip: 'unclear' }] : rated(id, i)),
  },
  'a judge that joined, with skips': {
    question: { ...byRating, surrogate: { kind: 'none' }, leftOut: ['judge:strict/quality'] },
    plan: { preset: 'uniform', size: 34 },
    joined: { after: 9, signal: 'judge:strict/quality' },
    labelsOf: (id, i) => (i % 9 === 4 ? [{ id, annotator: 'Ana', skip: 'unclear' }] : rated(id, i)),
  },
  'a judge that joined weighted draws': {
    question: { ...byRating, leftOut: ['judge:strict/quality'], surrogate: bySystem },
    joined: { after: 21, signal: 'judge:strict/quality' },
    labelsOf: rated,
  },
  'no label yet': { question: byRating, labelsOf: () => [] },
} satisfies Record<string, Made>;

export type KindOfStudy = keyof typeof kindsOfStudies;

/** A new project with the study of this kind, labeled. */
export async function labeledStudyOf(kind: KindOfStudy): Promise<{ engine: Engine; studyId: number }> {
  const {
    question,
    plan = {},
    rule,
    items,
    labelsOf,
    team,
    replanned,
    joined,
    mendedFrom,
    decisionOn,
  }: Made = kindsOfStudies[kind];
  const { engine } = await engineWithProject();
  const records = pairedRecords(items);
  const { scale = { min: 1, max: 5, direction: 'higher' } }: Made = kindsOfStudies[kind];
  const { datasetId } = await importHere(engine, asLines(records), 'data.jsonl', {
    format: 'assay-jsonl',
    scales: [
      { kind: 'criterion', name: 'quality', scale },
      { kind: 'judge', name: 'strict', criterion: 'quality', scale },
    ],
  });
  const studyId = await studyHere(engine, { datasetId: datasetId!, system: 'amber', ...question }, plan);
  const { db } = engine.context.session.project!;
  if (rule === 2) {
    db.prepare('UPDATE study SET betting_rule = 2, value_steps = NULL WHERE id = ?').run(studyId);
    db.prepare('DELETE FROM study_plan WHERE study_id = ?').run(studyId);
  }
  const first = listDraws(db, studyId, 1, { limit: replanned?.after ?? joined?.after ?? mendedFrom ?? 0 });
  const early = new Set(first.map(({ itemId }) => findItem(db, itemId)!.externalId));
  const label = async (isEarly: boolean) => {
    const labels = records.flatMap(({ id }, i) => (early.has(id) === isEarly ? labelsOf(id, i) : []));
    if (labels.length > 0) await importHere(engine, asLines(labels), 'labels.jsonl', { studyId });
  };
  await label(true);
  if (replanned) await engine.client.study.edit({ studyId, plan: replanned.plan });
  if (joined) await engine.client.study.join({ studyId, signal: joined.signal });
  if (mendedFrom !== undefined) await engine.client.study.edit({ studyId, mended: true });
  await label(false);
  if (team) await engine.client.team.set({ studyId, ...team, confirm: true });
  if (decisionOn) decide(engine, studyId, decisionOn);
  return { engine, studyId };
}

type FileFormat = 'html' | 'json' | 'labels-jsonl';

/** What a labeled study says of itself: its estimate, and the files that hold its labels. */
export interface LabeledFiles extends Record<FileFormat, string> {
  readonly estimate: EstimateReport;
}

const files = new Map<KindOfStudy, Promise<LabeledFiles>>();

/** The files of a study of this kind, made by the first test that asks. */
export function labeledFilesOf(kind: KindOfStudy): Promise<LabeledFiles> {
  const made = files.get(kind) ?? makeFiles(kind);
  files.set(kind, made);
  return made;
}

async function makeFiles(kind: KindOfStudy): Promise<LabeledFiles> {
  const { engine, studyId } = await labeledStudyOf(kind);
  const { estimate, report } = engine.client;
  const render = async (format: FileFormat) => (await report.render({ studyId, format })).content;
  return {
    estimate: await estimate.current({ studyId }),
    html: await render('html'),
    json: await render('json'),
    'labels-jsonl': await render('labels-jsonl'),
  };
}

function decide(engine: Engine, studyId: number, decisionOn: NonNullable<Made['decisionOn']>): void {
  const { db } = engine.context.session.project!;
  const study = getStudy(db, studyId);
  const { id: annotatorId } = ensureAnnotator(db, 'Dee');
  for (const { itemId, order } of listDraws(db, studyId, study.generation)) {
    const content = decisionOn(Number(findItem(db, itemId)!.externalId.slice('item-'.length)));
    if (!content) continue;
    labelKeysFor(study, itemId).forEach((key, k) => {
      const value = content.kind === 'score' ? { ...content, value: content.value + k } : content;
      const clientKey = `decision-${order}-${k}`;
      const about = { ...key, clientKey, annotatorId, studyId };
      insertAdjudication(db, { ...about, content: value, note: 'talked over', createdAt: '2026-01-01' });
    });
  }
  forgetLiveEstimates(engine.context, studyId);
}

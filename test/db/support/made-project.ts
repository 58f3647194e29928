import Database from 'better-sqlite3';
import { migrations } from '../../../db/migrations-list.ts';
import type { WritableDb } from '../../../db/types.ts';

/*
 * A project in memory whose rows are made from its schema. In each table stands every combination of the numbers by which
 * its rows belong to something, so that two rows differ in one of them alone: what reads too much shows.
 */

interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
  readonly hidden: number;
}
type Row = Readonly<Record<string, string | number | Uint8Array | null>>;
/** The values that a column takes in turn, or what makes one of the number of the row. */
type Values = readonly (string | number | null)[] | ((row: number) => string | number | Uint8Array | null);

/** What rows belong to, or how they are told apart: every combination is made. */
const varied: Readonly<Record<string, readonly (string | number)[]>> = {
  dataset_id: [1, 2],
  study_id: [1, 2],
  annotator_id: [1, 2],
  item_id: [1, 2, 4],
  system_id: [1, 2],
  criterion_id: [1, 2],
  signal_id: [1, 2],
  surrogate_id: [1, 2],
  run_id: [1, 2],
  series_id: [1, 2],
  generation: [1, 2],
  round: [0, 1, 2],
  turn: [0, 1],
  repeat_index: [0, 1],
  swapped: [0, 1],
  role: ['ask', 'validate'],
};

const instruments = ['rating', 'side-by-side:2', 'practice:1:1'];

/** Of single tables, what is varied instead. */
const variedIn: Readonly<Record<string, Readonly<Record<string, readonly (string | number)[]>>>> = {
  system: { id: [1, 2, 3] },
  annotator: { id: [1, 2, 3] },
  item: { dataset_id: [1, 1, 1, 2, 2, 2] },
  dataset: { id: [1, 2] },
  study: { id: [1, 2, 3] },
  exclusion: { study_id: [1], annotator_id: [2, 3] },
  label_guidelines: { label_id: Array.from({ length: 60 }, (_, i) => i + 1) },
  item_levels: { study_id: [2] },
  pool_level: { study_id: [2], level: [1, 2, 3] },
  practice_round: { study_id: [1, 2], round: [0, 1, 2] },
  practice_item: { study_id: [1, 2], round: [0, 1, 2], item_id: [1, 2] },
  draw: { study_id: [1, 2], generation: [1, 2], item_id: [1, 2, 4, 1] },
  llm_run: { kind: ['judge', 'responses'], system_id: [1, 2], dataset_id: [1, 2] },
  label: {
    item_id: [1, 2],
    system_id: [1, 2],
    criterion_id: [1, 2],
    annotator_id: [1, 2],
    instrument: instruments,
  },
  adjudication: { item_id: [1, 2], system_id: [1, 2], criterion_id: [1, 2], study_id: [1, 2] },
  draw_run: { study_id: [1, 2], generation: [1, 2] },
  protocol_run: { dataset_id: [1, 2], id: [1, 2] },
  word_chain: { part: ['label', 'audit'] },
  failure_look: { study_id: [1, 2], item_id: [1, 2], annotator_id: [1, 2], mode_id: [1, 2] },
  failure_mode_event: { mode_id: [1, 2], kind: ['made', 'changed', 'retired'] },
  judge_verdict: {
    run_id: [1, 2],
    item_id: [1, 2],
    criterion: ['tone', 'truth'],
    repeat_index: [0, 1],
    swapped: [0, 1],
  },
};

const madeFigure = { value: 0.5, lower: null, upper: null, reason: null };
/** Figures of a check of a judge. */
export const madeFigures = {
  ...{ kind: 'rating' as const, items: 9, unscored: 0, sensitivity: null, specificity: null, kappa: null },
  ...{ agreement: madeFigure, bias: madeFigure, distance: madeFigure, worth: madeFigure },
};

const json = (value: unknown) => () => JSON.stringify(value);
const settingsOfRun = {
  criteria: ['tone'],
  repeats: 1,
  swap: false,
  prompt: { name: 'p', version: 1, text: 't' },
};

/** Where neither the name nor the type of a column tells what it holds. */
const valuesOf: Readonly<Record<string, Values>> = {
  'binding.sums': json({}),
  'item.conversation': json([{ role: 'user', content: 'why' }]),
  'item.reference_answers': (row) => (row % 2 ? null : '[["so"]]'),
  'item.meta': (row) => JSON.stringify({ topic: row % 2 ? 'a' : 'b', size: row }),
  'response.token_log_probabilities': [null],
  'human_score.votes': (row) => JSON.stringify([row, row + 1]),
  'score_repeat.value_list': (row) => JSON.stringify([row, row + 1]),
  'first_phase.origin': json({ dataset: 'a', contentHash: 'h', system: 'b' }),
  'dataset.format': ['assay-jsonl'],
  'dataset.first_item_id': (row) => 1 + 3 * (row - 1),
  'dataset.item_count': [3],
  'study.measure': json({ kind: 'metric', metric: 'em' }),
  'study.surrogate': json({ kind: 'none' }),
  'study.preset': ['uniform'],
  'study.population_size': [3],
  'study.alpha': [0.05],
  'ranking.alpha': [0.05],
  'study.dataset_id': [1, 2],
  'study.system_id': [1, 2],
  'study.criterion_id': [1, 2],
  'study.against_id': [2, 1, null],
  'study.ranking_id': [1, 2, null],
  'study.pool_summary': json({
    ...{ populationSize: 3, mean: 0, variance: 0, min: 0, max: 0 },
    ...{ maxSurrogateOverProbability: 0, envelope: [] },
  }),
  'study.reference_evaluation': [null],
  'study.form': json({ kind: 'answer', turns: 1 }),
  'study.fields': (row) =>
    JSON.stringify([
      { name: `field ${row}`, question: '', required: false, form: { kind: 'text' }, criterionId: row },
    ]),
  'quality_plan.plan': json({}),
  'pool_source.paths': (row) => JSON.stringify([`file-${row}`]),
  'qualification.asked': json({
    questions: [{ question: 'q', options: ['a', 'b'], right: 1, why: 'w' }],
  }),
  'study_column.kind': ['carried', 'quality'],
  'study_column.cells': () => new Uint8Array(3),
  'study_join.cells': () => new Uint8Array(3),
  'study_join.mode_id': [null, 1],
  'study_source.asked': json({
    paths: ['p'],
    id: 'id',
    score: null,
    question: null,
    response: { system: 'a', column: 'r' },
    where: null,
  }),
  'study_source.files': json([]),
  'study_choice.cells': () => new Uint8Array(24),
  'item_levels.cells': (row) => new Uint8Array([row, 0, row, 0, row, 0]),
  'item_levels.first_item_id': [1],
  'pool_level.level': (row) => row,
  'job.kind': ['import'],
  'job.state': ['running', 'done'],
  'job.result': [null],
  'job.error': [null],
  'audit.details': json({}),
  'audit.study_id': [1, 2],
  // Lists of lengths that share no divisor, so that each meets each.
  'label.kind': ['score', 'answer', 'skip', 'clear', 'score', 'score', 'score'],
  'label.operation': ['submit', 'submit', 'undo'],
  'label.source': ['screen', 'screen', 'simulated', 'import', 'screen'],
  'label.estimate_visible': [0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0],
  'label.study_id': (row) => 1 + (((row * row) % 11) % 2),
  'label.duration_ms': (row) => (row % 13 === 0 ? 0 : 1000 - row),
  'label.client_key': (row) =>
    row % 17 === 0 ? `key ${row - 1}/criterion-2` : row % 19 === 0 ? `key ${row - 1}/against` : `key ${row}`,
  'response.text': (row) => (row % 5 === 2 || row === 1 ? null : `text ${row}`),
  'dataset_addition.item_count': [0],
  'label_field.value': json('said'),
  'label_field.label_id': [1, 2],
  'label_field.field': ['a', 'a', 'b', 'b'],
  'failure_mode_event.seen': json([{ studyId: 1, generation: 1, draws: 2 }]),
  'failure_mode_event.severity': ['low', null],
  'failure_look.label_id': [1, null],
  'endpoint.settings': (row) =>
    JSON.stringify({
      name: `name ${row}`,
      preset: 'custom',
      baseUrl: 'http://127.0.0.1:1/v1',
      model: 'm',
      keySource: 'none',
    }),
  'prompt.text': (row) =>
    JSON.stringify({
      ...{ name: `name ${row}`, kind: 'rating', instructions: 'i', item: 'i' },
      criteria: [
        { name: 'tone', definition: 'd', integer: true, scale: { min: 1, max: 5, direction: 'higher' } },
      ],
    }),
  'judge.settings': (row) => JSON.stringify({ name: `name ${row}`, promptId: 1, endpointId: 1 }),
  'llm_call.request': json({}),
  'llm_run.settings': json(settingsOfRun),
  'llm_run.progress': json({}),
  'llm_run.state': ['running', 'finished'],
  'llm_run_file.counts': json({ lines: 1, replies: 1, known: 0, failed: 0, foreign: 0, broken: 0 }),
  'llm_batch.state': ['open', 'collected'],
  'protocol_run.state': ['running', 'finished'],
  'protocol_run.model': json({ kind: 'recorded', system: 'a' }),
  'protocol_run.settings': json({ protocol: 'conversation' }),
  'protocol_run.scores': [null],
  'protocol_run.progress': json({
    calls: 1,
    callsReused: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: null,
  }),
  'protocol_run.protocol': ['conversation'],
  'protocol_conversation.item_ids': json([1]),
  'protocol_conversation.variant': json({}),
  'protocol_conversation.replies': json([]),
  'protocol_conversation.outcome': [null],
  'protocol_turn.content': (row) =>
    JSON.stringify({
      ...{
        kind: 'question',
        asked: `asked ${row}`,
        answer: `said ${row}`,
        note: '',
        isLeak: false,
        isInvalid: false,
      },
      ...{
        isAnswerable: true,
        isRefused: false,
        isRight: null,
        cell: 0,
        score: null,
        original: null,
        goldAnswers: [],
      },
    }),
  'protocol_prompt.part': ['user', 'evaluator'],
  'persona.text': (row) => JSON.stringify({ name: `name ${row}`, role: 'r', expectation: '', metrics: '' }),
  'protocol_prompt.text': (row) =>
    JSON.stringify({
      ...{ part: row % 2 ? 'user' : 'evaluator', name: `name ${row}` },
      ...{ instructions: 'i', message: 'm' },
    }),
  'judge_improvement.alpha': [0.05],
  'judge_improvement.practice': ['[1, 2]'],
  'judge_finding.kind': ['failure', 'judge-right', 'rule-missing'],
  'judge_check.figures': json(madeFigures),
  'judge_verdict.outcome': ['scored', 'failed', 'scored'],
  'judge_verdict.flag': [null, 'close'],
  'answer_validation.kind': ['verdict'],
  'answer_validation.operation': ['submit'],
  'item.group_key': ['g', 'h', null],
  'item.context': [null, 'passage', ''],
  'question_kind.kind': ['fits', null, 'unresolved'],
  'question_kind.cause': [null, null, 'open-question'],
  'item_mark.later_rank': [null, 1, 2],
  'item_mark.note': ['', 'n'],
  'answer_validation.answerability': ['answerable'],
  'answer_validation.correct': [1],
  'answer_validation.refers_to': [null],
  'answer_validation.span_kind': [null],
  'answer_validation.span_start': [null],
  'answer_validation.span_end': [null],
  'answer_validation.span_text': [null],
  'validated_run.validators': [1, 2],
  'study_plan.kind': ['labels', 'once', 'mended'],
  'study_plan.labels': [3, 4, null],
  'study_plan.approximate': [0, 1, 0],
  ...Object.fromEntries(
    ['request', 'populations', 'methods', 'rows'].map((name) => [`lab_run.${name}`, json([])]),
  ),
  'invitation.enrolled_at': [null, 'at 1'],
  'invitation.revoked_at': [null],
  'visit.ended_at': [null],
  'visit.invitation_id': [1, 2],
  'team_message.by_lead': [0, 1],
  'label_guidelines.version': ['version 1', 'version 2', 'version 3'],
  'reused_label.label_id': (row) => row,
  'reused_label.from_label_id': (row) => row + 1,
  'series.alerted_at': [null],
  'series_release.again_share': [null, 0.5],
  'signal.criterion': ['', 'tone'],
  'annotator.color': [null],
  'annotator.initials': [null],
  'annotator.simulated': [0],
  'study.betting_rule': [2, 3],
  'study.value_steps': [null, 4],
  'study.draw_rule': [1, 2],
  'study.generation': [1, 2],
  'study.direction': ['higher'],
  'study.overlap': [1],
};

/** Columns of 0 and 1. */
const flags = new Set(
  'declared all_integers flagged built_in simulated shuffle estimate_visible answer_seen correct passed chained search_ready by_lead is_dropped'.split(
    ' ',
  ),
);

const list = (values: readonly (string | number | null)[], row: number) => values[(row - 1) % values.length]!;

/** One of what a check of the table lets through. */
const allowedIn = (sql: string, column: string): string[] | undefined =>
  new RegExp(`\\b${column} IN \\(('[^)]*')\\)`)
    .exec(sql)?.[1]
    ?.split(', ')
    .map((word) => word.slice(1, -1));

function valueFor(table: { name: string; sql: string }, column: TableColumn, row: number) {
  const own = valuesOf[`${table.name}.${column.name}`];
  if (typeof own === 'function') return own(row);
  const values = own ?? allowedIn(table.sql, column.name) ?? (flags.has(column.name) ? [0, 1] : undefined);
  if (values) return list(values, row);
  if (column.type === 'INTEGER' && /_id$/.test(column.name)) return list([1, 2], row);
  if (column.type === 'TEXT') return `${column.name} ${row}`;
  return column.type === 'REAL' ? row / 2 : column.type === 'BLOB' ? new Uint8Array(8) : row;
}

/** What a check demands of columns together. */
function mended(table: string, row: Record<string, unknown>, number: number): Row {
  if (table === 'label' || table === 'adjudication') {
    const { kind } = row;
    Object.assign(row, {
      value: kind === 'score' ? 1 + (number % 5) : null,
      answers: kind === 'answer' ? '[["so"]]' : null,
      reason: kind === 'skip' ? 'unclear' : null,
    });
  }
  if (table === 'judge_verdict' && row.outcome !== 'scored') row.value = null;
  return row as Row;
}

function combinations(of: Readonly<Record<string, readonly (string | number)[]>>): Row[] {
  return Object.entries(of).reduce<Row[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
}

export function makeProject(): WritableDb {
  const db = new Database(':memory:');
  for (const { up } of migrations) up(db as unknown as WritableDb);
  db.pragma('foreign_keys = OFF');
  const objects = db.prepare("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'");
  const all = objects.all() as { type: string; name: string; sql: string }[];
  // What the product never changes is taken away here, to see who reads it.
  for (const { name } of all.filter(({ type }) => type === 'trigger')) db.exec(`DROP TRIGGER ${name}`);
  const left = /^(project|file_state|item_search.*)$/;
  for (const table of all.filter(({ type, name }) => type === 'table' && !left.test(name))) {
    const columns = db.pragma(`table_xinfo(${table.name})`) as TableColumn[];
    const stored = columns.filter(({ hidden }) => hidden === 0);
    const usual = Object.entries(varied).filter(
      ([name]) => stored.some((column) => column.name === name) && !valuesOf[`${table.name}.${name}`],
    );
    const each = combinations(variedIn[table.name] ?? Object.fromEntries(usual));
    // Several of each where there are few, and two words of each key; what may stand once alone is left out.
    const times = each.length < 4 ? 3 : table.name === 'label' ? 2 : 1;
    const rows = Array.from({ length: times }, () => each).flat();
    const put = db.prepare(
      `INSERT OR IGNORE INTO ${table.name} (${stored.map(({ name }) => name).join()}) VALUES (${stored.map(() => '?').join()})`,
    );
    rows.forEach((given, i) => {
      const row: Record<string, unknown> = {};
      for (const column of stored)
        row[column.name] = column.name in given ? given[column.name] : valueFor(table, column, i + 1);
      const made = mended(table.name, row, i + 1);
      put.run(...stored.map(({ name }) => made[name]));
    });
  }
  // The values that are made by chance.
  db.prepare(`UPDATE project SET value = 'a key' WHERE key GLOB '*_key'`).run();
  return db as unknown as WritableDb;
}

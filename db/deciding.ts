/*
 * Everything that an estimate, a claim, a gate, a series or a report reads, by table and column, and what tells that another
 * program changed it. A column that is not on this list fails a test; so does one that moves a number and is not named.
 */

import { runBindings } from './migrations/0851-run-bindings.ts';
import { textBindings } from './migrations/0960-text-bindings.ts';
import { labelCircumstances } from './migrations/0970-label-circumstances.ts';

/** Rows are added up by column (`binding.ts`), and each change is written to the audit trail in the same transaction. */
interface BoundTable {
  readonly by: 'binding';
  /** The column that says which study, or which run, a row is of; null where rows are of the whole project. */
  readonly study: string | null;
  /** The table of the runs or data sets that the column names in place of studies. */
  readonly owner?: OwnerTable;
  /** What tells one row from another. */
  readonly key: readonly string[];
  /** The other columns that decide. */
  readonly columns: readonly string[];
  /** Columns that move no number, such as counters of the search index. */
  readonly idle?: readonly string[];
  /**
   * The column with the item: rows of items that are drawn are added up by column. Pools may have millions, so that only `verify` adds up
   * all rows, drawn or not, by data set (`TABLE_rows`).
   */
  readonly drawnItem?: string;
  /** Rows hold long texts: where there are very many, only `verify` reads or counts them. */
  readonly isText?: boolean;
  /**
   * May have millions of rows: one hash for each, and only `verify` adds up more than some ten thousand anew; else they are counted.
   * A column comes into its list at the end, and only with the migration that adds it: rows of earlier versions are hashed without it.
   */
  readonly isLarge?: boolean;
  /** The format from which on it is bound, where bound projects were written before; rows of those are taken in when they are migrated. */
  readonly since?: number;
}

/** Where runs and data sets are listed; a reply names runs of protocols by numbers below 0. */
export type OwnerTable = 'protocol_run' | 'llm_run' | 'dataset';

/** Columns that another hash covers, or that move no number; `why` says which. */
interface UnboundTable {
  readonly by: 'chain' | 'frozen' | 'idle';
  readonly columns: readonly string[];
  readonly why: string;
}

const list = (names: string): readonly string[] => names.split(' ').filter((name) => name !== '');

const bound = (
  study: string | null,
  key: string,
  columns: string,
  {
    idle: moved,
    ...more
  }: Pick<BoundTable, 'drawnItem' | 'isLarge' | 'isText' | 'owner' | 'since'> & {
    readonly idle?: string;
  } = {},
): BoundTable => ({
  by: 'binding',
  study,
  key: list(key),
  columns: list(columns),
  ...more,
  ...(moved !== undefined && { idle: list(moved) }),
});

/** Results that are bound since runs are. */
const boundSince = { since: runBindings.version };
const ofProtocol = { ...boundSince, owner: 'protocol_run' } as const;
const ofModels = { ...boundSince, owner: 'llm_run' } as const;
/** Texts, pictures and replies that no number rests on yet. */
const textsSince = { since: textBindings.version };
const ofAllRows = { ...textsSince, isLarge: true, isText: true } as const;

/** What was bound later than the rest, with the format from which on it is. */
export const boundLater = [
  { ...boundSince, what: 'Runs of protocols and judges, and back-tests' },
  {
    ...textsSince,
    what: 'Texts of items that no study drew, pictures, guidelines and raw replies of models',
  },
  {
    since: labelCircumstances.version,
    what: 'How long answers took by the clock of the portal, and under which guidelines they were given',
  },
] as const;

const unbound =
  (by: UnboundTable['by']) =>
  (columns: string, why: string): UnboundTable => ({ by, columns: list(columns), why });
const chained = unbound('chain');
const frozen = unbound('frozen');
const idle = unbound('idle');

const rowsOfChain = 'each row has a link in the chain, over all its columns';

export const tables: Readonly<Record<string, BoundTable | UnboundTable>> = {
  label: chained(
    'id client_key item_id system_id criterion_id instrument annotator_id study_id kind value answers reason operation refers_to supersedes source estimate_visible duration_ms created_at',
    rowsOfChain,
  ),
  label_field: chained('label_id field value', rowsOfChain),
  adjudication: chained(
    'id client_key item_id system_id criterion_id instrument annotator_id study_id kind value answers reason note created_at',
    rowsOfChain,
  ),
  answer_validation: chained(
    'id client_key run_id position turn annotator_id kind answerability correct span_kind span_start span_end span_text answer_seen operation refers_to duration_ms created_at',
    rowsOfChain,
  ),
  audit: chained('id at action study_id details', rowsOfChain),
  label_door: chained('label_id door_ms', rowsOfChain),
  label_guidelines: chained('label_id version', rowsOfChain),
  failure_mode_event: chained(
    'id client_key mode_id kind name definition example counterexample severity fixed_in retired changes_meaning other_mode_id annotator_id seen created_at',
    rowsOfChain,
  ),
  failure_look: chained(
    'id client_key study_id item_id system_id mode_id annotator_id by_annotator_id label_id present meaning source created_at',
    rowsOfChain,
  ),
  word_chain: chained('id part row_id field sha256', 'it is the chain'),
  binding: chained('table_name study_id row_count sums', 'the audit trail repeats it'),

  study: bound(
    'id',
    'id',
    `name dataset_id system_id criterion_id measure surrogate preset alpha scale_min scale_max direction population_size
     missing_surrogate pool_summary signal_hash reference_evaluation form question guidelines batch_ref generation created_at
     against_id shared_items side_seed overlap final_rule shuffle fields betting_rule ranking_id draw_rule value_steps`.replaceAll(
      /\s+/g,
      ' ',
    ),
  ),
  draw_run: bound('study_id', 'study_id generation', 'seed labels_before created_at'),
  draw: bound(
    'study_id',
    'study_id generation draw_order',
    'item_id pool_position surrogate_value probability ref',
  ),
  own_order_draw: bound('study_id', 'study_id generation', ''),
  study_goal: bound('study_id', 'study_id', 'target_half_width threshold budget least_difference parts'),
  study_plan: bound('study_id', 'id', 'study_id generation draws_before kind labels created_at approximate'),
  study_member: bound('study_id', 'study_id annotator_id', ''),
  study_first_phase: bound('study_id', 'study_id', 'population_size seed cut alpha'),
  study_source: bound('study_id', 'study_id', 'engine asked files query missing_level fingerprint read_at'),
  exclusion: bound('study_id', 'study_id annotator_id', 'reason excluded_at'),
  quality_plan: bound('study_id', 'study_id', 'plan seed'),
  check_item: bound('study_id', 'study_id item_id', 'expected tolerance instruction'),
  practice_round: bound('study_id', 'study_id round', 'batch_ref seed target_alpha created_at'),
  practice_item: bound('study_id', 'study_id round position', 'item_id pool_position ref'),
  practice_left: bound('study_id', 'study_id annotator_id', 'left_at'),
  practice_passed: bound('study_id', 'study_id', 'round opened_by krippendorff_alpha reason passed_at'),
  series: bound(null, 'id', 'name created_at least_drop alerted_at'),
  series_release: bound(
    'study_id',
    'study_id',
    'series_id position before_study_id planned_pairs window_labels again_share',
  ),
  ranking: bound(null, 'id', 'name alpha batch_ref created_at top chained instrument page_key level_rule'),
  reused_label: bound(null, 'label_id', 'from_label_id'),
  first_phase: bound(null, 'dataset_id', 'population_size items seed cut origin taken_at'),
  dataset: bound(
    null,
    'id',
    'name source_file format content_hash first_item_id item_count items_with_context items_with_references group_count imported_at',
    { idle: 'search_ready' },
  ),
  dataset_addition: bound(
    null,
    'dataset_id position',
    'source_file format content_hash first_item_id item_count added_at',
  ),
  dataset_system: bound(null, 'dataset_id system_id', 'items'),
  system: bound(null, 'id', 'name'),
  criterion: bound(null, 'id', 'dataset_id name kind scale_min scale_max direction declared all_integers'),
  signal: bound(null, 'id', 'dataset_id kind name criterion scale_min scale_max direction declared'),
  same_criterion: bound(null, 'dataset_id judged', 'criterion'),
  annotator: bound(null, 'id', 'name simulated color initials'),
  judge_improvement: bound(
    null,
    'id',
    'dataset_id system_id criterion study_id seed alpha practice created_at',
  ),
  judge_check: bound(null, 'id', 'improvement_id number judge_id figures created_at'),
  judge_finding: idle(
    'id improvement_id kind judge_id item_id words annotator_id created_at',
    'what people say of disagreements',
  ),
  judge: bound(null, 'id', 'name version prompt_id endpoint_id settings hash created_at'),
  prompt: bound(null, 'id', 'name version text hash built_in created_at'),
  item: bound(null, 'id', 'dataset_id external_id group_key conversation context reference_answers meta', {
    drawnItem: 'id',
  }),
  response: bound(null, 'item_id system_id turn', 'text token_log_probabilities', { drawnItem: 'item_id' }),
  human_score: bound(null, 'criterion_id system_id item_id', 'mean votes', { isLarge: true }),
  machine_score: bound(null, 'signal_id system_id item_id', 'value', { isLarge: true }),
  score_repeat: bound(null, 'signal_id system_id item_id', 'value_list', { isLarge: true }),

  protocol_run: bound(
    'id',
    'id',
    'protocol title state dataset_id model system_name settings scores progress message created_at finished_at',
    { ...ofProtocol, idle: 'concurrency spending_limit call_limit calls_sent job_id' },
  ),
  protocol_conversation: bound(
    'run_id',
    'run_id position',
    'item_id item_ids group_key variant state score outcome flagged message replies',
    ofProtocol,
  ),
  protocol_turn: bound('run_id', 'run_id position turn', 'content', { ...ofProtocol, isLarge: true }),
  protocol_reply: bound('run_id', 'run_id hash', 'reply', { ...ofProtocol, isLarge: true }),
  question_kind: bound('run_id', 'id', 'run_id position turn annotator_id kind created_at cause', ofProtocol),
  validated_run: bound('run_id', 'run_id', 'secret validators opened_at', ofProtocol),
  qualification: bound('run_id', 'run_id role', 'asked hash created_at', ofProtocol),
  qualification_try: bound(
    'run_id',
    'id',
    'run_id role hash annotator_id right_answers passed created_at',
    ofProtocol,
  ),
  persona: bound(null, 'id', 'name version text hash created_at', boundSince),
  protocol_prompt: bound(null, 'id', 'part name version text hash created_at', boundSince),
  llm_run: bound(
    'id',
    'id',
    'kind title state judge_id endpoint_id model dataset_id system_id against_id settings progress message created_at finished_at',
    { ...ofModels, idle: 'spending_limit call_limit calls_sent' },
  ),
  llm_run_item: bound('run_id', 'run_id position', 'item_id', { ...ofModels, isLarge: true }),
  llm_run_file: bound('run_id', 'id', 'run_id way name hash counts created_at', ofModels),
  judge_verdict: bound(
    'run_id',
    'run_id item_id criterion repeat_index swapped',
    'outcome value reason flag call_hash',
    { ...ofModels, isLarge: true },
  ),
  llm_call: bound(
    'run_id',
    'id',
    'hash run_id request reply input_tokens output_tokens milliseconds created_at',
    {
      ...ofAllRows,
      owner: 'llm_run',
    },
  ),
  picture: bound(null, 'dataset_id sha256', 'media width height bytes', ofAllRows),
  guidelines_text: bound(null, 'version', 'text', textsSince),
  lab_run: bound(
    null,
    'id',
    'dataset_name measure_name request populations methods rows seconds created_at',
    boundSince,
  ),

  pool_level: bound('study_id', 'study_id level', 'n'),
  item_levels: bound('study_id', 'study_id', 'first_item_id cells'),
  source_row: bound('study_id', 'study_id position', 'item_id level'),
  study_column: bound('study_id', 'study_id position', 'id name kind penalty slope unit cells'),
  study_join: bound(
    'study_id',
    'id',
    'study_id generation mode_id draws_before signal name penalty slope unit cells sha256 joined_by created_at',
  ),
  study_choice: bound('study_id', 'study_id', 'uncertainty disagreement cells'),
  study_pool: frozen(
    'study_id position item_id surrogate_value',
    'the signal hash of its study takes it in, and draws are made again from it',
  ),

  assignment: idle('study_id annotator_id item_id position', 'who is shown which item next'),
  check_dealt: idle(
    'study_id annotator_id item_id after_items before_study_id before_item_id is_dropped',
    'which checks were shown already',
  ),
  exclusion_shown: idle('study_id annotator_id', 'whose page shows that they were excluded'),
  consent: idle('study_id annotator_id version given_at', 'what people agreed to'),
  dealt_study: idle('study_id lease_minutes', 'how long an item is lent'),
  door_validation: idle('study_id run_id', 'which run a link leads to'),
  endpoint: idle('id name settings created_at', 'where a language model is asked'),
  found_failure: idle(
    'id dataset_id item_id kind words source',
    'what a file brought of failures: nobody drew it, so that it is in no share',
  ),
  failure_opened: idle(
    'study_id generation draws',
    'what of it a clock rests on is in the events, which are chained',
  ),
  file_state: idle('id base state', 'which -wal belongs to the file'),
  guideline_reading: idle('study_id annotator_id version read_at', 'who has read the guidelines'),
  invitation: idle(
    'id study_id annotator_id token_hash created_at expires_at enrolled_at revoked_at',
    'who may come in',
  ),
  item_flag: idle('item_id flagged_at', 'items to find again'),
  item_mark: idle(
    'study_id item_id annotator_id later_rank flagged note draft later_after',
    'working state of an annotator',
  ),
  job: idle('id kind title state result error started_at finished_at', 'how work went'),
  lease: idle('study_id annotator_id item_id until', 'who works on what'),
  llm_batch: idle('id run_id content_hash remote_id state created_at', 'how work went'),
  pool_source: idle('name paths table_name password_env added_at', 'names to choose from'),
  project: idle('key value', 'facts that are shown'),
  pseudo_label: idle('surrogate_id item_id turn text', 'what a pool was made from, which is frozen'),
  surrogate: idle('id dataset_id kind version', 'what a pool was made from, which is frozen'),
  team_message: idle(
    'id study_id annotator_id item_id by_lead text client_key written_at',
    'what people wrote',
  ),
  team_message_reading: idle('study_id annotator_id message_id read_at', 'who has read what'),
  visit: idle(
    'id invitation_id annotator_id cookie_hash begun_at expires_at seen_at ended_at',
    'who is there',
  ),
};

/** A bound table by the name that its sums go by, and the table of the file that its rows stand in. */
export type NamedTable = BoundTable & {
  readonly name: string;
  readonly stored: string;
  /** Each column has a sum, though rows may be millions. */
  readonly byColumn?: boolean;
  /** The column with the item whose data set a row belongs to. */
  readonly datasetOf?: string;
  /** The format from which on other sums stand in its place. */
  readonly until?: number;
};

/** Of a table that is added up where items are drawn: the sums of all its rows. */
function allRowsOf({ drawnItem, ...table }: NamedTable): NamedTable[] {
  if (drawnItem === undefined) return [];
  const { stored, columns } = table;
  const isOfDataset = columns.includes('dataset_id');
  return [
    { ...table, ...ofAllRows, name: `${stored}_all`, until: labelCircumstances.version },
    {
      ...table,
      ...ofAllRows,
      ...{ name: `${stored}_rows`, since: labelCircumstances.version, byColumn: true, owner: 'dataset' },
      ...(isOfDataset ? { study: 'dataset_id' } : { datasetOf: drawnItem }),
    },
  ];
}

/** What is added up, by name; what only earlier formats had is among it. */
export const boundTables: readonly NamedTable[] = Object.entries(tables).flatMap(([name, table]) => {
  if (table.by !== 'binding') return [];
  const named = { name, stored: name, ...table };
  return [named, ...allRowsOf(named)];
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { migrations } from '../../db/migrations-list.ts';
import type { WritableDb } from '../../db/types.ts';

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, 'db', 'migrations');
export const documentFile = path.join(root, 'docs', 'project-file.md');

/** What tables hold whose migration begins with something else: a migration never changes, not even in its words. */
const purposes: Readonly<Record<string, string>> = {
  adjudication: 'decisions on items whose annotators disagree; the newest row of a key holds',
  annotator: 'people who label: name, initials, color',
  answer_validation: 'what validators say of answers, step by step',
  assignment: 'which items are whose, and in what order',
  binding: 'sums of hashes over what decides numbers, by table, study and column',
  current_decision: 'view: the newest decision of each key, unless it was taken back',
  current_word: 'view: the newest label of each key, unless it was cleared',
  audit: 'every act that may matter to a reader of the result; append-only',
  criterion: 'what people rated, with its range and direction',
  dataset: 'one imported file: where it came from, its hash, how many items',
  dealt_study: 'studies whose items go one by one to the next annotator who asks',
  draw: 'the order of a draw, with the probability of each item',
  draw_run: 'each draw of a study: its seed, and how many labels there were before it',
  endpoint: 'language model servers, without keys',
  file_state: 'which state the file is in, and on which one the changes beside it build',
  item: 'questions with their context, or conversations',
  item_flag: 'items of a data set that somebody flagged to find them again',
  item_search: 'index of words for the search in conversations',
  item_mark: 'flags, notes, drafts and snoozes of an annotator; no labels',
  item_levels: 'the level of each item of a large pool, in two bytes',
  job: 'imports, draws and other long work, with their outcome',
  judge: 'a prompt at an endpoint, with its settings',
  lab_run: 'a back-test of the Lab: what was asked and what came out',
  label: 'what people said, never changed: the newest row of a key holds',
  label_door: "how long an answer took by the clock of the annotators' portal",
  label_field: 'answers to further questions of a form',
  llm_call: 'replies of models, by the SHA-256 of the request',
  llm_run: 'runs of judges and generations',
  machine_score: 'values of a signal, by system and item',
  persona: 'personas of IQA-EVAL, version by version',
  picture: 'a picture or recording as its file had it, known by the SHA-256 of its bytes',
  pool_source: 'where rows that were not imported lie, without passwords',
  practice_item: 'the items of a round of practice, in order',
  practice_passed: 'how the batch was opened after practice',
  project: 'name, origin and other facts of the project',
  prompt: 'prompts of judges, version by version',
  protocol_prompt: 'what models are asked for their parts, version by version',
  protocol_run: 'runs of protocols, with their settings and scores',
  protocol_turn: 'turns of the conversations of a run',
  pseudo_label: 'texts that a surrogate guessed',
  qualification: 'questions that people pass before they ask or validate',
  quality_plan: 'checks, consent and qualification of annotators who come by a link, as JSON',
  response: 'what each system answered',
  series_release: 'releases of a series, in order',
  signal: 'a judge or metric whose scores came with the data, with its range and direction',
  spoken_word: 'view: what every annotator says at present, with the further answers',
  study: 'one question about a system or about the difference of two: measure, scale, design, form',
  study_column: 'the frozen signals of a study, standardized over the pool',
  study_first_phase: 'what a study says of the larger pool that its own is a part of',
  study_goal: 'what a study is labeled for: width, threshold, budget',
  study_member: 'who labels a study; a study without members is open to anyone',
  study_join:
    'the signals that joined a study while it was labeled, as they were frozen then; rows are only added',
  study_plan: 'the number of labels that the interval is planned for; rows are only added',
  study_pool: 'the frozen surrogate value of each item',
  study_source: 'the source of a study whose pool was not imported: files, columns, condition, fingerprint',
  score_repeat: 'the single values of a machine score that an item has several times, such as epochs',
  system: 'the systems under test, by name',
  team_message: 'messages between the lead of a study and annotators',
  validated_run: 'runs whose answers are validated by further people',
  word_chain: 'one hash for each label, decision, validation and act, over the one before',
};

/** The comment above each statement that makes or widens a table, by table, in the order of the migrations. */
function commentsByTable(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of readdirSync(folder).sort()) {
    const source = readFileSync(path.join(folder, name), 'utf8');
    const statements = source.matchAll(
      /((?:^--.*\n)*)^(?:CREATE (?:VIRTUAL )?|ALTER )(?:TABLE|VIEW) (\w+)/gm,
    );
    for (const [, comment = '', table = ''] of statements) {
      const words = comment.replaceAll(/^-- ?/gm, '').replaceAll(/\s+/g, ' ').trim();
      if (words !== '') found.set(table, [...(found.get(table) ?? []), words]);
    }
  }
  return found;
}

const firstSentence = (text: string): string => text.split(/(?<=[.;])\s/)[0]!.replace(/[.;]$/, '');

/** The tables and views of the newest schema as Markdown: what each holds. */
export function schemaDocument(): string {
  const db = new Database(':memory:') as WritableDb;
  for (const { up } of migrations) up(db);
  const comments = commentsByTable();
  const tables = db
    .prepare(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type IN ('table', 'virtual', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all() as string[];
  const rows = tables.map((table) => {
    const words = purposes[table] ?? firstSentence(comments.get(table)?.[0] ?? '');
    if (words === '') throw new Error(`docs: nothing says what ${table} holds`);
    return `| \`${table}\` | ${words.replaceAll('|', '\\|')} |`;
  });
  db.close();
  return ['| Table | Holds |', '|---|---|', ...rows].join('\n');
}

const [start, end] = ['<!-- tables: made by `node test/db/schema-doc.ts` -->', '<!-- end of tables -->'];

/** The document with its tables brought up to date. */
export function upToDate(document: string): string {
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs: the marks of the tables are missing');
  return `${before}${start}\n\n${schemaDocument()}\n\n${end}${after}`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(documentFile, upToDate(readFileSync(documentFile, 'utf8')));
}

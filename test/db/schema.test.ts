import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { languageModels } from '../../db/migrations/0050-language-models.ts';
import { labRuns } from '../../db/migrations/0070-lab-runs.ts';
import { migrate, migrations } from '../../db/migrations-list.ts';
import { applicationId, createProject, openProject } from '../../db/open.ts';
import { emptyProject, schemaFaults } from '../../db/schema.ts';
import type { WritableDb } from '../../db/types.ts';
import { temporaryFolder } from '../core/support/test-engine.ts';

const now = '2026-01-02T03:04:05.678Z';

/** A project file as an Assay made it that knew these migrations, some of them as they were then. */
function fileOf(steps: readonly { version: number; up: (db: WritableDb) => void }[]): string {
  const file = path.join(temporaryFolder(), 'p.assay');
  const db = new Database(file) as unknown as WritableDb;
  db.pragma('synchronous = OFF');
  db.pragma('journal_mode = WAL');
  db.pragma(`application_id = ${applicationId}`);
  for (const { version, up } of steps) {
    up(db);
    db.pragma(`user_version = ${version}`);
  }
  db.close();
  return file;
}

const change = (file: string, sql: string) => {
  const db = new Database(file);
  db.exec(sql);
  db.close();
};

const upTo = (version: number) => migrations.filter((one) => one.version <= version);

/** A project that takes one step after another, and copies of it on the way: each step runs once. */
const growing = new Database(':memory:') as unknown as WritableDb;
let grown = 0;
function madeBy(version: number): WritableDb {
  for (const { up } of upTo(version).slice(grown)) up(growing);
  grown = upTo(version).length;
  const copy = new Database(growing.serialize()) as unknown as WritableDb;
  copy.pragma(`user_version = ${version}`);
  return copy;
}

/** 0050 as it was first committed: calls did not say which run asked for them. */
const firstLanguageModels = {
  version: 50,
  up: (db: WritableDb) => {
    languageModels.up(db);
    const trigger = db.prepare(
      `SELECT sql FROM sqlite_schema WHERE tbl_name = 'llm_call' AND type = 'trigger'`,
    );
    const sql = trigger.pluck().get() as string;
    db.exec(`DROP TABLE llm_call; ${firstCalls} ${sql};`);
  },
};

const firstCalls = `CREATE TABLE llm_call (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  request TEXT NOT NULL,
  reply TEXT NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  milliseconds INTEGER,
  created_at TEXT NOT NULL
) STRICT;`;

describe('files of every earlier version open, and have what a new project has', () => {
  test('the first one as it lies', () => {
    const project = openProject(fileOf(upTo(10)), now);
    expect(schemaFaults(project.db)).toEqual([]);
    project.close();
  });

  test.each(migrations.map(({ version }) => version))('version %i', (version) => {
    const db = madeBy(version);
    migrate(db, path.join(temporaryFolder(), 'p.assay'), now);
    expect(schemaFaults(db)).toEqual([]);
    db.close();
  });

  test.each([50, 90, 100, 110, 120])('version %i, made with 0050 as it was first committed', (version) => {
    const file = fileOf(upTo(version).map((one) => (one.version === 50 ? firstLanguageModels : one)));
    change(
      file,
      `INSERT INTO llm_call (hash, request, reply, created_at) VALUES ('h', '{}', 'kept reply', '2026')`,
    );
    const project = openProject(file, now);
    expect(schemaFaults(project.db)).toEqual([]);
    expect(project.db.prepare('SELECT run_id, reply FROM llm_call').all()).toEqual([
      { run_id: 0, reply: 'kept reply' },
    ]);
    expect(() => project.db.exec(`UPDATE llm_call SET reply = ''`)).toThrow(/never changed/);
    project.close();
  });

  test.each([90, 120])('version %i, made before 0070 came below 0090', (version) => {
    const file = fileOf(upTo(version).filter((one) => one !== labRuns));
    const project = openProject(file, now);
    expect(schemaFaults(project.db)).toEqual([]);
    expect(project.db.prepare('SELECT COUNT(*) FROM lab_run').pluck().get()).toBe(0);
    project.close();
  });

  test('columns, indexes and triggers that a step of those days lacked are added, once', () => {
    const file = fileOf(upTo(120));
    change(
      file,
      `ALTER TABLE study DROP COLUMN side_seed;
       ALTER TABLE study DROP COLUMN against_id;
       DROP INDEX label_by_study;
       DROP TRIGGER adjudication_is_never_deleted;`,
    );
    for (let time = 0; time < 2; time++) {
      const project = openProject(file, now);
      expect(schemaFaults(project.db)).toEqual([]);
      project.close();
    }
  });
});

describe('a project that is not as Assay stores it', () => {
  test.each([
    ['lacks its labels', 'DROP TABLE label', /table label is missing/],
    [
      'lacks a table that a later version brought',
      'DROP TABLE adjudication',
      /table adjudication is missing/,
    ],
    ['lacks a column', 'ALTER TABLE item DROP COLUMN meta', /column item.meta is missing/],
    ['lacks a trigger', 'DROP TRIGGER label_is_never_updated', /trigger label_is_never_updated is missing/],
    ['lacks an index', 'DROP INDEX label_by_key', /index label_by_key is missing/],
    ['lacks a view', 'DROP VIEW current_word', /view current_word is missing/],
    [
      'has another view of what people say',
      "DROP VIEW current_word; CREATE VIEW current_word AS SELECT * FROM label WHERE kind <> 'clear'",
      /view current_word is not as Assay/,
    ],
    [
      'has a trigger of another program',
      'CREATE TRIGGER t AFTER INSERT ON label BEGIN SELECT 1; END',
      /trigger t is not Assay/,
    ],
    [
      'has a table of another kind',
      'DROP TABLE job; CREATE TABLE job (id TEXT)',
      /table job is not as Assay/,
    ],
  ])('%s: that is said, with the mend', (_, sql, words) => {
    const file = path.join(temporaryFolder(), 'p.assay');
    createProject(file, 'P', now).close();
    change(file, `PRAGMA foreign_keys = OFF; ${sql}`);
    expect(() => openProject(file, now)).toThrow(
      expect.objectContaining({
        code: 'PROJECT_DAMAGED',
        message: expect.stringMatching(words) as string,
        details: { file, remedy: expect.stringMatching(/backup/) as string },
      }) as Error,
    );
  });

  test('refuses other values than it should: that is said', () => {
    const file = path.join(temporaryFolder(), 'p.assay');
    createProject(file, 'P', now).close();
    const text = readFileSync(file, 'latin1');
    writeFileSync(file, text.replaceAll("'skip', 'clear'", "'skip', 'c|ear'"), 'latin1');
    expect(() => openProject(file, now)).toThrow(/conditions of (label|adjudication) is not as Assay/);
  });

  test('computes a column otherwise than it should: that is said', () => {
    const file = path.join(temporaryFolder(), 'p.assay');
    createProject(file, 'P', now).close();
    const text = readFileSync(file, 'latin1');
    writeFileSync(file, text.replaceAll("= 'practice:'", "= 'other-do:'"), 'latin1');
    expect(() => openProject(file, now)).toThrow(/conditions of label is not as Assay/);
  });

  test('labels that an old file lost are not made up by the repair', () => {
    const file = fileOf(upTo(120));
    change(file, 'PRAGMA foreign_keys = OFF; DROP TABLE label');
    expect(() => openProject(file, now)).toThrow(expect.objectContaining({ code: 'PROJECT_DAMAGED' }));
  });

  test('tables, views and statistics of other programs do no harm', () => {
    const file = path.join(temporaryFolder(), 'p.assay');
    createProject(file, 'P', now).close();
    change(file, 'CREATE TABLE mine (x); CREATE VIEW v AS SELECT 1; ANALYZE');
    openProject(file, now).close();
  });
});

/** SHA-256 of each migration, taken when it was committed. A stored project is forever: none changes again. */
const committed: Record<string, string> = {
  '0010-initial-schema.ts': '1b9db5d8bbb1d01978aa4413418b0a84a4c1762b1a849ae8b4615635c05910c6',
  '0020-search-index.ts': '83a6549b6f2e355d69248121a4fc680d3d210c02dc663e747f2d2d1056e8574e',
  '0030-study-goals.ts': '089e351d7d15d9f1828c00e3790168a294b24e15e7b81b4873d563615329c242',
  '0040-two-systems.ts': '6ec9a34554c3acf7bfd401056d6ae45edcd5f4ebf17fdc45dd67bc4a0a0ee75e',
  '0050-language-models.ts': '3893d90f97567943143974af105d070cd3d025c426f9357cd7fc9d551ad83220',
  '0070-lab-runs.ts': '84214a6cde22b44276586e1ebd9e9969cad5ae3c1bea4cb3052d945d837582ab',
  '0090-protocol-runs.ts': '82f3c2aab8c54aba8797f7d663def5d94b3b404a518fb4a3e57a687c0f621f1c',
  '0100-teams.ts': 'e1dc2e6297994285a42cd6cf76a3451c6366c6bc31c1e5acf8d53de14c6c3176',
  '0110-answer-validation.ts': 'd1e6d0f3d31603a8476d8bdc6b81d6270d1552d842f02ed6eb6e784ba39e6a27',
  '0120-personas.ts': '9adafae43eb27e535ef9d2f7e4a2b45e0319290028d8dca5808ad62900d36058',
  '0130-file-state.ts': 'f76c891053fa45d53efe0e0eb8aef367aec8fcd040086f1ffa2006b7e6210928',
  '0150-word-chain.ts': '4f97c5cdad445fe894668ab70f9b3e9b95f8eeab1b8eec2325805ac85374d7da',
  '0160-sittings.ts': '90bae988dfa24fbfc19cd051dea27267b58d4c41c6f4101bda127ec5aab269aa',
  '0180-words.ts': '9258886b87fd365968f3cd95d00887dbb4a7a6d0386bc1f2807fb9769698fdea',
  '0190-study-columns.ts': '1d5457760bdf11e56569ff0a02e2b10a6150fabef4e097f99f9efded909c8452',
  '0200-plans.ts': '570423360e7b055098a9f01eede24d7a0713d601c66e35c82bc73b7509be0c7a',
  '0210-goal-parts.ts': 'e05ae247f0c6c427abead9017b3a33b985058d6f70dd1a5f82ccbb84f2db966b',
  '0220-rankings.ts': '8280c35469f4fc5905a2ae0e6eb1e125de896c273d9f196baf1d0e74afba06e9',
  '0240-item-flags.ts': '36c16c365b9a963b16189fdf2ddd8e3dda987cbc2b856d7d45a3f77b7b27e427',
  '0245-ranking-goals.ts': '26aef83b4689d228945fa7cb04daa22e133f9e798697572de822afbc51f5e94a',
  '0250-draw-rule.ts': '026ec3d4b9cc9257d3a2ce5e9b3da1ed68208051e873186ca5b973634bfd7e37',
  '0251-pool-sources.ts': '740af45715241e3d6d34ebb20af720ccbaad02e935cedb9469a8e59b59b3608b',
  '0260-team-door.ts': '3f38124e7be783d147081e4fac7fa103f86ed80d0f256bfed4018d59312f4356',
  '0261-dealing.ts': 'ef8e98eff260f136b16628a00b1b7af20078fcccd818fb61167b030b13747650',
  '0262-guideline-readings.ts': '713a21effe14a42f7e792cfb5b1231c98888959f8f07e5b9302d55e9d9c42d19',
  '0270-protocol-prompts.ts': '8004fd23286b2d67b101f2604e26853606a9ba918a7241f526e6fa4a6e7e655b',
  '0290-series.ts': 'a1a031eeccd8228efaa963e6042f8ec97dfbb94300c146d238f21cdd64caab81',
  '0310-ranking-pages.ts': 'b0ea45ac97abf29437f0d4feb5bf2ce073e5b8fe5e178953d47ee40d2d692e78',
  '0320-dataset-additions.ts': 'c918c745bf7f6b5f3479fbd0b26741c514b56508b84642ace37790bf3a904807',
  '0325-study-choices.ts': '8375159dcb417f7b840414005a87ff07b0daf8ff80973ca6af080849f16c24b8',
  '0326-question-kinds.ts': '7315524822a18690d1c618cb212f2c69a7f05e4a9f15b99da7367a8d83cbdde1',
  '0327-qualifications.ts': 'bef9483c8c312b525ccd3e5b6a2333bafa861650ee6a68fb8661adea7d0f8a72',
  '0330-named-sources.ts': 'a5c5faf54c1d23387dc1acdbaa4ccdece268442f5d2ef800dec44e85e72dbc57',
  '0335-pool-levels.ts': 'a3ac2ded66f61a74d132d6ccdcbad73bef56dc1f77caebc49180786eab0c355a',
  '0340-team-messages.ts': '18728315559f4e893493c0c03dec62daea9a95bd1004715975a656a9bff02f52',
  '0341-crowd-quality.ts': '07fd0c470a1aa6608e53f1671f68aaa258896644122ad63edb24d80442485642',
  '0342-door-validation.ts': 'd3d33a2e249003317fe26fa9d34d8a14b6702a14405616376dd5ac5d30ac117e',
  '0350-own-order.ts': '627078fec96c886cb6ed286869cbaab447da7d6fb11a2c03dd44277c9d593a8a',
  '0351-watches.ts': 'f545d3aa3d1b880c18ebc421b4e2848613337de362ea37b5ecf811c945f29e4d',
  '0360-run-files.ts': '845fc0379a0f0e30ebed67bf8c46e7f214197cf1b451c62f1df9189de635900f',
  '0361-first-phases.ts': 'df91dc9ebefc3ad4b9f6c9b3e747d8e210aacf6bc18de2a5ded36660bb153b16',
  '0370-told-marks.ts': 'c7506843c1e3f028ddbdc3085364b3a2990d376ce015ebdd49a8d2d0602b604d',
  '0400-page-keys.ts': '43cf32aedc9a0bb603cbaeca18c5f92b710c8b4216ea28d6c89214cc53e454ac',
  '0401-checks-in-place.ts': '876cb50c8c272bc7dd36d6406ef20daf10086e7683aaa118e901e708e543bda2',
  '0402-team-waits.ts': '429b48ecbdf8de72cdc2d901deb975ddc8e1bfa2aee4122aa8f7b13eace53902',
  '0490-same-criteria.ts': '22a75ee0155a7cf251defae889710e2454bd818240c44f264852c717502fda2e',
  '0550-call-limits.ts': 'bc937ae3836e8fb2e2838018b0b2bad504a7f02bae34197204ee34f1e0054b44',
  '0520-secret-keys.ts': '5ec997c33073976cd53b82fefb6bc673de69e591095e122b1c5a33ddaa93c28d',
  '0410-binding.ts': '2e911e18d739e2159af28e0e8d21aabf9fdf6d9bcfd4ab0a2dfea64151342294',
  '0601-side-seeds.ts': 'af30c9adcab7708afacd0a7f16e0686033bc130095ff3641c25ed01dc4463f08',
  '0650-protocol-replies.ts': 'ae7e8f46c5af23f48162e5eaedf4588d179b78f16825628c735f5b596d07780e',
  '0710-asked-again.ts': '4c13ccc6b34771db7aef3a41a9d05e1819e4a96b41ece30f9c004d90e16b0766',
  '0750-value-steps.ts': '8363cb078c41de58a4960fc02952ae5f47f0df0e60c749a1e36627a0afbc9d20',
  '0730-question-causes.ts': '5d772a36eb03a57fe244a7987f6a0f78f56a2c429145f4e0032c3a165a3aa759',
  '0600-chain-key.ts': 'a410f787c62d62dd4e35ff0493c3332c223946ee60cae37471efdc1a11a6843f',
  '0610-approximate-looks.ts': '1c0a85090051055b4779f83231a2b03eb9ac16d8b0fb7d0b52fd23048df22716',
  '0851-run-bindings.ts': '28a7d1b4c4fb4a07d36f04a3aab4041c061d056af1c5b93ff82be33d95d104b5',
  '0880-judge-improvement.ts': 'b7bd35fbe14a86aa44dda3709718238db95dd2e2ec77e6d324699d2bb6a121c6',
  '0820-failures.ts': '9267166d76f7b3fcc456f3b7650f93db1edf2048f238088fedde7950decf910a',
  '0870-found-failures.ts': '63e0e1723bc38ff7d9251959248dae2b512e6638c399a5e9b3124cfdf2ac7269',
  '0871-pictures.ts': 'd9b4069fb661f83a9133ea8d5406eaa6d0d8aa19b19d0dfbd55a2880fded4e00',
  '0920-joins.ts': 'db7a17e2efa7fef7806a4beab323300834554be7df0d9c5b139592ef0c51bb46',
  '0950-score-repeats.ts': 'ed03f43f0fb8f2bfd1ed64af311fbc7074458bf52a84267c4e7b1d33c6624375',
  '0960-text-bindings.ts': '2105246072914eb4575c776155bf63563861fcc0475132d99b27fa7ab17cfde9',
  '0970-label-circumstances.ts': 'e1841c55d7fb3554369336d2d9fb26ccbad32506b79c69c3d3aada2f015390ab',
  '0980-recordings.ts': 'b03c5174ed1f0569c191ead40fcc35e92f201b93521b352bb1162bd060a7da1f',
  '0890-ranking-levels.ts': 'd6bfc0b9b8f7ddaf82cc39b1faece056e1d9f08c58e2e1a82477c34e1af8e98e',
  '0500-window-labels.ts': '42686e2b51948241e110f5fbde52faf5f5f6cfde06669d22f066412f94b12b38',
};

test('no committed migration is ever changed', () => {
  const folder = path.resolve(import.meta.dirname, '../../db/migrations');
  const found = readdirSync(folder).map((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return [name, createHash('sha256').update(text).digest('hex')];
  });
  expect(Object.fromEntries(found)).toEqual(committed);
});

test('the empty project that new files are copies of is made again after somebody closed it', () => {
  emptyProject().close();
  expect(emptyProject().prepare('SELECT count(*) AS n FROM study').get()).toEqual({ n: 0 });
});

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BatchFile, issuedOf } from '../../core/labeling/offline-batches/batch-file.ts';
import { firstHash, nextHash } from '../../core/labeling/offline-batches/returned-batch.ts';
import { HISTOGRAM_COLUMNS, ROW_COLUMNS } from '../../core/pool/pool-queries.ts';
import { drawHash } from '../../core/studies/draw-hash.ts';
import { levelOf } from '../../stats/index.ts';
import { root } from '../docs/doc-commands.ts';

/** What a block of a page speaks of as the reader's own: files, a project as far as it is by then, a name or a place. */
export interface Scene {
  readonly page: string;
  /** How the block's first line begins. */
  readonly first: string;
  readonly files?: Readonly<Record<string, string>>;
  /** What is done before a command that begins so, by a shell or by a function of the folder; before the first: ''. */
  readonly before?: Readonly<Record<string, string | ((dir: string) => void)>>;
  /** How commands that begin so end, where the page speaks of a case whose outcome is not 0. */
  readonly exits?: Readonly<Record<string, number>>;
  /** What stands on the page for something of the reader's: a text, or what the last command printed in a group. */
  readonly standsFor?: Readonly<Record<string, string | RegExp>>;
  /** What a command that begins so is told on standard input. */
  readonly told?: Readonly<Record<string, string>>;
  /** The commands are those of a checkout. */
  readonly inCheckout?: true;
  /** A package that the page tells to install beside Assay. */
  readonly beside?: string;
}

/** Blocks that are not run, by how they begin, with what they need. */
export const notRun: readonly { page: string; first: string; why: string }[] = [
  {
    page: 'docs/measured/papers.md',
    first: '',
    why: 'needs the published data; test/docs/paper-rows.test.ts',
  },
  {
    page: 'README.md',
    first: 'npm ci && npm start',
    why: 'installs and tests a checkout; every push does so',
  },
  { page: 'docs/command-line.md', first: 'remote$', why: 'needs two machines' },
  { page: 'docs/command-line.md', first: 'docker build', why: 'needs a registry of images' },
  {
    page: 'docs/tutorials/server.md',
    first: 'docker compose',
    why: 'needs a registry of images; test/team/proxy.test.ts',
  },
  {
    page: 'docs/protocols.md',
    first: 'assay protocol run',
    why: 'its lines are of different projects; test/core/protocols, test/host/cli-validate.test.ts',
  },
  { page: 'docs/scale.md', first: 'export CH_PASSWORD', why: 'needs a warehouse; npm run test:engines' },
];

interface Chats {
  readonly prefix?: string;
  readonly count?: number;
  readonly systems?: readonly string[];
  readonly criterion?: string;
  /** People's and a judge's scores come along. */
  readonly rated?: boolean;
}

const chatLines = ({
  prefix = 'chat',
  count = 60,
  systems = ['v2'],
  criterion = 'helpful',
  rated = true,
}: Chats): string =>
  Array.from({ length: count }, (_, i) => {
    const scored = (value: number) => Object.fromEntries(systems.map((one) => [one, { [criterion]: value }]));
    return `${JSON.stringify({
      id: `${prefix}-${i}`,
      conversation: [{ role: 'user', content: `What is ${i} plus ${i}?` }],
      responses: Object.fromEntries(systems.map((one, k) => [one, `It is ${2 * i}${' indeed'.repeat(k)}.`])),
      ...(rated && {
        human: scored(4 + (i % 2)),
        judge: { gpt: scored(Math.max(1, 4 + (i % 2) - (i % 7 === 0 ? 2 : 0))) },
      }),
    })}\n`;
  }).join('');

/** Labels of every item by one or several annotators, so that two differ by one. */
const labelRows = (prefix: string, count: number, annotators: readonly string[] = []): string => {
  const rows = Array.from({ length: count }, (_, i) =>
    annotators.length === 0
      ? [`${prefix}-${i},${4 + (i % 2)}`]
      : annotators.map((one, k) => `${prefix}-${i},${3 + k},${one}`),
  );
  return [`item,value${annotators.length > 0 ? ',annotator' : ''}`, ...rows.flat(), ''].join('\n');
};

const scale = '--scale criterion:helpful=1..5 --scale judge:gpt/helpful=1..5';
const vllm = (project: string, model = 'my-model', name = 'local') =>
  `assay endpoint add ${project} --preset vllm --name ${name} --url http://127.0.0.1:8000/v1 --model ${model} --no-key`;
const study = (project: string, more = '') =>
  `assay study create ${project} --measure criterion:helpful --preset uniform --seed 1 ${more}`;

/** What Ada's copy of a batch gives back, beside the batch. */
function answerBatch(dir: string): void {
  const batch = JSON.parse(readFileSync(path.join(dir, 'ada.assay-batch'), 'utf8')) as BatchFile;
  const { batchId, contentSha256, content, handedOutAt: at } = batch;
  const facts = { batchId, contentSha256, annotator: 'Ada', copyId: 'copy-of-ada' };
  const { items } = JSON.parse(content) as { items: { ref: string }[] };
  let hash = firstHash(facts);
  const entries = items.slice(0, 3).map(({ ref }) => {
    const entry = { ref, answer: { kind: 'score' as const, value: 4 }, durationMs: 900, at };
    hash = nextHash(hash, entry);
    return { ...entry, hash };
  });
  const returned = { assay: 'returned-batch', version: 2, ...facts, issued: issuedOf(batch), entries };
  writeFileSync(path.join(dir, 'Ada-x1.assay-labels'), JSON.stringify({ ...returned, signature: null }));
}

const releaseChats = (prefix: string, system: string, count = 60): string =>
  chatLines({ prefix, systems: [system], criterion: 'helpfulness', rated: false, count });

const poolRows = (count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const row = {
      conv: `c${i}`,
      judge: (i % 9) / 8,
      asked: `Question ${i}?`,
      reply: `Reply ${i}.`,
      day: '2026-10-02',
    };
    return `${JSON.stringify(row)}\n`;
  }).join('');

const csv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.join(',')}\n`).join('');

/** What a warehouse answers to the two queries that are printed: fewer rows than are taken along, so all of them. */
function answerOfWarehouse(dir: string): void {
  const rows = Array.from({ length: 3000 }, (_, i) => ({ id: `c${i}`, score: (i % 9) / 8 }));
  const byLevel = Map.groupBy(rows, ({ score }) => levelOf(score));
  const prefix = ({ id }: { id: string }) => Number.parseInt(drawHash(1, id).slice(0, 6), 16);
  const counted = [...byLevel].map(([level, all]) => [
    ...[level, all.length, 0],
    all.reduce((sum, one) => sum + prefix(one), 0),
  ]);
  writeFileSync(path.join(dir, 'histogram.csv'), csv([HISTOGRAM_COLUMNS, ...counted]));
  const taken = rows.map(({ id, score }) => [id, drawHash(1, id), score, `Question ${id}?`, `Reply ${id}.`]);
  writeFileSync(path.join(dir, 'rows.csv'), csv([ROW_COLUMNS, ...taken]));
}

export const scenes: readonly Scene[] = [
  { page: 'README.md', first: 'npm run assay', inCheckout: true },
  {
    page: 'docs/command-line.md',
    first: 'assay init support.assay',
    files: { 'chats.jsonl': chatLines({}), 'labels.csv': labelRows('chat', 30) },
  },
  {
    page: 'docs/agreement.md',
    first: 'assay agreement',
    files: { 'chats.jsonl': chatLines({}), 'labels.csv': labelRows('chat', 60, ['Ada', 'Ben']) },
    before: {
      '': `assay init study && assay import study.assay chats.jsonl ${scale} &&
        ${study('study.assay', '--name "Helpful?" --size 20')} &&
        assay team set study.assay --members "Ada, Ben" --overlap 2 --rule majority --yes &&
        assay label study.assay labels.csv`,
    },
  },
  { page: 'docs/judges.md', first: 'assay endpoint add', before: { '': 'assay init p' } },
  {
    page: 'docs/judges.md',
    first: 'assay judge run study.assay',
    files: { 'chats.jsonl': chatLines({ rated: false }) },
    before: {
      '': `assay init study && assay import study.assay chats.jsonl && ${vllm('study.assay', 'MODEL', 'cluster')}`,
    },
  },
  {
    page: 'docs/judges.md',
    first: 'assay judge improve',
    files: {
      'chats.jsonl': chatLines({ prefix: 'talk', rated: false, criterion: 'helpfulness' }),
      'labels.csv': labelRows('talk', 60),
      'better.txt': 'Give 5 to a reply that answers, and 1 to one that does not.\n',
    },
    before: {
      '': `assay init p && assay import p.assay chats.jsonl && ${vllm('p.assay')} &&
        assay judge run p.assay --prompt "Helpful and fluent" --name strict --limit 20 &&
        assay study create p.assay --measure criterion:helpfulness=1..5 --preset uniform --size 60 --seed 1 &&
        assay label p.assay labels.csv`,
    },
    standsFor: { 'talk-12': /\b(talk-\d+)\b/ },
  },
  {
    page: 'docs/judges.md',
    first: 'assay generate',
    files: { 'chats.jsonl': chatLines({ rated: false }), 'prompt.txt': 'Answer in a word.\n' },
    before: { '': `assay init p && assay import p.assay chats.jsonl && ${vllm('p.assay')}` },
  },
  {
    page: 'docs/pipeline.md',
    first: 'assay gate',
    files: {
      'v14.jsonl': chatLines({ systems: ['v14'] }),
      'v15.jsonl': chatLines({ systems: ['v15'] }),
      'both.jsonl': chatLines({ systems: ['v14', 'v15'] }),
      'labels.csv': labelRows('chat', 60),
    },
    before: {
      '': `assay init support &&
        assay import support.assay v14.jsonl --name v14 ${scale} && assay import support.assay v15.jsonl --name v15 ${scale} &&
        assay import support.assay both.jsonl --name both ${scale} &&
        ${study('support.assay', '--dataset v14 --system v14 --name v14 --size 60')} &&
        ${study('support.assay', '--dataset v15 --system v15 --name v15 --size 60 --failures beside')} &&
        assay failures make support.assay --name "wrong date" --definition "Gives another day." &&
        assay label support.assay labels.csv --study v14 && assay label support.assay labels.csv --study v15 &&
        assay study create support.assay --dataset both --system v15 --against v14 --measure preference \\
          --name "v15 against v14" --size 40 --seed 1 &&
        assay series begin support.assay --study v14 --name Support &&
        assay series add support.assay --series Support --system v15 --dataset v15`,
    },
    exits: {
      'assay gate support.assay --study "v15 against v14"': 4,
      'assay gate support.assay --study v15 --failure': 4,
    },
  },
  {
    page: 'docs/releases.md',
    first: 'assay import chat.assay v1.jsonl',
    files: { 'v1.jsonl': releaseChats('q', 'v1'), 'v2.jsonl': releaseChats('q', 'v2') },
    before: { '': 'assay init chat' },
  },
  ...['assay series plan', 'assay report chat.assay'].map((first) => ({
    page: 'docs/releases.md',
    first,
    files: {
      'v1.jsonl': releaseChats('q', 'v1'),
      'v2.jsonl': releaseChats('q', 'v2'),
      'labels.csv': labelRows('q', 60),
    },
    before: {
      '': `assay init chat && assay import chat.assay v1.jsonl --name v1 &&
        assay study create chat.assay --dataset v1 --system v1 --measure criterion:helpfulness --preset uniform --size 60 &&
        assay series begin chat.assay --name Chat && assay label chat.assay labels.csv &&
        assay import chat.assay v2.jsonl --name v2 && assay series add chat.assay --system v2 --dataset v2`,
    },
  })),
  {
    page: 'docs/releases.md',
    first: 'assay import bot.assay',
    files: {
      'spring.jsonl': releaseChats('spring', 'bot', 250),
      'week-23.jsonl': releaseChats('week', 'bot', 80),
      'labels.csv': labelRows('spring', 250),
      'week.csv': labelRows('week', 80),
    },
    before: {
      '': 'assay init bot',
      'assay watch begin': 'assay label bot.assay labels.csv',
      'assay watch bot.assay': 'assay label bot.assay week.csv --study "bot, helpfulness"',
    },
    standsFor: { 'https://chat.example/hook': 'http://127.0.0.1:8000/hook' },
  },
  { page: 'examples/parquet/README.md', first: 'assay init', beside: '@duckdb/node-api' },
  {
    page: 'docs/scale.md',
    first: 'assay source check logs/',
    beside: '@duckdb/node-api',
    files: { 'logs/pool.jsonl': poolRows(6000) },
    before: { '': 'assay init support' },
  },
  {
    page: 'docs/scale.md',
    first: 'assay source first-phase',
    beside: '@duckdb/node-api',
    files: { 'logs/pool.jsonl': poolRows(60_000) },
    before: {
      '': `assay init support && ${vllm('support.assay', 'MODEL')}`,
      'assay judge run support.assay --read-batch':
        'vllm run-batch -i requests.jsonl -o answers.jsonl --model MODEL',
    },
  },
  {
    page: 'docs/scale.md',
    first: 'assay source sql',
    before: { '': 'assay init support', 'assay source sql': answerOfWarehouse },
  },
  {
    page: 'docs/team-server.md',
    first: 'assay team invite',
    files: { 'chats.jsonl': chatLines({}) },
    before: {
      '': `assay init project && assay import project.assay chats.jsonl ${scale} && ${study('project.assay')} &&
        assay team set project.assay --members "Ada, Ben" --yes &&
        openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>&1`,
    },
    standsFor: { '192.168.1.5:7400': '127.0.0.1:7400' },
  },
  {
    page: 'docs/team.md',
    first: 'assay team set',
    files: { 'chats.jsonl': chatLines({}) },
    before: {
      '': `assay init p && assay import p.assay chats.jsonl ${scale} && ${study('p.assay', '--size 30')}`,
      'assay batch out': 'assay practice open p.assay --reason "they know it"',
      'assay batch merge p.assay Ada-x1.assay-labels --dry-run': answerBatch,
    },
  },
  {
    page: 'docs/tutorials/own-judge.md',
    first: 'assay judge report',
    before: {
      'assay judge report': `cd examples/pipeline && {
        echo item,value; for i in $(seq -w 40); do echo "q$i,$((1 + 1$i % 5))"; done; } > people.csv &&
        assay label judged.assay people.csv`,
    },
  },
  {
    page: 'docs/tutorials/team.md',
    first: 'assay team invite',
    standsFor: { '192.168.1.5:7400': '127.0.0.1:7400' },
  },
  {
    page: 'python/README.md',
    first: 'import assay',
    files: {
      'tests/labels.jsonl': readFileSync(path.join(root, 'python', 'tests', 'labels.jsonl'), 'utf8'),
      'chats.jsonl': chatLines({}),
      'labels.csv': labelRows('chat', 60),
    },
  },
];

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { reportEndings } from '../../host/mcp/report-file.ts';
import type { FailureTable } from '../../shared/contract/index.ts';
import { failureStudy } from '../core/support/failure-study.ts';
import { ratedStudy, testEngine } from '../core/support/test-engine.ts';
import { bundled } from '../support/bundled.ts';
import { runAssay, runSpared } from './run-assay.ts';
import { tinyLines } from './tiny-set.ts';

// Each call is a process of its own.
vi.setConfig({ testTimeout: 120_000 });

const cli = bundled('host/cli.ts');
const dir = mkdtempSync(path.join(os.tmpdir(), 'assay-mcp-'));
const at = (name: string) => path.join(dir, name);
const client = new Client({ name: 'a test', version: '1.0.0' });

/** The replies and what a judge said of them, without anything that people said. */
const machineLines = () =>
  tinyLines(40).map((line) => JSON.stringify({ ...JSON.parse(line), human: undefined }));

beforeAll(async () => {
  writeFileSync(at('people.jsonl'), tinyLines(40).join('\n'));
  writeFileSync(at('machine.jsonl'), machineLines().join('\n'));
  writeFileSync(at('broken.jsonl'), '{"id": 3}\n');
  const env = { ...cli.env, ASSAY_DATA_DIR: at('preferences') } as Record<string, string>;
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [cli.file, 'mcp'], env, cwd: dir }),
  );
  return async () => {
    await client.close();
    rmSync(dir, { recursive: true, force: true });
  };
});

interface Answer {
  isError: boolean;
  text: string;
}

async function call(name: string, args: Record<string, unknown>): Promise<Answer> {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  return { isError: isError as boolean, text: (content as { text: string }[])[0]!.text };
}

/** Begins to improve a judge of the project, whose labels are then for practice or for checks. */
async function improveJudge(project: string): Promise<void> {
  const { client: own } = await testEngine();
  await own.project.open({ path: project });
  const { datasetId, system, measure } = (await own.study.list({}))[0]!;
  if (measure.kind !== 'criterion') throw new Error('the study is of another measure');
  const endpoint = {
    name: 'None',
    preset: 'custom',
    baseUrl: 'http://127.0.0.1:9',
    model: 'm',
    keySource: 'none',
  } as const;
  const { id: endpointId } = await own.endpoint.save(endpoint);
  const scale = { min: 0, max: 1, direction: 'higher' } as const;
  const { id: promptId } = await own.prompt.save({
    ...{
      name: 'Pass',
      kind: 'rating',
      examples: '',
      instructions: 'Judge. {{criteria}}',
      item: '{{response}}',
    },
    criteria: [{ name: measure.criterion, integer: true, definition: 'It passes.', scale }],
  });
  const { id: judgeId } = await own.judge.save({ name: 'reader', promptId, endpointId });
  await own.improvement.open({ judgeId, datasetId, system, seed: 1 });
  await own.project.close({});
}

async function json<T = Record<string, unknown>>(name: string, args: Record<string, unknown>): Promise<T> {
  const { isError, text } = await call(name, args);
  if (isError) throw new Error(text);
  return JSON.parse(text);
}

const p = () => at('p.assay');
const scales = ['criterion:helpful=1..5', 'judge:kind/helpful=1..5'];

test('offers fifteen tools, none of which labels or codes, and says so', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...[
      'import',
      'plan',
      'study',
      'status',
      'estimate',
      'failures',
      'failure_modes',
      'suggest_groups',
      'judge_versions',
      'improve_judge',
      'gate',
      'compare',
      'rank',
      'verify',
      'report',
    ],
  ]);
  for (const { inputSchema, annotations } of tools) {
    const inputs = Object.keys(inputSchema.properties ?? {});
    expect(inputs).toContain('project');
    expect(inputs.filter((name) => /label|annotator|value|answer|gold|rating/i.test(name))).toEqual([]);
    expect(annotations).toMatchObject({ destructiveHint: false });
  }
  expect(client.getInstructions()).toContain('You cannot label');
  await expect(client.callTool({ name: 'label', arguments: { project: p() } })).resolves.toMatchObject({
    isError: true,
  });
});

test('takes several files with replies to the same prompts, one system each', async () => {
  const reply = (name: string) => (_: unknown, i: number) =>
    JSON.stringify({ id: i, prompt: `What is ${i}?`, response: `${name} ${i}` });
  for (const name of ['ash', 'birch']) {
    writeFileSync(at(`${name}.jsonl`), Array.from({ length: 4 }, reply(name)).join('\n'));
  }
  const files = { file: at('ash.jsonl'), others: [at('birch.jsonl')] };
  const { together, items } = await json<{ items: number; together: { patterns: unknown } }>('import', {
    project: at('several.assay'),
    ...files,
  });
  expect([items, together.patterns]).toEqual([4, [{ systems: ['ash', 'birch'], items: 4 }]]);
});

test('from a file to a report, with people labeling in between', async () => {
  const imported = await json('import', { project: p(), file: at('machine.jsonl'), scales: scales.slice(1) });
  expect(imported).toMatchObject({ items: 40, humanScores: 0 });
  const question = {
    project: p(),
    system: 'alpha',
    measure: 'criterion:helpful=1..5',
    surrogate: 'judge:kind/helpful',
  };
  expect(await json('plan', { ...question, target: 0.5 })).toHaveProperty('populationSize', 40);
  const made = await json<{ drawCount: number }>('study', { ...question, size: 20, seed: 1, name: 'v1' });
  expect(made.drawCount).toBe(20);
  expect(await json('estimate', { project: p() })).toMatchObject({ labeled: 0 });

  // What people do, at the command line.
  const sample = await runSpared(dir, ['sample', 'p.assay', '--json']);
  const { draws } = JSON.parse(sample.stdout) as { draws: { externalId: string }[] };
  const rows = draws.slice(0, 12).map(({ externalId }, i) => `${externalId},${1 + (i % 5)}`);
  writeFileSync(at('labels.csv'), ['item,value', ...rows, ''].join('\n'));
  expect((await runSpared(dir, ['label', 'p.assay', 'labels.csv'])).stderr).toBe('');

  const { results } = await json<{ results: { name: string; labeled: number }[] }>('status', {
    project: p(),
  });
  expect(results[0]).toMatchObject({ name: 'v1', labeled: 12 });
  const estimate = await json('estimate', { project: p(), study: 'v1' });
  expect(estimate).toMatchObject({ labeled: 12, default: 'calibrated' });
  await json('report', { project: p(), out: at('report.html') });
  expect(readFileSync(at('report.html'), 'utf8')).toContain('v1');
  expect((await call('report', { project: p(), out: at('report.html') })).isError).toBe(true);
});

test('reads failure modes and their shares, and can neither make nor code one', async () => {
  const made = await failureStudy({ count: 20 });
  const rude = await made.make('Rude');
  for (let at = 0; at < 20; at++) await made.code(at, at % 4 === 0 ? [rude] : []);
  await made.client.project.close({});
  copyFileSync(made.file, at('failures.assay'));
  const given = { project: at('failures.assay') };
  const { modes } = await json<FailureTable>('failures', { ...given, shown: 1 });
  expect(modes).toMatchObject([{ mode: { name: 'Rude' }, share: { value: 0.25, lower: 0.25, upper: 0.25 } }]);
  expect(await json('failure_modes', given)).toMatchObject({ modes: [{ name: 'Rude', retired: false }] });
  const suggested = await call('suggest_groups', given);
  expect([suggested.isError, suggested.text]).toEqual([true, expect.stringMatching(/endpoint/i)]);
  for (const [tool, more] of [
    ['failures', { make: 'Rude' }],
    ['failures', { shown: 0 }],
    ['failure_modes', { name: 'Late' }],
    ['suggest_groups', { groups: 'groups.json' }],
    ['suggest_groups', { accept: true }],
  ] as const) {
    expect([tool, more, (await call(tool, { ...given, ...more })).isError]).toEqual([tool, more, true]);
  }
  expect(await json('failure_modes', given)).toMatchObject({ modes: [{ name: 'Rude' }] });

  // Where judges are checked on labels, which items have a failure and what people wrote of them stays with people.
  const examples = async () =>
    (await json<FailureTable>('failures', given)).modes.map((one) => one.examples.length);
  const [before] = await examples();
  expect(before).toBeGreaterThan(0);
  await improveJudge(given.project);
  expect(await examples()).toEqual([0]);
  const refused = await call('suggest_groups', given);
  expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/stay with people/)]);
});

test('what a file says that people said comes in only when a person has said whose it is', async () => {
  const other = at('other.assay');
  const refused = await call('import', { project: other, file: at('people.jsonl'), scales });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('scoresByPeople');
  expect(existsSync(other)).toBe(false);
  const taken = await json('import', {
    project: other,
    file: at('people.jsonl'),
    scales,
    scoresByPeople: true,
  });
  expect(taken).toMatchObject({ items: 40, humanScores: 80 });
  expect(taken.claimed).toContain('claimed by an agent');
});

test('a fault is told with its mend, and leaves nothing behind', async () => {
  const nothing = at('nothing.assay');
  for (const scoresByPeople of [false, true]) {
    const { isError, text } = await call('import', {
      project: nothing,
      file: at('broken.jsonl'),
      scoresByPeople,
    });
    expect(isError).toBe(true);
    expect(text).toMatch(/remedy|line/);
    expect(existsSync(nothing)).toBe(false);
  }
  const missing = await call('estimate', { project: nothing });
  expect(missing).toMatchObject({ isError: true });
  expect(missing.text).toContain('FILE_NOT_FOUND');
});

test('a report goes to a new file of its kind in the folder of the project, and nowhere else', async () => {
  const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'assay-home-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  mkdirSync(at('.git'));
  mkdirSync(at('reports'));
  symlinkSync(elsewhere, at('outside'));
  symlinkSync(path.join(elsewhere, 'not-there.html'), at('link.html'));
  writeFileSync(at('mine.html'), 'mine');
  const outs: [out: string, format?: string][] = [
    [path.join(elsewhere, '.bashrc')],
    [path.join(elsewhere, 'report.html')],
    [at('../report.html')],
    [at('outside/report.html')],
    [at('link.html')],
    [at('mine.html')],
    [at('.bashrc')],
    [at('.html')],
    [at('.hidden.html')],
    [at('.git/config.html')],
    [at('report.sh')],
    [at('report.html'), 'labels-csv'],
    [at('Makefile'), 'json'],
    [at('missing/report.html')],
    [at('p.assay'), 'json'],
    [at('p.assay-wal'), 'json'],
  ];
  for (const [out, format] of outs) {
    const { isError, text } = await call('report', { project: p(), out, ...(format && { format }) });
    expect([out, isError]).toEqual([out, true]);
    expect(text).not.toContain('INTERNAL');
  }
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(readFileSync(at('mine.html'), 'utf8')).toBe('mine');
  await json('report', { project: p(), out: at('reports/second.csv'), format: 'labels-csv' });
  const dangling = at('dangling.assay');
  symlinkSync(path.join(elsewhere, 'made.assay'), dangling);
  for (const project of [dangling, at('.hidden.assay')]) {
    const file = at('machine.jsonl');
    expect(await call('import', { project, file })).toMatchObject({ isError: true });
  }
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(existsSync(at('.hidden.assay'))).toBe(false);
});

test('endings are those of the files that Assay names itself', async () => {
  const { engine, study } = await ratedStudy(4);
  for (const [format, ending] of Object.entries(reportEndings)) {
    const choice = { studyId: study.id, format: format as keyof typeof reportEndings };
    const { fileName } = await engine.client.report.name(choice);
    expect([format, path.extname(fileName)]).toEqual([format, ending]);
  }
});

test('an argument that a tool does not know is refused, by every tool, in a mapping, too', async () => {
  const { tools } = await client.listTools();
  const usual: Record<string, Record<string, unknown>> = {
    import: { file: at('machine.jsonl') },
    compare: { system: 'alpha', against: 'beta' },
    report: { out: at('unknown.html') },
  };
  for (const { name, inputSchema } of tools) {
    expect(inputSchema).toMatchObject({ additionalProperties: false });
    const { isError, text } = await call(name, { project: p(), ...usual[name], frobnicate: 1 });
    expect([name, isError]).toEqual([name, true]);
    expect(text).toContain('frobnicate');
  }
  expect(existsSync(at('unknown.html'))).toBe(false);
  writeFileSync(at('table.csv'), 'question,answer\nhow,so\n');
  const map = { question: 'question', responses: [{ column: 'answer', system: 's', frobnicate: 1 }] };
  const given = { project: p(), file: at('table.csv'), map: JSON.stringify(map) };
  const nested = await call('import', given);
  expect(nested.isError).toBe(true);
  expect(nested.text).toContain('responses.0.frobnicate');
});

test('a value is never taken for an option', async () => {
  const { isError, text } = await call('estimate', { project: p(), study: '--data-dir=/nowhere' });
  expect(isError).toBe(true);
  expect(text).toContain('--data-dir=/nowhere');
  expect((await call('import', { project: p(), file: '--help' })).isError).toBe(true);
  expect((await call('estimate', { project: p(), frobnicate: 1, study: 7 })).isError).toBe(true);
});

/** A client of its own project and answers of a person, where it can ask one. */
async function otherClient(person?: { people: boolean; by: string }) {
  const other = new Client(
    { name: 'another test', version: '1.0.0' },
    person ? { capabilities: { elicitation: {} } } : {},
  );
  if (person) {
    other.setRequestHandler(ElicitRequestSchema, () => ({
      action: 'accept' as const,
      content: { ...person },
    }));
  }
  const env = { ...cli.env, ASSAY_DATA_DIR: at('preferences') } as Record<string, string>;
  await other.connect(
    new StdioClientTransport({ command: process.execPath, args: [cli.file, 'mcp'], env, cwd: dir }),
  );
  onTestFinished(() => other.close());
  return other;
}

test("scores that an agent calls people's count for nothing until a person confirms them", async () => {
  const project = at('claimed.assay');
  await json('import', { project, file: at('people.jsonl'), scales, scoresByPeople: true });
  const asked = { project, system: 'alpha', measure: 'criterion:helpful', surrogate: 'judge:kind/helpful' };
  await json('study', { ...asked, size: 20, seed: 1, name: 'v1' });
  await runSpared(dir, ['label', project, '--from-gold']);

  const estimate = await json('estimate', { project });
  expect(estimate).toMatchObject({
    fault: expect.stringContaining('Claimed by an agent'),
    fullEvaluation: null,
  });
  expect((await runSpared(dir, ['estimate', project])).stdout).toContain('Claimed by an agent');
  const gate = await call('gate', { project, atLeast: 2 });
  expect([gate.isError, gate.text]).toEqual([true, expect.stringContaining('Claimed by an agent')]);
  await json('report', { project, out: at('claimed.html') });
  expect(readFileSync(at('claimed.html'), 'utf8')).toContain('Claimed by an agent');
  const found = await json<{ claimed: string[]; alterations: string[] }>('verify', { project });
  expect(found).toMatchObject({ alterations: [], claimed: [expect.stringContaining('80 human scores')] });

  // A ranking and a series say it in the place of their order and beside their numbers.
  const uniform = [
    '--system',
    'alpha',
    '--measure',
    'criterion:helpful',
    '--preset',
    'uniform',
    '--name',
    'u',
  ];
  await runSpared(dir, ['study', 'create', project, ...uniform, '--size', '20']);
  await runSpared(dir, ['series', 'begin', project, '--study', 'u', '--name', 'S']);
  expect((await runSpared(dir, ['series', project])).stdout).toContain('Claimed by an agent');
  const pairs = ['study', 'pairs', project, '--systems', 'alpha,beta', '--measure', 'criterion:helpful'];
  expect((await runSpared(dir, [...pairs, '--seed', '1', '--name', 'R'])).stderr).toBe('');
  await runSpared(dir, ['label', project, '--from-gold', '--study', 'R']);
  expect(await json('rank', { project })).toMatchObject({
    fault: expect.stringContaining('Claimed by an agent'),
  });
  expect((await runSpared(dir, ['rank', project])).stdout).toContain('Claimed by an agent');
  await runSpared(dir, ['report', project, '--study', 'R', '--out', at('ranked.html')]);
  expect(readFileSync(at('ranked.html'), 'utf8')).toContain('Claimed by an agent');

  const byPipe = await runAssay(dir, ['data', 'confirm', project, '--by', 'Ada']);
  expect([byPipe.exitCode, byPipe.stderr]).toEqual([1, expect.stringContaining('terminal')]);

  const engine = testEngine();
  await engine.client.project.open({ path: project });
  const [dataset] = await engine.client.dataset.list({});
  const before = await engine.client.dataset.get({ datasetId: dataset!.id });
  expect(before.claimed).toBe(80);
  const after = await engine.client.dataset.confirmScores({ datasetId: dataset!.id, by: 'Ada' });
  expect(after.claimed).toBe(0);
  await expect(
    engine.client.dataset.confirmScores({ datasetId: dataset!.id, by: 'Ada' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  await engine.client.project.close({});
  expect(await json('estimate', { project, study: 'v1' })).toMatchObject({ fault: null, fullEvaluation: 3 });
  expect(await json('rank', { project })).not.toHaveProperty('fault');
  expect(await json('verify', { project })).toMatchObject({ alterations: [], claimed: [] });
});

test('a person may confirm the scores in the client, with a name, or decline', async () => {
  const importWith = async (name: string, person: { people: boolean; by: string }) => {
    const other = await otherClient(person);
    const { structuredContent } = await other.callTool({
      name: 'import',
      arguments: { project: at(name), file: at('people.jsonl'), scales, scoresByPeople: true },
    });
    return structuredContent as { claimed: string };
  };
  expect(await importWith('yes.assay', { people: true, by: 'Ada' })).toMatchObject({
    claimed: 'confirmed by Ada',
  });
  expect(await json('verify', { project: at('yes.assay') })).toMatchObject({ claimed: [] });
  const declined = await importWith('no.assay', { people: false, by: 'Ada' });
  expect(declined.claimed).toContain('claimed by an agent');
});

test('a whole job: file, checks alone, study, people, gate, report as a resource', async () => {
  const other = await otherClient();
  const project = at('job.assay');
  const run = async (name: string, args: object) => {
    const { structuredContent, isError, content } = await other.callTool({
      name,
      arguments: { project, ...args },
    });
    expect([name, isError ? content : null]).toEqual([name, null]);
    return structuredContent as Record<string, unknown>;
  };
  const lines = Array.from({ length: 40 }, (_, i) =>
    JSON.stringify({
      ...{ id: `q${i}`, conversation: [{ role: 'user', content: `Q ${i}` }], responses: { a: 'x', b: 'y' } },
      auto: { pass: { a: Number(i < 34), b: Number(i < 12) } },
    }),
  );
  writeFileSync(at('job.jsonl'), lines.join('\n'));
  expect(await run('import', { file: at('job.jsonl') })).toMatchObject({ items: 40, humanScores: 0 });
  expect(await run('estimate', {})).toMatchObject({ basis: 'checks' });
  expect(await run('compare', { system: 'a', against: 'b' })).toMatchObject({
    verdict: 'pass',
    basis: 'checks',
  });
  expect(await run('gate', { byChecks: true, system: 'a', atLeast: 0.9 })).toMatchObject({
    basis: 'checks',
    verdict: 'inconclusive',
  });
  const study = { system: 'a', measure: 'criterion:pass=0..1', surrogate: 'auto:pass', size: 40, seed: 1 };
  expect(await run('study', { ...study, name: 'v1' })).toMatchObject({ drawCount: 40 });
  const sample = await runSpared(dir, ['sample', project, '--json']);
  const { draws } = JSON.parse(sample.stdout) as { draws: { externalId: string }[] };
  writeFileSync(
    at('job.csv'),
    ['item,value', ...draws.map(({ externalId }, i) => `${externalId},${Number(i % 5 > 0)}`), ''].join('\n'),
  );
  expect((await runSpared(dir, ['label', project, at('job.csv')])).stderr).toBe('');
  expect(await run('estimate', {})).toMatchObject({ labeled: 40, fault: null });
  expect(await run('gate', { atLeast: 0.7 })).toMatchObject({ verdict: 'pass', basis: 'study' });
  await run('report', { out: at('job.html') });
  const { resources } = await other.listResources();
  expect(resources).toMatchObject([{ name: 'job.html', mimeType: 'text/html' }]);
  const { contents } = await other.readResource({ uri: resources[0]!.uri });
  expect((contents[0] as { text: string }).text).toContain('v1');
  await run('verify', { report: undefined });

  // Once a judge is improved, no file with labels is written or read here.
  await improveJudge(project);
  await expect(other.readResource({ uri: resources[0]!.uri })).rejects.toThrow(/stay with people/);
  for (const format of ['html', 'json', 'pdf', 'docx', 'labels-csv', 'labels-jsonl']) {
    const out = at(`late${reportEndings[format as keyof typeof reportEndings]}`);
    const asked = { name: 'report', arguments: { project, format, out } };
    const { isError, content } = await other.callTool(asked);
    expect([format, isError, JSON.stringify(content)]).toEqual([
      format,
      true,
      expect.stringMatching(/stay with people/),
    ]);
    expect(existsSync(out)).toBe(false);
  }
  await run('report', { format: 'figure-svg', out: at('late.svg') });
});

test('an error has at most 1 KB, and the first three problems', async () => {
  const broken = Array.from({ length: 500 }, (_, i) =>
    JSON.stringify({ id: i, conversation: 'x'.repeat(500) }),
  );
  writeFileSync(at('many.jsonl'), broken.join('\n'));
  const { isError, text } = await call('import', { project: at('many.assay'), file: at('many.jsonl') });
  expect(isError).toBe(true);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
  const { problems, problemCount } = JSON.parse(text) as { problems: unknown[]; problemCount: number };
  expect([problems.length, problemCount > 3]).toEqual([3, true]);
});

test('every tool says what it answers', async () => {
  const { tools } = await client.listTools();
  expect(tools.filter(({ outputSchema }) => outputSchema?.type !== 'object')).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type BenchResult, median, projectOf } from './support.ts';

const root = path.resolve(import.meta.dirname, '../..');
const calls = 15;

/**
 * A call of an agent by the official client, in a warm process: the elapsed median of each tool that reads, and the processor time of
 * a call. Labels of a study of 2,000 items come from the evaluation of the data.
 */
export async function benchMcp(): Promise<BenchResult> {
  const { engine, folder } = await projectOf(2_000);
  const project = engine.context.session.project!.path;
  await engine.close();
  const ASSAY_DATA_DIR = path.join(folder, 'data');
  const env = { ...process.env, ASSAY_DATA_DIR } as Record<string, string>;
  const labels = ['host/cli.ts', 'label', project, '--from-gold', '--count', '100'];
  execFileSync(process.execPath, labels, { cwd: root, env });
  const client = new Client({ name: 'a bench', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['host/cli.ts', 'mcp'],
    cwd: root,
    env,
  });
  const started = performance.now();
  await client.connect(transport);
  const connected = performance.now() - started;
  const call = async (name: string, more: Record<string, unknown> = {}) => {
    const from = performance.now();
    const { isError } = await client.callTool({ name, arguments: { project, ...more } });
    if (isError) throw new Error(`the tool ${name} failed`);
    return performance.now() - from;
  };
  const asked: [string, Record<string, unknown>?][] = [
    ['status'],
    ['estimate'],
    ['gate', { atLeast: 2 }],
    ['verify'],
  ];
  const first = await call('status');
  const figures: Record<string, number> = { connectedMs: connected, firstCallMs: first };
  for (const [name, more] of asked) await call(name, more);
  for (const [name, more] of asked) {
    const times: number[] = [];
    const before = processorMs(transport.pid!);
    for (let i = 0; i < calls; i++) times.push(await call(name, more));
    figures[`${name}Ms`] = median(times);
    figures[`${name}ProcessorMs`] = (processorMs(transport.pid!) - before) / calls;
  }
  await client.close();
  rmSync(folder, { recursive: true, force: true });
  return { name: 'a call of an agent, warm, 2,000 items with 100 labels', figures };
}

/** User and system time of a process and those that it started, as Linux keeps them in ticks of 10 ms. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const own = 10 * (Number(fields[11]) + Number(fields[12]));
  return children.reduce((sum, child) => sum + processorMs(Number(child)), own);
}

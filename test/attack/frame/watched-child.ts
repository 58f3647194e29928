import { spawn } from 'node:child_process';
import path from 'node:path';
import { peakMegabytes } from '../../bench/memory.ts';
import { must } from './attack.ts';

const compiled = path.join(import.meta.dirname, '../../../node_modules/.cache/assay-compiled');
const lookMs = 20;

export interface Watched {
  readonly lines: readonly string[];
  /** Largest resident memory; null where the system does not tell. */
  readonly peakMb: number | null;
}

/**
 * Runs a script to its end.
 *
 * @throws Wrong when it takes longer or more memory than it may, or ends with an error: it is killed then
 */
export async function runWatched(
  script: string,
  args: readonly string[],
  {
    patienceMs,
    mostMb = Number.POSITIVE_INFINITY,
    env: own = {},
  }: { patienceMs: number; mostMb?: number; env?: Readonly<Record<string, string>> },
): Promise<Watched> {
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env, ...own };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  let peakMb: number | null = null;
  let verdict: string | undefined;
  const end = (why: string) => {
    verdict ??= why;
    child.kill('SIGKILL');
  };
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const timer = setTimeout(() => end(`no end after ${patienceMs / 1000} seconds`), patienceMs);
  const looks = setInterval(() => {
    const now = peakMegabytes(child.pid!);
    if (typeof now === 'number') peakMb = Math.max(peakMb ?? 0, now);
    if ((peakMb ?? 0) > mostMb) end(`it took more than ${mostMb} MB of memory`);
  }, lookMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  clearTimeout(timer);
  clearInterval(looks);
  must(
    verdict === undefined,
    `${verdict}${output === '' ? '' : `, after "${output.trim().split('\n').at(-1)}"`}`,
  );
  must(code === 0, `it ended with ${code}: ${errors.trim().slice(-600)}`);
  return { lines: output.split('\n').slice(0, -1), peakMb };
}

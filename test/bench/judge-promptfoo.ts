import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { treeMegabytes } from './memory.ts';

interface Body {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export interface PromptfooRound {
  /** From its start to its exit, all that it writes included. */
  readonly seconds: number;
  /** What it says that the evaluation alone took. */
  readonly evaluationSeconds: number;
  /** Of all its processes together, at most, looked at now and then. */
  readonly megabytes: number;
}

const lookMs = 20;

/** The bodies as a promptfoo test each, so that it sends what Assay sends; a reply passes when it is JSON. */
function writeConfig(folder: string, bodies: readonly Body[], url: string): void {
  const { model, messages, ...settings } = bodies[0]!;
  const prompt = messages.map(({ role }, i) => ({ role, content: `{{message${i}}}` }));
  writeFileSync(path.join(folder, 'prompt.json'), JSON.stringify(prompt));
  const tests = bodies.map((body) => ({
    vars: Object.fromEntries(body.messages.map(({ content }, i) => [`message${i}`, content])),
    assert: [{ type: 'is-json' }],
  }));
  const config = { apiBaseUrl: url, apiKey: 'none', ...settings };
  const providers = [{ id: `openai:chat:${model}`, config }];
  const whole = { prompts: ['file://prompt.json'], providers, tests };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify(whole));
}

/**
 * The same requests put by promptfoo, so many at a time, without its cache, telemetry and look for updates.
 *
 * @param bin its command
 * @throws Error with what it wrote when it does not get every reply
 */
export async function promptfooRound(
  bin: string,
  { folder, bodies, url, concurrency }: { folder: string; bodies: string; url: string; concurrency: number },
): Promise<PromptfooRound> {
  const list = JSON.parse(readFileSync(bodies, 'utf8')) as Body[];
  writeConfig(folder, list, url);
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [bin, 'eval', '-c', 'config.json', '-j', `${concurrency}`, '--no-cache', '--no-table', '-o', 'out.json'],
    { cwd: folder, env: { ...process.env, ...quiet(folder) }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const { code, said, megabytes } = await watched(child);
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`promptfoo ended with ${code}: ${said.trim().slice(0, 500)}`);
  const { results } = JSON.parse(readFileSync(path.join(folder, 'out.json'), 'utf8')) as {
    results: { stats: { successes: number; durationMs: number } };
  };
  const { successes, durationMs } = results.stats;
  if (successes !== list.length) throw new Error(`promptfoo got ${successes} of ${list.length} replies`);
  return { seconds, evaluationSeconds: durationMs / 1000, megabytes };
}

const quiet = (folder: string) => ({
  PROMPTFOO_CONFIG_DIR: path.join(folder, 'promptfoo'),
  PROMPTFOO_DISABLE_TELEMETRY: '1',
  PROMPTFOO_DISABLE_UPDATE: '1',
  PROMPTFOO_CACHE_ENABLED: 'false',
});

async function watched(child: ChildProcess) {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part));
  let megabytes = 0;
  const look = setInterval(() => {
    megabytes = Math.max(megabytes, treeMegabytes(child.pid!));
  }, lookMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(look);
  return { code, said, megabytes };
}

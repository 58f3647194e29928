import { spawn } from 'node:child_process';
import { root } from '../run-command.ts';

/** Whose a name at a registry is at this moment, and what follows from it. */
export interface NameFound {
  readonly registry: 'npm' | 'PyPI';
  readonly name: string;
  readonly state: 'free' | 'ours' | 'taken' | 'not checked';
  readonly says: string;
}

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const mostTime = 20_000;

/**
 * Asks the registry of npm whether a name is free, or belongs to who is logged in.
 *
 * @param registry asked in place of the one that npm is set to, which is named: a mirror need not have every name
 */
export async function npmName(
  name: string,
  registry?: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<NameFound> {
  const asked = registry ?? (await run('npm', ['config', 'get', 'registry'], env)).stdout.trim();
  const always = ['--json', '--fetch-retries=0', '--prefer-online', `--registry=${asked}`];
  const npm = (...args: string[]) => run('npm', [...args, ...always], env);
  const found = (state: NameFound['state'], says: string): NameFound => ({
    registry: 'npm',
    name,
    state,
    says,
  });
  const { code, stdout, stderr } = await npm('view', name, 'maintainers');
  if (code !== 0) {
    const error = documentIn(stdout)?.error as { code?: string; summary?: string } | undefined;
    if (error?.code === 'E404')
      return found('free', `Nobody has it at ${asked}: the first who publishes owns it.`);
    return found('not checked', notChecked(error?.summary ?? stderr));
  }
  const owners = namesIn(documentIn(stdout));
  const who = await npm('whoami');
  const me = who.code === 0 ? String(documentIn(who.stdout)) : null;
  if (me !== null && owners.includes(me)) return found('ours', `It belongs to ${me}.`);
  const of = owners.length === 0 ? 'somebody' : owners.join(', ');
  return found(
    'taken',
    me === null
      ? `It belongs to ${of}. Log in with "npm login" to see whether that is you. Else choose another in build/npm-package/manifest.ts.`
      : `It belongs to ${of}, not to ${me}. Choose another in build/npm-package/manifest.ts.`,
  );
}

/**
 * Asks the index of Python packages whether a name has versions. Whose they are it does not say.
 *
 * @param index asked in place of the one that pip has without settings
 */
export async function pythonName(
  name: string,
  index?: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<NameFound> {
  // No settings of this machine, which may name mirrors.
  const args = ['-m', 'pip', '--isolated', '-vv', 'index', 'versions', name, '--disable-pip-version-check'];
  const { code, stdout, stderr } = await run(
    'python3',
    [...args, ...(index === undefined ? [] : [`--index-url=${index}`]), '--retries=1', '--timeout=5'],
    env,
  );
  const found = (state: NameFound['state'], says: string): NameFound => ({
    registry: 'PyPI',
    name,
    state,
    says,
  });
  if (code === 0)
    return found(
      'taken',
      'It has versions. Only who is logged in sees whose they are; else choose another in python/pyproject.toml.',
    );
  // pip says "no matching distribution" of an index that it did not reach, too: only the index itself can say that it has none.
  const said = `${stdout}\n${stderr}`;
  return /Could not fetch URL \S+: 404 /.test(said)
    ? found('free', 'No version of it exists: the first who publishes owns it.')
    : found(
        'not checked',
        notChecked(said.split('\n').find((line) => /Could not fetch|No module/.test(line)) ?? ''),
      );
}

/** What is said of a name that could not be checked, with what follows. */
export const notChecked = (why: string): string =>
  `No answer (${why.trim().split('\n')[0]!.slice(0, 120) || 'the registry said nothing'}). It may be taken: ask again online before the tag, as publishing would fail.`;

/** Names of maintainers as npm gives them: "name <address>", one of them or a list. */
const namesIn = (said: unknown): string[] =>
  [said].flat().flatMap((one) => (typeof one === 'string' ? [one.split(' <')[0]!] : []));

function documentIn(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Runs a program to its end, within the time that a registry gets. One that is not there ends with null. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], { cwd: root, env, timeout: mostTime });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (piece) => (stdout += piece));
    child.stderr.on('data', (piece) => (stderr += piece));
    child.on('error', ({ message }) => resolve({ code: null, stdout, stderr: message }));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

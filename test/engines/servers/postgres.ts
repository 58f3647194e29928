import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../../support/until.ts';
import { freePorts, librariesEnv, postgresBin } from './places.ts';

/** A PostgreSQL on loopback with the user `owner`, who owns all. */
export interface PostgresServer {
  readonly port: number;
  run(sql: string, database?: string): Promise<unknown[]>;
  close(): Promise<void>;
}

/** PostgreSQL refuses to be run by root: then `nobody` runs it. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

export async function startPostgres(locale = 'C.UTF-8'): Promise<PostgresServer> {
  const bin = postgresBin()!;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-postgres-'));
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  const data = path.join(folder, 'data');
  const [port = 0] = await freePorts(1);
  const env = { ...process.env, ...librariesEnv() };
  const init = ['-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'];
  await promisify(execFile)(path.join(bin, 'initdb'), init, { env, cwd: folder, ...nobody });
  const settings = [
    `-cport=${port}`,
    '-clisten_addresses=127.0.0.1',
    `-cunix_socket_directories=${folder}`,
    '-cfsync=off',
  ];
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...settings], {
    stdio: 'ignore',
    env,
    cwd: folder,
    ...nobody,
  });

  async function run(sql: string, database = 'postgres') {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'owner', database });
    await client.connect();
    try {
      return (await client.query(sql)).rows as unknown[];
    } finally {
      await client.end();
    }
  }

  async function close() {
    if (child.exitCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGQUIT');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await until(
      () =>
        run('SELECT 1').then(
          () => true,
          () => false,
        ),
      { lookMs: 50 },
    );
  } catch (error) {
    await close();
    throw error;
  }
  return { port, run, close };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '../../support/until.ts';
import { clickhouseServer, freePorts, librariesEnv } from './places.ts';

/** Three ClickHouse servers on loopback, each a shard of the cluster `three`. */
export interface Cluster {
  /** HTTP ports of the servers. */
  readonly ports: readonly number[];
  /** Runs SQL at a server as its owner; gives what it says. @throws Error with what it says instead */
  run(node: number, sql: string, user?: string): Promise<string>;
  stop(node: number): Promise<void>;
  start(node: number): Promise<void>;
  close(): Promise<void>;
}

export const PASSWORD = 'pass "word" \u00e9';

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-clickhouse-'));
  const all = await freePorts(9);
  const ports = all.slice(0, 3);
  const running: (ChildProcess | undefined)[] = [];

  async function run(node: number, sql: string, user = 'default') {
    const url = `http://127.0.0.1:${ports[node]}/?user=${user}&password=${encodeURIComponent(user === 'default' ? '' : PASSWORD)}`;
    const response = await fetch(url, { method: 'POST', body: sql });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text.trim();
  }

  async function start(node: number) {
    const home = path.join(folder, String(node));
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, 'config.xml'), configOf(home, all, node));
    writeFileSync(path.join(home, 'users.xml'), users);
    running[node] = spawn(clickhouseServer()!, [`--config-file=${path.join(home, 'config.xml')}`], {
      stdio: 'ignore',
      env: { ...process.env, ...librariesEnv() },
    });
    await until(
      () =>
        run(node, 'SELECT 1').then(
          () => true,
          () => false,
        ),
      { lookMs: 100 },
    );
  }

  async function stop(node: number) {
    const child = running[node];
    running[node] = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async function close() {
    await Promise.all([0, 1, 2].map(stop));
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await Promise.all([0, 1, 2].map(start));
  } catch (error) {
    await close();
    throw error;
  }
  return { ports, run, stop, start, close };
}

function configOf(home: string, ports: readonly number[], node: number): string {
  const tcp = ports.slice(3, 6);
  const shards = tcp.map(
    (port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`,
  );
  return `<yandex>
<logger><level>warning</level><log>${home}/log</log><errorlog>${home}/errors</errorlog></logger>
<http_port>${ports[node]}</http_port><tcp_port>${tcp[node]}</tcp_port>
<interserver_http_port>${ports[6 + node]}</interserver_http_port><listen_host>127.0.0.1</listen_host>
<path>${home}/data/</path><tmp_path>${home}/tmp/</tmp_path><users_config>users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database><timezone>UTC</timezone>
<mark_cache_size>67108864</mark_cache_size><max_concurrent_queries>50</max_concurrent_queries>
<remote_servers><three>${shards.join('')}</three></remote_servers>
</yandex>
`;
}

const user = (name: string, profile: string) =>
  `<${name}><password><![CDATA[${name === 'default' ? '' : PASSWORD}]]></password>
<networks><ip>127.0.0.1</ip></networks><profile>${profile}</profile><quota>default</quota></${name}>`;

/** `default` may do all; `reader` only read; `skipping` and `breaking` have profiles that make answers smaller without a word. */
const users = `<yandex><profiles>
<default><max_memory_usage>4000000000</max_memory_usage><load_balancing>random</load_balancing></default>
<reader><readonly>2</readonly></reader>
<fixed><readonly>1</readonly></fixed>
<fixed_skipping><readonly>1</readonly><skip_unavailable_shards>1</skip_unavailable_shards></fixed_skipping>
<skipping><skip_unavailable_shards>1</skip_unavailable_shards></skipping>
<breaking><max_rows_to_read>1000</max_rows_to_read><read_overflow_mode>break</read_overflow_mode>
<distributed_group_by_no_merge>1</distributed_group_by_no_merge></breaking>
</profiles><users>
${user('default', 'default')}${['reader', 'fixed', 'fixed_skipping', 'skipping', 'breaking'].map((name) => user(name, name)).join('\n')}
</users><quotas><default/></quotas></yandex>
`;

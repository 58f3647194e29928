import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..', '..');

/** Where `npm run test:engines` unpacks servers that this machine does not have. */
export const unpackedAt = path.join(root, 'node_modules', '.cache', 'assay-engines');

/** The folder with `initdb` and `postgres`, installed or unpacked; undefined where there is none. */
export function postgresBin(): string | undefined {
  for (const place of ['/usr/lib/postgresql', path.join(unpackedAt, 'usr', 'lib', 'postgresql')]) {
    if (!existsSync(place)) continue;
    const found = readdirSync(place)
      .map((version) => path.join(place, version, 'bin'))
      .find((bin) => existsSync(path.join(bin, 'initdb')));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The ClickHouse server that was unpacked; undefined where there is none. */
export function clickhouseServer(): string | undefined {
  const file = path.join(unpackedAt, 'usr', 'sbin', 'clickhouse-server');
  return existsSync(file) ? file : undefined;
}

/** Libraries that were unpacked beside the servers. */
export const librariesEnv = () => ({
  LD_LIBRARY_PATH: ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu']
    .map((folder) => path.join(unpackedAt, folder))
    .join(':'),
});

/** Ports of the loopback interface that nothing listens at. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer();
      return new Promise<typeof server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

import type { Client } from '../../core/engine.ts';

/** Tells on stderr what another program has changed in the open project, before a number of it is believed. */
export async function warnOfAlterations(client: Client): Promise<void> {
  const { alterations } = await client.project.check({ wait: true });
  for (const { words } of alterations) process.stderr.write(`Warning: ${words}\n`);
}

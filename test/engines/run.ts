import { runCommand } from '../../build/run-command.ts';
import { fetchServers } from './servers/fetch.ts';

/** Fetches the servers that this machine lacks, and runs the tests that ask them. */
try {
  fetchServers();
} catch (error) {
  console.error(`The servers come as packages of Debian, by apt-get and dpkg: ${(error as Error).message}`);
  process.exit(1);
}
process.exitCode = await runCommand('vitest', ['run', 'test/engines']);

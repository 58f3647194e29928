import type { Command } from 'commander';

/** The server and its library are loaded when they are asked for. */
export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description(
      'offer import, plan, study, status, estimate and report to an agent, on standard input and output',
    )
    .action(async () => (await import('../mcp/server.ts')).serveTools());
}

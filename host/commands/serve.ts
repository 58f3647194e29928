import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { AppError } from '../../shared/errors.ts';
import { dataDirOf } from '../data-dir.ts';
import type { ServeOptions } from '../serve.ts';
import { guarded } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { portNumber } from '../terminal/parse-value.ts';
import { type TeamPortalOptions, teamPortalOptions } from '../terminal/team-portal-options.ts';

interface AskedOptions extends ProjectOptions, TeamPortalOptions {
  port: number;
  bind: string;
  allowNetwork?: boolean;
  open?: boolean;
}

const pageDir = path.join(import.meta.dirname, '..', '..', 'out', 'renderer');

export function addServe(program: Command): void {
  withProject(program.command('serve'))
    .argument('[project]', 'a project file to open')
    .option('--port <number>', 'port to listen on (a free one by default)', portNumber, 0)
    .option('--bind <address>', 'listen there, as a container needs', numericAddress, '127.0.0.1')
    .option('--allow-network', 'accept that others on that network can reach the port')
    .option('--open', 'open the address in the browser')
    .option('--team', 'let annotators in by links, at an address of their own')
    .option('--listen <host:port>', 'where they come in (127.0.0.1:7400 by default)')
    .option('--cert <file>', 'certificate of that address, as PEM')
    .option('--key <file>', 'its private key, as PEM')
    .option('--self-signed', 'encrypt by a certificate that is made now, and print its fingerprint')
    .option('--public-url <url>', 'what links begin with, where a proxy or a name leads there')
    .option('--plain-http', 'let them in without encryption from beyond this machine')
    .option(
      '--trust-proxy [addresses]',
      'trust what a proxy says of who asks: one on this machine, or at these addresses',
    )
    .action((file: string | undefined, options: AskedOptions, command: Command) => {
      const args = file === undefined ? [] : [file];
      const named = file ?? options.project;
      const project = named === undefined ? undefined : takeProject(command, args, options).project;
      const { port, bind, open = false, json = false } = options;
      refuseUnsaid(command, options);
      const where = { host: bind, port };
      return guarded(options, () =>
        serveApp(options, { project, ...where, open, json, team: teamPortalOptions(options) }),
      );
    });
}

/** Serves the app until it is stopped. @throws AppError FILE_NOT_FOUND where its pages are not built */
export async function serveApp(
  { dataDir }: ProjectOptions,
  asked: Omit<ServeOptions, 'dataDir' | 'pageDir'>,
): Promise<void> {
  if (!existsSync(path.join(pageDir, 'index.html'))) throw notBuilt;
  // With all that pages and annotators ask for: no other command needs it.
  const { serve } = await import('../serve.ts');
  await serve({ dataDir: dataDirOf(dataDir), pageDir, ...asked });
}

/** An address that others reach is taken only where that was said, too. */
function refuseUnsaid(command: Command, { bind, allowNetwork }: AskedOptions): void {
  if (!allowNetwork && !isOfThisMachine(bind))
    command.error(`error: others can reach ${bind}; add --allow-network if that is meant`);
}

const notBuilt = new AppError('FILE_NOT_FOUND', 'The pages of the app are not built yet.', {
  remedy: "Run 'npm start', which builds and serves them, or 'npm run build' first.",
});

/** An address of this machine by its number. @throws InvalidArgumentError */
function numericAddress(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError('It must be an address by number: 0.0.0.0.');
  return text;
}

/** Whether only programs of this machine reach an address. */
const isOfThisMachine = (host: string): boolean => host === '::1' || /^127\.[\d.]+$/.test(host);

/** The server and its library are loaded when they are asked for. */
export function addMcp(program: Command): void {
  program.command('mcp').action(async () => (await import('../mcp/server.ts')).serveTools());
}

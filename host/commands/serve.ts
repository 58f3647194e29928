import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { AppError } from '../../shared/errors.ts';
import { dataDirOf } from '../data-dir.ts';
import { serve } from '../serve.ts';
import { guarded } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { isOfThisMachine, type ListenAddress, listenAddress } from '../terminal/listen-address.ts';
import { portNumber } from '../terminal/parse-value.ts';

interface ServeOptions extends ProjectOptions {
  port?: number;
  listen?: ListenAddress;
  allowNetwork?: boolean;
  open?: boolean;
}

const pageDir = path.join(import.meta.dirname, '..', '..', 'out', 'renderer');

export function addServe(program: Command): void {
  withProject(program.command('serve'))
    .description('run the app for a browser on this machine, and print its address')
    .argument('[project]', 'a project file to open')
    .option('--port <number>', 'port to listen on (a free one by default)', portNumber)
    .option('--listen <host:port>', 'listen elsewhere than on 127.0.0.1, as a container needs', listenAddress)
    .option('--allow-network', 'accept that others on that network can reach the port')
    .option('--open', 'open the address in the browser')
    .action((file: string | undefined, options: ServeOptions, command: Command) => {
      const args = file === undefined ? [] : [file];
      const named = file ?? options.project;
      const project = named === undefined ? undefined : takeProject(command, args, options).project;
      const { listen, open = false, json = false } = options;
      refuseUnsaid(command, options);
      const where = listen ?? { host: '127.0.0.1', port: options.port ?? 0 };
      return guarded(options, async () => {
        if (!existsSync(path.join(pageDir, 'index.html'))) throw notBuilt;
        await serve({ dataDir: dataDirOf(options.dataDir), pageDir, project, ...where, open, json });
      });
    });
}

/** An address that others reach is taken only where that was said, too. */
function refuseUnsaid(command: Command, { listen, port, allowNetwork }: ServeOptions): void {
  if (listen && port !== undefined) command.error('error: --listen has a port already; leave --port out');
  if (listen && !allowNetwork && !isOfThisMachine(listen.host))
    command.error(`error: others can reach ${listen.host}; add --allow-network if that is meant`);
}

const notBuilt = new AppError('FILE_NOT_FOUND', 'The pages of the app are not built yet.', {
  mend: "Run 'npm start', which builds and serves them, or 'npm run build' first.",
});

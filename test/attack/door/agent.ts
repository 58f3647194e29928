import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type Rng, uniformInt } from '../../../stats/index.ts';
import { bundled } from '../../support/bundled.ts';
import { type Attack, must } from '../frame/attack.ts';
import { copyOf, ratedProject } from '../frame/projects.ts';

const names = [
  '.bashrc',
  '.profile',
  'authorized_keys',
  'Makefile',
  'report.sh',
  '.html',
  'mine.html',
  'link.html',
];
const formats = ['html', 'json', 'labels-csv', 'figure-svg', 'dataset-card'];
const unknown = ['frobnicate', 'overwrite', 'data-dir', '__proto__', 'constructor', 'Project', 'sign', ''];

const any = <T>(rng: Rng, list: readonly T[]): T => list[uniformInt(rng, 0, list.length - 1)]!;

/** All files below a folder. */
const filesIn = (folder: string): string =>
  JSON.stringify(readdirSync(folder, { recursive: true }).map(String).sort());

export const agent: Attack = {
  name: 'agent',
  what: "files that an agent has written where it may not, arguments that its tools don't know",
  tries: { all: 400, quick: 120, test: 20 },
  async prepare({ folder, later }) {
    const home = path.join(folder, 'home');
    const work = path.join(home, 'work');
    for (const name of ['.ssh', 'work/.git', 'work/below'])
      mkdirSync(path.join(home, name), { recursive: true });
    const project = copyOf(await ratedProject(path.join(folder, 'base')), work);
    writeFileSync(path.join(work, 'mine.html'), 'mine');
    symlinkSync(path.join(home, 'made.html'), path.join(work, 'link.html'));
    symlinkSync(home, path.join(work, 'outside'));
    const client = new Client({ name: 'attack', version: '1.0.0' });
    const cli = bundled('host/cli.ts');
    const env = { ...cli.env, ASSAY_DATA_DIR: path.join(folder, 'preferences') } as Record<string, string>;
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [cli.file, 'mcp'], env, cwd: work }),
    );
    later(() => client.close());
    const before = filesIn(home);
    const places = [
      '',
      '..',
      '../.ssh',
      '.git',
      'outside',
      'outside/work',
      'below/../..',
      home,
      '/tmp',
      'nowhere',
    ];
    const tools = (await client.listTools()).tools.map(({ name }) => name);
    return async ({ rng }) => {
      const out = path.resolve(work, any(rng, places), any(rng, names));
      const isUnknown = uniformInt(rng, 0, 2) === 0;
      const tool = isUnknown ? any(rng, tools) : 'report';
      const usual = { out: path.join(work, 'below/fine.html'), file: path.join(work, 'mine.html') };
      const args = isUnknown
        ? {
            project,
            ...(tool === 'report' && { out: usual.out }),
            ...(tool === 'import' && { file: usual.file }),
            [`${any(rng, unknown)}${uniformInt(rng, 0, 9)}`]: 1,
          }
        : { project, out, format: any(rng, formats) };
      const { isError } = await client.callTool({ name: tool, arguments: args });
      must(isError === true, `${tool} ${JSON.stringify(args)} was done`);
      must(filesIn(home) === before, `${tool} ${JSON.stringify(args)} wrote a file`);
    };
  },
};

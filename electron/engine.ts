import path from 'node:path';
import { createEngine } from '../core/engine.ts';
import { HostedTeamDoor } from '../host/door/team-door.ts';
import { answerPages } from './engine/answer-pages.ts';
import { keepInMain, printInMain } from './engine/ask-main.ts';
import { keepProjectOpen } from './engine/keep-project-open.ts';
import { reportStatus } from './engine/report-status.ts';
import type { FromEngine, ToEngine } from './engine-messages.ts';

const {
  ASSAY_DATA_DIR: dataDir = '',
  ASSAY_PROJECTS_DIR: projects,
  ASSAY_VERSION: version = '',
} = process.env;
const tellMain = (message: FromEngine) => process.parentPort.postMessage(message);
const { printPdf, take: takePrinted } = printInMain(tellMain);
const { keepSigningKey, take: takeKept } = keepInMain(tellMain);
const teamDoor = new HostedTeamDoor({ pageDir: path.join(import.meta.dirname, 'team-page') });
const engine = createEngine({
  dataDir,
  version,
  printPdf,
  keepSigningKey,
  teamDoor,
  ...(projects && { projectsDir: projects }),
});

teamDoor.serves(engine.context);

const pages = answerPages(engine);
process.parentPort.on('message', ({ data, ports: [port] }) => {
  const message = data as ToEngine;
  if (message === 'page' && port) pages.add(port);
  if (typeof message === 'object' && 'keys' in message) engine.context.keys.setKeychain(message.keys);
  if (typeof message === 'object' && 'printed' in message) takePrinted(message);
  if (typeof message === 'object' && 'kept' in message) takeKept(message);
  if (message === 'close') void engine.close().finally(() => process.exit(0));
});

await keepProjectOpen(engine);
reportStatus(engine, tellMain);
pages.open();

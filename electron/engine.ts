import { createEngine } from '../core/engine.ts';
import { answerPages } from './engine/answer-pages.ts';
import { keepProjectOpen } from './engine/keep-project-open.ts';
import { reportStatus } from './engine/report-status.ts';
import type { FromEngine, ToEngine } from './engine-messages.ts';

const { ASSAY_DATA_DIR: dataDir = '', ASSAY_VERSION: version = '' } = process.env;
const engine = createEngine({ dataDir, version });
const tellMain = (status: FromEngine) => process.parentPort.postMessage(status);

const pages = answerPages(engine);
process.parentPort.on('message', ({ data, ports: [port] }) => {
  const message = data as ToEngine;
  if (message === 'page' && port) pages.add(port);
  if (typeof message === 'object') engine.context.keys.setKeychain(message.keys);
  if (message === 'close') void engine.close().finally(() => process.exit(0));
});

await keepProjectOpen(engine);
reportStatus(engine, tellMain);
pages.open();

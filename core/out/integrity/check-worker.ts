import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../../db/open.ts';
import { checkProject } from './check-project.ts';

const db = connect(workerData as string);
try {
  parentPort!.postMessage(checkProject(db));
} finally {
  db.close();
}

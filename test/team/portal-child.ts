/**
 * Serves the annotators' door of a project on a port until it is killed; prints the port once annotators can come in. With
 * `watched` a lead has Results open meanwhile: whatever changes is asked again, as the screen does.
 */
import { writeSync } from 'node:fs';
import { createEngine } from '../../core/engine.ts';
import { HostedTeamPortal } from '../../host/portal/team-portal.ts';
import { askerAgain } from '../../renderer/api/events.ts';

const [file, dataDir, pageDir, port, watched] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string?,
];
const portal = new HostedTeamPortal({ pageDir });
const engine = createEngine({ dataDir, version: 'test', teamDoor: portal });
const offMs = Number(process.env.ASSAY_TEST_CLOCK_MS ?? 0);
if (offMs !== 0) {
  Object.assign(engine.context, { now: () => new Date(Date.now() + offMs).toISOString() });
}
portal.serves(engine.context);
await engine.client.project.open({ path: file });
await portal.open({ host: '127.0.0.1', port: Number(port), plainHttp: false, selfSigned: false });
if (watched) {
  const ask = askerAgain({
    async invalidateQueries(filters) {
      const studyId = Number(filters?.queryKey?.[0]);
      await engine.client.estimate.current({ studyId });
      await engine.client.estimate.history({ studyId });
    },
  });
  engine.context.events.listen((event) => {
    if (event.type === 'estimate.changed') ask([event.studyId]);
  });
}
writeSync(1, `${portal.port}\n`);

import { expect, test } from 'vitest';
import { teamPortalOptions } from '../../host/terminal/team-portal-options.ts';
import { ratedStudy } from '../core/support/test-engine.ts';
import { byRating, pairedStudy } from '../core/support/two-systems.ts';
import { makeWorkplace } from './run-assay.ts';

test('links are made, listed and revoked', { timeout: 240_000 }, async () => {
  const { engine, file: project } = await ratedStudy(6);
  await engine.close();
  using work = makeWorkplace({ asStarted: ['team'] });
  const invited = await work.assay('team', 'invite', project, '--name', 'Ada', '--json');
  expect(invited.exitCode).toBe(0);
  const { link, annotator, state } = JSON.parse(invited.stdout);
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:7400\/#[\w-]{43}$/);
  expect([annotator.name, state]).toEqual(['Ada', 'open']);
  expect((await work.assay('team', 'invite', project)).stderr).toContain('--open');
  const all = await work.assay('team', 'invite', project, '--open');
  expect(all.stdout).toContain('For anyone with the link');
  const listed = await work.assay('team', 'list', project);
  expect(listed.stdout).toMatch(/1\s+Ada\s+open\s+\d{4}-\d\d-\d\d\s+never/);
  expect(listed.stdout).not.toContain(link.slice(-43));
  const revoked = await work.assay('team', 'revoke', project, '--name', 'ada');
  expect(revoked.stdout).toContain('1 link revoked');
  expect((await work.assay('team', 'revoke', project, '--name', 'Ada')).exitCode).toBe(1);
});

test('links, quality and drop-outs of a ranking go by its name', { timeout: 240_000 }, async () => {
  const { engine, datasetId, study } = await pairedStudy(1);
  await engine.client.study.remove({ studyId: study.id });
  const systems = ['amber', 'basil', 'cedar'];
  const asked = { systems, ...byRating, size: 4, preset: 'uniform' } as const;
  await engine.client.study.createPairs({ datasetId, ...asked, name: 'Three', onePage: true });
  const { path: project } = (await engine.client.project.current({}))!;
  await engine.close();
  using work = makeWorkplace();
  const ada = await work.assay('team', 'invite', project, '--study', 'Three', '--name', 'Ada');
  expect(ada.stdout).toContain('For Ada alone');
  const alone = await work.assay('team', 'drop', project, '--study', 'Three', '--name', 'Ada');
  expect(alone.stderr).toContain('no one else');
  // Where all studies are its pairs, it need not be named.
  await work.assay('team', 'invite', project, '--name', 'Ben');
  expect((await work.assay('team', 'quality', project)).stdout).toMatch(/Ada .*\n.*Ben /);
  const gone = await work.assay('team', 'drop', project, '--name', 'Ada', '--json');
  expect(JSON.parse(gone.stdout)).toEqual({ schema: 1, left: 0 });
  expect((await work.assay('team', 'list', project)).stdout).toMatch(/Ada\s+revoked/);
  expect((await work.assay('team', 'drop', project, '--name', 'Cas')).stderr).toContain('no annotator Cas');
});

test('places to listen, addresses and certificates are checked before anything is opened', () => {
  const placeOf = (listen: string) => teamPortalOptions({ team: true, listen }).plan;
  expect(placeOf('0.0.0.0:7400')).toMatchObject({ host: '0.0.0.0', port: 7400 });
  expect(placeOf('[::1]:0')).toMatchObject({ host: '::1', port: 0 });
  for (const text of ['7400', 'localhost', ':7400', 'a:70000', '::1:7400', 'http://a:1']) {
    expect(() => placeOf(text), text).toThrow('not an address to listen at');
  }
  for (const publicUrl of [
    'label.example.org',
    'ftp://x',
    'https://x/y?z',
    'https://u:p@x',
    'https://x/#a',
  ]) {
    expect(() => teamPortalOptions({ team: true, publicUrl }), publicUrl).toThrow('links can begin with');
  }
  expect(() => teamPortalOptions({ team: true, cert: 'c.pem' })).toThrow('go together');
  expect(() => teamPortalOptions({ team: true, cert: 'none.pem', key: 'none.pem' })).toThrow(
    'cannot be read',
  );
  expect(() => teamPortalOptions({ listen: '127.0.0.1:1' })).toThrow('--listen is about annotators');
  expect(() => teamPortalOptions({ selfSigned: true })).toThrow('--self-signed is about annotators');
  expect(teamPortalOptions({ team: true, selfSigned: true }).plan).toMatchObject({
    selfSigned: true,
    plainHttp: false,
  });
  expect(teamPortalOptions({}).plan).toBeUndefined();
});

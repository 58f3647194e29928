import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copyOf, ratedProject } from '../attack/frame/projects.ts';
import { alterFile } from '../support/altered-file.ts';
import { startFixture } from './http-fixture.ts';

test('a script beside the screens gets no number of an altered project, unless a person accepts it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-altered-'));
  try {
    await using fixture = await startFixture();
    const base = await ratedProject(folder, { items: 20, draws: 10, labels: 6 });
    const { studyId } = base;
    const numbers = ['estimate/current', 'plan/advice', 'agreement/get'] as const;
    const statusesOf = async (headers: Record<string, string> = {}) =>
      Promise.all(numbers.map(async (name) => (await fixture.call(name, { studyId }, headers)).status));

    await fixture.call('project/open', { path: copyOf(base, folder, 'sound.assay') });
    expect(await statusesOf()).toEqual([200, 200, 200]);
    await fixture.call('project/close', {});

    const file = copyOf(base, folder, 'altered.assay');
    alterFile(file, 'UPDATE label SET value = 5');
    await fixture.call('project/open', { path: file });
    const refused = await fixture.call('estimate/current', { studyId });
    expect(refused.status).not.toBe(200);
    expect(JSON.parse(refused.body).json).toMatchObject({
      code: 'PROJECT_ALTERED',
      data: { altered: [expect.stringContaining('changed by another program')] },
    });
    expect(await statusesOf()).not.toContain(200);
    expect(await statusesOf({ 'sec-fetch-site': 'cross-site' })).not.toContain(200);
    // A page says beside its numbers what was altered.
    expect(await statusesOf({ 'sec-fetch-site': 'same-origin' })).toEqual([200, 200, 200]);
    expect(await statusesOf({ 'assay-accept-altered': 'yes' })).toEqual([200, 200, 200]);
    // What needs no label is answered as ever.
    expect((await fixture.call('study/get', { studyId })).status).toBe(200);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

import { expect, test as plain } from 'vitest';
import { newerVersion, releasesOf } from '../../electron/newer-version.ts';
import manifest from '../../package.json' with { type: 'json' };
import { soon } from './soon.ts';
import { type Desk, describe, openDeskFirst, test } from './support.ts';

plain('a version is newer by its first part that differs, and a trial version is none', () => {
  const own = '0.9.10';
  for (const tag of ['v0.9.11', '0.10.0', 'v1.0.0'])
    expect(newerVersion(tag, own)).toBe(tag.replace('v', ''));
  for (const tag of ['v0.9.10', 'v0.9.9', 'v0.8.99', 'v1.0.0-beta.1', 'latest', '']) {
    expect(newerVersion(tag, own), tag).toBeNull();
  }
});

plain('releases are looked for where the project says that it lies', () => {
  expect(releasesOf('git+https://github.com/some-one/a.b.git')).toEqual({
    api: 'https://api.github.com/repos/some-one/a.b/releases/latest',
    page: 'https://github.com/some-one/a.b/releases',
  });
});

describe('looking for a newer version', () => {
  let desk: Desk;
  openDeskFirst((opened) => {
    desk = opened;
  });
  const recorded = async (what: string) =>
    (await desk.app.order('record')).filter((one) => one.what === what);
  const messages = async () =>
    (await recorded('dialog')).map(({ options }) => (options as { message: string }).message);
  const { api, page } = releasesOf(manifest.repository.url);

  test('asks first, and nothing is sent when the answer is no', async () => {
    await desk.app.order('pressMenu', 'updates');
    await soon(messages).toEqual(['Ask for the newest version?']);
    expect(await recorded('fetch')).toEqual([]);
  });

  test('sends one request, and opens a page of the project alone', async () => {
    await desk.app.order('answerDialog', { response: 0 });
    await desk.app.order('answerDialog', { response: 0 });
    await desk.app.order('answerFetch', { tag_name: 'v999.0.0', html_url: 'https://evil.example/assay' });
    await desk.app.order('pressMenu', 'updates');
    await soon(() => recorded('openExternal')).toEqual([{ what: 'openExternal', url: page }]);
    expect(await recorded('fetch')).toEqual([
      {
        what: 'fetch',
        url: api,
        headers: { accept: 'application/json' },
        credentials: 'omit',
      },
    ]);
    expect((await messages()).at(-1)).toBe('Assay 999.0.0 is out.');
  });

  test('says when there is none, and when there is no answer', async () => {
    await desk.app.order('answerDialog', { response: 0 });
    await desk.app.order('answerFetch', { tag_name: 'v0.0.1', html_url: `${page}/tag/v0.0.1` });
    await desk.app.order('pressMenu', 'updates');
    await soon(async () => (await messages()).at(-1)).toBe('This is the newest version.');
    await desk.app.order('answerDialog', { response: 0 });
    await desk.app.order('pressMenu', 'updates');
    await soon(async () => (await messages()).at(-1)).toBe('The newest version could not be found out.');
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect } from 'vitest';
import { startStandin } from '../electron-standin/start-standin.ts';
import { soon } from './soon.ts';
import { type Desk, openDesk, openDeskFirst, test } from './support.ts';

let desk: Desk;
openDeskFirst((opened) => {
  desk = opened;
});
beforeEach(() => desk.page.evaluate(() => void driver.commands.splice(0)));

const inFolder = (name: string) => path.join(desk.dataDir, name);
const commands = () => desk.page.evaluate(() => driver.commands);
const menuItem = async (id: string) => (await desk.app.order('menu')).find((item) => item.id === id);

test('File asks for a file by the system’s dialog and tells the page', async () => {
  await desk.app.order('answerDialog', { canceled: false, filePath: '/some/where/new.assay' });
  await desk.app.order('pressMenu', 'new');
  await desk.app.order('answerDialog', { canceled: false, filePaths: ['/some/where/old.assay'] });
  await desk.app.order('pressMenu', 'open');
  await soon(commands).toEqual([
    { do: 'create-project', path: '/some/where/new.assay' },
    { do: 'open-project', path: '/some/where/old.assay' },
  ]);
});

test('a dismissed dialog tells nothing', async () => {
  await desk.app.order('pressMenu', 'open');
  await desk.app.order('pressMenu', 'dark');
  await soon(commands).toEqual([{ do: 'color-scheme', scheme: 'dark' }]);
});

test('the menu follows the open project: title, copies, recent projects', async () => {
  expect(await menuItem('save-copy')).toMatchObject({ enabled: false });
  await desk.page.evaluate(
    (file) => driver.api.project.create({ path: file, name: 'Menu' }),
    inFolder('menu.assay'),
  );
  await soon(() => menuItem('save-copy')).toMatchObject({ enabled: true });
  const record = await desk.app.order('record');
  expect(record.findLast(({ what }) => what === 'title')).toMatchObject({ title: 'Menu – Assay' });
  await desk.app.order('pressMenu', 'Menu');
  await desk.app.order('pressMenu', 'undo');
  await soon(commands).toEqual([{ do: 'open-project', path: inFolder('menu.assay') }, { do: 'undo' }]);
});

test('keys that pages handle are shown in the menu, not taken from them', async () => {
  for (const id of ['undo', 'redo', 'palette'])
    expect(await menuItem(id)).toMatchObject({ registerAccelerator: false });
  for (const id of ['new', 'open', 'import', 'export'])
    expect((await menuItem(id))!.accelerator).toBeTruthy();
});

test('a dropped file reaches the page by its path', async () => {
  const file = inFolder('replies.jsonl');
  writeFileSync(file, '{}\n');
  await desk.app.order('drop', file);
  await soon(commands).toEqual([{ do: 'import', paths: [file] }]);
});

test('a file opened from outside comes to the running app, also by a second start', async () => {
  const file = inFolder('outside.assay');
  writeFileSync(file, '');
  expect(await desk.app.order('openFile', file)).toBe(true);
  const second = await startStandin({ dataDir: desk.dataDir, outDir: desk.outDir, args: [file] });
  expect(await second.exited).toBe(0);
  const command = { do: 'open-project', path: file };
  await soon(commands).toEqual([command, command]);
});

test('a page asks for native dialogs', async () => {
  const ask = () =>
    desk.page.evaluate(() => driver.askShell({ ask: 'file', purpose: 'save-file', suggested: 'labels.csv' }));
  expect(await ask()).toBeNull();
  await desk.app.order('answerDialog', { canceled: false, filePath: '/x/labels.csv' });
  expect(await ask()).toBe('/x/labels.csv');
});

test('window frames follow the color scheme of the page', async () => {
  await desk.page.evaluate(() => driver.askShell({ ask: 'follow-scheme', scheme: 'dark' }));
  expect(await desk.app.order('themeSource')).toBe('dark');
  await desk.page.evaluate(() => driver.askShell({ ask: 'follow-scheme', scheme: 'auto' }));
  expect(await desk.app.order('themeSource')).toBe('system');
});

test('a key is kept encrypted, named and never given back', async () => {
  const key = 'sk-not-a-real-key';
  await desk.page.evaluate((value) => driver.askShell({ ask: 'set-secret', name: 'judge', value }), key);
  expect(await desk.page.evaluate(() => driver.askShell({ ask: 'secrets' }))).toEqual({
    names: ['judge'],
    warning: null,
  });
  expect(readFileSync(inFolder('desktop/secrets.json'), 'utf8')).not.toContain(key);
  await desk.page.evaluate(() => driver.askShell({ ask: 'forget-secret', name: 'judge' }));
  expect(await desk.page.evaluate(() => driver.askShell({ ask: 'secrets' }))).toMatchObject({ names: [] });
});

test('a weak keychain is told, a missing one refused', async () => {
  const ask = async (backend: string) => {
    await using other = await openDesk(desk.outDir, { env: { STANDIN_KEYCHAIN: backend } });
    const set = () =>
      driver.askShell({ ask: 'set-secret', name: 'judge', value: 'x' }).then(() => '', String);
    const refusal = await other.page.evaluate(set);
    return { refusal, described: await other.page.evaluate(() => driver.askShell({ ask: 'secrets' })) };
  };
  expect(await ask('basic_text')).toMatchObject({
    refusal: '',
    described: { warning: expect.stringMatching(/only scrambled/) },
  });
  expect((await ask('none')).refusal).toMatch(/was not stored/);
});

test('quitting while a job runs asks first; without one it closes the project cleanly', async () => {
  await using other = await openDesk(desk.outDir);
  const file = path.join(other.dataDir, 'long.jsonl');
  const line = JSON.stringify({
    id: 'ID',
    conversation: [{ role: 'user', content: 'Why?' }],
    responses: { one: 'So.' },
  });
  writeFileSync(file, Array.from({ length: 150_000 }, (_, i) => `${line.replace('ID', `i${i}`)}\n`).join(''));
  await other.page.evaluate(
    async ([project, source]) => {
      await driver.api.project.create({ path: project! });
      await driver.api.import.start({ path: source!, format: 'assay-jsonl', datasetName: 'Long' });
    },
    [path.join(other.dataDir, 'quit.assay'), file],
  );
  await other.app.order('closeWindow');
  const dialogs = async () => (await other.app.order('record')).filter(({ what }) => what === 'dialog');
  await soon(dialogs).toHaveLength(1);
  expect((await dialogs())[0]!.options).toMatchObject({ message: expect.stringContaining('long.jsonl') });
  await other.app.order('answerDialog', { response: 1 });
  await other.app.order('quit');
  expect(await other.app.exited).toBe(0);
  await other.start();
  expect(await other.page.evaluate(() => driver.api.project.current({}))).toBeNull();
}, 60_000);

test('the stand-in refuses what it does not model', () => {
  const script = `import { app } from 'electron'; try { app.dock } catch (error) { console.log(error.message) }`;
  const register = path.join(import.meta.dirname, '../electron-standin/register.ts');
  const { stdout } = spawnSync(process.execPath, ['--import', register, '--input-type=module', '-e', script]);
  expect(String(stdout)).toContain('does not model app.dock');
});

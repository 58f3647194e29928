import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { previewImport } from '../../core/import/preview.ts';
import { proposedMeasure, proposedPair, sharedItems } from '../../shared/study-choices.ts';
import { engineWithProject, temporaryFolder, testEngine } from './support/test-engine.ts';

const table = (header: string, row: (i: number) => string, count = 12) =>
  [header, ...Array.from({ length: count }, (_, i) => row(i))].join('\n');
const chats = table('prompt,output', (i) => `What is ${i}?,It is ${i}.`);

function fileIn(folder: string, name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** An engine without a project, its folder of projects, and a file. */
function begun(text: string, name = 'chats.csv') {
  const dataDir = temporaryFolder();
  const engine = testEngine(dataDir);
  const projects = () =>
    existsSync(path.join(dataDir, 'projects')) ? readdirSync(path.join(dataDir, 'projects')) : [];
  return { engine, client: engine.client, projects, file: fileIn(dataDir, name, text) };
}

describe('a study from a file', () => {
  test('is made in a project named after the file, which never replaces another', async () => {
    const { client, projects, file } = begun(chats);
    const study = { size: 30 };
    const first = await client.project.startFromFile({ path: file, into: 'new', study, scales: [] });
    expect(first.project).toMatchObject({ name: 'chats', studyCount: 1, itemCount: 12 });
    const made = await client.study.get({ studyId: first.studyId! });
    expect(made).toMatchObject({
      // A system without a name says nothing; the file does, also to whoever labels.
      name: 'Helpfulness on chats',
      system: 'assistant',
      measure: { kind: 'criterion', criterion: 'helpfulness' },
      scale: { min: 1, max: 5 },
      question: 'How helpful is this reply?',
      drawCount: 12,
      form: { kind: 'rating', min: 1, max: 5 },
    });
    await client.project.startFromFile({ path: file, into: 'new', study, scales: [] });
    expect(
      projects()
        .filter((name) => name.endsWith('.assay'))
        .sort(),
    ).toEqual(['chats 2.assay', 'chats.assay']);
  });

  test('is made once, though the key was pressed twice', async () => {
    const { client, projects, file } = begun(chats);
    const asked = { path: file, into: 'new', study: { size: 5 }, scales: [] } as const;
    const ask = () => client.project.startFromFile({ ...asked, scales: [] });
    const [first, second] = await Promise.allSettled([ask(), ask()]);
    expect(first).toMatchObject({ status: 'fulfilled', value: { project: { studyCount: 1 } } });
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'BUSY' } });
    expect(projects().filter((name) => name.endsWith('.assay'))).toEqual(['chats.assay']);
    // And again as soon as it is there.
    expect((await ask()).project.name).toBe('chats 2');
  });

  test('is made in the folder of the settings, which has to be there', async () => {
    const { client, projects, file } = begun(chats);
    const folder = temporaryFolder();
    const asked = { path: file, into: 'new', study: { size: 5 }, scales: [] } as const;
    await client.settings.set({ projectsFolder: folder });
    const { project } = await client.project.startFromFile({ ...asked, scales: [] });
    expect(project.path).toBe(path.join(folder, 'chats.assay'));
    await client.settings.set({ projectsFolder: path.join(folder, 'gone') });
    await expect(client.project.startFromFile({ ...asked, scales: [] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(path.join(folder, 'gone')),
    });
    expect(existsSync(path.join(folder, 'gone'))).toBe(false);
    expect(projects()).toEqual([]);
  });

  test('goes into the open project where that is wanted', async () => {
    const { engine, folder, file: open } = await engineWithProject();
    const file = fileIn(folder, 'chats.csv', chats);
    const { project } = await engine.client.project.startFromFile({
      path: file,
      into: 'open',
      study: { size: 5 },
      scales: [],
    });
    expect(project).toMatchObject({ path: open, studyCount: 1 });
  });

  test('that has a fault leaves no project, no entry in the list, and the one of before open', async () => {
    const { client, projects, file } = begun(
      table('prompt,output,rating', (i) => `What?,That.,${i ? 'x' : '1'}`),
    );
    const start = () =>
      client.project.startFromFile({ path: file, into: 'new', study: { size: 5 }, scales: [] });
    await expect(start()).rejects.toMatchObject({ code: 'IMPORT_REFUSED' });
    expect(projects()).toEqual([]);
    expect(await client.project.current({})).toBeNull();
    expect(await client.project.recent({})).toEqual([]);

    const before = await client.project.create({ path: path.join(path.dirname(file), 'before.assay') });
    await expect(start()).rejects.toMatchObject({ code: 'IMPORT_REFUSED' });
    expect((await client.project.current({}))?.path).toBe(before.path);
    expect(projects()).toEqual([]);
  });

  test('without a reply leaves nothing in the open project either', async () => {
    const { engine, folder } = await engineWithProject();
    const file = fileIn(
      folder,
      'questions.csv',
      table('question', (i) => `What is ${i}?`),
    );
    const asked = { path: file, into: 'open' as const, scales: [] };
    await expect(engine.client.project.startFromFile({ ...asked, study: { size: 5 } })).rejects.toMatchObject(
      { code: 'INVALID_INPUT' },
    );
    expect(await engine.client.dataset.list({})).toEqual([]);
    const only = await engine.client.project.startFromFile({ ...asked, study: null });
    expect(only).toMatchObject({ studyId: null, imported: { items: 12 } });
  });
});

describe('what is proposed', () => {
  const proposal = async (text: string, name?: string) => {
    const { client, file } = begun(text, name);
    const { studyId } = await client.project.startFromFile({
      path: file,
      into: 'new',
      study: { size: 5 },
      scales: [],
    });
    const preview = await previewImport({ path: file });
    const study = await client.study.get({ studyId: studyId! });
    expect(proposedMeasure(preview.options!), 'the preview proposes the same').toEqual(study.measure);
    return study;
  };

  test('is what the judge scores, on its usual scale, with the judge beside it', async () => {
    const study = await proposal(
      table('prompt,output,judge_clarity', (i) => `What?,That ${i}.,${2 + (i % 3)}`),
    );
    expect(study).toMatchObject({
      measure: { criterion: 'clarity' },
      scale: { min: 1, max: 5 },
      surrogate: { kind: 'judge', judge: 'judge', criterion: 'clarity' },
      question: 'How clear is this reply?',
    });
  });

  test('is what people scored where no judge did; a judge of something else is not taken silently', async () => {
    const people = await proposal(
      table('prompt,output,human_tone', (i) => `What?,That ${i}.,${1 + (i % 5)}`),
    );
    expect(people).toMatchObject({ measure: { criterion: 'tone' }, surrogate: { kind: 'none' } });
  });

  test('asks about a conversation where nothing but the conversation is there', async () => {
    const turns = (i: number) =>
      JSON.stringify([
        { role: 'user', content: `Hello ${i}` },
        { role: 'assistant', content: 'Hi.' },
      ]);
    const lines = Array.from(
      { length: 8 },
      (_, i) => `{"id":"c${i}","system":"bot","conversation":${turns(i)}}`,
    );
    const study = await proposal(lines.join('\n'), 'talks.jsonl');
    expect(study).toMatchObject({ system: 'bot', question: 'How good is this conversation?' });
    const cells = table('conversation', (i) => `"${turns(i).replaceAll('"', '""')}"`);
    expect(await proposal(cells, 'talks.csv')).toMatchObject({ question: 'How good is this conversation?' });
  });
});

test('the sample file comes in without a fault, with the judge of what is asked', async () => {
  const { client } = begun(chats);
  const { content, fileName } = await client.project.sampleFile({});
  const folder = temporaryFolder();
  const preview = await previewImport({ path: fileIn(folder, fileName, content!) });
  expect(preview).toMatchObject({ problemCount: 0, systems: ['assistant'] });
  expect(preview.itemCount).toBeGreaterThanOrEqual(30);
  expect(proposedMeasure(preview.options!)).toEqual({ kind: 'criterion', criterion: 'helpful' });
  const written = await client.project.sampleFile({ path: path.join(folder, 'kept.csv') });
  expect(written).toMatchObject({ content: null, path: path.join(folder, 'kept.csv') });
});

test('a file of preferences between systems begins a comparison of the two with most items in common', async () => {
  const line = (i: number, [a, b]: readonly [string, string]) =>
    JSON.stringify({
      id: `pair-${i}`,
      pair: [a, b],
      conversation: [{ role: 'user', content: `What is ${i}?` }],
      responses: { [a]: `It is ${i}.`, [b]: `Number ${i}.` },
      human: { pair: { preferred: [1 + (i % 2)] } },
    });
  const lines = Array.from({ length: 12 }, (_, i) => line(i, i < 3 ? ['ash', 'birch'] : ['ash', 'cherry']));
  const { client, file } = begun(lines.join('\n'), 'pairs.jsonl');
  const { options } = await previewImport({ path: file });
  expect(proposedPair(options!, { kind: 'criterion', criterion: 'preference' })).toEqual(['ash', 'cherry']);
  expect(sharedItems(options!, 'birch', 'cherry')).toBe(0);
  const begin = { path: file, into: 'new', study: { size: 30 }, scales: [] } as const;
  const { studyId } = await client.project.startFromFile({ ...begin, scales: [] });
  expect(await client.study.get({ studyId: studyId! })).toMatchObject({
    system: 'ash',
    comparison: { against: 'cherry' },
    form: { kind: 'preference' },
    question: 'Which of the two replies is better?',
    itemsDrawn: 9,
  });
});

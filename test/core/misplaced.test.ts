import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { initialSchema } from '../../db/migrations/0010-initial-schema.ts';
import { applicationId } from '../../db/open.ts';
import { setProjectValue } from '../../db/project.ts';
import type { WritableDb } from '../../db/types.ts';
import { bundled } from '../support/bundled.ts';
import { ratedStudy, temporaryFolder, testEngine } from './support/test-engine.ts';

interface LabelingSession {
  engine: Engine;
  studyId: number;
  file: string;
  folder: string;
  /** Labels the next item and returns the key under which it was acknowledged. */
  label(): Promise<string>;
  acknowledged: string[];
}

async function labelingSession(items = 12): Promise<LabelingSession> {
  const { engine, study, file, folder } = await ratedStudy(items);
  const { batch, items: open } = await engine.client.label.open({ studyId: study.id });
  const acknowledged: string[] = [];
  let next = 0;
  const label = async () => {
    const { ref } = open[next++]!;
    const clientKey = `the-key-${next}`;
    await engine.client.label.submit({
      batch,
      ref,
      answer: { kind: 'score', value: 3 },
      durationMs: 1000,
      estimateVisible: false,
      clientKey,
    });
    acknowledged.push(clientKey);
    return clientKey;
  };
  return { engine, studyId: study.id, file, folder, label, acknowledged };
}

const keysIn = (engine: Engine) =>
  engine.context.session.project!.db.prepare('SELECT client_key FROM label ORDER BY id').pluck().all();

/** What a project holds, opened by an engine of its own, and what its opening said. */
async function contentOf(file: string) {
  const engine = testEngine();
  const { recoveryNotice } = await engine.client.project.open({ path: file });
  const { db } = engine.context.session.project!;
  const content = {
    keys: keysIn(engine),
    recoveryNotice,
    check: db.pragma('integrity_check', { simple: true }),
  };
  await engine.client.project.close({});
  return content;
}

/** Another project of the same shape, closed, with labels of its own. */
async function otherProject(labels = 3) {
  const other = await labelingSession();
  for (let i = 0; i < labels; i++) await other.label();
  await other.engine.client.project.close({});
  return other.file;
}

const notInPlace = { code: 'PROJECT_NOT_IN_PLACE', data: { remedy: expect.stringMatching(/./) as string } };

/** Ways in which the file of an open project goes; each returns where its data lies by then, if anywhere. */
const ways: Record<string, (file: string, folder: string) => Promise<string | null>> = {
  deleted: async (file) => {
    rmSync(file);
    return null;
  },
  'renamed away': async (file, folder) => {
    renameSync(file, path.join(folder, 'elsewhere.assay'));
    return path.join(folder, 'elsewhere.assay');
  },
  'replaced by a rename over it': async (file) => {
    renameSync(await otherProject(), file);
    return null;
  },
  'moved with its folder': async (file, folder) => {
    renameSync(path.dirname(file), `${folder}-moved`);
    onTestFinished(() => rmSync(`${folder}-moved`, { recursive: true, force: true }));
    // Where the preferences of these engines lie.
    mkdirSync(path.join(folder, 'data'), { recursive: true });
    return path.join(`${folder}-moved`, path.basename(file));
  },
};

/** Has the projects that are opened from now on look round for themselves at a call, not after two seconds. */
function theNextLook(): () => void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return () => vi.runOnlyPendingTimers();
}

describe.each(Object.entries(ways))('a project that is %s while it is open', (_, move) => {
  test('takes no further label, says so unasked, and everything acknowledged is in a file', async () => {
    const { engine, file, folder, label, acknowledged } = await labelingSession();
    for (let i = 0; i < 4; i++) await label();
    const events: string[] = [];
    engine.context.events.listen(({ type }) => events.push(type));
    const lies = await move(file, folder);
    const replaced = existsSync(file) ? readFileSync(file) : null;
    await expect(label()).rejects.toMatchObject(notInPlace);
    await expect(label()).rejects.toMatchObject(notInPlace);
    expect(events).toContain('project.changed');
    expect((await engine.client.project.current({}))?.misplaced?.message).toMatch(/No label is taken/);

    const saved = await engine.client.project.saveCopy({ path: path.join(temporaryFolder(), 'saved.assay') });
    await engine.client.project.open({ path: saved.path });
    expect(keysIn(engine)).toEqual(expect.arrayContaining(acknowledged));
    const misplaced = await engine.client.project.current({});
    expect(misplaced?.misplaced).toBeNull();
    if (lies !== null) expect((await contentOf(lies)).keys).toEqual(expect.arrayContaining(acknowledged));
    if (replaced !== null) {
      expect(readFileSync(file).equals(replaced)).toBe(true);
      expect(await contentOf(file)).toMatchObject({
        check: 'ok',
        keys: ['the-key-1', 'the-key-2', 'the-key-3'],
      });
    }
  });

  test('is noticed without a label', async () => {
    const lookAround = theNextLook();
    const { engine, file, folder, label } = await labelingSession();
    await label();
    const told = new Promise<void>((resolve) => {
      engine.context.events.listen(({ type }) => type === 'project.changed' && resolve());
    });
    await move(file, folder);
    lookAround();
    await told;
    expect((await engine.client.project.current({}))?.misplaced).not.toBeNull();
  });

  test('closed without a copy, what it held is found in the folder or where it was moved', async () => {
    const { engine, file, folder, label, acknowledged } = await labelingSession();
    for (let i = 0; i < 3; i++) await label();
    const lies = await move(file, folder);
    await engine.client.project.close({});
    const kept = engine.context.settings.recent.find(({ path: p }) => p.includes('.kept-'))?.path;
    expect((await contentOf((lies ?? kept)!)).keys).toEqual(acknowledged);
  });
});

test('a project that another one was copied over takes no label, and the other one is whole', async () => {
  const { engine, file, folder, label } = await labelingSession();
  for (let i = 0; i < 4; i++) await label();
  const other = await otherProject();
  copyFileSync(other, file);
  const bytes = readFileSync(other);
  await expect(label()).rejects.toMatchObject(notInPlace);
  expect((await engine.client.project.current({}))?.misplaced?.message).toMatch(/wrote over/);
  await engine.client.project.close({});
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(await contentOf(file)).toMatchObject({ check: 'ok', keys: ['the-key-1', 'the-key-2', 'the-key-3'] });
  expect(readdirSync(folder).some((name) => name.includes('-wal.kept-'))).toBe(true);
});

test.each([0, 3])(
  'what is left of a project that another one was copied over is not saved as if it were whole, after %i labels',
  async (labels) => {
    const { file: other, engine: others } = await labelingSession(30);
    await others.close();
    const { engine, file, folder, label } = await labelingSession();
    for (let n = 0; n < labels; n += 1) await label();
    // As with a project that is larger than what SQLite keeps of it in memory.
    const { db } = engine.context.session.project!;
    db.pragma('cache_size = 1');
    db.pragma('shrink_memory');
    copyFileSync(other, file);
    const copy = path.join(folder, 'saved.assay');
    const saving = engine.client.project.saveCopy({ path: copy, overwrite: false });
    await expect(saving).rejects.toMatchObject({ code: 'PROJECT_DAMAGED' });
    expect(existsSync(copy)).toBe(false);
    await engine.close();
    expect(readFileSync(file).equals(readFileSync(other))).toBe(true);
  },
);

test('a copy of itself from before, put in its place, is told from it', async () => {
  const { engine, file, folder, label } = await labelingSession();
  await label();
  await engine.client.project.close({});
  copyFileSync(file, path.join(folder, 'backup'));
  await engine.client.project.open({ path: file });
  await label();
  await engine.client.project.close({});
  await engine.client.project.open({ path: file });
  await label();
  copyFileSync(path.join(folder, 'backup'), file);
  await expect(label()).rejects.toMatchObject(notInPlace);
});

test('a project that was moved has everything where it lies now, before it is closed', async () => {
  const lookAround = theNextLook();
  const { engine, file, folder, label, acknowledged } = await labelingSession();
  for (let i = 0; i < 3; i++) await label();
  const told = new Promise<void>((resolve) => {
    engine.context.events.listen(
      ({ type }) => type === 'project.changed' && setImmediate(() => setImmediate(resolve)),
    );
  });
  const away = path.join(folder, 'away.assay');
  renameSync(file, away);
  lookAround();
  await told;
  copyFileSync(away, path.join(folder, 'seen.assay'));
  expect((await contentOf(path.join(folder, 'seen.assay'))).keys).toEqual(acknowledged);
});

test('a new time stamp alone is no harm', async () => {
  const { file, label, acknowledged } = await labelingSession();
  await label();
  utimesSync(file, new Date(), new Date());
  await label();
  expect(acknowledged).toHaveLength(2);
});

test('a project that goes while a write is under way is not said to be stored', async () => {
  const { engine, file, folder } = await labelingSession();
  const { db } = engine.context.session.project!;
  const write = db.transaction(() => {
    setProjectValue(db, 'a', 'b');
    renameSync(file, path.join(folder, 'away'));
  });
  expect(() => write.immediate()).toThrow(expect.objectContaining({ code: 'PROJECT_NOT_IN_PLACE' }));
  expect(() => setProjectValue(db, 'c', 'd')).toThrow(
    expect.objectContaining({ code: 'PROJECT_NOT_IN_PLACE' }),
  );
  expect(() => db.exec('BEGIN IMMEDIATE')).toThrow(expect.objectContaining({ code: 'PROJECT_NOT_IN_PLACE' }));
});

test('a project that comes back to its place goes on', async () => {
  const { engine, file, folder, label, acknowledged } = await labelingSession();
  await label();
  renameSync(file, path.join(folder, 'away'));
  await expect(label()).rejects.toMatchObject(notInPlace);
  renameSync(path.join(folder, 'away'), file);
  engine.context.session.project!.place.look();
  await label();
  await engine.client.project.close({});
  expect((await contentOf(file)).keys).toEqual(expect.arrayContaining(acknowledged));
});

describe('what a crash leaves beside a file', () => {
  /** Labels in a process that then dies; the file and its `-wal` stay as they are. */
  async function crashed(folder: string) {
    const { engine, study, file } = await ratedStudy(8);
    await engine.client.project.close({});
    const target = path.join(folder, 'p.assay');
    copyFileSync(file, target);
    const { file: child, env } = bundled('test/core/support/labeling-child.ts');
    const args = [child, target, path.join(folder, 'data'), String(study.id), '0'];
    const script = `
      const { spawn } = await import('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify(args)}, { stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      child.stdout.on('data', (data) => {
        text += data;
        if (text.split('\\n').length > 4) child.kill('SIGKILL');
      });
      child.on('exit', () => process.stdout.write(text));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env,
    });
    const acknowledged = stdout.split('\n').slice(0, -1);
    expect(acknowledged.length).toBeGreaterThan(2);
    expect(statSync(`${target}-wal`).size).toBeGreaterThan(0);
    return { file: target, acknowledged, before: file };
  }

  test('goes into the file it belongs to, also in another folder', async () => {
    const folder = temporaryFolder();
    const { file, acknowledged } = await crashed(folder);
    const moved = path.join(folder, 'moved');
    mkdirSync(moved);
    for (const ending of ['', '-wal']) copyFileSync(file + ending, path.join(moved, `q.assay${ending}`));
    for (const at of [file, path.join(moved, 'q.assay')]) {
      const { keys, check, recoveryNotice } = await contentOf(at);
      expect(keys).toEqual(expect.arrayContaining(acknowledged));
      expect(check).toBe('ok');
      expect(String(recoveryNotice)).not.toMatch(/not applied/);
    }
  });

  test.each(['another project', 'a newer state of it', 'a file of an earlier version'])(
    'is not mixed into %s that took its place: it is kept beside it, and told',
    async (what) => {
      const folder = temporaryFolder();
      const { file, before } = await crashed(folder);
      let replacement = await otherProject();
      if (what === 'a newer state of it') {
        const engine = testEngine();
        await engine.client.project.open({ path: before });
        await engine.client.project.rename({ name: 'Newer' });
        await engine.client.project.close({});
        replacement = before;
      } else if (what === 'a file of an earlier version') {
        rmSync(replacement);
        const old = new Database(replacement) as unknown as WritableDb;
        old.pragma(`application_id = ${applicationId}`);
        initialSchema.up(old);
        old.pragma('user_version = 10');
        old.close();
      }
      const wal = readFileSync(`${file}-wal`);
      renameSync(replacement, file);
      const { check, recoveryNotice } = await contentOf(file);
      expect(check).toBe('ok');
      expect(recoveryNotice).toMatch(/were not applied, and are kept as/);
      const kept = readdirSync(folder).find((name) => name.includes('-wal.kept-'))!;
      expect(readFileSync(path.join(folder, kept)).equals(wal)).toBe(true);
    },
  );

  test('stays when a new project is made where a deleted one was', async () => {
    const folder = temporaryFolder();
    const { file } = await crashed(folder);
    rmSync(file);
    const engine = testEngine();
    await engine.client.project.create({ path: file });
    expect(readdirSync(folder).some((name) => name.includes('-wal.kept-'))).toBe(true);
  });
});

describe('a second name', () => {
  test('is refused on opening, whichever of the two is opened', async () => {
    const { engine, file, folder } = await ratedStudy(4);
    await engine.client.project.close({});
    const link = path.join(folder, 'link.assay');
    linkSync(file, link);
    for (const name of [file, link]) {
      await expect(engine.client.project.open({ path: name })).rejects.toMatchObject(notInPlace);
    }
    rmSync(link);
    expect(await engine.client.project.open({ path: file })).toMatchObject({ path: file });
  });

  test('given while the project is open stops labels until it is gone', async () => {
    const { engine, file, folder, label } = await labelingSession();
    const link = path.join(folder, 'link.assay');
    linkSync(file, link);
    await expect(label()).rejects.toMatchObject(notInPlace);
    await expect(testEngine().client.project.open({ path: link })).rejects.toMatchObject(notInPlace);
    rmSync(link);
    engine.context.session.project!.place.look();
    await label();
  });

  test('that is a symbolic link meets the same lock, and everything lies beside the file itself', async () => {
    const { engine, file, folder } = await ratedStudy(4);
    const links = path.join(folder, 'links');
    mkdirSync(links);
    symlinkSync(file, path.join(links, 'l.assay'));
    symlinkSync(folder, path.join(links, 'd'));
    for (const name of [path.join(links, 'l.assay'), path.join(links, 'd', 'p.assay')]) {
      await expect(testEngine().client.project.open({ path: name })).rejects.toMatchObject({
        code: 'PROJECT_IN_USE',
      });
    }
    await engine.client.project.close({});
    expect((await engine.client.project.open({ path: path.join(links, 'l.assay') })).path).toBe(file);
    expect(readdirSync(links).sort()).toEqual(['d', 'l.assay']);
  });

  test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'by a mount of the file alone is refused; a mount of its folder meets the same lock',
    async () => {
      const { engine, file, folder } = await ratedStudy(4);
      const [alone, whole] = [path.join(folder, 'alone here.assay'), path.join(folder, 'whole')];
      writeFileSync(alone, '');
      mkdirSync(whole);
      const inside = path.join(folder, 'inside');
      mkdirSync(inside);
      await engine.client.project.close({});
      renameSync(file, path.join(inside, 'p.assay'));
      const mount = (from: string, to: string) => spawnSync('mount', ['--bind', from, to]).status === 0;
      onTestFinished(() => {
        for (const at of [alone, whole]) spawnSync('umount', [at]);
      });
      if (!mount(path.join(inside, 'p.assay'), alone) || !mount(inside, whole)) return;
      await expect(engine.client.project.open({ path: alone })).rejects.toMatchObject(notInPlace);
      await engine.client.project.open({ path: path.join(inside, 'p.assay') });
      await expect(
        testEngine().client.project.open({ path: path.join(whole, 'p.assay') }),
      ).rejects.toMatchObject({ code: 'PROJECT_IN_USE' });
    },
  );
});

test('work in a thread does not go on in another file', async () => {
  const { engine, file, folder } = await ratedStudy(4, { threads: true });
  renameSync(await otherProject(), file);
  const source = path.join(folder, 'more.jsonl');
  writeFileSync(source, `${JSON.stringify({ id: 'a', question: 'q', responses: { s: 'r' } })}\n`);
  const { finished } = engine.context.jobs.start(engine.context.session.project!, 'import', 'more', {
    path: source,
    sourceName: 'more.jsonl',
    format: 'assay-jsonl',
  });
  await expect(finished).rejects.toMatchObject({ code: 'PROJECT_NOT_IN_PLACE' });
});

test('a folder that is unmounted under an open project stops labels', async (context) => {
  const folder = temporaryFolder();
  const disk = path.join(folder, 'disk');
  mkdirSync(disk);
  const isMounted =
    process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]).status === 0;
  if (!isMounted) return context.skip('no file system can be mounted here');
  onTestFinished(() => void spawnSync('umount', ['-l', disk]));
  const { engine, file, label } = await labelingSession();
  await label();
  await engine.client.project.close({});
  copyFileSync(file, path.join(disk, 'p.assay'));
  await engine.client.project.open({ path: path.join(disk, 'p.assay') });
  await label();
  spawnSync('umount', ['-l', disk]);
  await expect(label()).rejects.toMatchObject(notInPlace);
  const saved = await engine.client.project.saveCopy({ path: path.join(folder, 'saved.assay') });
  expect((await contentOf(saved.path)).keys).toEqual(expect.arrayContaining(['the-key-1', 'the-key-2']));
});

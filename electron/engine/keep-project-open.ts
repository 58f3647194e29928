import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Engine } from '../../core/engine.ts';
import { writeWhole } from '../../core/platform/files/write-whole.ts';

const NoteSchema = z.object({ path: z.string(), attempts: z.number() });
const mostAttempts = 3;
const waitForOldEngineMs = 5_000;

/**
 * Opens again what was open when the engine, or all of Assay, ended without closing it. A note beside the
 * preferences says which project that is; closing the project takes the note away. A project that brings the
 * engine down whenever it is opened is left alone after a few attempts.
 */
export async function keepProjectOpen(engine: Engine): Promise<void> {
  const file = path.join(engine.context.dataDir, 'desktop', 'open-project.json');
  const write = (note: z.infer<typeof NoteSchema>) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeWhole(JSON.stringify(note), { path: file, overwrite: true });
  };
  const note = readNote(file);
  if (note && note.attempts < mostAttempts) {
    write({ ...note, attempts: note.attempts + 1 });
    await openAgain(engine, note.path);
  }
  const follow = () => {
    const { project } = engine.context.session;
    if (project) write({ path: project.path, attempts: 0 });
    else rmSync(file, { force: true });
  };
  follow();
  engine.context.events.listen(({ type }) => type === 'project.changed' && follow());
}

function readNote(file: string) {
  try {
    return NoteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** The engine before this one may still be ending and hold the project for a moment. */
async function openAgain(engine: Engine, project: string): Promise<void> {
  for (const deadline = Date.now() + waitForOldEngineMs; ; await sleep(50)) {
    try {
      await engine.client.project.open({ path: project });
      return;
    } catch (error) {
      const isHeld = (error as { code?: string }).code === 'PROJECT_IN_USE';
      if (!isHeld || Date.now() > deadline) return;
    }
  }
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, sourceFiles } from './read-imports.ts';

/** What a build may do without, with the files outside that need it. Each of these is loaded when it is asked for. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  protocols: [
    'core/labeling/conversations/human-conversation.ts',
    'core/labeling/portal/own-validation.ts',
    'core/report/lab/humcoe-paper.ts',
    'core/router.ts',
    'core/work-list.ts',
  ],
  pool: ['core/report/verify/verify-sources.ts', 'core/router.ts', 'core/work-list.ts'],
};

const imports = sourceFiles('core').flatMap(importsOf);

test.each(Object.entries(rooms))('few files outside of %s need it', (room, needing) => {
  const within = (file: string) => file.startsWith(`core/${room}/`);
  const found = imports.filter(({ from, target }) => within(target) && !within(from)).map(({ from }) => from);
  expect([...new Set(found)].sort()).toEqual(needing);
});

// All at once: what loads one of them fails here, too, and each start loads the whole program.
test('without any of them a study is imported, drawn, labeled, estimated and reported', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-left-out-'));
  try {
    const script = path.join(import.meta.dirname, 'without-rooms.ts');
    const said = execFileSync(process.execPath, [script, folder, ...Object.keys(rooms)], {
      encoding: 'utf8',
    });
    const { labeled, estimates, refusal, calls } = JSON.parse(said.trim().split('\n').at(-1)!);
    expect(labeled).toBe(8);
    expect(estimates).toBeGreaterThan(0);
    expect(calls).toContain('label');
    // That a room was indeed away.
    expect(refusal).toBe('refused');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

import { expect, test } from 'vitest';
import { runnableBlocks } from './blocks.ts';
import { pagesToRun, sceneOf, whyNotRun } from './run-pages.ts';
import { notRun, scenes } from './scenes.ts';

const blocks = runnableBlocks();

/** Pages that bring their own data: a folder of `examples`. */
const bringsData = /^(examples\/[\w-]+\/README|docs\/tutorials\/[\w-]+)\.md$/;

test('every block that can be run is run by npm run test:package, or says why not', () => {
  expect(blocks.length).toBeGreaterThan(70);
  const unknown = blocks.filter(
    (block) => !whyNotRun(block) && !sceneOf(block) && !bringsData.test(block.page) && block.kind === 'shell',
  );
  expect(unknown.map(({ page, line, body }) => `${page}:${line}: ${body.split('\n')[0]}`)).toEqual([]);
  const run = pagesToRun().flatMap((page) => page.blocks);
  expect(run.length + blocks.filter(whyNotRun).length).toBe(blocks.length);
});

test('what is known of a block is of one that is there', () => {
  const gone = [...scenes, ...notRun].filter(
    ({ page, first }) => !blocks.some((block) => block.page === page && block.body.startsWith(first)),
  );
  expect(gone.map(({ page, first }) => `${page}: ${first}`)).toEqual([]);
  const stale = scenes.flatMap((scene) => {
    const own = blocks.filter((block) => block.page === scene.page && block.body.startsWith(scene.first));
    const starts = [...Object.keys(scene.before ?? {}), ...Object.keys(scene.exits ?? {})];
    return starts.filter(
      (start) => !own.some(({ statements }) => statements.some((one) => one.startsWith(start))),
    );
  });
  expect(stale).toEqual([]);
});

test('a command that goes on behind a backslash or in a loop is one', () => {
  const of = (page: string, start: string) =>
    blocks.find((block) => block.page === page && block.body.startsWith(start))!.statements;
  expect(of('docs/scale.md', 'assay source check logs/')).toHaveLength(2);
  expect(of('docs/measured/papers.md', 'assay init halie')).toHaveLength(6);
});

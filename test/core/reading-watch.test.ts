import { expect, onTestFinished, test, vi } from 'vitest';
import { ReadingWatch } from '../../core/platform/jobs/reading-watch.ts';
import { JobRunner } from '../../core/platform/jobs/runner.ts';
import { WarmThreads } from '../../core/platform/jobs/warm-threads.ts';
import { AppError } from '../../shared/errors.ts';
import type { Odd } from './support/odd-worker.ts';
import { engineWithProject, importRecords, ratedRecords, ratedScales } from './support/test-engine.ts';

const refuse = (why: string) => new AppError('IMPORT_REFUSED', why);
const second = 1000;
const hour = 3600 * second;

/** A watch whose time passes when the test says so. */
function watched() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const watch = new ReadingWatch(refuse);
  onTestFinished(() => watch.close());
  const heard = (done: number, total: number | null = null) =>
    watch.heard({ type: 'progress', done, total, unit: 'bytes', message: '', found: 0 });
  return { watch, heard };
}

test('a file is refused when nothing more is read of it for two minutes', () => {
  const { watch, heard } = watched();
  vi.advanceTimersByTime(100 * second);
  heard(5_000_000);
  vi.advanceTimersByTime(119 * second);
  expect(watch.signal.aborted).toBe(false);
  vi.advanceTimersByTime(2 * second);
  expect(watch.signal.reason).toMatchObject({
    code: 'IMPORT_REFUSED',
    message: '5000000 bytes of the file were read in 220 seconds, and then nothing more.',
  });
});

test('what is silent from its beginning on is refused as well', () => {
  const { watch } = watched();
  vi.advanceTimersByTime(121 * second);
  expect(watch.signal.reason).toMatchObject({ code: 'IMPORT_REFUSED' });
});

test('a file of which a few bytes are read now and then is refused; one of any size that goes on is not', () => {
  const { watch, heard } = watched();
  for (let bytes = 0; bytes <= 13_000; bytes += 1000) {
    heard(bytes);
    vi.advanceTimersByTime(10 * second);
  }
  expect(watch.signal.reason).toMatchObject({ code: 'IMPORT_REFUSED' });
  const { watch: honest, heard: more } = watched();
  for (let minute = 0; minute < 600; minute += 1) {
    more(minute * 2 ** 20);
    vi.advanceTimersByTime(60 * second);
  }
  expect(honest.signal.aborted).toBe(false);
});

test('work that has read its file may wait, as for another import', () => {
  const { watch, heard } = watched();
  heard(100, 100);
  vi.advanceTimersByTime(hour);
  expect(watch.signal.aborted).toBe(false);
});

test('what takes more than three gigabytes is refused', () => {
  const rss = vi.spyOn(process.memoryUsage, 'rss');
  onTestFinished(() => rss.mockRestore());
  rss.mockReturnValue(100);
  const { watch } = watched();
  rss.mockReturnValue(2 ** 29);
  vi.advanceTimersByTime(second);
  expect(watch.signal.aborted).toBe(false);
  rss.mockReturnValue(3 * 2 ** 30 + 101);
  vi.advanceTimersByTime(second);
  expect(watch.signal.reason).toMatchObject({ message: 'Reading it takes too much memory.' });
});

test('a cancel lets the work stop by itself for half a second, and no end is made of what has ended', () => {
  const { watch } = watched();
  watch.cancel();
  vi.advanceTimersByTime(499);
  expect(watch.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(watch.signal.reason).toMatchObject({ code: 'CANCELED' });
  const { watch: over } = watched();
  over.cancel();
  over.close();
  vi.advanceTimersByTime(hour);
  expect(over.signal.aborted).toBe(false);
});

/** A project whose imports run in threads that do as they are asked to. */
async function oddImports() {
  const { engine, folder } = await engineWithProject();
  const { events, now, session } = engine.context;
  const threads = new WarmThreads({
    worker: new URL('./support/odd-worker.ts', import.meta.url),
    limits: { import: { maxOldGenerationSizeMb: 20 } },
  });
  onTestFinished(() => threads.close());
  const jobs = new JobRunner(events, now, threads);
  const begin = (odd: Odd) => jobs.start(session.project!, 'import', 'Import x.csv', odd as never, refuse);
  return { engine, folder, jobs, begin };
}

test('a cancel ends an import that hangs within its transaction, and nothing of it is left', async () => {
  const { engine, folder, jobs, begin } = await oddImports();
  const { jobId, finished } = begin('store and hang');
  await vi.waitFor(() => expect(jobs.find(jobId)?.done).toBe(1), { timeout: 60_000 });
  jobs.cancel(jobId);
  await expect(finished).rejects.toMatchObject({
    code: 'CANCELED',
    message: 'Canceled. Nothing was changed.',
  });
  expect(await engine.client.dataset.list({})).toEqual([]);
  expect(await engine.client.job.list({})).toMatchObject([{ id: jobId, state: 'canceled' }]);
  // The lock of the project is free.
  await importRecords(engine, folder, ratedRecords(5), { scales: ratedScales });
  expect(await engine.client.dataset.list({})).toMatchObject([{ itemCount: 5 }]);
});

test('an import that fills its memory is refused, and the engine goes on', async () => {
  const { engine, begin } = await oddImports();
  await expect(begin('fill').finished).rejects.toMatchObject({
    code: 'IMPORT_REFUSED',
    message: 'Reading it takes too much memory.',
  });
  expect(await engine.client.dataset.list({})).toEqual([]);
});

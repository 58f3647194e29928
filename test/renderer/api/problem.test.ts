import { MantineProvider } from '@mantine/core';
import { ORPCError } from '@orpc/client';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { staleKeys } from '../../../renderer/api/events.ts';
import { createJobStore, runningJob } from '../../../renderer/api/job-store.ts';
import { ProblemNote } from '../../../renderer/api/problem.tsx';
import { queryKeys } from '../../../renderer/api/query-keys.ts';
import { AppProblem, toProblem } from '../../../renderer/api/to-problem.ts';
import type { Job } from '../../../shared/contract/index.ts';

describe('a problem', () => {
  test('keeps code, message and details of the engine', () => {
    const error = new ORPCError('IMPORT_REFUSED', {
      message: 'Line 3.',
      data: { line: 3, remedy: 'Mend it.' },
    });
    expect(toProblem(error)).toEqual({
      code: 'IMPORT_REFUSED',
      message: 'Line 3.',
      details: { line: 3, remedy: 'Mend it.' },
    });
  });
  test('keeps those found on this side', () => {
    expect(toProblem(new AppProblem('ENGINE_AWAY', 'Away.')).code).toBe('ENGINE_AWAY');
  });
  test('is internal when it is anything else', () => {
    expect(toProblem(new TypeError('x is undefined'))).toMatchObject({
      code: 'INTERNAL',
      message: 'x is undefined',
    });
    expect(toProblem('text').code).toBe('INTERNAL');
    expect(toProblem(undefined).code).toBe('INTERNAL');
    expect(toProblem({ code: 'toString', message: '' }).code).toBe('INTERNAL');
  });
  test('of a call that does not fit says which value, and why', () => {
    const said = (issue: object) =>
      toProblem(
        new ORPCError('BAD_REQUEST', { message: 'Input validation failed', data: { issues: [issue] } }),
      ).message;
    const of = { path: ['prompt', 'criteria', 0, 'definition'], origin: 'string', message: 'Too small' };
    expect(said({ ...of, code: 'too_small', minimum: 1 })).toBe('“definition” is empty.');
    expect(said({ ...of, code: 'too_big', maximum: 20_000 })).toBe(
      '“definition” has more than 20,000 characters.',
    );
    expect(said({ path: [], code: 'custom', message: 'Name one' })).toBe('A value: Name one.');
    expect(said({})).toBe('Input validation failed');
  });
  test('is invalid input when the call itself was refused', () => {
    expect(toProblem(new ORPCError('BAD_REQUEST', { message: 'Input validation failed' })).code).toBe(
      'INVALID_INPUT',
    );
  });
});

test('a file that came through the browser is named without its folder', () => {
  const told = (file: string) => {
    const problem = { code: 'IMPORT_REFUSED', message: 'It is damaged.', details: { file } } as const;
    return renderToStaticMarkup(
      createElement(MantineProvider, null, createElement(ProblemNote, { problem })),
    );
  };
  const id = '0aa03a65-97a1-4a24-b3fd-3000babbc9e4';
  for (const folder of [id, `assay-uploads-5bce98f7-17150-5e16e0/${id}`])
    expect(told(`/home/ada/uploads/${folder}/wool.xlsx`)).toContain('It is damaged. (wool.xlsx)');
  expect(told('/home/ada/uploads/wool.xlsx')).toContain('(/home/ada/uploads/wool.xlsx)');
});

describe('an event', () => {
  test('of one study leaves the others alone', () => {
    const keys = staleKeys({ type: 'estimate.changed', studyId: 4 });
    expect(keys).toContainEqual(['estimate', 4]);
    expect(keys).not.toContainEqual(['datasets']);
    // What sets judges and people beside people's labels.
    for (const key of ['improvements', 'alignment', 'judge-quality', 'alt-test', 'team-agreement'])
      expect(keys).toContainEqual([key]);
  });
  test('of one study refreshes what pages of others say of it', () => {
    for (const type of ['estimate.changed', 'study.changed'] as const) {
      expect(staleKeys({ type, studyId: 4 })).toContainEqual(queryKeys.withOthers);
    }
  });
  test('of a run has the judges that learn asked again', () => {
    expect(staleKeys({ type: 'run.changed', runId: 4 })).toContainEqual(['improvements']);
  });
  test('of the project touches everything', () => {
    expect(staleKeys({ type: 'project.changed', open: true })).toBe('all');
  });
});

describe('jobs', () => {
  const job = (id: number, state: Job['state']) => ({ id, state }) as Job;
  test('show the newest that runs', () => {
    const store = createJobStore();
    store.getState().reset([job(1, 'running'), job(2, 'done')]);
    expect(runningJob(store.getState())?.id).toBe(1);
    store.getState().put(job(3, 'running'));
    expect(runningJob(store.getState())?.id).toBe(3);
    store.getState().put(job(3, 'done'));
    store.getState().put(job(1, 'canceled'));
    expect(runningJob(store.getState())).toBeNull();
  });
});

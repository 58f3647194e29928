import { existsSync } from 'node:fs';
import path from 'node:path';
import { realFile } from '../../db/file-identity.ts';
import { createProject, openProject } from '../../db/open.ts';
import { setProjectValue } from '../../db/project.ts';
import { projectContract } from '../../shared/contract/project.ts';
import { batchEnding } from '../model/persons/handed-facts.ts';
import { baseOf } from '../platform/base.ts';
import { dbOf, openProjectOf } from '../platform/context.ts';
import { adoptProject, closeCurrent, describeProject } from './project-session.ts';
import { saveCopy } from './save-copy.ts';

const base = baseOf({ project: projectContract });

const ending = '.assay';
const withEnding = (file: string) => (file.toLowerCase().endsWith(ending) ? file : `${file}${ending}`);

export const projectHandlers = {
  create: base.project.create.handler(({ context, input }) => {
    const file = withEnding(path.resolve(input.path));
    const name = input.name?.trim() || path.parse(file).name;
    return adoptProject(context, createProject(file, name, context.now()));
  }),
  open: base.project.open.handler(async ({ context, input }) => {
    const current = context.session.project;
    if (current && !current.place.misplaced && current.path === realFile(input.path))
      return describeProject(current);
    if (!input.path.toLowerCase().endsWith(batchEnding)) {
      return adoptProject(context, openProject(input.path, context.now()));
    }
    const { openHandedBatch } = await import('../people/exchange/handed-project.ts');
    return adoptProject(context, openHandedBatch(context, input.path));
  }),
  openSample: base.project.openSample.handler(async ({ context, input }) => {
    const { openSampleProject } = await import('./sample/sample-project.ts');
    return openSampleProject(context, input.reset);
  }),
  current: base.project.current.handler(({ context }) =>
    context.session.project ? describeProject(context.session.project) : null,
  ),
  check: base.project.check.handler(async ({ context, input }) => {
    const { projectCheck } = await import('../out/integrity/alterations.ts');
    return projectCheck(context, input.wait);
  }),
  close: base.project.close.handler(async ({ context }) => {
    await closeCurrent(context);
    return {};
  }),
  recent: base.project.recent.handler(({ context }) =>
    context.settings.recent.map((project) => ({ ...project, exists: existsSync(project.path) })),
  ),
  forget: base.project.forget.handler(({ context, input }) => {
    context.settings.forget(input.path);
    return {};
  }),
  saveCopy: base.project.saveCopy.handler(({ context, input }) => {
    const to = { path: withEnding(path.resolve(input.path)), overwrite: input.overwrite };
    return saveCopy(openProjectOf(context), to);
  }),
  rename: base.project.rename.handler(({ context, input }) => {
    const project = openProjectOf(context);
    setProjectValue(dbOf(context), 'name', input.name);
    const info = describeProject(project);
    context.settings.remember({ path: project.path, name: info.name, openedAt: context.now() });
    context.events.publish({ type: 'project.changed', open: true });
    return info;
  }),
};

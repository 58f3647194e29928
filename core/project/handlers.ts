import { projectContract } from '../../shared/contract/project.ts';
import { baseOf } from '../platform/base.ts';
import {
  acceptMissing,
  checkForChanges,
  closeProject,
  createProject,
  currentProject,
  forgetProject,
  openFromFolder,
  openProject,
  openSample,
  projectToFolder,
  recentProjects,
  renameProject,
  sampleFile,
  saveProjectCopy,
  startStudyFromFile,
} from './project-calls.ts';

const base = baseOf({ project: projectContract });

export const projectHandlers = {
  create: base.project.create.handler(({ context, input }) => createProject(context, input)),
  open: base.project.open.handler(({ context, input }) => openProject(context, input)),
  openSample: base.project.openSample.handler(({ context, input }) => openSample(context, input.reset)),
  startFromFile: base.project.startFromFile.handler(({ context, input }) =>
    startStudyFromFile(context, input),
  ),
  sampleFile: base.project.sampleFile.handler(({ input }) => sampleFile(input)),
  current: base.project.current.handler(({ context }) => currentProject(context)),
  check: base.project.check.handler(({ context, input }) => checkForChanges(context, input.wait)),
  acceptMissing: base.project.acceptMissing.handler(({ context }) => acceptMissing(context)),
  close: base.project.close.handler(({ context }) => closeProject(context)),
  recent: base.project.recent.handler(({ context }) => recentProjects(context)),
  forget: base.project.forget.handler(({ context, input }) => forgetProject(context, input.path)),
  saveCopy: base.project.saveCopy.handler(({ context, input }) => saveProjectCopy(context, input)),
  toFolder: base.project.toFolder.handler(({ context, input }) => projectToFolder(context, input)),
  fromFolder: base.project.fromFolder.handler(({ context, input }) => openFromFolder(context, input)),
  rename: base.project.rename.handler(({ context, input }) => renameProject(context, input)),
};

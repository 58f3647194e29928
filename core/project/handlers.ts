import { projectContract } from '../../shared/contract/project.ts';
import { handlersOf } from '../platform/base.ts';
import {
  acceptMissing,
  backUpProject,
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

export const projectHandlers = handlersOf(projectContract, {
  create: createProject,
  open: openProject,
  openSample: (context, input) => openSample(context, input.reset),
  startFromFile: startStudyFromFile,
  sampleFile: (_context, input) => sampleFile(input),
  current: currentProject,
  check: (context, input) => checkForChanges(context, input.wait),
  acceptMissing,
  close: closeProject,
  recent: recentProjects,
  forget: (context, input) => forgetProject(context, input.path),
  saveCopy: saveProjectCopy,
  backUp: backUpProject,
  toFolder: projectToFolder,
  fromFolder: openFromFolder,
  rename: renameProject,
});

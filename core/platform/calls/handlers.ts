import { eventContract, jobContract, settingsContract } from '../../../shared/contract/app.ts';
import { fileContract } from '../../../shared/contract/project.ts';
import { signingContract } from '../../../shared/contract/signing.ts';
import { baseOf } from '../base.ts';
import { eventsOf } from '../events/hub.ts';
import { listFolder } from '../files/list-folder.ts';
import { receivePiece } from '../files/uploads.ts';
import { publicKeyOf } from '../signing/signing-key.ts';
import { cancelJob, jobOf, recentJobs } from './known-jobs.ts';

const base = baseOf({
  event: eventContract,
  file: fileContract,
  job: jobContract,
  settings: settingsContract,
  signing: signingContract,
});

export const eventHandlers = {
  subscribe: base.event.subscribe.handler(({ context, signal }) => eventsOf(context, signal)),
};

export const fileHandlers = {
  list: base.file.list.handler(({ input }) => listFolder(input.dir, input.kind)),
  upload: base.file.upload.handler(({ context, input }) => receivePiece(context, input)),
};

export const jobHandlers = {
  list: base.job.list.handler(({ context }) => recentJobs(context)),
  get: base.job.get.handler(({ context, input }) => jobOf(context, input.jobId)),
  cancel: base.job.cancel.handler(({ context, input }) => cancelJob(context, input.jobId)),
};

export const settingsHandlers = {
  get: base.settings.get.handler(({ context }) => context.settings.shown),
  set: base.settings.set.handler(({ context, input }) => context.settings.change(input)),
};

export const signingHandlers = {
  key: base.signing.key.handler(({ context }) => publicKeyOf(context.signing)),
};

import { fileContract } from '../../../shared/contract/project.ts';
import { baseOf } from '../base.ts';
import { listFolder } from '../files/list-folder.ts';
import { receivePiece } from '../files/uploads.ts';

const base = baseOf({ file: fileContract });

export const fileHandlers = {
  list: base.file.list.handler(({ input }) => listFolder(input.dir, input.kind)),
  upload: base.file.upload.handler(({ context, input }) => receivePiece(context, input)),
};

import { importContract } from '../../../shared/contract/data.ts';
import { baseOf } from '../../platform/base.ts';
import { previewImport } from './preview.ts';
import { startImport } from './start-import.ts';

const base = baseOf({ import: importContract });

export const importHandlers = {
  preview: base.import.preview.handler(({ input }) => previewImport(input)),
  start: base.import.start.handler(({ context, input }) => startImport(context, input)),
};

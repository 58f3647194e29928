import type { CoreContext } from '../../platform/context.ts';
import { argillaFile } from './argilla-file.ts';
import { inspectFile } from './inspect-file.ts';
import { labelStudioFile } from './label-studio-file.ts';
import { type LabeledStudy, labeledStudy } from './labeled-task.ts';
import { promptfooFile } from './promptfoo-file.ts';

interface ToolFile {
  readonly ending: string;
  readonly mediaType: string;
  write(labeled: LabeledStudy, at: string): string;
}

/** Labels in the formats of other tools. A new tool is one entry here and one in the contract. */
const toolFiles = {
  'labels-label-studio': {
    ending: '-label-studio.json',
    mediaType: 'application/json',
    write: labelStudioFile,
  },
  'labels-argilla': { ending: '-argilla.json', mediaType: 'application/json', write: argillaFile },
  'labels-inspect': { ending: '-inspect.jsonl', mediaType: 'application/jsonl', write: inspectFile },
  'labels-promptfoo': { ending: '-promptfoo.json', mediaType: 'application/json', write: promptfooFile },
} satisfies Record<string, ToolFile>;

type ToolFormat = keyof typeof toolFiles;

const rendererOf = (format: ToolFormat) => {
  const { ending, mediaType, write }: ToolFile = toolFiles[format];
  return {
    ending,
    mediaType,
    render: (context: CoreContext, { study }: { study: { id: number } }) =>
      write(labeledStudy(context, study.id), context.now()),
  };
};

/** How a study's labels are written for each of these tools. */
export const toolRenderers = {
  'labels-label-studio': rendererOf('labels-label-studio'),
  'labels-argilla': rendererOf('labels-argilla'),
  'labels-inspect': rendererOf('labels-inspect'),
  'labels-promptfoo': rendererOf('labels-promptfoo'),
};

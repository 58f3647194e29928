import { createStore } from 'zustand/vanilla';
import type { Api } from '../api/client.ts';
import { type Problem, toProblem } from '../api/to-problem.ts';
import { uploadFile } from '../api/upload.ts';

type DroppedFile = Pick<File, 'name' | 'size' | 'slice'> & {
  /** Of a file in a folder that was dropped or chosen: the way to it from there. */
  readonly webkitRelativePath?: string;
  readonly path?: string;
};

/** What a file is shown by: with its folder, where it was one of a folder. */
const shownName = ({ name, webkitRelativePath, path }: DroppedFile): string => {
  const way = (webkitRelativePath || path || name)
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.');
  return way.length > 1 && way.at(-1) === name ? way.slice(-2).join('/') : name;
};

const isOfProject = ({ name }: DroppedFile) => /\.assay(-batch|-labels)?$/i.test(name);

interface IncomingState {
  /** The file on its way to the engine. */
  file: { name: string; sentBytes: number; sizeBytes: number } | null;
  problem: Problem | null;
  /** Said after a dropped project was opened or a copy was saved. */
  notice: { title: string; words: string } | null;
  /** Takes a file, or several of data that are imported together. */
  take(files: readonly DroppedFile[]): Promise<void>;
  /** Does what menu or system asked for, and shows what went wrong. */
  run(work: () => Promise<IncomingState['notice']>): Promise<void>;
  cancel(): void;
  dismiss(): void;
}

interface IncomingDeps {
  api: Pick<Api, 'file' | 'project' | 'batch'>;
  /** Leads to the preview of data files. */
  onData: (files: { path: string; name: string }[]) => void;
  onProject: () => void;
  /** Leads to the study that returned labels are of; nothing is merged before somebody says so there. */
  onReturned: (file: { path: string; name: string }, studyId: number) => void;
}

const oneByOne: Problem = {
  code: 'INVALID_INPUT',
  message: 'Open a project or a returned file alone, not with other files.',
  details: { remedy: 'Drop it first, then the data files.' },
};

export function createIncomingStore({ api, onData, onProject, onReturned }: IncomingDeps) {
  let ending = new AbortController();
  return createStore<IncomingState>()((set, get) => ({
    file: null,
    problem: null,
    notice: null,
    async take(files) {
      const [file] = files;
      if (get().file || !file) return;
      ending = new AbortController();
      set({ problem: null, notice: null });
      if (files.length > 1 && files.some(isOfProject)) return set({ problem: oneByOne });
      const send = (one: DroppedFile) => {
        const progress = (sentBytes: number) =>
          set({ file: { name: one.name, sentBytes, sizeBytes: one.size } });
        progress(0);
        return uploadFile(api, one, progress, ending.signal);
      };
      try {
        if (files.length > 1) {
          const sent: { path: string; name: string }[] = [];
          for (const one of files) sent.push({ ...(await send(one)), name: shownName(one) });
          return onData(sent.map(({ path, name }) => ({ path, name })));
        }
        const { path } = await send(file);
        const name = file.name.toLowerCase();
        if (name.endsWith('.assay-labels')) {
          const returned = { path, name: file.name };
          const { studyId } = await api.batch.preview(returned);
          return onReturned(returned, studyId);
        }
        if (name.endsWith('.assay-batch')) {
          await api.project.open({ path });
          return;
        }
        if (!name.endsWith('.assay')) return onData([{ path, name: file.name }]);
        await api.project.open({ path });
        set({
          notice: {
            title: 'This is a copy',
            words: `A dropped file reaches Assay as a copy: you are working in a copy of ${file.name}. It is removed when Assay stops. Save a copy to keep your work, or open the original with “Open project”.`,
          },
        });
        onProject();
      } catch (error) {
        const problem = toProblem(error);
        if (problem.code !== 'CANCELED') set({ problem });
      } finally {
        set({ file: null });
      }
    },
    async run(work) {
      set({ problem: null, notice: null });
      try {
        set({ notice: await work() });
      } catch (error) {
        set({ problem: toProblem(error) });
      }
    },
    cancel: () => ending.abort(),
    dismiss: () => set({ problem: null, notice: null }),
  }));
}

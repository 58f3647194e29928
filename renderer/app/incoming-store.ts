import { createStore } from 'zustand/vanilla';
import type { Api } from '../api/client.ts';
import { type Problem, toProblem } from '../api/to-problem.ts';
import { uploadFile } from '../api/upload.ts';

type DroppedFile = Pick<File, 'name' | 'size' | 'slice'>;

interface IncomingState {
  /** The file on its way to the engine. */
  file: { name: string; sentBytes: number; sizeBytes: number } | null;
  problem: Problem | null;
  /** Said after a dropped project was opened or a copy was saved. */
  notice: { title: string; words: string } | null;
  take(file: DroppedFile): Promise<void>;
  /** Does what menu or system asked for, and shows what went wrong. */
  run(work: () => Promise<IncomingState['notice']>): Promise<void>;
  cancel(): void;
  dismiss(): void;
}

interface IncomingDeps {
  api: Pick<Api, 'file' | 'project' | 'batch'>;
  /** Leads to the preview of a data file. */
  onData: (file: { path: string; name: string }) => void;
  onProject: () => void;
  /** Leads to the study that returned labels are of; nothing is merged before somebody says so there. */
  onReturned: (file: { path: string; name: string }, studyId: number) => void;
}

export function createIncomingStore({ api, onData, onProject, onReturned }: IncomingDeps) {
  let ending = new AbortController();
  return createStore<IncomingState>()((set, get) => ({
    file: null,
    problem: null,
    notice: null,
    async take(file) {
      if (get().file) return;
      ending = new AbortController();
      const progress = (sentBytes: number) =>
        set({ file: { name: file.name, sentBytes, sizeBytes: file.size } });
      set({ problem: null, notice: null });
      progress(0);
      try {
        const { path } = await uploadFile(api, file, progress, ending.signal);
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
        if (!name.endsWith('.assay')) return onData({ path, name: file.name });
        await api.project.open({ path });
        set({
          notice: {
            title: 'This is a copy',
            words: `You are working in a copy of ${file.name}: a dropped file reaches Assay as a copy, and this copy is removed when Assay stops. Save a copy to keep your work, or open the original with “Open project”.`,
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

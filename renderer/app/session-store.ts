import { createStore } from 'zustand/vanilla';

/** What this window remembers between screens. */
export interface SessionState {
  /** The study last looked at: where Label, Results and Report in the rail lead. */
  studyId: number | null;
  /** The file being imported, waiting on the import page. */
  importFile: { path: string; name: string } | null;
  /** A file of labels that came back, waiting on the Team screen to be merged. */
  returnedFile: { path: string; name: string } | null;
  /** The project in which whoever sits here has said who they are, or has begun to label. */
  confirmedProject: string | null;
  /** Counts changes of who labels. */
  annotatorTurn: number;
  confirmAnnotator(project: string): void;
  beginLabeling(project: string): void;
  chooseStudy(studyId: number | null): void;
  chooseImport(file: SessionState['importFile']): void;
  chooseReturned(file: SessionState['returnedFile']): void;
}

export function createSessionStore() {
  return createStore<SessionState>()((set) => ({
    studyId: null,
    importFile: null,
    returnedFile: null,
    confirmedProject: null,
    annotatorTurn: 0,
    confirmAnnotator: (confirmedProject) =>
      set(({ annotatorTurn }) => ({ confirmedProject, annotatorTurn: annotatorTurn + 1 })),
    beginLabeling: (confirmedProject) => set({ confirmedProject }),
    chooseStudy: (studyId) => set({ studyId }),
    chooseImport: (importFile) => set({ importFile }),
    chooseReturned: (returnedFile) => set({ returnedFile }),
  }));
}

export const sessionStore = createSessionStore();

import { createStore } from 'zustand/vanilla';

/** What this window remembers between screens. */
interface SessionState {
  /** The study last looked at, and its project: where Label, Results and Report in the rail lead while that is open. */
  study: { project: string; id: number } | null;
  /** The file being imported, waiting on the import page. */
  importFile: { path: string; name: string } | null;
  /** A file of labels that came back, waiting on the Team screen to be merged. */
  returnedFile: { path: string; name: string } | null;
  /** The project in which whoever sits here has said who they are, or has begun to label. */
  confirmedProject: string | null;
  /** Who labels in this window, whatever another window chose since; null before the project knows anybody. */
  annotator: { project: string; id: number } | null;
  /** Counts changes of who labels. */
  annotatorTurn: number;
  /** Somebody says who they are: the screens are theirs from here on. */
  confirmAnnotator(project: string, annotatorId: number): void;
  beginLabeling(project: string): void;
  /** From here on this window acts for this person until another is chosen in it. */
  keepAnnotator(project: string, annotatorId: number): void;
  chooseStudy(study: SessionState['study']): void;
  chooseImport(file: SessionState['importFile']): void;
  chooseReturned(file: SessionState['returnedFile']): void;
}

export function createSessionStore() {
  return createStore<SessionState>()((set) => ({
    study: null,
    importFile: null,
    returnedFile: null,
    confirmedProject: null,
    annotator: null,
    annotatorTurn: 0,
    confirmAnnotator: (project, id) =>
      set(({ annotatorTurn }) => ({
        confirmedProject: project,
        annotator: { project, id },
        annotatorTurn: annotatorTurn + 1,
      })),
    beginLabeling: (confirmedProject) => set({ confirmedProject }),
    keepAnnotator: (project, id) => set({ annotator: { project, id } }),
    chooseStudy: (study) => set({ study }),
    chooseImport: (importFile) => set({ importFile }),
    chooseReturned: (returnedFile) => set({ returnedFile }),
  }));
}

/** The study last looked at in this project; numbers of studies start anew in every project. */
export const studyIn = (
  { study }: Pick<SessionState, 'study'>,
  project: { path: string } | null | undefined,
): number | null => (study && study.project === project?.path ? study.id : null);

export const sessionStore = createSessionStore();

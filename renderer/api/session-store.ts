import { z } from 'zod';
import { createStore } from 'zustand/vanilla';

/** What was last looked at in a project; numbers of studies and data sets start anew in every project. */
interface Place {
  study?: number | undefined;
  dataset?: number | undefined;
}

/** A file that the engine can read, with the name that it is shown by. */
export interface ImportFile {
  readonly path: string;
  readonly name: string;
}

/** What this window remembers between screens. */
interface SessionState {
  /** By the path of the project; the one last looked at is the last. */
  places: Record<string, Place>;
  /** The files being imported, waiting on the import page; several are systems that answered the same prompts. */
  importFiles: readonly ImportFile[];
  /** The data set that the next file is added to; null where it becomes one of its own. */
  importTo: number | null;
  /** A file of labels that came back, waiting on the Team tab to be merged. */
  returnedFile: { path: string; name: string } | null;
  /** The project in which the person at this window has said who they are, or has begun to label; after a move by both of its paths. */
  confirmedIn: readonly string[];
  /** Who labels in this window, whatever another window chose since; null before the project knows anybody. */
  annotator: { projects: readonly string[]; id: number } | null;
  /** Counts changes of who labels. */
  annotatorTurn: number;
  /** Somebody says who they are: the screens are theirs from here on. */
  confirmAnnotator(project: string, annotatorId: number): void;
  beginLabeling(project: string): void;
  /** From here on this window acts for this person until another is chosen in it. */
  keepAnnotator(project: string, annotatorId: number): void;
  /** The project goes on in another file: what is known of it holds there too. */
  goOnIn(from: string, to: string): void;
  /** From here on this study or data set is the current one of this project; what is not named stays. */
  choosePlace(project: string, place: Place): void;
  chooseImport(files: readonly ImportFile[]): void;
  chooseImportTo(datasetId: number | null): void;
  chooseReturned(file: SessionState['returnedFile']): void;
}

/** Where places outlast a reload of the page, or a memory alone where the browser keeps nothing. */
type PlaceStorage = Pick<Storage, 'getItem' | 'setItem'>;

const placesKey = 'assay.places';
const mostPlaces = 20;
const PlacesSchema = z.record(
  z.string(),
  z.object({ study: z.number().int().optional(), dataset: z.number().int().optional() }),
);

function readPlaces(storage: PlaceStorage | undefined): SessionState['places'] {
  try {
    return PlacesSchema.parse(JSON.parse(storage?.getItem(placesKey) ?? '{}'));
  } catch {
    return {};
  }
}

function keepPlaces(storage: PlaceStorage | undefined, places: SessionState['places']): void {
  try {
    storage?.setItem(placesKey, JSON.stringify(places));
  } catch {
    // A full or forbidden storage costs the memory of a reload, not the screen.
  }
}

/** @param storage where the current study and data set of each project outlast a reload */
export function createSessionStore(storage?: PlaceStorage) {
  return createStore<SessionState>()((set, get) => ({
    places: readPlaces(storage),
    importFiles: [],
    importTo: null,
    returnedFile: null,
    confirmedIn: [],
    annotator: null,
    annotatorTurn: 0,
    confirmAnnotator: (project, id) =>
      set(({ annotatorTurn }) => ({
        confirmedIn: [project],
        annotator: { projects: [project], id },
        annotatorTurn: annotatorTurn + 1,
      })),
    beginLabeling: (project) => !get().confirmedIn.includes(project) && set({ confirmedIn: [project] }),
    keepAnnotator: (project, id) => set({ annotator: { projects: [project], id } }),
    goOnIn(from, to) {
      const { confirmedIn, annotator, places } = get();
      const both = (paths: readonly string[]) => (paths.includes(from) ? [from, to] : paths);
      set({
        confirmedIn: both(confirmedIn),
        annotator: annotator && { ...annotator, projects: both(annotator.projects) },
      });
      const place = places[from];
      if (place) get().choosePlace(to, place);
    },
    choosePlace(project, place) {
      const { [project]: before, ...others } = get().places;
      const kept = Object.entries(others).slice(1 - mostPlaces);
      const places = { ...Object.fromEntries(kept), [project]: { ...before, ...place } };
      set({ places });
      keepPlaces(storage, places);
    },
    chooseImport: (importFiles) => set({ importFiles }),
    chooseImportTo: (importTo) => set({ importTo }),
    chooseReturned: (returnedFile) => set({ returnedFile }),
  }));
}

/** What was last looked at in this project. */
export const placeIn = (
  { places }: Pick<SessionState, 'places'>,
  project: { path: string } | null | undefined,
): Place => (project ? (places[project.path] ?? nowhere) : nowhere);

const nowhere: Place = {};

/** What was last looked at, if it is still there; else what was made last. */
export const lastOrNewest = <T extends { id: number }>(
  all: readonly T[] | undefined,
  last: number | undefined,
): T | undefined => all?.find(({ id }) => id === last) ?? all?.toSorted((a, b) => b.id - a.id)[0];

export const sessionStore = createSessionStore(globalThis.localStorage);

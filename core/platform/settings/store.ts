import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { SettingsSchema } from '../../../shared/contract/app.ts';
import type { RecentProject, Settings, ShownSettings } from '../../../shared/contract/index.ts';
import { parseJson } from '../files/parse-json.ts';
import { writeWhole } from '../files/write-whole.ts';
import { assertCurrent, versionOf } from '../record-version.ts';

const RecentSchema = z.array(z.object({ path: z.string(), name: z.string(), openedAt: z.string() }));
type Recent = Omit<RecentProject, 'exists'>;

const StoredSchema = z.object({
  settings: SettingsSchema.partial().catch({}).default({}),
  recent: RecentSchema.catch([]).default([]),
  annotator: z.string().optional().catch(undefined),
});
type Stored = z.infer<typeof StoredSchema>;

const defaults: Settings = {
  colorScheme: 'auto',
  showEstimateWhileLabeling: true,
  pinPassage: true,
  autoAdvance: true,
  breakAfterMinutes: 45,
  keys: {},
  skipReasons: [],
  projectsFolder: null,
  density: 'comfortable',
};

const longestRecentList = 20;

/** Preferences of one person on one machine, in one JSON file that is replaced whole. */
export class SettingsStore {
  readonly #file: string;
  #stored: Stored;

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.#file = path.join(dataDir, 'settings.json');
    this.#stored = readStored(this.#file) ?? StoredSchema.parse({});
  }

  get settings(): Settings {
    return SettingsSchema.parse({ ...defaults, ...this.#stored.settings });
  }

  /** With the version that a page sends back when it changes some of them. */
  get shown(): ShownSettings {
    const { settings } = this;
    return { ...settings, version: versionOf(settings) };
  }

  /**
   * Changes what is given; what is undefined stays.
   *
   * @throws AppError CONFLICT when another window changed the same since `version`
   */
  change({ version, ...part }: { [K in keyof ShownSettings]?: ShownSettings[K] | undefined }): ShownSettings {
    this.#change((stored) => {
      assertCurrent(version, { stored: this.settings, wanted: part, words: 'Your settings' });
      const given = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
      stored.settings = { ...stored.settings, ...given };
    });
    return this.shown;
  }

  get recent(): readonly Recent[] {
    return this.#stored.recent;
  }

  remember(project: Recent): void {
    this.#change((stored) => {
      const others = stored.recent.filter((r) => r.path !== project.path);
      stored.recent = [project, ...others].slice(0, longestRecentList);
    });
  }

  forget(file: string): void {
    this.#change((stored) => {
      stored.recent = stored.recent.filter((r) => r.path !== file);
    });
  }

  /** Who labels on this machine; undefined until somebody says so. */
  get annotator(): string | undefined {
    return this.#stored.annotator;
  }

  setAnnotator(name: string): void {
    this.#change((stored) => {
      stored.annotator = name;
    });
  }

  /** Another process may have written meanwhile, such as a command beside the app. */
  #change(change: (stored: Stored) => void): void {
    const now = readStored(this.#file);
    if (now) this.#stored = now;
    change(this.#stored);
    writeWhole(`${JSON.stringify(this.#stored, null, 2)}\n`, { path: this.#file, overwrite: true });
  }
}

/** A missing or broken preferences file must never keep the app from starting, nor take what is known along. */
function readStored(file: string): Stored | null {
  try {
    return StoredSchema.parse(parseJson(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

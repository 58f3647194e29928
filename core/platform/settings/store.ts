import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { SettingsSchema } from '../../../shared/contract/app.ts';
import type { RecentProject, Settings } from '../../../shared/contract/index.ts';
import { parseJson } from '../files/parse-json.ts';
import { writeWhole } from '../files/write-whole.ts';

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
    this.#stored = StoredSchema.parse(readJson(this.#file));
  }

  get settings(): Settings {
    return SettingsSchema.parse({ ...defaults, ...this.#stored.settings });
  }

  /** Changes what is given; what is undefined stays. */
  change(part: { [K in keyof Settings]?: Settings[K] | undefined }): Settings {
    const given = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
    this.#stored.settings = { ...this.#stored.settings, ...given };
    this.#write();
    return this.settings;
  }

  get recent(): readonly Recent[] {
    return this.#stored.recent;
  }

  remember(project: Recent): void {
    const others = this.#stored.recent.filter((r) => r.path !== project.path);
    this.#stored.recent = [project, ...others].slice(0, longestRecentList);
    this.#write();
  }

  forget(file: string): void {
    this.#stored.recent = this.#stored.recent.filter((r) => r.path !== file);
    this.#write();
  }

  /** Who labels on this machine; undefined until somebody says so. */
  get annotator(): string | undefined {
    return this.#stored.annotator;
  }

  setAnnotator(name: string): void {
    this.#stored.annotator = name;
    this.#write();
  }

  #write(): void {
    writeWhole(`${JSON.stringify(this.#stored, null, 2)}\n`, { path: this.#file, overwrite: true });
  }
}

/** A missing or broken preferences file must never keep the app from starting. */
function readJson(file: string): unknown {
  try {
    const value = parseJson(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

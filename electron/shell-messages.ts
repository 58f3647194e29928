import { z } from 'zod';

/** What a file is asked for; all but `save-file` are also what is then done with it. */
const FilePurposeSchema = z.enum(['create-project', 'open-project', 'save-copy', 'import', 'save-file']);
export type FilePurpose = z.infer<typeof FilePurposeSchema>;
const ColorSchemeSchema = z.enum(['auto', 'light', 'dark']);
export type ColorScheme = z.infer<typeof ColorSchemeSchema>;

/** What a menu, a dropped file or the system asks the page to do. The page does it through the engine's own calls. */
export type ShellCommand =
  | { do: 'create-project' | 'open-project' | 'save-copy'; path: string }
  | { do: 'import'; paths: readonly string[] }
  | { do: 'go'; to: 'home' | 'import' | 'report' | 'help' }
  | { do: 'undo' | 'redo' | 'palette' }
  | { do: 'color-scheme'; scheme: ColorScheme };

/** Main to page, over the shell port. */
export type ToPage =
  | { type: 'command'; command: ShellCommand }
  | { type: 'engine-gone' }
  | { type: 'answer'; id: number; ok: true; value: unknown }
  | { type: 'answer'; id: number; ok: false; message: string };

const id = z.int();
const name = z.string().min(1).max(300);

/** Page to main, over the shell port; every request is answered by its id. */
export const ShellRequestSchema = z.discriminatedUnion('ask', [
  z.object({ id, ask: z.literal('file'), purpose: FilePurposeSchema, suggested: name.optional() }),
  z.object({ id, ask: z.literal('open-link'), url: z.string().max(4000) }),
  z.object({ id, ask: z.literal('follow-scheme'), scheme: ColorSchemeSchema }),
  z.object({ id, ask: z.literal('secrets') }),
  z.object({ id, ask: z.literal('set-secret'), name, value: z.string().min(1).max(10_000) }),
  z.object({ id, ask: z.literal('copy-secret'), from: name, to: name }),
  z.object({ id, ask: z.literal('forget-secret'), name }),
]);
export type ShellRequest = z.infer<typeof ShellRequestSchema>;

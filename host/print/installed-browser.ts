import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The one without windows comes first: it does the same with two thirds of the work. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
];

/** Where systems keep browsers of Chromium's family, the likeliest first. */
function* browserPlaces(): Generator<string> {
  for (const dir of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) yield path.join(dir, name);
  }
  for (const name of names) yield path.join('/usr/bin', name);
  yield '/snap/bin/chromium';
  for (const app of ['Google Chrome', 'Chromium', 'Microsoft Edge']) {
    for (const root of ['/', os.homedir()])
      yield path.join(root, 'Applications', `${app}.app/Contents/MacOS/${app}`);
  }
  for (const root of [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]) {
    if (root === undefined) continue;
    yield path.join(root, 'Google/Chrome/Application/chrome.exe');
    yield path.join(root, 'Microsoft/Edge/Application/msedge.exe');
  }
}

/** A browser of Chromium's family on this machine: the one ASSAY_BROWSER names, else an installed one. */
export function installedBrowser(): string | undefined {
  const named = process.env.ASSAY_BROWSER;
  if (named) return existsSync(named) ? named : undefined;
  return browserPlaces().find((file) => existsSync(file));
}

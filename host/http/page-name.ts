import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pageHeader } from '../../shared/page-header.ts';

const served = new Map<string, string>();

/** The script that a page begins with; its name says which build it is of. */
function nameIn(html: string): string {
  const [, script = ''] = html.split('<script');
  const [, source = ''] = script.split(' src="');
  return path.posix.basename(source.split('"', 1)[0]!);
}

/** Keeps which page of a folder was served last. */
export function notePage(root: string, html: string): void {
  served.set(root, nameIn(html));
}

/** What answers say of the page in a folder, so that one that is open since an earlier build knows that it is older. */
export function pageHeaders(root: string): Record<string, string> {
  if (!served.has(root)) {
    try {
      notePage(root, readFileSync(path.join(root, 'index.html'), 'utf8'));
    } catch {
      served.set(root, '');
    }
  }
  const name = served.get(root)!;
  return name === '' ? {} : { [pageHeader]: name };
}

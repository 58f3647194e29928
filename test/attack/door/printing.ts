import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { printWithin } from '../../../host/print/print-with-browser.ts';
import { uniformInt } from '../../../stats/index.ts';
import { debianBrowsers, processesWith, tellsProcesses, wrappedBrowser } from '../../support/processes.ts';
import { type Attack, must } from '../frame/attack.ts';

/** Browsers that close, that never do, that never answer, and that end at once; and those that are installed. */
export const printing: Attack = {
  name: 'printing',
  what: 'pages printed by browsers behind wrappers: no process and no file is left',
  tries: { all: 100, quick: 12, test: 4 },
  cannotRun: () => (tellsProcesses ? null : 'this system does not tell what runs'),
  async prepare({ folder, later }) {
    const temporary = path.join(folder, 'temporary');
    mkdirSync(temporary);
    const { TMPDIR, ASSAY_BROWSER } = process.env;
    const set = (name: string, value: string | undefined) => {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    };
    set('TMPDIR', temporary);
    later(() => {
      set('TMPDIR', TMPDIR);
      set('ASSAY_BROWSER', ASSAY_BROWSER);
    });
    const fakes = (['close', 'stubborn', 'hang', 'crash'] as const).map((mode) =>
      wrappedBrowser(folder, mode),
    );
    const all = [...fakes, ...debianBrowsers];
    return async ({ number, rng }) => {
      const browser = all[number % all.length]!;
      set('ASSAY_BROWSER', browser);
      const patienceMs = browser.endsWith('hang') ? uniformInt(rng, 1, 1_500) : 90_000;
      const fails = browser.endsWith('hang') || browser.endsWith('crash');
      const outcome = await printWithin('<p>page', patienceMs).then(
        () => 'printed',
        (error: Error) => error.message,
      );
      must((outcome === 'printed') === !fails, `${path.basename(browser)}: ${outcome}`);
      const left = processesWith(temporary);
      must(left.length === 0, `${path.basename(browser)} left ${left.join(', ')}`);
      must(readdirSync(temporary).length === 0, `${path.basename(browser)} left files`);
    };
  },
};

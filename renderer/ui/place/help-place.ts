import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { paths } from './paths.ts';

/** The page of the help, and the part of it, that each screen opens: by the last word of its address that stands here. */
const pageOfRating: Readonly<Record<string, readonly [page: string, section?: string]>> = {
  data: ['start', 'bring-a-file'],
  import: ['start', 'bring-a-file'],
  source: ['scale', 'on-the-screen'],
  studies: ['start'],
  new: ['how-many'],
  setup: ['how-many'],
  results: ['number'],
  failures: ['failures'],
  report: ['number'],
  releases: ['releases'],
  label: ['start', 'label'],
  team: ['together'],
  links: ['team-server'],
  quality: ['team-server', 'quality'],
  practice: ['together', 'practice-first'],
  'hand-out': ['together', 'send-to-annotators'],
  agreement: ['together', 'when-people-disagree'],
  adjudication: ['together', 'when-people-disagree'],
  judges: ['machine-scores'],
  run: ['machine-scores', 'run-it'],
  prompts: ['machine-scores', 'make-a-judge'],
  endpoints: ['machine-scores', 'connect-a-model'],
  alignment: ['machine-scores', 'can-it-be-trusted'],
  research: ['protocols'],
  lab: ['backtest'],
  protocols: ['protocols'],
};

/** Where the help on a screen is; the beginning for a screen that has no page of its own. */
export function helpPath(path: string): string {
  const words = path.split('/');
  // A run of a protocol is no run of a judge.
  const found = words.findLast(
    (word) => Object.hasOwn(pageOfRating, word) && !(word === 'run' && words[1] === 'research'),
  );
  return paths.help(...(pageOfRating[found ?? ''] ?? ['start']));
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The key `?` opens the help on the screen, but where one writes and where `?` shows the keys. */
export function useHelpKey(): void {
  const [path, go] = useLocation();
  useEffect(() => {
    const hasOwnKeys = /\/label(?:\/|$)|\/validation\/open/.test(path);
    if (hasOwnKeys) return;
    const open = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || takesText(event.target)) return;
      event.preventDefault();
      go(helpPath(path));
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, [path, go]);
}

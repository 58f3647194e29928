import '../label-form/page.css';
import './team.css';
import { createRoot } from 'react-dom/client';
import { createActivityClock, followActivity } from '../label-form/activity-clock.ts';
import { crowdOf } from './crowd.ts';
import { randomKey } from './random-key.ts';
import { TeamPage } from './team-page.tsx';
import { type VisitApi, visitApi } from './visit-api.ts';
import { unsaved } from './visit-state.ts';
import { createVisit, type VisitStore } from './visit-store.ts';

const clock = createActivityClock();
followActivity(clock);

const sent = crowdOf(new URLSearchParams(location.search));

const api = visitApi();
const visit = createVisit({
  ...sent,
  api,
  clock,
  token: location.hash.slice(1),
  enterKey: keptKey(),
  forgetToken: () => history.replaceState(null, '', location.pathname),
});
followVisit(api, visit);
createRoot(document.getElementById('page')!).render(<TeamPage visit={visit} />);
window.addEventListener('online', () => void visit.resend());
// What is not stored yet would be lost with the page.
window.addEventListener('beforeunload', (event) => {
  const state = visit.store.getState();
  const isDraftOpen = state.draft === 'unsaved' || state.draft === 'failed';
  void visit.keepDraft();
  if (unsaved(state) > 0 || isDraftOpen) event.preventDefault();
});
// A phone ends a page that is out of sight without another word.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) void visit.keepDraft();
});
// Another link in the same tab changes the address alone, and loads nothing by itself.
window.addEventListener('hashchange', () => location.reload());

/** The key of this tab: it stays where the page is loaded anew, as after an answer that never came. */
function keptKey(): string {
  const name = 'assay-enter-key';
  const made = randomKey();
  try {
    const key = sessionStorage.getItem(name) ?? made;
    sessionStorage.setItem(name, key);
    return key;
  } catch {
    return made;
  }
}

const againAfterMs = 3000;

/**
 * Has the page told what the lead does, for as long as its browser is let in. A stream that breaks is opened again; what was missed
 * meanwhile is seen at the next opening of the batch.
 */
function followVisit(api: VisitApi, visit: VisitStore): void {
  let isFollowing = false;
  const isIn = () => visit.store.getState().batch !== null;
  const follow = async () => {
    isFollowing = true;
    while (isIn()) {
      try {
        for await (const event of await api.visit.events({})) await visit.hear(event);
      } catch {
        // The next call says what is wrong, if anything is.
      }
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
    isFollowing = false;
  };
  visit.store.subscribe(() => {
    if (!isFollowing && isIn()) void follow();
  });
}

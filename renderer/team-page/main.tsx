import '../label-form/page.css';
import './team.css';
import { createRoot } from 'react-dom/client';
import { createActivityClock } from '../label-form/activity-clock.ts';
import { followVisit } from './follow-visit.ts';
import { TeamPage } from './team-page.tsx';
import { visitApi } from './visit-api.ts';
import { createVisit } from './visit-store.ts';

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const;

const clock = createActivityClock();
for (const name of inputs) {
  window.addEventListener(name, () => clock.touch(), { passive: true, capture: true });
}
document.addEventListener('visibilitychange', () => clock.setVisible(!document.hidden));

const asked = new URLSearchParams(location.search);

const api = visitApi();
const visit = createVisit({
  crowdId: asked.get('PROLIFIC_PID') ?? asked.get('workerId') ?? '',
  api,
  clock,
  token: location.hash.slice(1),
  forgetToken: () => history.replaceState(null, '', location.pathname),
});
followVisit(api, visit);
createRoot(document.getElementById('page')!).render(<TeamPage visit={visit} />);
// Another link in the same tab changes the address alone, and loads nothing by itself.
window.addEventListener('hashchange', () => location.reload());

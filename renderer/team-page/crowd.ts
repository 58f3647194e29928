import type { Crowd } from '../../shared/contract/index.ts';

/** Where MTurk takes work that is done: the market and its sandbox. Nothing else is posted to. */
const mturkHosts = ['https://www.mturk.com', 'https://workersandbox.mturk.com'];

/** What MTurk says in place of an assignment while somebody only looks at the work. */
const onlyLooking = 'ASSIGNMENT_ID_NOT_AVAILABLE';

/**
 * Whom a crowd platform sends, by what it adds to the address: Prolific (PROLIFIC_PID, SESSION_ID, STUDY_ID), MTurk and CloudResearch
 * for it (workerId, assignmentId, hitId, turkSubmitTo), and CloudResearch Connect (participantId, assignmentId, projectId). Of MTurk
 * also where the work is handed in. Nothing for who comes by themselves.
 */
export function crowdOf(asked: URLSearchParams): {
  crowd?: Crowd & { id: string };
  handIn?: { url: string; assignment: string };
} {
  const of = (name: string) => (asked.get(name) ?? '').slice(0, 200);
  if (of('PROLIFIC_PID') !== '') {
    const ids = { id: of('PROLIFIC_PID'), assignment: of('SESSION_ID'), task: of('STUDY_ID') };
    return { crowd: { platform: 'prolific', ...ids } };
  }
  if (of('participantId') !== '') {
    const ids = { id: of('participantId'), assignment: of('assignmentId'), task: of('projectId') };
    return { crowd: { platform: 'cloudresearch', ...ids } };
  }
  const assignment = of('assignmentId');
  if (of('workerId') === '' || assignment === onlyLooking) return {};
  const crowd = { platform: 'mturk', id: of('workerId'), assignment, task: of('hitId') } as const;
  const host = mturkHosts.find((one) => one === of('turkSubmitTo').replace(/\/$/, ''));
  if (host === undefined || assignment === '') return { crowd };
  return { crowd, handIn: { url: `${host}/mturk/externalSubmit`, assignment } };
}

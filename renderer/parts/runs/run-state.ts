import type { Run, RunState } from '../../../shared/contract/index.ts';
import { lostStateWords } from '../../../shared/outcome-words.ts';

const stateWords: Readonly<Record<RunState, string>> = {
  running: 'Running',
  paused: 'Paused',
  finished: 'Finished',
  canceled: 'Canceled',
  failed: 'Failed',
  interrupted: 'Interrupted',
  limit: 'Limit reached',
};

/** How a run stands; one that went through everything says so if much of what came could not be used. */
export const stateWordsOf = ({
  state,
  outcomes = {},
}: {
  state: RunState;
  outcomes?: Run['outcomes'];
}): string => `${stateWords[state]}${state === 'finished' ? lostStateWords(outcomes) : ''}`;

/** Why a run stands so, beside its state: the message without that state at its beginning. */
export const reasonWords = ({ state, message }: Pick<Run, 'state' | 'message'>): string => {
  const begins = `${stateWords[state]}. `;
  return message.startsWith(begins) ? message.slice(begins.length) : message;
};

/** Which of pause, go on and cancel make sense now; a finished run goes on to ask again for what can be asked for again. */
export const runActions = (state: RunState, askable = 0) => ({
  canPause: state === 'running',
  canResume: state !== 'running' && (state !== 'finished' || askable > 0),
  canCancel: state === 'running',
});

const whileRunningMs = 1000;

/** How soon to ask again how runs stand: every second while one is at work. */
export const lookAgain = (runs: readonly { state: RunState }[]): number | false =>
  runs.some(({ state }) => state === 'running') ? whileRunningMs : false;

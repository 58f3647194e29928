import type { Engine } from '../../core/engine.ts';
import type { CostEstimate, DryRequest, Run, RunFile } from '../../shared/contract/index.ts';
import { lackingWords, lostStateWords, withPicturesWords } from '../../shared/outcome-words.ts';
import { waitForJob } from './wait-for-job.ts';
import { count, counted, figure } from './words.ts';

/** A run once its job has ended, however it ended short of a failure. */
export async function finishRun(engine: Engine, { id, jobId }: Run): Promise<Run> {
  if (jobId !== null) await waitForJob(engine, jobId);
  return engine.client.run.get({ runId: id });
}

const faultsText = (faults: Run['faults']): string =>
  Object.entries(faults)
    .map(([kind, times]) => `${count(times)} ${kind}`)
    .join(', ');

function runText(run: Run): string {
  const { title, state, message, calls, callsDone, callsReused, outcomes, faults } = run;
  const { inputTokens, outputTokens, cost, flagged } = run;
  const lines = [
    `${title}: ${state}${state === 'finished' ? lostStateWords(outcomes) : ''}${message ? `. ${message}` : ''}`,
    `${count(callsDone)} of ${counted(calls, 'call')}${callsReused > 0 ? `, ${count(callsReused)} of them stored before` : ''}.`,
    `${Object.entries(outcomes)
      .map(([outcome, times]) => `${count(times)} ${outcome}`)
      .join(', ')}${flagged > 0 ? `; ${counted(flagged, 'item')} try to give the judge orders` : ''}.`,
    `${count(inputTokens)} tokens in, ${count(outputTokens)} out${cost === null ? '' : `, ${figure(cost)} spent`}.`,
  ];
  lines.push(...run.files.map(fileText));
  if (Object.keys(faults).length > 0) lines.push(`Faults on the way: ${faultsText(faults)}.`);
  if (state !== 'finished' || (run.outcomes.failed ?? 0) + (run.outcomes.picture ?? 0) > 0)
    lines.push(`Go on with: --resume ${run.id}`);
  return lines.join('\n');
}

/** What a file held, by what became of its lines. */
function fileText({ way, name, counts }: RunFile): string {
  if (way === 'written') return `Written: ${name}, ${counted(counts.lines, 'request')}.`;
  const parts = [
    [counts.replies, 'new'],
    [counts.known, 'stored before'],
    [counts.failed, 'failed'],
    [counts.foreign, 'of other requests'],
    [counts.broken, 'no answers'],
  ] as const;
  const told = parts.filter(([lines]) => lines > 0).map(([lines, what]) => `${count(lines)} ${what}`);
  return `Read: ${name}, ${counted(counts.lines, 'line')}${told.length > 0 ? `: ${told.join(', ')}` : ''}.`;
}

export function costText(estimate: CostEstimate): string {
  const { calls, callsStored, inputTokens, outputTokens, cost, leastSeconds, basis } = estimate;
  const { withPictures, lacking, warning = null } = estimate;
  const notes = [withPicturesWords(withPictures), lackingWords(lacking), warning].filter(
    (note) => note !== null,
  );
  const price = cost === null ? 'cost not known without prices' : `about ${figure(cost)}`;
  const time = leastSeconds === null ? '' : ` At its limits this takes ${Math.ceil(leastSeconds)} s or more.`;
  return `${counted(calls, 'call')}, ${count(callsStored)} stored; about ${count(inputTokens)} tokens in and ${count(outputTokens)} out, ${price}.${time} ${basis}${notes.map((note) => `\nNote: ${note}`).join('')}`;
}

const dryRunText = (requests: readonly DryRequest[]): string =>
  requests
    .map(
      ({ method, url, headers, body, stored, hash }) =>
        `${method} ${url}${stored ? '  (stored, would not be sent)' : ''}\n# ${hash}\n${Object.entries(
          headers,
        )
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}\n\n${JSON.stringify(body, null, 2)}`,
    )
    .join('\n\n');

/** What running gives: a run, or with --dry-run what would have been sent. */
export type RunOutcome = { run: Run } | { requests: DryRequest[]; estimate: string };

export const outcomeText = (outcome: RunOutcome): string =>
  'run' in outcome
    ? runText(outcome.run)
    : `${dryRunText(outcome.requests)}\n\n${outcome.estimate}\nNothing was sent.`;

import type { Measure, StudyOptions, SurrogateSpec } from '../../shared/contract/index.ts';
import { proposedSurrogate, surrogatesFor } from '../../shared/study-choices.ts';
import { pick } from './pick.ts';

/** What the choice may be called on the command line. */
function namesOf(spec: SurrogateSpec): string[] {
  switch (spec.kind) {
    case 'system':
      return [`system:${spec.system}`];
    case 'judge':
      return [`judge:${spec.judge}/${spec.criterion}`, `judge:${spec.judge}`];
    case 'llm':
      return [`llm:${spec.name}`];
    case 'auto':
      return [`auto:${spec.name}`];
    default:
      return [spec.kind];
  }
}

/** The surrogate that was named, or the one that the screens propose. */
export function pickSurrogate(
  choices: StudyOptions,
  compared: readonly string[],
  measure: Measure,
  asked: string | undefined,
): SurrogateSpec {
  if (asked === undefined) return proposedSurrogate(choices, compared, measure) ?? { kind: 'none' };
  const offered = surrogatesFor(choices, compared, measure);
  const exact = offered.find(({ spec }) => namesOf(spec).includes(asked));
  if (exact) return exact.spec;
  const names = offered.map(({ spec }) => ({ name: namesOf(spec)[0]!, spec }));
  return pick(names, asked, 'surrogate', '--surrogate').spec;
}

import type { Scale } from '../../../../shared/contract/index.ts';
import { plainName } from '../column-names.ts';

/** What is worse the more there is of it, at the end of a name: `toxicity`, `hallucination_rate`, `overall_rank`. */
const fault =
  /(?:^|_)(?:toxic(?:ity)?|harmful(?:ness)?|offensive(?:ness)?|bias(?:ed)?|hallucinat(?:ions?|ed|ing)|contradict(?:ions?|ory)|errors?|mistakes?|repetiti(?:on|ve|veness)|redundan(?:cy|t)|severity|unsafe|incorrect(?:ness)?|irrelevan(?:ce|t)|unfaithful(?:ness)?|failures?|rude(?:ness)?|misleading|ungrammatical|incoheren(?:ce|t)|inaccura(?:cy|te|cies)|inconsisten(?:cy|t|cies)|superfluous|unsubstantiated|ungrounded|unsupported)(?:_(?:claims?|facts?|statements?|sentences?|information|content|details?))?(?:_(?:level|score|rating|rate|count|number|percent|present|human|label))?$|(?:^|_)rank$/;
/** Words of a name that turn its fault round: `no_hallucination`, `error_handling` ends otherwise. */
const turned =
  /(?:^|_)(?:no|non|not|free|without|absence|lack|less|anti|low|pass|correct|avoids?|avoidance)(?:_|$)/;

/** Which values of what people scored are better, by its name: of a fault the lower ones. */
export const betterByName = (name: string): Scale['direction'] => {
  // The number of a question or of a box says nothing of what is better: `a-4-incoherence.1`.
  const plain = plainName(name).replace(/_\d{1,2}$/, '');
  return fault.test(plain) && !turned.test(plain) ? 'lower' : 'higher';
};

const good =
  /^(?:best|excellent|great|perfect|pass|passed|good|ok|okay|safe|correct|right|acceptable|positive|like|liked|thumbs[ _]?up|up|👍|✓|✔|✅)$/i;
const bad = /^(?:worst|bad|poor|terrible|awful|fail|failed|wrong|negative|unacceptable|unsafe)$/i;

/** Whether of classes the one that is worth most is called good: such a score is of what a reply passes. */
const areGood = (classes: Readonly<Record<string, number>> | undefined): boolean => {
  const worth = Object.entries(classes ?? {});
  const most = Math.max(...worth.map(([, value]) => value));
  return worth.some(([name, value]) => value === most && good.test(name.trim()));
};

/** What the ends of a range are called in the name of a column, from the lowest: `Quality (1 = best, 5 = worst)`. */
const endsCalled = (column: string): string[] =>
  [...column.slice(0, longestName).matchAll(/(\d{1,3}) ?[=:] ?(\p{L}{2,20})/gu)]
    .toSorted(([, one], [, other]) => Number(one) - Number(other))
    .map(([, , word]) => word!);
const longestName = 200;

/**
 * Which values of a score are better, by what its column is called: the ends say so, or it is that of a fault. Undefined where neither
 * does.
 *
 * @param scored what the score is of, in the words of the file
 * @param classes what the words in it are worth
 */
export function directionTold(
  column: string,
  scored: string,
  classes: Readonly<Record<string, number>> | undefined,
): Scale['direction'] | undefined {
  const called = endsCalled(column);
  const [lowest = '', highest = ''] = [called[0], called.at(-1)];
  if (good.test(lowest) && bad.test(highest)) return 'lower';
  if (bad.test(lowest) && good.test(highest)) return 'higher';
  if (betterByName(scored) === 'higher') return undefined;
  return areGood(classes) ? 'higher' : 'lower';
}

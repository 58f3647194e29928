import type { JudgeWatch } from './contract/index.ts';
import { plural } from './number-text.ts';

const rounded = (value: number) => String(Number(value.toPrecision(2)));

/** What came of asking a judge again, in sentences: the first finding of each criterion with what the newest check says of it. */
export function judgeDriftWords({
  judge,
  system,
  against,
  dataset,
  ofRun,
  since,
  alpha,
  checks,
}: Omit<JudgeWatch, 'words'>): string[] {
  const newest = checks.at(-1);
  const about = against === null ? system : `${system} against ${against}`;
  if (!newest) return [`${judge} was asked again about ${about}, and no check is finished yet.`];
  const inFiles = ofRun === null;
  const day = (at: string) => at.slice(0, 10);
  const checkName = (check: typeof newest) =>
    `check ${check.number} ${inFiles ? `(${check.dataset})` : `of ${day(check.at)}`}`;
  const found = newest.findings.flatMap(({ criterion, replies, moved, apart }, i) => {
    const first = checks.find(({ findings }) => findings[i]!.kind !== 'none');
    if (!first) return [];
    const { kind } = first.findings[i]!;
    const now =
      moved === null || apart === null
        ? 'No reply has a usable score now.'
        : kind === 'less steady'
          ? `A score now lies ${rounded(apart)} from the one before, on average over ${plural(replies, 'reply', 'replies')}.`
          : `At the newest check ${plural(replies, 'reply', 'replies')} score ${rounded(Math.abs(moved))} ${moved < 0 ? 'lower' : 'higher'} than ${inFiles ? `in ${dataset}` : `on ${day(since)}`}.`;
    return [`${judge} has drifted in ${criterion}, as ${checkName(first)} shows: ${kind}. ${now}`];
  });
  const level = `A judge that never changes is ever called drifted with probability ${alpha} at most.`;
  if (found.length > 0) {
    return [
      ...found,
      'Do not compare its scores of different days. Name a pinned model or change its prompt, and score all releases with that version.',
      level,
      ...unseenWords(inFiles),
    ];
  }
  const asked = `${plural(checks.length, 'check')} of ${about}, the newest of ${plural(newest.findings[0]?.replies ?? 0, 'reply', 'replies')}`;
  return [`No drift of ${judge} is shown in ${asked}.`, level, ...unseenWords(inFiles)];
}

/** Which drift no check shows, however long it goes on. */
const unseenWords = (inFiles: boolean): string[] => [
  'Each check is of the same replies: drift on other kinds of replies does not show. Nor does one that leaves the mean, unless scores lie farther apart than at the first check.',
  ...(inFiles ? ['Scores that were copied, as from a cache, show no drift.'] : []),
];

import {
  checkName,
  checksCaveat,
  checksOfSystemWords,
  checksPairWords,
  labelsWords,
  peopleWords,
  repeatWords,
  type StudyOfChecks,
  studiesOf,
  unsharedWords,
} from '../../shared/checks-words.ts';
import type { Checks } from '../../shared/contract/index.ts';

const mostShown = 5;

/** What checks and judges alone say, each with its systems and pairs, and the command that makes a study of the first. */
export function checksText({ checks }: { checks: readonly Checks[] }, project: string): string {
  if (checks.length === 0) return 'No check or judge has scored anything here.';
  const several = new Set(checks.map(({ datasetId }) => datasetId)).size > 1;
  const shown = checks.slice(0, mostShown);
  const more = checks.length - shown.length;
  const [first] = checks as readonly [Checks, ...Checks[]];
  return [
    checksCaveat,
    ...shown.flatMap((one) => [
      '',
      `${checkName(one)}${several ? `, of "${one.dataset}"` : ''}`,
      ...linesOf(one).map((line) => `  ${line}`),
    ]),
    ...(more > 0 ? ['', `${more} more: see --json.`] : []),
    '',
    `${labelsWords(first)} Make the study, then label in the app:`,
    ...studiesOf(first)
      .slice(0, mostShown)
      .flatMap((study) => [
        ...(study.condition === null ? [] : [`${study.condition}:`]),
        `  ${studyCommand(first, study, project)}`,
      ]),
    `  assay serve ${shellWord(project)} --open`,
  ].join('\n');
}

function linesOf(checks: Checks): string[] {
  const { systems, pairs, scale, declared, isPass } = checks;
  return [
    ...systems.slice(0, 10).flatMap((one) => {
      const again = repeatWords(checks, one);
      return [checksOfSystemWords(checks, one), ...(again ? [again] : [])];
    }),
    ...pairs.map((pair) => checksPairWords(checks, pair)),
    ...unsharedWords(checks),
    ...peopleWords(checks).slice(0, 10),
    ...(isPass || declared
      ? []
      : [`Its range is what was seen, ${scale.min} to ${scale.max}: state it with assay import --scale.`]),
  ];
}

/** The command that makes the study by which people say whether the first check is right. */
function studyCommand(
  { kind, name, criterion, systems, pairs, labels }: Checks,
  { criterion: asked, scale }: StudyOfChecks,
  project: string,
): string {
  const [first, second] = systems;
  const range = scale ? `=${scale.min}..${scale.max}${scale.direction === 'lower' ? ',lower' : ''}` : '';
  const signal = `${kind}:${name}${criterion ? `/${criterion}` : ''}`;
  const against = systems.length === 2 && pairs.length > 0 ? ['--against', second!.system] : [];
  const words = ['--system', first!.system, ...against, '--measure', `criterion:${asked}${range}`];
  return ['assay study create', project, ...words, '--surrogate', signal, '--size', String(labels)]
    .map((word, at) => (at === 0 ? word : shellWord(word)))
    .join(' ');
}

const shellWord = (text: string): string =>
  /^[\w./:=@,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

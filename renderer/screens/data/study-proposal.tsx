import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import { useStore } from 'zustand';
import type {
  ImportPreview,
  Measure,
  Scale,
  StartedFromFile,
  StartFromFile,
  StudyOptions,
} from '../../../shared/contract/index.ts';
import { scaleEnds, widthAhead } from '../../../shared/number-text.ts';
import { questionFor } from '../../../shared/question-words.ts';
import {
  machineScoreName,
  offeredPreference,
  proposedMeasure,
  proposedPair,
  proposedRanking,
  proposedSurrogate,
  proposedSystem,
  sharedItems,
} from '../../../shared/study-choices.ts';
import { isPartOfRange } from '../../../shared/usual-ranges.ts';
import { api } from '../../api/client.ts';
import { plural } from '../../api/format.ts';
import { jobStore, runningJob } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useProject } from '../../api/queries.ts';
import { sessionStore } from '../../api/session-store.ts';
import { RangeQuestion } from '../../parts/study/range-question.tsx';
import { draftOfProposed, studyForm } from '../../parts/study/study-draft.ts';
import { showProject } from '../../parts/use-open-project.ts';
import { fillDraft } from '../../ui/draft.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { Term } from '../../ui/term.tsx';
import { scaleKey } from './scale-keys.ts';

/** Labels to ask for when nobody says how many. */
const usualSize = 30;

/** How a file is read, as the import is told. */
export type FileReading = Pick<
  StartFromFile,
  'path' | 'format' | 'mapping' | 'scales' | 'system' | 'others' | 'encoding' | 'sheet'
>;

/** The study that a file suggests, with what was chosen otherwise; no system where nothing can be judged. */
interface Proposal {
  readonly system: StudyOptions['systems'][number] | undefined;
  /** The second system of a comparison. */
  readonly other: { name: string; items: number } | null;
  /** What else could be the second. */
  readonly others: readonly { name: string; items: number }[];
  readonly measure: Measure | null;
  /** Systems that are ranked, in place of one or two that are judged; none where they are fewer than three. */
  readonly ranked: readonly string[];
  /** What the study could be of. */
  readonly kinds: readonly StudyKind[];
  readonly kind: StudyKind;
  /** Whether anything of it is not as proposed. */
  readonly isChosen: boolean;
  choose(part: Chosen): void;
}

/** Whether a study judges one system, compares two, or ranks several. */
type StudyKind = 'one' | 'two' | 'all';

interface Chosen {
  kind?: StudyKind;
  system?: string;
  other?: string;
  measure?: Measure;
}

const preference: Measure = { kind: 'criterion', criterion: offeredPreference.name };

/**
 * Whose replies are judged by what: as proposed, until somebody chooses.
 *
 * @param isOfSeveral whether the systems came as files of their own, to be compared
 */
export function useProposal(options: StudyOptions | null, isOfSeveral = false): Proposal {
  const [chosen, setChosen] = useState<Chosen>({});
  const choose = (part: Chosen) => setChosen({ ...chosen, ...part });
  if (!options) {
    return {
      system: undefined,
      other: null,
      others: [],
      measure: null,
      ranked: [],
      kinds: [],
      kind: 'one',
      isChosen: false,
      choose,
    };
  }
  const ranking = isOfSeveral ? proposedRanking(options) : [];
  const pairs = isOfSeveral && proposedPair(options, preference) !== null;
  const kinds: StudyKind[] = [
    ...(ranking.length > 0 ? (['all'] as const) : []),
    ...(pairs ? (['two'] as const) : []),
    'one',
  ];
  const kind = kinds.find((one) => one === chosen.kind) ?? kinds[0]!;
  const judged = proposalOf(options, kind === 'one' && isOfSeveral, isOfSeveral && kind !== 'one', chosen);
  return {
    ...judged,
    ranked: kind === 'all' ? ranking : [],
    kinds,
    kind,
    isChosen: Object.keys(chosen).length > 0,
    choose,
  };
}

/** @param isAlone whether one system is judged though others are there; @param isCompared whether two replies are */
function proposalOf(
  options: StudyOptions,
  isAlone: boolean,
  isCompared: boolean,
  chosen: Chosen,
): Pick<Proposal, 'system' | 'other' | 'others' | 'measure'> {
  const isOffered = options.criteria.some(
    ({ name }) => chosen.measure?.kind === 'criterion' && name === chosen.measure.criterion,
  );
  const rated = isAlone
    ? { ...options, criteria: options.criteria.filter(({ name }) => name !== offeredPreference.name) }
    : options;
  const measure = isCompared ? preference : ((isOffered ? chosen.measure : null) ?? proposedMeasure(rated));
  const pair = measure && !isAlone ? proposedPair(options, measure) : null;
  const system =
    options.systems.find(({ name }) => name === (chosen.system ?? pair?.[0])) ??
    proposedSystem(options.systems);
  const others = pair && system ? othersOf(options, system.name) : [];
  const other = others.find(({ name }) => name === (chosen.other ?? pair?.[1])) ?? others[0] ?? null;
  return { system, other, others, measure };
}

interface StudyProposalProps {
  preview: ImportPreview & { options: StudyOptions };
  proposal: Proposal;
  reading: FileReading;
  /** Whether the file is read as it came: the button that begins the study then has the focus. */
  isFirst: boolean;
  into: StartFromFile['into'];
  onInto: (into: StartFromFile['into']) => void;
  /** Reads a column as the replies of a system, or several as those of a system each. */
  onReply: (...columns: readonly string[]) => void;
  /** Scales that were changed by hand, by their keys. */
  changed: Readonly<Record<string, Scale>>;
  onScale: (key: string, scale: Scale) => void;
}

/** The study that the file suggests, with what can be chosen otherwise in a click, and the button that begins it. */
export function StudyProposal(props: StudyProposalProps) {
  const { preview, proposal, reading, isFirst, into, onInto, onReply, changed, onScale } = props;
  const { options } = preview;
  const { system, other, others, measure, ranked, kinds, kind, isChosen, choose } = proposal;
  const [chosenSize, setSize] = useState<number | null>(null);
  const start = useStartFromFile((datasetId, project) => {
    if (isChosen || chosenSize !== null || kind !== 'one') {
      fillDraft(project, studyForm(datasetId), draftOfProposed(study));
    }
    return paths.newStudyOn(datasetId);
  });
  if (!system || measure?.kind !== 'criterion') {
    return <NothingToJudge {...{ preview, reading, into, onReply }} />;
  }
  const isRanked = ranked.length > 0;
  const key = scaleKey({ kind: 'criterion', name: measure.criterion });
  const found = preview.scales.find((one) => scaleKey(one) === key);
  const isAsked = found !== undefined && !other && !isRanked && isOpenRange(found);
  const isOpen = isAsked && changed[key] === undefined;
  const items = other?.items ?? system.items;
  const size = Math.min(chosenSize ?? usualSize, items);
  const study = isRanked
    ? { systems: [...ranked], measure, size }
    : { system: system.name, ...(other && { against: other.name }), measure, size };
  return (
    <Panel title="The study we propose">
      <WhatIsAsked {...{ preview, measure, isOpen }} system={system.name} against={other?.name ?? null} />
      {kinds.length > 1 && (
        <NativeSelect
          label="What the study does"
          value={kind}
          data={kinds.map((value) => ({ value, label: kindWords(value, ranked, options) }))}
          onChange={(event) => choose({ kind: event.currentTarget.value as StudyKind })}
        />
      )}
      {isRanked && (
        <Text size="sm">
          {ranked.join(', ')}: {plural((ranked.length * (ranked.length - 1)) / 2, 'pair')}, each with a sample
          of this size.
        </Text>
      )}
      {options.systems.length > 1 && !isRanked && (
        <NativeSelect
          label={other ? 'First system' : 'Whose replies'}
          value={system.name}
          data={options.systems.map(({ name, items }) => ({
            value: name,
            label: `${name} (${plural(items, 'reply', 'replies')})`,
          }))}
          onChange={(event) => choose({ system: event.currentTarget.value })}
        />
      )}
      {other && !isRanked && (
        <NativeSelect
          label="Second system"
          value={other.name}
          data={others.map(({ name, items: shared }) => ({
            value: name,
            label: `${name} (${plural(shared, 'item')} in common)`,
          }))}
          onChange={(event) => choose({ other: event.currentTarget.value })}
        />
      )}
      {options.criteria.length > 1 && kind === 'one' && (
        <NativeSelect
          label="What people rate"
          value={measure.criterion}
          data={options.criteria.map(({ name, scale }) => ({
            value: name,
            label: `${name} (${scaleEnds(scale)})`,
          }))}
          onChange={(event) =>
            choose({ measure: { kind: 'criterion', criterion: event.currentTarget.value } })
          }
        />
      )}
      {isAsked && (
        <RangeQuestion
          {...found}
          seenIn="In the file"
          chosen={changed[key]}
          onScale={(scale) => onScale(key, scale)}
        />
      )}
      <SampleSize
        {...{ preview, measure, size, items }}
        systems={other ? [system.name, other.name] : [system.name]}
        onSize={setSize}
      />
      <IntoField into={into} onInto={onInto} />
      <StartButtons
        lack={disabledReason(preview) ?? (isOpen ? 'Say the range first.' : null)}
        takesFocus={isFirst && !isOpen}
        start={start}
        onStart={() => start.mutate({ ...reading, into, study })}
        onChange={() => start.mutate({ ...reading, into, study: null })}
      />
    </Panel>
  );
}

type FoundScale = ImportPreview['scales'][number];

/** Whether grades in a file do not show their range: all are the same, or they may reach further. */
const isOpenRange = ({ observed, constant, scale }: FoundScale): boolean =>
  observed && (constant !== undefined || isPartOfRange(scale));

const kindWords = (kind: StudyKind, ranked: readonly string[], options: StudyOptions): string =>
  ({
    one: 'Judge one system',
    two: 'Compare two systems',
    all: `Rank ${ranked.length || proposedRanking(options).length} systems`,
  })[kind];

/** Why the file cannot be imported as it is; null where it can. */
export const disabledReason = ({ problemCount }: Pick<ImportPreview, 'problemCount'>): string | null =>
  problemCount > 0 ? 'The problems above come first.' : null;

/** The systems that answered some of the items that a system answered, with how many. */
const othersOf = (options: StudyOptions, system: string) =>
  options.systems
    .map(({ name }) => ({ name, items: sharedItems(options, system, name) }))
    .filter(({ name, items }) => name !== system && items > 0);

/**
 * Imports the file and makes the study, then goes to its first item.
 *
 * @param goesTo where it leads without a study
 */
export function useStartFromFile(goesTo: (datasetId: number, project: StartedFromFile['project']) => string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: StartFromFile): Promise<StartedFromFile> => api.project.startFromFile(input),
    onSuccess: async ({ project, studyId, rankingId, imported }) => {
      if (rankingId !== null) navigate(paths.ranking(rankingId, 'label'));
      else if (studyId !== null) navigate(paths.label(studyId));
      else navigate(imported.datasetId === null ? paths.data : goesTo(imported.datasetId, project));
      sessionStore.getState().chooseImport([]);
      await showProject(queries, project);
    },
  });
}

interface StartButtonsProps {
  /** Why it cannot be started; null where it can. */
  lack: string | null;
  takesFocus: boolean;
  start: ReturnType<typeof useStartFromFile>;
  onStart: () => void;
  onChange: () => void;
}

function StartButtons({ lack, takesFocus, start, onStart, onChange }: StartButtonsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const job = useStore(jobStore, runningJob);
  const [isObvious] = useState(takesFocus);
  // Enter does the obvious thing, wherever the file came from. After a choice a second Enter is to start nothing.
  useEffect(() => {
    if (isObvious) button.current?.focus({ preventScroll: true });
  }, [isObvious]);
  return (
    <Stack gap="xs">
      {start.isPending && job && <JobProgress job={job} key={job.id} />}
      <StartProblem error={start.error} />
      <ReasonButton
        ref={button}
        size="md"
        lack={lack}
        loading={start.isPending}
        onClick={onStart}
        beside={
          lack === null && (
            <Button
              variant="subtle"
              disabled={start.isPending}
              onClick={onChange}
              title="Import the file and set up the study in full: comparisons, goals, forms, teams"
            >
              Change…
            </Button>
          )
        }
      >
        Start labeling
      </ReasonButton>
    </Stack>
  );
}

/** Why nothing was stored: a fault, or that it was stopped. */
export function StartProblem({ error }: { error: unknown }) {
  if (!error) return null;
  const problem = toProblem(error);
  if (problem.code !== 'CANCELED') return <ProblemNote problem={problem} />;
  return (
    <Text size="sm" role="status">
      Stopped. Nothing was stored.
    </Text>
  );
}

interface AskedProps {
  preview: StudyProposalProps['preview'];
  system: string;
  /** The other system, where two replies stand side by side. */
  against: string | null;
  measure: Extract<Measure, { kind: 'criterion' }>;
  /** Whether nobody has said its range, and the file does not show one. */
  isOpen: boolean;
}

/** The question as annotators will read it, its scale, and the machine score beside it. */
function WhatIsAsked({ preview: { options, looks }, system, against, measure, isOpen }: AskedProps) {
  const criterion = options.criteria.find(({ name }) => name === measure.criterion)!;
  const { direction } = criterion.scale;
  const isBinary = criterion.kind === 'binary';
  const isComparison = against !== null;
  const kind = isComparison ? 'preference' : isBinary ? 'binary' : 'rating';
  const form = { kind } as Parameters<typeof questionFor>[1];
  const replies = looks.flatMap((look) => look.replies.filter((one) => one.system === system));
  const isWhole = replies.length > 0 && replies.every(({ texts }) => texts.length === 0);
  const spec = proposedSurrogate(options, isComparison ? [system, against] : [system], measure);
  const judge = options.surrogates.find((one) => JSON.stringify(one.spec) === JSON.stringify(spec));
  const scale = isComparison
    ? 'Left, tie or right'
    : isBinary
      ? 'Yes or no'
      : `${scaleEnds(criterion.scale)}, ${direction} is better`;
  return (
    <div>
      <Text fw={600} fz={17}>
        {questionFor(measure, form, { isWhole, isComparison, direction })}
      </Text>
      <Text size="sm" c="dimmed">
        {isOpen ? 'Its range is not known yet' : scale}
        {criterion.declared || isComparison || isOpen ? '' : ', as seen in the file'}
        {'. '}
        {judge && judge.spec.kind !== 'none'
          ? `Machine score beside it: ${machineScoreName(judge)}.`
          : 'No machine score beside it.'}
      </Text>
    </div>
  );
}

interface SampleSizeProps {
  preview: StudyProposalProps['preview'];
  measure: Extract<Measure, { kind: 'criterion' }>;
  /** One, or the two that are compared. */
  systems: readonly string[];
  /** Items that all of them answered. */
  items: number;
  size: number;
  onSize: (size: number) => void;
}

/** The same of what a file suggests. */
function SampleSize({ preview: { options }, measure, systems, items, size, onSize }: SampleSizeProps) {
  const { kind, scale: own } = options.criteria.find(({ name }) => name === measure.criterion)!;
  const scale: Scale = systems.length > 1 ? { ...own, min: own.min - own.max, max: own.max - own.min } : own;
  const spec = proposedSurrogate(options, systems, measure);
  const hasSurrogate = spec !== null && spec.kind !== 'none';
  return <SampleField {...{ scale, items, size, hasSurrogate, onSize }} isRating={kind === 'rating'} />;
}

interface SampleFieldProps {
  /** That of the study's number. */
  scale: Scale;
  isRating: boolean;
  hasSurrogate: boolean;
  /** That can be drawn. */
  items: number;
  size: number;
  onSize: (size: number) => void;
}

/** How many items people will label, each number with the width that it is expected to give. */
export function SampleField({ scale, isRating, hasSurrogate, items, size, onSize }: SampleFieldProps) {
  const asked = { scale, isRating, populationSize: Math.max(1, items), hasSurrogate };
  const forecast = useQuery({
    queryKey: ['study-outlook', asked],
    queryFn: () => api.study.forecast(asked),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const widths = new Map(forecast.data?.map((at) => [at.labels, at]));
  const sizes = [...new Set([...widths.keys(), size, ...(items <= 200 ? [items] : [])])];
  const words = (labels: number) => {
    if (labels >= items) return labels === 1 ? 'the only item: exact' : `all ${labels}: exact`;
    const at = widths.get(labels);
    const width = at === undefined ? '' : `: ±\u00a0${widthAhead(at, scale)}`;
    return `${labels} labels${width}`;
  };
  return (
    <NativeSelect
      label={
        <Term meaning="Half the width of the interval. In 9 of 10 studies like this one it is between these. From the tenth label on, it is one number.">
          Sample
        </Term>
      }
      value={String(size)}
      data={sizes.sort((a, b) => a - b).map((labels) => ({ value: String(labels), label: words(labels) }))}
      onChange={(event) => onSize(Number(event.currentTarget.value))}
    />
  );
}

/** Which project the file goes into; nothing to choose where none is open. */
function IntoField({ into, onInto }: Pick<StudyProposalProps, 'into' | 'onInto'>) {
  const { data: project } = useProject();
  if (!project) return null;
  return (
    <NativeSelect
      label="Goes into"
      value={into}
      data={[
        { value: 'open', label: `this project, ${project.name}` },
        { value: 'new', label: 'a new project, named after the file' },
      ]}
      onChange={(event) => onInto(event.currentTarget.value as StartFromFile['into'])}
    />
  );
}

/** Columns offered as the one that holds the replies. */
const mostOffered = 6;

/** The file can be kept, but no study can be made of it as it is read now. */
function NothingToJudge({
  preview,
  reading,
  into,
  onReply,
}: Pick<StudyProposalProps, 'preview' | 'reading' | 'into' | 'onReply'>) {
  const start = useStartFromFile((datasetId) => paths.dataset(datasetId));
  const columns = replyColumns(preview).slice(0, mostOffered);
  const texts = preview.columns.filter((column) => columns.includes(column) && holdsTexts(preview, column));
  return (
    <Panel title="No reply to judge yet">
      <Text size="sm">
        Nothing in this file is read as the reply of a system.
        {columns.length > 0 ? ' Which column holds the replies?' : ' Choose its format below.'}
      </Text>
      {columns.length > 0 && (
        <Group gap="xs">
          {columns.map((column) => (
            <Button key={column} variant="default" maw="100%" onClick={() => onReply(column)}>
              {column}
            </Button>
          ))}
          {texts.length > 1 && (
            <Button variant="default" maw="100%" onClick={() => onReply(...texts)}>
              Replies of {texts.length} systems: {texts.join(', ')}
            </Button>
          )}
        </Group>
      )}
      <StartProblem error={start.error} />
      <ReasonButton
        variant={columns.length > 0 ? 'subtle' : 'default'}
        lack={disabledReason(preview)}
        loading={start.isPending}
        onClick={() => start.mutate({ ...reading, into, study: null })}
      >
        Import without replies, to have them generated
      </ReasonButton>
    </Panel>
  );
}

/** Columns that may hold replies, longest texts first: what is a question, an id or a number does not. */
function replyColumns({ columns, rows, mapping }: ImportPreview): string[] {
  const taken = [mapping?.id, mapping?.question, mapping?.conversation, mapping?.context, mapping?.group];
  const length = (column: string) =>
    rows.reduce((sum, row) => sum + (row[columns.indexOf(column)]?.length ?? 0), 0);
  const isText = (column: string) =>
    rows.some((row) => Number.isNaN(Number(row[columns.indexOf(column)] ?? '')));
  return columns
    .filter((column) => !taken.includes(column) && (isText(column) || mapping?.references.includes(column)))
    .toSorted((a, b) => length(b) - length(a));
}

/** Whether most cells of a column that are not empty have several words. */
function holdsTexts({ columns, rows }: ImportPreview, column: string): boolean {
  const cells = rows.map((row) => row[columns.indexOf(column)] ?? '').filter((cell) => cell !== '');
  return cells.filter((cell) => cell.split(' ').length > 2).length * 2 > cells.length;
}

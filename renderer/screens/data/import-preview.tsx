import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type {
  ColumnMapping,
  ImportFormat,
  ImportPreview,
  Scale,
  StartFromFile,
  StudyOptions,
} from '../../../shared/contract/index.ts';
import { formatIds, formatName, isLabelFormat } from '../../../shared/import-formats.ts';
import { mappedColumns } from '../../../shared/mapping.ts';
import { countOf } from '../../../shared/number-text.ts';
import { judgeCalled } from '../../../shared/study-choices.ts';
import {
  encodingIn,
  type TextEncoding,
  textEncodingIds,
  textEncodings,
} from '../../../shared/text-encodings.ts';
import { formatCount, plural } from '../../api/format.ts';
import { useProject } from '../../api/queries.ts';
import { screenWords } from '../../api/screen-words.ts';
import { Facts } from '../../ui/facts.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AddToDataset, ImportTarget, useImportTarget } from './add-to-dataset.tsx';
import {
  type ColumnRoles,
  questionColumns,
  rolesOf,
  withRatings,
  withRole,
  withScores,
  withWay,
} from './column-roles.ts';
import classes from './data.module.css';
import { FilesPanel, type FilesPanelProps } from './files-panel.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import { PreviewItems } from './preview-items.tsx';
import { PreviewLooks } from './preview-looks.tsx';
import { PreviewScales } from './preview-scales.tsx';
import { ProblemTable } from './problem-table.tsx';
import { declaredScales, scaleKey } from './scale-keys.ts';
import { StartImport } from './start-import.tsx';
import { type FileReading, StudyProposal, useProposal } from './study-proposal.tsx';

const encodingChoices = textEncodingIds.map((value) => ({ value, label: textEncodings[value] }));

const formatChoices = formatIds.map((value) => ({ value, label: formatName(value) }));

/** How a file is opened, where that was chosen. */
export type Opening = Pick<FileReading, 'encoding' | 'sheet'>;

interface ImportPreviewViewProps {
  preview: ImportPreview;
  /** A newer reading is on its way. */
  isStale: boolean;
  roles: ColumnRoles | null;
  /** What was chosen by hand of how the file is read. */
  reading: Omit<FileReading, 'scales'>;
  onOpening: (opening: Opening) => void;
  /** Reads these sheets of the workbook together. */
  onSheets: (sheets: readonly string[]) => void;
  /** The files, where they are several or one whose system was named. */
  files: FilesPanelProps['files'];
  onFiles: FilesPanelProps['onFiles'];
  /** Reads those of several files that have these paths anew. */
  onFilesRead: (paths: readonly string[], way: ColumnMapping) => void;
  onColumns: FilesPanelProps['onColumns'];
  /** Says whether the first line of a table names its columns. */
  onHeader: (header: FirstLine) => void;
  onFormat: (format: ImportFormat) => void;
  onRoles: (roles: ColumnRoles) => void;
  onLeaveOut: (...names: string[]) => void;
  onRead: (addition: Partial<ColumnMapping>) => void;
  onStarted: (jobId: number) => void;
}

/** What was understood of a file beside the study that it suggests; below, how it is read, to be changed. */
export function ImportPreviewView(props: ImportPreviewViewProps) {
  const { preview, isStale, onFormat, onRoles, onLeaveOut, onRead, onStarted } = props;
  const [first] = useState(preview);
  const [changed, setChanged] = useState<Record<string, Scale>>({});
  const { data: project } = useProject();
  const [chosenInto, setInto] = useState<StartFromFile['into'] | null>(null);
  // The sample is there to be tried, and is made anew now and then: other data gets a project of its own.
  const into = project ? (chosenInto ?? (project.isSample ? 'new' : 'open')) : 'new';
  const isLabels = isLabelFormat(preview.format);
  const target = useImportTarget();
  const scales = declaredScales(preview.scales, changed);
  const reading: FileReading = { ...props.reading, scales };
  const { together } = preview;
  const roles = props.roles ?? (preview.mapping && rolesOf(preview.mapping, preview.columns));
  return (
    <Stack gap="lg" aria-busy={isStale}>
      {preview.sheets.length > 1 && (
        <SheetChoice sheets={preview.sheets} onOpening={props.onOpening} onSheets={props.onSheets} />
      )}
      {preview.rivals.length > 0 && <RivalFormats preview={preview} onFormat={onFormat} />}
      <ProblemTable
        causes={preview.causes}
        problemCount={preview.problemCount}
        onWay={(way, paths) => {
          const { leaveOut = [], repeats, quotes, reasoning, choices, system } = way;
          if (paths) return props.onFilesRead(paths, way);
          if (leaveOut.length > 0) onLeaveOut(...leaveOut);
          if (repeats) onRead({ repeats });
          else if (quotes) onRead({ quotes });
          else if (reasoning) onRead({ reasoning });
          else if (choices) onRead({ choices });
          else if (system && mappedColumns(way).length === 1) onRead({ system });
          else if (roles && leaveOut.length === 0) onRoles(withWay(roles, way));
        }}
      />
      {preview.problemCount > 0 && preview.columns.length === 0 && !isLabels && !together && (
        <Button variant="default" w="fit-content" onClick={() => onFormat(generalFormat(preview.fileName))}>
          Say which field holds what
        </Button>
      )}
      {isLabels ? (
        <Text c="dimmed" maw="72ch">
          {formatName(preview.format)}: each line gives one person’s value for one item. Items are found by
          their id in the data already imported.
        </Text>
      ) : (
        <Understood
          preview={target ? { ...preview, options: null } : preview}
          changed={changed}
          onScale={(key, scale) => setChanged({ ...changed, [key]: scale })}
          reading={reading}
          isFirst={preview === first}
          into={into}
          onInto={setInto}
          onReply={(...replies) =>
            roles &&
            onRoles(
              replies.reduce(
                (next, column) =>
                  withRole(next, column, {
                    role: 'response',
                    system: replies.length > 1 ? column : 'assistant',
                  }),
                roles,
              ),
            )
          }
          asked={roles ? questionColumns(roles, preview) : []}
          onQuestion={(column) => roles && onRoles(withRole(roles, column, { role: 'question' }))}
        />
      )}
      {together && (
        <FilesPanel
          preview={{ ...preview, together }}
          files={props.files}
          onFiles={props.onFiles}
          onColumns={props.onColumns}
        />
      )}
      <LeftBehind preview={preview} roles={roles} onRoles={onRoles} />
      {preview.found.length > 0 && <FoundEarlier found={preview.found} onRead={onRead} />}
      {!together && (
        <ReadingFacts
          {...{ preview, isLabels, onFormat }}
          encoding={props.reading.encoding ?? encodingIn(preview.formatReason)}
          onOpening={props.onOpening}
          onHeader={props.onHeader}
        />
      )}
      {roles && preview.columns.length > 0 && <ColumnsPanel {...{ preview, roles, isLabels, onRoles }} />}
      {preview.scales.length > 0 && (
        <Panel title="Scores in the file">
          <PreviewScales
            scales={preview.scales}
            changed={changed}
            onChange={(key, scale) => setChanged({ ...changed, [key]: scale })}
          />
        </Panel>
      )}
      {!isLabels && preview.items.length > 0 && <FirstItems items={preview.items} />}
      {!isLabels && into === 'open' && <ImportTarget />}
      {target && !isLabels && into === 'open' ? (
        <AddToDataset preview={preview} reading={reading} target={target} onStarted={onStarted} />
      ) : (
        <StartImport preview={preview} reading={reading} into={into} onStarted={onStarted} />
      )}
    </Stack>
  );
}

/** The format in which a person says what each field or column holds. */
const generalFormat = (fileName: string): ImportFormat =>
  /\.(jsonl?|ndjson)(\.gz)?$/i.test(fileName) ? 'json-records' : 'csv';

/** Columns offered as the one that holds the question. */
const mostOffered = 6;

/** Several formats know the file: which one is it? */
function RivalFormats({ preview, onFormat }: Pick<ImportPreviewViewProps, 'preview' | 'onFormat'>) {
  return (
    <Alert title="Which format is it?">
      <Text mb="xs">Several formats fit the file. It is shown as the first of them.</Text>
      <Group gap="sm">
        {[preview.format, ...preview.rivals].map((format) => (
          <Button key={format} variant="default" onClick={() => onFormat(format)}>
            {formatName(format)}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}

function FirstItems({ items }: Pick<ImportPreview, 'items'>) {
  return (
    <Panel title={items.length === 1 ? 'First item' : `First ${formatCount(items.length)} items`}>
      <PreviewItems items={items} />
    </Panel>
  );
}

/** What an item has no place for, and what else is to be said of the file. */
function LeftBehind({
  preview,
  roles,
  onRoles,
}: Pick<ColumnsPanelProps, 'preview' | 'onRoles'> & { roles: ColumnRoles | null }) {
  if (preview.leftBehind.length + preview.remarks.length === 0) return null;
  return (
    <Stack gap="xs">
      {preview.leftBehind.length > 0 && (
        <Text size="sm" c="dimmed">
          Not imported, as an item has no place for it:{' '}
          {preview.leftBehind.map(({ what, count }) => countOf(count, what)).join('; ')}.
        </Text>
      )}
      {preview.remarks.map(({ what, count }) => (
        <div key={what}>
          <Text size="sm" c="dimmed">
            {countOf(count, screenWords(what))}.
          </Text>
          {roles && <ScoreOffers columns={numbersKept(what, roles)} {...{ roles, onRoles }} />}
        </div>
      ))}
    </Stack>
  );
}

/** The columns of numbers that a remark says are kept as fields. */
const numbersKept = (what: string, roles: ColumnRoles): string[] =>
  /^columns? of numbers kept as/.test(what)
    ? Object.entries(roles).flatMap(([column, { role }]) =>
        role === 'none' && (what.includes(`: ${column}`) || what.includes(`, ${column}`)) ? [column] : [],
      )
    : [];

interface ScoreOffersProps extends Pick<ColumnsPanelProps, 'roles' | 'onRoles'> {
  columns: readonly string[];
}

/** A column of numbers becomes a score by one press. */
function ScoreOffers({ columns, roles, onRoles }: ScoreOffersProps) {
  return (
    <>
      {columns.length > 1 && (
        <Group gap="xs" mt={6}>
          <Text size="sm">Did {columns.length} people rate the same, a column each?</Text>
          <Button size="compact-sm" variant="default" onClick={() => onRoles(withRatings(roles, columns))}>
            One rating by {columns.length} people
          </Button>
        </Group>
      )}
      {columns.map((column) => (
        <Group key={column} gap="xs" mt={6}>
          <Text size="sm">
            Use <bdi>{column}</bdi> as a score?
          </Text>
          {(['human', 'judge'] as const).map((by) => (
            <Button
              key={by}
              size="compact-sm"
              variant="default"
              aria-label={`Use ${column} as a score by ${by === 'human' ? 'people' : 'a model'}`}
              onClick={() => onRoles(withScores(roles, [column], by))}
            >
              {by === 'human' ? 'By people' : 'By a model'}
            </Button>
          ))}
        </Group>
      ))}
    </>
  );
}

/** Columns that may hold failures and notes from before: one button takes them as that. */
function FoundEarlier({
  found,
  onRead,
}: Pick<ImportPreview, 'found'> & Pick<ImportPreviewViewProps, 'onRead'>) {
  const taken = found.filter(({ isTaken }) => isTaken);
  const plain = (all: ImportPreview['found']) => all.map(({ column, kind }) => ({ column, kind }));
  return (
    <Panel title="Failures found earlier">
      <Stack gap="xs">
        {found.map((one) => (
          <Group key={one.column} gap="sm">
            <Text size="sm">
              {one.isTaken
                ? `${one.column}: ${foundNames[one.kind]} found earlier. They enter no share.`
                : `${one.column}: ${foundNames[one.kind]} found earlier?`}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${takingWords(one)}: ${one.column}`}
              onClick={() =>
                onRead({
                  found: plain(one.isTaken ? taken.filter((other) => other !== one) : [...taken, one]),
                })
              }
            >
              {takingWords(one)}
            </Button>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

const foundNames = { mode: 'failure modes', note: 'notes' } as const;

const takingWords = ({ isTaken, kind }: ImportPreview['found'][number]): string =>
  isTaken ? 'Leave as a field' : `Take as ${foundNames[kind]}`;

interface ColumnsPanelProps extends Pick<ImportPreviewViewProps, 'preview' | 'onRoles'> {
  roles: ColumnRoles;
  isLabels: boolean;
}

function ColumnsPanel({ preview, roles, isLabels, onRoles }: ColumnsPanelProps) {
  return (
    <Panel title="What the columns hold">
      {!isLabels && !Object.values(roles).some(({ role }) => role === 'id') && (
        <Text size="sm" c="dimmed" mb="sm">
          No column holds an id. Items are named by their row, or by their texts if they span several rows.
        </Text>
      )}
      <MappingEditor preview={preview} roles={roles} of={isLabels ? 'labels' : 'items'} onChange={onRoles} />
    </Panel>
  );
}

interface UnderstoodProps {
  preview: ImportPreview;
  changed: Readonly<Record<string, Scale>>;
  reading: FileReading;
  /** Whether it is read as it came: nothing was chosen of it. */
  isFirst: boolean;
  into: StartFromFile['into'];
  onInto: (into: StartFromFile['into']) => void;
  onReply: (...columns: readonly string[]) => void;
  onScale: (key: string, scale: Scale) => void;
  /** Columns that may hold the question, where it is not known. */
  asked: readonly string[];
  onQuestion: (column: string) => void;
}

/** The first items as they will look, and the study that we propose beside them. */
function Understood(props: UnderstoodProps) {
  const { preview, changed, onScale, reading, isFirst, into, onInto, onReply, asked, onQuestion } = props;
  const options = preview.options && withScales(preview.options, changed);
  const proposal = useProposal(options, (preview.together?.files.length ?? 0) > 1);
  // What is wrong stands above; nothing else is known of the file.
  if (preview.itemCount === 0 && preview.problemCount > 0) return null;
  const { system, other } = proposal;
  const shown = [system?.name, other?.name].filter((name) => name !== undefined);
  return (
    <div className={classes.understood}>
      <section aria-labelledby="understood-heading">
        <Title order={2} id="understood-heading">
          This is what we understood
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {understoodWords(preview)}
        </Text>
        {asked.length > 0 && (
          <Stack gap="xs" mb="sm">
            <Text size="sm">What the replies answer is not known. Which column holds the question?</Text>
            <Group gap="xs">
              {asked.slice(0, mostOffered).map((column) => (
                <Button key={column} size="compact-sm" variant="default" onClick={() => onQuestion(column)}>
                  {column}
                </Button>
              ))}
            </Group>
          </Stack>
        )}
        <PreviewLooks {...preview} systems={shown} />
      </section>
      {options && (
        <div className={classes.proposal}>
          <StudyProposal
            preview={{ ...preview, options }}
            {...{ proposal, reading, isFirst, into, onInto, onReply, changed, onScale }}
          />
        </div>
      )}
    </div>
  );
}

/** The options with the scales that were changed by hand. */
const withScales = (options: StudyOptions, changed: Readonly<Record<string, Scale>>): StudyOptions => ({
  ...options,
  criteria: options.criteria.map((one) => {
    const scale = changed[scaleKey({ kind: 'criterion', name: one.name })];
    return scale ? { ...one, scale, declared: true } : one;
  }),
});

/** What a file holds, in a sentence or two. */
function understoodWords({ itemCount, wholeFileRead, systems, scales }: ImportPreview): string {
  const items = `${wholeFileRead ? '' : 'About '}${plural(itemCount, 'item')}`;
  const whose = systems.length > 4 ? plural(systems.length, 'system') : systems.join(', ');
  const of = systems.length === 0 ? 'no replies' : `replies of ${whose}`;
  const named = (kind: 'criterion' | 'judge' | 'auto') => scales.filter((one) => one.kind === kind);
  const scores = [
    ...named('judge').map(
      ({ name, criterion }) => `${judgeCalled(name)}${criterion ? ` (${criterion})` : ''}`,
    ),
    ...named('criterion').map(({ name }) => `people (${name})`),
    ...named('auto').map(({ name }) => name),
  ];
  const shown = scores.length > 4 ? [...scores.slice(0, 3), `${scores.length - 3} more`] : scores;
  return `${items}, ${of}. ${shown.length === 0 ? 'No scores.' : `Scores: ${shown.join(', ')}.`}`;
}

/** The sheet of a workbook that is read, or all of them. */
function SheetChoice({
  sheets,
  onOpening,
  onSheets,
}: Pick<ImportPreviewViewProps, 'onOpening' | 'onSheets'> & { sheets: readonly string[] }) {
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label="Sheet"
        size="sm"
        data={[...sheets]}
        value={sheets[0]}
        onChange={(event) => onOpening({ sheet: event.currentTarget.value })}
      />
      <Button variant="default" onClick={() => onSheets(sheets)}>
        Read {sheets.length === 2 ? 'both' : `all ${formatCount(sheets.length)}`} sheets together
      </Button>
    </Group>
  );
}

interface ReadingFactsProps {
  preview: ImportPreview;
  isLabels: boolean;
  onFormat: (format: ImportFormat) => void;
  /** The encoding that was guessed or chosen; undefined for plain UTF-8. */
  encoding: TextEncoding | undefined;
  onOpening: (opening: Opening) => void;
  onHeader: (header: FirstLine) => void;
}

type FirstLine = NonNullable<ColumnMapping['header']>;

const firstLines: readonly { value: FirstLine; label: string }[] = [
  { value: 'names', label: 'names the columns' },
  { value: 'none', label: 'is a row like the others' },
];

/** Whether the columns are called by their places, as those of a table without a line of names are. */
const isNameless = ({ columns }: ImportPreview): boolean =>
  columns.length > 0 && columns.every((name, at) => name === `column ${at + 1}`);

function ReadingFacts({ preview, isLabels, onFormat, encoding, onOpening, onHeader }: ReadingFactsProps) {
  const read = preview.wholeFileRead ? 'the whole file' : `the first ${formatCount(preview.linesRead)} lines`;
  return (
    <Facts
      facts={[
        {
          name: 'Format',
          value: (
            <NativeSelect
              aria-label="Format"
              size="xs"
              data={formatChoices}
              value={preview.format}
              onChange={(event) => onFormat(event.currentTarget.value as ImportFormat)}
            />
          ),
        },
        ...(encoding
          ? [
              {
                name: 'Encoding',
                value: (
                  <NativeSelect
                    aria-label="Encoding"
                    size="xs"
                    data={encodingChoices}
                    value={encoding}
                    onChange={(event) => onOpening({ encoding: event.currentTarget.value as TextEncoding })}
                  />
                ),
              },
            ]
          : []),
        ...(preview.format === 'csv' || preview.format === 'tsv'
          ? [
              {
                name: 'First line',
                value: (
                  <NativeSelect
                    aria-label="First line"
                    size="xs"
                    data={[...firstLines]}
                    value={isNameless(preview) ? 'none' : 'names'}
                    onChange={(event) => onHeader(event.currentTarget.value as FirstLine)}
                  />
                ),
              },
            ]
          : []),
        { name: 'Read for this preview', value: read },
        ...(isLabels ? [] : [{ name: 'Systems', value: systemWords(preview.systems) }]),
        {
          name: 'Problems',
          value: preview.problemCount === 0 ? 'none' : formatCount(preview.problemCount),
        },
      ]}
    />
  );
}

const systemWords = (systems: readonly string[]) =>
  systems.length === 0
    ? 'none found'
    : systems.length > 4
      ? `${formatCount(systems.length)}: ${systems.slice(0, 3).join(', ')}, …`
      : systems.join(', ');

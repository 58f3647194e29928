import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import type { ErrorCode } from '../../shared/errors.ts';
import { screenWords } from './screen-words.ts';
import { type Problem, toProblem } from './to-problem.ts';

interface ProblemMeaning {
  title: string;
  /** What it means for the data. */
  data: string;
  /** What to do where the error itself does not say. */
  remedy?: string;
}

const unchanged = 'Nothing was changed.';

const problemMeanings: Record<ErrorCode, ProblemMeaning> = {
  NO_PROJECT: {
    title: 'No project is open',
    data: unchanged,
    remedy: 'Open or make a project under Studies.',
  },
  NOT_A_PROJECT: {
    title: 'This is not an Assay project',
    data: 'The file was not changed.',
    remedy: 'To bring in data, import the file under Data.',
  },
  PROJECT_TOO_NEW: {
    title: 'The project is from a newer Assay',
    data: 'The file was not changed.',
    remedy: 'Update Assay, then open it again.',
  },
  PROJECT_READ_ONLY: {
    title: 'The project cannot be written',
    data: 'What is stored is safe; new work would not be kept.',
    remedy: 'Check the permissions of the file and its folder.',
  },
  PROJECT_IN_USE: {
    title: 'The project is open elsewhere',
    data: unchanged,
    remedy: 'Close it in the other window or program, then try again.',
  },
  PROJECT_NOT_IN_PLACE: {
    title: 'The project is no longer in its place',
    data: 'Labels stored before are kept; this one was not taken.',
    remedy: 'Save what you have under a new name.',
  },
  PROJECT_DAMAGED: {
    title: 'The project file is damaged',
    data: 'The file was left as it is.',
    remedy: 'Open a backup or a saved copy.',
  },
  PROJECT_ALTERED: {
    title: 'Another program changed the project',
    data: 'The file was left as it is.',
    remedy: 'Open a copy from before the change.',
  },
  DISK_FULL: {
    title: 'The disk is full',
    data: 'The last change was not stored; all before it is safe.',
    remedy: 'Free some space, then try again.',
  },
  FILE_NOT_FOUND: {
    title: 'The file is not there',
    data: unchanged,
    remedy: 'It may have been moved or renamed.',
  },
  FILE_EXISTS: {
    title: 'That name is taken',
    data: 'The existing file was not touched.',
    remedy: 'Choose another name.',
  },
  FILE_UNREADABLE: {
    title: 'The file cannot be read',
    data: unchanged,
    remedy: 'Check its permissions, and that it is not open elsewhere.',
  },
  IMPORT_REFUSED: { title: 'Nothing was imported', data: 'The project is as it was before.' },
  INVALID_INPUT: { title: 'A value does not fit', data: unchanged },
  NOT_FOUND: {
    title: 'That is no longer here',
    data: unchanged,
    remedy: 'It may have been removed, or it is in another project.',
  },
  CONFLICT: { title: 'This cannot be done now', data: unchanged },
  BUSY: { title: 'Another piece of work is writing', data: unchanged, remedy: 'Try again in a moment.' },
  CANCELED: { title: 'Canceled', data: unchanged },
  ENDPOINT_FAULT: {
    title: 'The model server cannot be used as it is',
    data: 'Every reply that came in is stored and will not be paid again.',
    remedy: 'Test the connection on the Endpoints screen.',
  },
  ENGINE_AWAY: { title: 'The engine is not answering', data: 'Your labels are safe on disk.' },
  INTERNAL: {
    title: 'Something unexpected went wrong',
    data: 'What was stored before is safe.',
    remedy: 'Try again. If it comes back, please report it with the text above.',
  },
};

export { type Problem, toProblem };

const shownCauses = 20;

/** What happened, what it means for the data, and the remedy. */
export function ProblemNote({ problem }: { problem: Problem }) {
  const { code, message, details } = problem;
  const meaning = problemMeanings[code];
  const remedy = details.remedy === undefined ? meaning.remedy : screenWords(details.remedy);
  const place = faultPlaceWords(details);
  // One fault of the file as a whole is told by the message and its remedy.
  const isOfFile = details.problemCount === 1 && (details.line ?? 0) === 0;
  const causes = isOfFile ? [] : (details.causes?.slice(0, shownCauses) ?? []);
  const more = (details.problemCount ?? 0) - causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconAlertTriangle aria-hidden size={20} />}
      title={meaning.title}
    >
      <Stack gap={4}>
        <Text size="sm">
          {message}
          {place && ` (${place})`}
        </Text>
        <Text size="sm">{meaning.data}</Text>
        {remedy && (
          <Text size="sm" fw={600}>
            {remedy}
          </Text>
        )}
        {causes.length > 0 && (
          <List size="sm" spacing={2} mt={4}>
            {causes.map(({ field, remedy, count, examples: [first] }) => (
              <List.Item key={`${first?.line}/${field}/${first?.message}`}>
                {first && first.line > 0 && <b>Line {first.line}: </b>}
                {field && <code>{field}</code>} {first?.message} {screenWords(remedy)}
                {count > 1 && ` ${(count - 1).toLocaleString('en')} more like it.`}
              </List.Item>
            ))}
          </List>
        )}
        {causes.length > 0 && more > 0 && <Text size="sm">And {more.toLocaleString('en')} more.</Text>}
      </Stack>
    </Alert>
  );
}

/** A file that came through the browser lies in a folder of Assay, which nobody chose: its name is what they know. */
const fileWords = (file: string): string =>
  /[\\/]uploads[\\/](?:assay-uploads-[\w-]+[\\/])?[0-9a-f-]{36}[\\/]/.test(file)
    ? file.split(/[\\/]/).at(-1)!
    : file;

/** Where in a file; the field of a call is no word for people, and its message says what it is about. */
function faultPlaceWords({ file, line = 0, field }: Problem['details']): string {
  const isOfFile = file !== undefined || line > 0;
  return [file && fileWords(file), line > 0 && `line ${line}`, isOfFile && field && `field ${field}`]
    .filter(Boolean)
    .join(', ');
}

/** That the code of a screen did not come: React keeps that for good, so that the page has to be loaded again. */
class ScreenNotLoaded extends Error {}

/** A screen's code; @throws ScreenNotLoaded where it does not come */
export const loadedScreen = <Loaded,>(load: Promise<Loaded>): Promise<Loaded> =>
  load.catch((cause: unknown) => {
    throw new ScreenNotLoaded('This screen could not be loaded.', { cause });
  });

const NotLoaded = () => (
  <>
    <Alert
      color="orange"
      role="alert"
      icon={<IconAlertTriangle aria-hidden size={20} />}
      title="This screen could not be loaded"
    >
      <Text size="sm">Assay is not answering, or it was updated while this page was open.</Text>
      <Text size="sm">What was stored before is safe.</Text>
    </Alert>
    <Button onClick={() => location.reload()}>Load the page again</Button>
  </>
);

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** A screen that fails takes nothing else with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <Stack p="xl" maw={720} align="flex-start">
        {this.state.error instanceof ScreenNotLoaded ? (
          <NotLoaded />
        ) : (
          <>
            <ProblemNote problem={toProblem(this.state.error)} />
            <Button onClick={() => this.setState({ error: null })}>Show the screen again</Button>
          </>
        )}
      </Stack>
    );
  }
}

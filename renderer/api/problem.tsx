import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { problemMeanings } from './problem-meaning.ts';
import { screenWords } from './screen-words.ts';
import { type Problem, toProblem } from './to-problem.ts';

export { type Problem, toProblem };

const shownCauses = 20;

/** What happened, what it means for the data, and the mend. */
export function ProblemNote({ problem }: { problem: Problem }) {
  const { code, message, details } = problem;
  const meaning = problemMeanings[code];
  const mend = details.mend === undefined ? meaning.mend : screenWords(details.mend);
  const place = faultPlaceWords(details);
  // One fault of the file as a whole is told by the message and its mend.
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
        {mend && (
          <Text size="sm" fw={600}>
            {mend}
          </Text>
        )}
        {causes.length > 0 && (
          <List size="sm" spacing={2} mt={4}>
            {causes.map(({ field, mend, count, examples: [first] }) => (
              <List.Item key={`${first?.line}/${field}/${first?.message}`}>
                {first && first.line > 0 && <b>Line {first.line}: </b>}
                {field && <code>{field}</code>} {first?.message} {screenWords(mend)}
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
  /[\\/]uploads[\\/][0-9a-f-]{36}[\\/]/.test(file) ? file.split(/[\\/]/).at(-1)! : file;

/** Names of a call's own fields, which nobody filled in by hand. */
const ofCalls = /[a-z]Ids?$/;

function faultPlaceWords({ file, line, field }: Problem['details']): string {
  return [
    file && fileWords(file),
    line !== undefined && line > 0 && `line ${line}`,
    field && !ofCalls.test(field) && `field ${field}`,
  ]
    .filter(Boolean)
    .join(', ');
}

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
        <ProblemNote problem={toProblem(this.state.error)} />
        <Button onClick={() => this.setState({ error: null })}>Show the screen again</Button>
      </Stack>
    );
  }
}

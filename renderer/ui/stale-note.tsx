import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import { ProblemNote, toProblem } from '../api/problem.tsx';
import { withParts } from '../api/version-parts.ts';

/** What another window stored of the fields that it changed, by their names. */
export type Theirs = Readonly<Record<string, unknown>>;

interface SaveProblemProps {
  /** Why a save failed; null shows nothing. */
  error: unknown;
  /** The version that the form was filled from. It becomes the one that the reader was shown. */
  version: { current: string | undefined };
  /** Puts what is stored into the form. */
  onLoad: (theirs: Theirs) => void;
  /** Saves the form again. */
  onSave: () => void;
  /** A value in words, where the screen has better ones than its own letters. */
  words?: (field: string, value: unknown) => string | undefined;
}

/** Why a save failed: where another window saved first, both values and the way on; else what happened. */
export function SaveProblem({ error, version, onLoad, onSave, words }: SaveProblemProps) {
  if (error === null || error === undefined) return null;
  const problem = toProblem(error);
  const { stale } = problem.details;
  if (!stale) return <ProblemNote problem={problem} />;
  const accept = () => {
    const fields = stale.changed.map(({ field }) => field);
    // Of a record that keeps its versions it is the number of the newest.
    version.current = stale.version.includes(':')
      ? withParts(version.current ?? '', stale.version, fields)
      : stale.version;
  };
  const theirs = Object.fromEntries(stale.changed.map(({ field, stored }) => [field, stored ?? null]));
  const inWords = (field: string, value: unknown) => words?.(field, value) ?? valueWords(value);
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconArrowsSplit aria-hidden size={20} />}
      title="Somebody changed this meanwhile"
    >
      <List size="sm" spacing={4} listStyleType="none">
        {stale.changed.map(({ field, stored, yours }) => (
          <List.Item key={field}>
            <b>{fieldWords(field)}</b>
            <Text size="sm" component="div" dir="auto">
              Theirs: {inWords(field, stored)}
            </Text>
            <Text size="sm" component="div" dir="auto">
              Yours: {inWords(field, yours)}
            </Text>
          </List.Item>
        ))}
      </List>
      <Group gap="xs" mt="sm">
        <Button
          size="compact-sm"
          autoFocus
          onClick={() => {
            accept();
            onLoad(theirs);
          }}
        >
          Load theirs
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            accept();
            onSave();
          }}
        >
          Save mine
        </Button>
      </Group>
    </Alert>
  );
}

/** A field as a reader would call it: `leastDifference` is "Least difference". */
function fieldWords(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const longest = 300;

/** A value in words: what an object holds by name, what a list holds one after the other. */
function valueWords(value: unknown): string {
  const words = allWords(value);
  if (words === '') return 'nothing';
  return words.length > longest ? `${words.slice(0, longest)}…` : words;
}

function allWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.map(allWords).join('; ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([field, part]) => [fieldWords(field).toLowerCase(), allWords(part)])
    .filter(([, part]) => part !== '')
    .map(([field, part]) => `${field} ${part}`)
    .join(', ');
}

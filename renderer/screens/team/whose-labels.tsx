import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { WhoseLabels as Whose } from '../../../shared/contract/index.ts';
import { whoseQuestion } from '../../../shared/merge-words.ts';
import { nameProblem, sameName, tidyName } from '../../../shared/person-name.ts';
import { NativeSelect } from '../../ui/native-select.tsx';

interface WhoseLabelsProps {
  whose: Whose;
  onChoose: (name: string | undefined) => void;
}

/** Whose labels a file brings; asked where the file does not say it, or says somebody whom nobody knows. */
export function WhoseLabels({ whose, onChoose }: WhoseLabelsProps) {
  const { said, people, person, handedTo } = whose;
  const [isAsking, setAsking] = useState(person === null);
  if (!isAsking && person) {
    return (
      <Group gap="sm">
        <Text>
          Labels of <b dir="auto">{person.name}</b>
          {!sameName(said, person.name) && (
            <>
              , though the file says <bdi>{said}</bdi>
            </>
          )}
          .
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
          They are somebody else’s
        </Button>
      </Group>
    );
  }
  const isNewPossible = nameProblem(said) === null && !people.some((name) => sameName(name, said));
  return (
    <NativeSelect
      label={whoseQuestion({ ...whose, handedTo })}
      description="Labels stay with the name under which they are merged."
      inputWrapperOrder={['label', 'input', 'description']}
      maw={520}
      value={person?.name ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
      data={[
        ...(person ? [] : [{ value: '', label: 'Choose a person…' }]),
        ...people,
        ...(isNewPossible ? [{ value: tidyName(said), label: `${tidyName(said)}, a new person` }] : []),
      ]}
    />
  );
}
